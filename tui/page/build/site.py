"""Makes the files of the page, in a checkout, with npm at hand.

Python's side comes from the virtual environment that runs this, which make fills by the lock; npm
fetches the rest by the hashes in ``.ci/npm/package-lock.json``.
"""

import gzip
import hashlib
import json
import shutil
import tarfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tui.page.build import npm
from tui.page.build.front import integrity, page
from tui.page.build.licences import parts, write_about
from tui.page.build.npm import ROOT, BuildError

_HERE = Path(__file__).parent
_FRONT = _HERE.parent / "front"
BUILT = _HERE.parent / "built"
"""Where the page is."""
_OWN = ("emu", "microchess", "rom", "tui")
_LEFT_OUT = (
    "tui/cli/", "tui/serve/", "tui/page/build/", "tui/page/built/", "tui/page/front/",
    "microchess/machine/fetching.py", "microchess/uci/", "microchess/match/",
    "emu/conformance/", "rom/census/", "rom/janus/", "rom/monitor/", "rom/build.py",
    "emu/watch/log.py", "emu/watch/profile.py", "microchess/analysis/annotate_file.py",
    "microchess/analysis/compare/", "microchess/analysis/tune.py", "microchess/batches.py",
    "microchess/cluster.py", "microchess/processes.py", "microchess/puzzles/make.py",
    "microchess/solve/", "microchess/tour/", "tui/screen/",
)  # fmt: skip
"""Parts of our packages that the page has no use for, by the beginning of their paths."""
_PACKAGES = ("chess", "platformdirs", "py65")
"""What the page needs besides ours."""
_SOURCES = (*_OWN, ".ci", "README.md", "LICENSE", "Makefile", "pyproject.toml")
_LOCK = "pyodide-lock.json"
"""Names the packages of Pyodide, of which the page has none."""
_LOADER = "pyodide.asm.mjs"
_RESTORES = "return Module.HEAP8.set(t),l}"
"""Where the loader restores a memory, without room for it."""
_MEMORY, _PACKED = "memory.bin", "pyodide.asm.wasm"
_FIRST = frozenset({
    "index.html", "page.css", "page.js", "worker.js", "favicon.svg", _LOADER,
    f"{_MEMORY}.gz", f"{_PACKED}.gz", _LOCK,
})  # fmt: skip
"""What a game needs; the rest is for panels, or is read about."""


def build(target: Path) -> None:
    """Make the page in `BUILT`, the same to the byte from the same sources; *target* is for what is
    fetched and made for it. The page that was there stays until the new one is whole.

    Raises BuildError.
    """
    site = target / "page"
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir(parents=True)
    modules = npm.fetch(target / "npm")
    packages = [distribution(name) for name in _PACKAGES]
    gather(target / "python.zip", packages)
    npm.run("node", _HERE / "snapshot.mjs", modules / "pyodide", target / "python.zip", site)
    collect(site, modules)
    page(site, modules)
    _archive(site / "source.tar.gz", packages)
    write_about(site, ROOT / "LICENSE", parts(packages, modules))
    _version(site)
    shutil.rmtree(BUILT, ignore_errors=True)
    shutil.move(site, BUILT)


def _sources(one: Distribution) -> Iterator[tuple[str, Path]]:
    """Where a package's files go, and where they are: modules and data, no compiled code."""
    for file in one.files or ():
        name, path = file.as_posix(), Path(str(file.locate()))
        inside = not name.startswith("..") and ".dist-info/" not in name
        if inside and path.suffix not in (".pyc", ".so", ".pyd") and path.is_file():
            yield name, path


def gather(archive: Path, packages: list[Distribution]) -> None:
    """Make the archive of the Python that goes into the page."""
    wanted = dict(pair for one in packages for pair in _sources(one))
    for folder in _OWN:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix not in (".pyc", ".pyi"):
                wanted[path.relative_to(ROOT).as_posix()] = path
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name, path in sorted(wanted.items()):
            if not name.startswith(_LEFT_OUT):
                file.writestr(ZipInfo(name), path.read_bytes(), ZIP_DEFLATED)


def collect(site: Path, modules: Path) -> None:
    """Copy the files that go as they are."""
    for name in ("about.html", "favicon.svg", "service.js"):
        shutil.copyfile(_FRONT / name, site / name)
    lock = json.loads((modules / "pyodide" / _LOCK).read_text("utf-8"))
    (site / _LOCK).write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    shutil.copyfile(modules / "pyodide" / _PACKED, site / _PACKED)
    for name in (_PACKED, _MEMORY):  # plain hosts compress nothing that they do not know
        data = (site / name).read_bytes()
        (site / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))
        (site / name).unlink()
    loader = (modules / "pyodide" / _LOADER).read_text("utf-8")
    if loader.count(_RESTORES) != 1:
        raise BuildError(f"{_LOADER}: expected {_RESTORES!r} once; it needs another patch")
    patched = loader.replace(_RESTORES, f"growMemory(t.length);{_RESTORES}")
    (site / _LOADER).write_text(patched, "utf-8")


def _archive(path: Path, packages: list[Distribution]) -> None:
    """The source of all Python in the page, as the GPL wants it."""

    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo | None:
        made = "__pycache__", "page/built", "rom/build/"
        info.mtime, info.mode = 0, 0o755 if info.mode & 0o100 else 0o644
        info.uid = info.gid = 0
        info.uname = info.gname = ""
        return None if any(one in info.name for one in made) else info

    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        for name in _SOURCES:
            archive.add(ROOT / name, f"kim1-microchess/{name}", filter=plain)
        for one in packages:
            for name, source in _sources(one):
                place = f"packages/{one.metadata['Name']}-{one.version}/{name}"
                archive.add(source, place, filter=plain)


def _version(site: Path) -> None:
    """Name the files, with size and hash, and this version in the service worker."""
    service = site / "service.js"
    files: dict[str, list[tuple[str, int, str]]] = {"first": [], "rest": []}
    digest = hashlib.sha256()
    for file in sorted(site.iterdir()):
        if file.name not in ("service.js", "source.tar.gz"):
            data = file.read_bytes()
            digest.update(file.name.encode() + b"\0" + data)
            part = files["first" if file.name in _FIRST else "rest"]
            entry = len(data), integrity(data)
            part.append((file.name, *entry))
            if file.name == "index.html":
                part.append(("./", *entry))
    text = service.read_text("utf-8").replace("@VERSION@", digest.hexdigest()[:16])
    service.write_text(text.replace('"@FILES@"', json.dumps(files)), "utf-8")

"""The files of the page that are not its own code."""

import gzip
import hashlib
import json
import os
import re
import shutil
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tui.page.build import FRONT, ROOT
from tui.page.build.front import integrity

PACKAGES = ("chess", "platformdirs", "py65")
"""What the page needs besides ours."""
_OURS = (
    *("emu", "microchess", "rom", "tui"),
    *(".ci", "README.md", "LICENSE", "Makefile", "pyproject.toml"),
)
_MADE = re.compile(r"(^|/)__pycache__/|^tui/page/built/|^rom/build/")
_LOADER = "pyodide.asm.mjs"
_RESTORES = "return Module.HEAP8.set(t),l}"
"""Where the loader restores a memory, without room for it."""
_LATER = ("about.html", ".txt", ".zip")
"""What a game does not need: it is for panels, or is read about."""


def source(archive: Path) -> None:
    """Make the archive of the source of all Python in the page, as the GPL wants it: the same
    whenever it is made.
    """
    places = [ROOT / name for name in _OURS]
    places += [Path(str(distribution(name).locate_file(name))) for name in PACKAGES]
    found = ((place.parent, path) for place in places for path in (place, *place.rglob("*")))
    files = {path.relative_to(top).as_posix(): path for top, path in found if path.is_file()}
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name, path in sorted(files.items()):
            if not _MADE.search(name):
                info = ZipInfo(name)
                info.external_attr = (0o755 if os.access(path, os.X_OK) else 0o644) << 16
                file.writestr(info, path.read_bytes(), ZIP_DEFLATED)


def collect(site: Path, pyodide: Path) -> None:
    """Copy the files that go as they are, and Pyodide's. Its lock names none of its packages."""
    for name in ("favicon.svg", "service.js"):
        shutil.copy(FRONT / name, site)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    (site / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    shutil.copy(pyodide / "pyodide.asm.wasm", site)
    # plain hosts compress nothing that they do not know
    for name in ("pyodide.asm.wasm", "memory.bin"):
        data = (site / name).read_bytes()
        (site / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))
        (site / name).unlink()
    loader = (pyodide / _LOADER).read_text("utf-8")
    assert loader.count(_RESTORES) == 1, f"{_LOADER} needs another patch"
    patched = loader.replace(_RESTORES, f"growMemory(t.length);{_RESTORES}")
    (site / _LOADER).write_text(patched, "utf-8")


def name_files(site: Path) -> None:
    """Name the files, with size and hash, and this version in the service worker."""
    files: dict[str, list[tuple[str, int, str]]] = {"first": [], "rest": []}
    digest = hashlib.sha256()
    for file in sorted(site.iterdir()):
        if file.name not in ("service.js", "source.zip"):
            data = file.read_bytes()
            digest.update(file.name.encode() + b"\0" + data)
            part = files["rest" if file.name.endswith(_LATER) else "first"]
            part.append((file.name, len(data), integrity(data)))
            if file.name == "index.html":
                part.append(("./", *part[-1][1:]))
    service = site / "service.js"
    text = service.read_text("utf-8").replace("@VERSION@", digest.hexdigest()[:16])
    service.write_text(text.replace('"@FILES@"', json.dumps(files)), "utf-8")

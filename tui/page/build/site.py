"""Makes the files of the page, in a checkout, with npm at hand.

Python's side comes from the virtual environment that runs this, checked against the lock; npm
fetches the rest by the hashes in ``.ci/npm/package-lock.json``.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from tui.page.build.first import first_picture
from tui.page.build.licences import PagePart, write_about
from tui.page.build.types import typescript

ROOT = Path(__file__).resolve().parents[3]
_HERE = Path(__file__).parent
_OWN = ("emu", "microchess", "rom", "tui")
_LEFT_OUT = (
    "tui/cli/", "tui/serve/", "tui/web/", "tui/page/build/", "tui/page/front/", "microchess/uci/",
    "microchess/match/", "emu/conformance/", "emu/turbo/llvmsource.py", "emu/turbo/native.py",
    "rom/census/", "rom/janus/", "rom/monitor/",
)  # fmt: skip
"""Parts of our packages that the page has no use for, by the beginning of their paths."""
_NOT_NEEDED = frozenset({"argcomplete"})
"""Locked packages that only the command line needs."""
_DESK = ("emu/", "microchess/", "rom/", "tui/", "chess/", "py65/", "platformdirs/")
_SCREEN = (
    "microchess/boards/", "microchess/tour/", "tui/screen/", "tui/web/", "tui/page/app.py",
    "tui/page/driver.py", "tui/page/screen.py",
)  # fmt: skip
"""What the board's page runs, without what only the full screen does."""
_MORE = (
    "microchess/boards/", "tui/screen/__init__.py",
    *(f"tui/screen/drawing/{one}.py" for one in (
        "__init__", "cells_text", "formula", "inside", "lines", "windows")),
)  # fmt: skip
"""What its instruments need besides."""
_LEXERS = re.compile(r"pygments/lexers/(?!(__init__|_mapping|python|special)\.py)")
_SOURCES = (*_OWN, ".ci", "README.md", "LICENSE", "Makefile", "pyproject.toml")
_PYODIDE = ("pyodide-lock.json",)
_LOADER = "pyodide.asm.mjs"
_RESTORES = "return Module.HEAP8.set(t),l}"
"""Where the loader restores a memory, without room for it."""
_MEMORY = "memory.bin"
_PACKED = "pyodide.asm.wasm"
_FIRST = frozenset({
    "index.html", "page.css", "page.js", "worker.js", "favicon.svg", _LOADER,
    f"{_MEMORY}.gz", f"{_PACKED}.gz", *_PYODIDE,
})  # fmt: skip
"""What the board's page needs; the rest is for the full screen."""
_SHAPES = b"color-scheme:light only"
"""The one style that chessground writes into an element."""
_XTERM = {
    "xterm.js": "@xterm/xterm/lib/xterm.js",
    "xterm.css": "@xterm/xterm/css/xterm.css",
    "addon-webgl.js": "@xterm/addon-webgl/lib/addon-webgl.js",
}
_FONTS = {
    "mono.ttf": "RobotoMono-VariableFont_wght.ttf",
    "mono-italic.ttf": "RobotoMono-Italic-VariableFont_wght.ttf",
}


class BuildError(Exception):
    """The page cannot be made; the reason is for the person who builds it."""


def build(target: Path) -> Path:
    """Make the page in the folder ``site`` of *target*, which it returns.

    Raises BuildError.
    """
    site, stage = target / "site", target / "stage"
    for folder in (site, stage):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    modules = fetch(target / "npm")
    packages = locked()
    gather(stage, packages)
    _run("node", _HERE / "compile.mjs", modules / "pyodide", stage, site)
    memory = target / "memory.bin"
    _run("node", _HERE / "snapshot.mjs", modules / "pyodide", site, memory)
    _pack(site / f"{_MEMORY}.gz", memory.read_bytes())
    front(site, modules)
    collect(site, modules)
    _archive(site / "source.tar.gz", packages)
    write_about(site, ROOT, [*map(PagePart.of, packages), *PagePart.others(modules)])
    _version(site)
    return site


def fetch(folder: Path) -> Path:
    """What npm installs by the lock, in *folder*; the folder of the modules."""
    folder.mkdir(exist_ok=True)
    lock = ROOT / ".ci" / "npm"
    same = folder / "node_modules" / ".lock"
    wanted = (lock / "package-lock.json").read_bytes()
    if not same.exists() or same.read_bytes() != wanted:
        for file in lock.iterdir():
            shutil.copy(file, folder)
        _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", folder=folder)
        same.write_bytes(wanted)
    return folder / "node_modules"


def locked() -> list[Distribution]:
    """The packages that the page needs besides ours, as the lock has them."""
    found = []
    text = (ROOT / ".ci" / "lock" / "play.txt").read_text("utf-8")
    for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)(?![^\n]*;)", text, re.MULTILINE):
        if name in _NOT_NEEDED:
            continue
        try:
            one = distribution(name)
        except PackageNotFoundError:
            raise BuildError(f"{name} is not installed; make site does it") from None
        if one.version != version:
            raise BuildError(f"{name} {one.version} is installed, the lock has {version}")
        found.append(one)
    return found


def _sources(one: Distribution) -> Iterator[tuple[str, Path]]:
    """Where a package's files go, and where they are: modules and data, no compiled code."""
    for file in one.files or ():
        name, path = file.as_posix(), Path(str(file.locate()))
        inside = not name.startswith("..") and ".dist-info/" not in name
        if inside and path.suffix not in (".pyc", ".so", ".pyd") and path.is_file():
            yield name, path


def gather(stage: Path, packages: list[Distribution]) -> None:
    """Copy the Python that goes into the page."""
    wanted = [pair for one in packages for pair in _sources(one)]
    for folder in _OWN:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                wanted.append((path.relative_to(ROOT).as_posix(), path))
    for name, path in wanted:
        if not (name.startswith(_LEFT_OUT) or _LEXERS.match(name) or name.endswith(".pyi")):
            desk = name.startswith(_DESK) and not name.startswith(_SCREEN)
            for part in ["desk" if desk else "screen", *["more"] * name.startswith(_MORE)]:
                place = stage / part / name
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, place)


def front(site: Path, modules: Path) -> None:
    """Check the page's own TypeScript, and bundle it."""
    work = modules.parent / "front"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(_HERE.parent / "front", work)
    (work / "wire.ts").write_text(typescript(), "utf-8")
    _run(modules / ".bin" / "tsc", "--project", work)
    esbuild = modules / ".bin" / "esbuild"
    bundle = (esbuild, "--bundle", "--minify", "--log-level=warning", "--external:node:*")
    memory = f'--define:MEMORY="{_integrity((site / f"{_MEMORY}.gz").read_bytes())}"'
    for name, source in (("page", "page.ts"), ("worker", "worker.ts"), ("full-worker", "full.ts")):
        _run(
            *bundle,
            "--format=esm",
            memory,
            "--loader:.py=text",
            work / source,
            f"--outfile={site / name}.js",
        )
    _run(*bundle, work / "style.css", f"--outfile={site / 'page.css'}")
    _run(*bundle, "--global-name=around", work / "around.ts", f"--outfile={site / 'around.js'}")
    first = json.dumps(first_picture(), separators=(",", ":")).replace("<", "\\u003c")
    text = (work / "index.html").read_text("utf-8")
    text = text.replace("@SHAPES@", _integrity(_SHAPES)).replace("@FIRST@", first)
    (site / "index.html").write_text(text, "utf-8")


def collect(site: Path, modules: Path) -> None:
    """Copy the files that go as they are."""
    for file in (*(_HERE / "static").iterdir(), *(ROOT / "tui" / "web").iterdir()):
        shutil.copyfile(file, site / file.name)
    for name in _PYODIDE:
        shutil.copyfile(modules / "pyodide" / name, site / name)
    _pack(site / f"{_PACKED}.gz", (modules / "pyodide" / _PACKED).read_bytes())
    loader = (modules / "pyodide" / _LOADER).read_text("utf-8")
    if loader.count(_RESTORES) != 1:
        raise BuildError(
            f"{_LOADER}: expected {_RESTORES!r} once; this Pyodide needs another patch"
        )
    (site / _LOADER).write_text(
        loader.replace(_RESTORES, f"growMemory(t.length);{_RESTORES}"), "utf-8"
    )
    for name, where in _XTERM.items():
        shutil.copyfile(modules / where, site / name)
    theirs = Path(str(distribution("textual-serve").locate_file("textual_serve/static/fonts")))
    for name, where in _FONTS.items():
        shutil.copyfile(theirs / where, site / name)


def _pack(path: Path, data: bytes) -> None:
    """Plain hosts compress nothing that they do not know."""
    path.write_bytes(gzip.compress(data, 9, mtime=0))


def _integrity(data: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"


def _archive(path: Path, packages: list[Distribution]) -> None:
    """The source of all Python in the page, as the GPL wants it."""

    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo | None:
        return None if "__pycache__" in info.name else info

    with tarfile.open(path, "w:gz") as archive:
        for name in _SOURCES:
            archive.add(ROOT / name, f"kim1-microchess/{name}", filter=plain)
        for one in packages:
            for name, file in _sources(one):
                archive.add(file, f"packages/{one.metadata['Name']}-{one.version}/{name}")


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
            entry = len(data), _integrity(data)
            part.append((file.name, *entry))
            if file.name == "index.html":
                part.append(("./", *entry))
    text = service.read_text("utf-8").replace("@VERSION@", digest.hexdigest()[:16])
    service.write_text(text.replace('"@FILES@"', json.dumps(files)), "utf-8")


def _run(command: str | Path, *arguments: str | Path, folder: Path = ROOT) -> None:
    if shutil.which(command) is None:
        raise BuildError(f"{command} is missing: Debian's nodejs and npm, or those of nodejs.org")
    if (
        code := subprocess.run([command, *map(str, arguments)], cwd=folder, check=False).returncode
    ) != 0:
        raise BuildError(f"{command} failed with exit code {code}")

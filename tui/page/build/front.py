"""The page's own TypeScript, checked and bundled."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from pathlib import Path

from tui.page.build import npm
from tui.page.build.first import first_picture
from tui.page.build.types import typescript

_PAGE = Path(__file__).parents[1]
_FETCHED = ("memory.bin.gz", "desk.zip", "more.zip")
"""What must be of the worker's own version."""
_SHAPES = b"color-scheme:light only"
"""The one style that chessground writes into an element."""


def page(site: Path, modules: Path) -> None:
    """Make the page itself, its code and its style in *site*; *modules* is npm's folder.

    Raises BuildError.
    """
    work = modules.parent / "front"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(_PAGE / "front", work)
    (work / "wire.ts").write_text(typescript(), "utf-8")
    npm.run(modules / ".bin" / "tsc", "--project", work)
    _bundle(work / "page.ts", site / "page.js", "--format=esm")
    _bundle(work / "style.css", site / "page.css")
    first = json.dumps(first_picture(), separators=(",", ":")).replace("<", "\\u003c")
    text = (work / "index.html").read_text("utf-8")
    text = text.replace("@SHAPES@", integrity(_SHAPES)).replace("@FIRST@", first)
    (site / "index.html").write_text(text, "utf-8")
    shutil.copyfile(work / "favicon.svg", site / "favicon.svg")


def worker(target: Path, modules: Path) -> None:
    """Make the worker that starts Python, with the hashes of its files; after `page`."""
    files = {name: integrity((target.parent / name).read_bytes()) for name in _FETCHED}
    define = f"--define:FILES={json.dumps(files)}"
    source = modules.parent / "front" / "worker.ts"
    _bundle(source, target, "--format=esm", define, "--loader:.py=text")


def integrity(data: bytes) -> str:
    """What browsers compare *data* with."""
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"


def _bundle(source: Path, target: Path, *options: str) -> None:
    esbuild = source.parent.parent / "node_modules" / ".bin" / "esbuild"
    bundle = (esbuild, "--bundle", "--minify", "--log-level=warning", "--external:node:*")
    npm.run(*bundle, *options, source, f"--outfile={target}")

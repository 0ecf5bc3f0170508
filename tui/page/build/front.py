"""The page's own TypeScript, checked and bundled."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from pathlib import Path

from tui.page.build import FRONT, run
from tui.page.build.first import first_picture
from tui.page.build.types import typescript
from tui.panels.registry import NAMES, PanelWords, words_of

_FETCHED = ("memory.bin.gz", "pyodide.asm.wasm.gz", "desk.zip")
"""What must be of the worker's own version."""
_SHAPES = b"color-scheme:light only"
"""The one style that chessground writes into an element."""


def page(site: Path, modules: Path) -> None:
    """Make the page itself, its code, its style and the worker that starts Python in *site*, where
    what the worker fetches is already; *modules* is npm's folder.
    """
    work = modules.parent / "front"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(FRONT, work)
    (work / "wire.ts").write_text(typescript(), "utf-8")
    run(modules / ".bin" / "tsc", "--project", work)
    files = {name: integrity((site / name).read_bytes()) for name in _FETCHED}
    bundle = ("--bundle", "--minify", "--format=esm", "--log-level=warning", "--external:node:*")
    made = (f"--define:FILES={json.dumps(files)}", "--loader:.py=text", f"--outdir={site}")
    sources = ("page.ts", "worker.ts", "page=style.css")
    run(modules / ".bin" / "esbuild", *sources, *bundle, *made, folder=work)
    first = json.dumps(first_picture(), separators=(",", ":")).replace("<", "\\u003c")
    text = (FRONT / "index.html").read_text("utf-8")
    text = text.replace("@SHAPES@", integrity(_SHAPES)).replace("@FIRST@", first)
    (site / "index.html").write_text(with_panels(text), "utf-8")


def with_panels(text: str) -> str:
    """The page, with a part for each panel that has no place of its own in it; the game's first."""
    first = ("game", "machine", "beginning")
    others = "\n".join(_panel(words_of(name)) for name in NAMES if name not in first)
    game = _panel(words_of("game"), " open") + _panel(words_of("beginning"))
    return text.replace("@GAME@", game).replace("@PANELS@", others)


def _panel(words: PanelWords, opened: str = "") -> str:
    name, title, _, about, _ = words
    told = "" if opened else f"<p>{about[0].upper()}{about[1:]}.</p>"
    return (
        f'<details name="panel" id="{name}"{opened}><summary>{title}</summary>{told}'
        f'<kim-panel name="{name}"></kim-panel></details>'
    )


def integrity(data: bytes) -> str:
    """What browsers compare *data* with."""
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"

"""The files a page is made of: ours, and the terminal that textual-serve brings."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from emu.files import reading
from tui.serve.gate import ServeError

_OWN = Path(__file__).parent / "page"
_SHARED = Path(__file__).parent.parent / "web"
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
_FROM_TEXTUAL = {
    "textual.js": "js/textual.js",
    "xterm.css": "css/xterm.css",
    "mono.ttf": "fonts/RobotoMono-VariableFont_wght.ttf",
    "mono-italic.ttf": "fonts/RobotoMono-Italic-VariableFont_wght.ttf",
}
_FROM_US = {
    "": "index.html",
    "page.js": "page.js",
}
_FROM_SHARED = ("shell.css", "shell.js", "touch.js", "favicon.svg")


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent; all that can be fetched is named here."""

    type: str
    data: bytes


def page_files() -> dict[str, PageFile]:
    """Every file of the page by its name below the token; the page itself is the empty one.

    Raises ServeError when textual-serve is missing, or another one than we know.
    """
    spec = find_spec("textual_serve")
    if spec is None or spec.origin is None or find_spec("aiohttp") is None:
        raise ServeError("textual-serve is not installed; pip install '.[web]'")
    theirs = Path(spec.origin).parent / "static"
    found = {name: theirs / where for name, where in _FROM_TEXTUAL.items()}
    found |= {name: _OWN / where for name, where in _FROM_US.items()}
    found |= {name: _SHARED / name for name in _FROM_SHARED}
    try:
        return {
            name: PageFile(_TYPES[path.suffix], reading.read_bytes(path))
            for name, path in found.items()
        }
    except OSError as error:
        raise ServeError(f"a part of textual-serve is missing: {error.filename}") from None

"""The files a page is made of: ours, and the terminal that textual-serve brings."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from tui.serve.gate import ServeError

_OWN = Path(__file__).parent / "page"
_SHARED = Path(__file__).parent.parent / "web"
_FROM_TEXTUAL = {
    "textual.js": "js/textual.js",
    "xterm.css": "css/xterm.css",
    "mono.ttf": "fonts/RobotoMono-VariableFont_wght.ttf",
    "mono-italic.ttf": "fonts/RobotoMono-Italic-VariableFont_wght.ttf",
}


def page_files() -> dict[str, Path]:
    """Every file of the page by its name below the token; the page itself is the empty one. All
    that can be fetched is named here.

    Raises ServeError when textual-serve is missing, or another one than we know.
    """
    spec = find_spec("textual_serve")
    if spec is None or spec.origin is None or find_spec("aiohttp") is None:
        raise ServeError("textual-serve is not installed; pip install '.[web]'")
    theirs = Path(spec.origin).parent / "static"
    found = {name: theirs / where for name, where in _FROM_TEXTUAL.items()}
    found |= {"": _OWN / "index.html", "page.js": _OWN / "page.js"}
    for name in ("shell.css", "shell.js", "touch.js", "favicon.svg"):
        found[name] = _SHARED / name
    for path in found.values():
        if not path.is_file():
            raise ServeError(f"a part of textual-serve is missing: {path}")
    return found

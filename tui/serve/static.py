"""The files the page is made of, as `tui.page.build` has made them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tui.serve.gate import ServeError

BUILT = Path(__file__).parent.parent / "page" / "built"
"""Where they are, in a checkout once they are made, in a release from the beginning."""
_MEDIA_TYPES = {
    "page.js": "text/javascript; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "favicon.svg": "image/svg+xml",
}
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)" ?/?>')


@dataclass(frozen=True)
class PageFile:
    """A file, and what HTTP calls its kind."""

    data: bytes
    media_type: str


def require() -> None:
    """Raises ServeError when aiohttp, which all the rest here needs, is missing."""
    if find_spec("aiohttp") is None:
        raise ServeError("aiohttp is not installed; pip install '.[web]'")


def page_files() -> tuple[dict[str, PageFile], str]:
    """Every file of the page by its name below the token (the page itself is the empty one), and
    its Content-Security-Policy. All that can be fetched is named here.

    Raises ServeError when something is missing.
    """
    try:
        text = (BUILT / "index.html").read_text("utf-8")
        found = {
            name: PageFile((BUILT / name).read_bytes(), kind) for name, kind in _MEDIA_TYPES.items()
        }
    except OSError:
        raise ServeError(
            "the page is not part of this installation; in a checkout, make page makes it, with "
            "node and npm"
        ) from None
    policy = _POLICY.search(text)
    if policy is None or '<html lang="en">' not in text:
        raise ServeError(f"{BUILT / 'index.html'}: this is no page of ours; make page")
    text = text.replace('<html lang="en">', '<html lang="en" data-host="server">', 1)
    found[""] = PageFile(text.encode(), "text/html; charset=utf-8")
    return found, f"{policy[1]}; frame-ancestors 'none'"

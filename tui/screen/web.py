"""The interface in a browser: textual-serve, with its page changed to ask no other host.

The page of textual-serve 1.1 fetches a font from Google although it brings the font along.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from emu.files import reading, writing
from microchess.errors import MicroChessError

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_FOREIGN_FONT = re.compile(r"<link[^>]*?https://fonts\.googleapis\.com[^>]*?/>", re.DOTALL)
_ELSEWHERE = re.compile(r"(?:src|href)\s*=\s*[\"'](?:https?:)?//")
_OWN_FONT = """<style>
      @font-face {
        font-family: "Roboto Mono";
        src: url("{{ config.static.url }}fonts/RobotoMono-VariableFont_wght.ttf");
        font-weight: 100 700;
      }
    </style>"""


class ServeError(MicroChessError):
    """The interface cannot be served."""


def own_page(page: str) -> str:
    """textual-serve's page with the bundled font.

    Raises ServeError when it would still ask another host.
    """
    changed = _FOREIGN_FONT.sub(_OWN_FONT, page)
    if found := _ELSEWHERE.search(changed):
        raise ServeError(f"the page of this textual-serve asks another host: {found[0]}...")
    return changed


def warning(host: str) -> str:
    """What a person has to know before serving on *host*."""
    text = "No password: whoever can open this address plays on this computer, one KIM-1 a tab."
    if host not in LOOPBACK:
        text += f" {host} can be reached from other computers."
    return text


def serve(command: str, host: str, port: int, url: str | None) -> None:
    """Serve the application that *command* starts until Ctrl-C.

    Raises ServeError when textual-serve is missing, OSError when the port is taken.
    """
    try:
        import textual_serve.server as textual_serve
    except ImportError:
        raise ServeError(
            "textual-serve is not installed; pip install 'kim1-microchess[web]'"
        ) from None
    package = Path(textual_serve.__file__).parent
    with tempfile.TemporaryDirectory(prefix="microchess-") as folder:
        page = reading.read_text(package / "templates" / "app_index.html")
        writing.write_text(Path(folder, "app_index.html"), own_page(page))
        server: Any = textual_serve.Server(
            command,
            host=host,
            port=port,
            title="MicroChess on the KIM-1",
            public_url=url,
            templates_path=folder,
        )
        server.serve()

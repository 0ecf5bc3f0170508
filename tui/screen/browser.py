"""Files that come and go through the browser of the one who plays: nothing is named on the server.

The page hears what is wanted, and hands files back, by way of a driver that is `HandsFiles`.
"""

from __future__ import annotations

import base64
import io
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from textual.app import App
from textual.geometry import Region
from textual.message import Message

Taker = Callable[[str, bytes], None]
"""Does something with a file's name and contents."""


class HandsFiles:
    """The part of a driver that can tell a page more than characters."""

    def tell(self, **what: Any) -> None:
        """A JSON packet for the page."""
        raise NotImplementedError

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        save_path: Path,
        encoding: str | None = None,
        **_: Any,
    ) -> None:
        """What Textual asks for a file to be kept."""
        with binary:
            contents = binary.read()
        if isinstance(contents, str):
            contents = contents.encode(encoding or "utf-8")
        self.tell(type="file", name=save_path.name, data=base64.b64encode(contents).decode())


@dataclass
class Uploaded(Message):
    """A file has come; ``data`` None: none will. An empty ``ticket``: nobody asked for it."""

    ticket: str
    name: str
    data: bytes | None

    @classmethod
    def of(cls, packet: Mapping[str, Any]) -> Uploaded:
        """The file in a packet from the page."""
        ticket, name, data = (packet[part] for part in ("ticket", "name", "data"))
        return cls(ticket, name, None if data is None else base64.b64decode(data))


class Browser:
    """The page *app* is shown in."""

    def __init__(self, app: App[Any], driver: object) -> None:
        self._app = app
        self._driver = driver if isinstance(driver, HandsFiles) else None
        self._ticket = ""
        self._taker: Taker | None = None
        self._told: dict[str, object] = {"title": "", "drags": []}

    def show_title(self, title: str) -> None:
        """The title of the page."""
        self._show("title", title)

    def show_drags(self, places: Sequence[Region]) -> None:
        """Where a finger drags; elsewhere it scrolls."""
        self._show("drags", [[one.x, one.y, one.width, one.height] for one in places])

    def _show(self, type: str, what: object) -> None:
        if self._driver is not None and what != self._told[type]:
            self._told[type] = what
            self._driver.tell(type=type, what=what)

    def give(self, name: str, contents: str | bytes) -> None:
        """Hand a file to the browser, which keeps or opens it as its user likes."""
        if isinstance(contents, str):
            self._app.deliver_text(io.StringIO(contents), save_filename=name, encoding="utf-8")
        else:
            self._app.deliver_binary(io.BytesIO(contents), save_filename=name)

    def take(self, title: str, accept: str, taker: Taker) -> None:
        """Ask for a file; *accept* names suffixes, e.g. ``.pgn,.txt``."""
        if self._driver is None:
            self._app.notify("this page cannot send files", severity="error")
            return
        self._ticket, self._taker = secrets.token_hex(8), taker
        what = {"ticket": self._ticket, "title": title, "accept": accept}
        self._driver.tell(type="wanted", what=what)

    def arrived(self, file: Uploaded) -> bool:
        """Give a file to whom it was for; False: nobody waits for it."""
        if self._taker is None or not file.ticket or file.ticket != self._ticket:
            return False
        taker, self._taker, self._ticket = self._taker, None, ""
        assert self._driver is not None
        self._driver.tell(type="wanted", what=None)
        if file.data is not None:
            taker(file.name, file.data)
        return True

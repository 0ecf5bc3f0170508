"""Textual's end of the line to the page: characters and messages, no thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.geometry import Size

from tui.screen.browser import HandsFiles, Uploaded

Tell = Callable[[Mapping[str, Any]], None]
"""Tells the page something."""
_ESCAPE_ALONE = 0.15
"""Seconds after which an escape is the key."""


class PageDriver(HandsFiles, Driver):
    """The terminal is in the page, which :attr:`page` reaches."""

    page: ClassVar[Tell]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._parser = XTermParser()

    @property
    def is_web(self) -> bool:
        """It is."""
        return True

    def write(self, data: str) -> None:
        """Show characters."""
        self.tell(type="data", what=data)

    def tell(self, **what: Any) -> None:
        """A message for the page."""
        PageDriver.page(what)

    def start_application_mode(self) -> None:
        """Take the screen."""
        self.write("\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1003h\x1b[?1006h\x1b[?2004h\x1b[?2026$p")
        self._resize(*(self._size or (80, 24)))

    def disable_input(self) -> None:
        """Nothing to do: what comes later finds no application."""

    def stop_application_mode(self) -> None:
        """Give the screen back."""
        self.write("\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?1049l\x1b[?25h")

    def hear(self, message: Mapping[str, Any]) -> None:
        """What the page says."""
        match message["type"]:
            case "keys":
                self._take(self._parser.feed(message["what"]))
                asyncio.get_running_loop().call_later(
                    _ESCAPE_ALONE, lambda: self._take(self._parser.tick())
                )
            case "resize":
                self._resize(message["columns"], message["lines"])
            case "focus":
                self._app.post_message(events.AppFocus())
            case "blur":
                self._app.post_message(events.AppBlur())
            case "quit":
                self._app.post_message(messages.ExitApp())
            case "file":
                self._app.post_message(Uploaded.of(message))

    def _take(self, found: Any) -> None:
        for event in found:
            self.process_message(event)

    def _resize(self, columns: int, lines: int) -> None:
        self._size = columns, lines
        size = Size(columns, lines)
        self._app.post_message(events.Resize(size, size))

    def open_url(self, url: str, new_tab: bool = True) -> None:  # noqa: ARG002
        """Open an address in another tab."""
        self.tell(type="open", what=url)

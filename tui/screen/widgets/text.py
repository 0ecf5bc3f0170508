"""Strips somebody else has drawn."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip

from tui.screen.widgets.strips import StripWidget


class TextView(StripWidget):
    """Shows ``content``; says which cell was clicked.

    As wide as the room there is: with the width of the text the screen would be laid out anew
    whenever that changes.
    """

    SHORTENED = True
    DEFAULT_CSS = "TextView { width: 100%; }"

    @dataclass
    class Clicked(Message):
        """A cell of the picture was clicked."""

        view: TextView
        x: int
        y: int

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._content: list[Strip] = []

    def draw(self) -> list[Strip]:
        return self._content

    def set_content(self, content: list[Strip]) -> None:
        if content != self._content:
            self._content = content
            self.redraw()

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None:
            self.post_message(self.Clicked(self, offset.x, offset.y))

"""Code as assembly, around the program counter or where the user looks."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from tui.screen.drawing.ink import strips
from tui.screen.drawing.windows import CodeWindow
from tui.screen.widgets.strips import StripWidget

_WHEEL = 3
"""Instructions for a notch of the wheel."""


class ListingView(StripWidget, can_focus=True):
    """Shows the code of ``window``."""

    HELP = """\
## Code
Arrows move the cursor; Escape follows the program counter again. Before it stand the instructions
that were executed or have labels; what is before the first of them is guessed. `x` lists
breakpoints and watched bytes, with conditions; `L` takes labels, or the source lines of ca65's
`.dbg`. Without them, labels are those of our own monitor and of Janus; the 1976 program is its
author's and has none here.
"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", "Up", show=False, id="listing.up"),
        Binding("down", "go(1)", "Down", show=False, id="listing.down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="listing.pageup"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="listing.pagedown"),
    ]

    class Following(Message):
        """The program counter is followed again, or no longer."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.window = CodeWindow()
        self._followed = True

    def draw(self) -> list[Strip]:
        """The code."""
        return strips(self.window.draw(self.size.width), self.ink)

    @property
    def cursor(self) -> int | None:
        """The line that was chosen."""
        return self.window.cursor

    def update_code(self) -> None:
        """The machine, or what is looked at, is another."""
        self.window.update()
        self._look()

    def _look(self) -> None:
        """Redraw; Escape follows the program counter, or no longer."""
        self.redraw()
        if self._followed != (self.cursor is None):
            self._followed = self.cursor is None
            self.post_message(self.Following())

    def on_resize(self) -> None:
        """As many instructions as there is room for."""
        self.window.rows = self.size.height
        if self.cursor is None:
            self.window.code = []
        self.update_code()

    def show_address(self, address: int) -> None:
        """Look somewhere else."""
        self.window.show(address)
        self._look()

    def action_go(self, by: int) -> None:
        """Move the cursor by an instruction."""
        self.window.go(by)
        self._look()

    def action_page(self, by: int) -> None:
        """Turn pages; the cursor is where one goes on reading."""
        self.window.page(by)
        self._look()

    def on_mouse_scroll_down(self, event: events.MouseEvent) -> None:
        """Some instructions further, or back."""
        event.stop()
        self.window.scroll(_WHEEL if isinstance(event, events.MouseScrollDown) else -_WHEEL)
        self._look()

    on_mouse_scroll_up = on_mouse_scroll_down

    def action_follow(self) -> None:
        """Follow the program counter."""
        self.window.follow()
        self._look()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor there."""
        offset, code = event.get_content_offset(self), self.window.code
        if offset is not None and 0 <= offset.y < len(code):
            self.window.cursor = code[offset.y].address
            self._look()

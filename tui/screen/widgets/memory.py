"""Memory in hex, to look at and to edit."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from emu.watch.memory import MemoryImage
from tui.screen.drawing.ink import strips
from tui.screen.drawing.windows import MemoryWindow
from tui.screen.widgets.mode import ModeWidget

_HEX = frozenset("0123456789abcdefABCDEF")
_BYTES_PER_ROW = (16, 8, 4, 2)
_MOST_ROWS = 64
_HEADING = 1


class MemoryView(ModeWidget):
    """Shows the bytes of ``window``; edits go out as messages."""

    MODE = "POKE"
    MEANS = "two hex digits change the byte under the cursor"
    PROMPT = "type two hex digits: a byte"
    PICKS = True

    HELP = """\
## Memory
Arrows move, Enter begins to poke: two hex digits change the byte, Escape ends that. Page Up and
Page Down turn pages, `j` jumps to an address. `w` watches the byte: the machine is held when it
changes. Red bytes have just changed, ROM is dim and cannot be changed.
`W` goes back to the instruction that wrote it last, `U` to the one that used (read) it last; the
same key again to the one before.
"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0, -1)", "Up", show=False, id="memory.up"),
        Binding("down", "go(0, 1)", "Down", show=False, id="memory.down"),
        Binding("left", "go(-1, 0)", "Left", show=False, id="memory.left"),
        Binding("right", "go(1, 0)", "Right", show=False, id="memory.right"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="memory.pageup"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="memory.pagedown"),
    ]

    @dataclass
    class Edited(Message):
        """A byte is to be changed."""

        address: int
        value: int

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._typed = ""
        self.window = MemoryWindow()

    def draw(self) -> list[Strip]:
        """A heading that names the byte under the cursor, then rows of bytes."""
        return strips(self.window.draw(self._typed), self.ink)

    def on_resize(self) -> None:
        """As many bytes as there is room for."""
        fitting = (one for one in _BYTES_PER_ROW if self.size.width >= 5 + 3 * one)
        per_row = next(fitting, _BYTES_PER_ROW[-1])
        self.window.take(min(self.size.height - _HEADING, _MOST_ROWS), per_row)
        self.redraw()

    def show_memory(self, memory: MemoryImage, watched: Collection[int]) -> None:
        """What the machine remembers now; which of it is watched."""
        self.window.watched = watched
        self.window.update(memory)
        self.redraw()

    @property
    def cursor(self) -> int:
        """The byte that is chosen."""
        return self.window.cursor

    @cursor.setter
    def cursor(self, address: int) -> None:
        self._typed = ""
        self.window.go(address)
        self.redraw()

    def action_go(self, right: int, down: int) -> None:
        """Move the cursor."""
        self.cursor += right + down * self.window.per_row

    def action_page(self, by: int) -> None:
        """Turn pages."""
        self.window.page(by)
        self.cursor = self.cursor

    def action_jump(self, address: int) -> None:
        """Show another place."""
        self.window.jump(address)
        self.cursor = address

    def on_mouse_scroll_down(self, event: events.MouseEvent) -> None:
        """A row further, or back."""
        event.stop()
        self.action_go(0, 1 if isinstance(event, events.MouseScrollDown) else -1)

    on_mouse_scroll_up = on_mouse_scroll_down

    def on_key(self, event: events.Key) -> None:
        """Hex digits, in the mode."""
        if not (self.engaged and event.character and event.character.isalnum()):
            return
        event.stop()
        if event.character not in _HEX:
            self.notify(f"{event.character}: expected a hex digit, 0 to F", severity="warning")
            return
        self._typed += event.character.upper()
        if len(self._typed) == 2:
            value, self._typed = int(self._typed, 16), ""
            self.post_message(self.Edited(self.cursor, value))
            self.cursor += 1
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor there, to poke."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y < _HEADING:
            return
        column, row = (offset.x - 5) // 3, offset.y - _HEADING
        if 0 <= column < self.window.per_row:
            self.cursor = self.window.start + row * self.window.per_row + column
            self.action_engage()

"""Memory in hex, to look at and to edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from emu.watch.memory import MemoryImage
from microchess.program.memory_map import NAMES, TABLE, area_of
from microchess.program.table import SIZE, man_in_words
from tui.screen.drawing.ink import line
from tui.screen.drawing.inside import draw_memory
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.strips import StripWidget

_HEX = frozenset("0123456789abcdefABCDEF")
_FRESH = 15
"""Snapshots for which a changed byte stays red."""
_BYTES_PER_ROW = (16, 8, 4, 2)
_MOST_ROWS = 64
_HEADING = 1


class MemoryView(ModeWidget):
    """Shows ``memory`` from ``start`` on; edits go out as messages."""

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

    memory: reactive[MemoryImage | None] = reactive(None)
    start = reactive(0x50)
    cursor: reactive[int] = reactive(0x50)
    watched: reactive[frozenset[int]] = reactive(frozenset())
    rows = reactive(16)
    per_row = reactive(8)

    @dataclass
    class Edited(Message):
        """A byte is to be changed."""

        address: int
        value: int

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._typed = ""
        self._fresh: dict[int, int] = {}

    def draw(self) -> list[Strip]:
        """A heading that names the byte under the cursor, then rows of bytes."""
        if self.memory is None:
            return []
        man = self.cursor - TABLE
        name = man_in_words(man) if 0 <= man < SIZE else NAMES.get(self.cursor, "")
        heading = f"${self.cursor:04X} {name or area_of(self.cursor)}"
        return [
            line((heading, self.ink.accent)),
            *draw_memory(
                self.memory,
                self.start,
                self.rows,
                self.per_row,
                self.ink,
                frozenset(self._fresh),
                self.cursor,
                self._typed,
                self.watched,
            ),
        ]

    def on_resize(self) -> None:
        """As many bytes as there is room for."""
        fitting = (one for one in _BYTES_PER_ROW if self.size.width >= 5 + 3 * one)
        self.per_row = next(fitting, _BYTES_PER_ROW[-1])
        self.rows = min(self.size.height - _HEADING, _MOST_ROWS)

    def watch_memory(self, before: MemoryImage | None, after: MemoryImage | None) -> None:
        """Find what changed."""
        aged = {address: age - 1 for address, age in self._fresh.items() if age > 1}
        if before is not None and after is not None and before != after:
            for address in self._window():
                if before[address] != after[address]:
                    aged[address] = _FRESH
        self._fresh = aged
        self.redraw()

    def _window(self) -> range:
        return range(self.start, min(self.start + self.rows * self.per_row, 0x10000))

    def watch_start(self) -> None:
        """Another window: nothing in it is fresh."""
        self._fresh = {}
        self.redraw()

    watch_watched = watch_rows = StripWidget.redraw

    def watch_per_row(self) -> None:
        """Keep the window on whole rows."""
        self.start -= self.start % self.per_row
        self.redraw()

    def watch_cursor(self) -> None:
        """Keep the cursor in the window."""
        self._typed = ""
        if self.cursor not in self._window():
            self.start = max(0, self.cursor - self.cursor % (self.per_row * 4))
        self.redraw()

    def action_go(self, right: int, down: int) -> None:
        """Move the cursor."""
        self.cursor = self.cursor + right + down * self.per_row & 0xFFFF

    def action_page(self, by: int) -> None:
        """Turn pages."""
        size = self.rows * self.per_row
        self.start = max(0, min(self.start + by * size, 0x10000 - size))
        self.cursor = self.start + (self.cursor - self.start) % size

    def action_jump(self, address: int) -> None:
        """Show another place."""
        self.start = address
        self.cursor = address

    def on_mouse_scroll_down(self, event: events.MouseEvent) -> None:
        """A row further, or back."""
        event.stop()
        self.action_go(0, 1 if isinstance(event, events.MouseScrollDown) else -1)

    on_mouse_scroll_up = on_mouse_scroll_down

    def on_key(self, event: events.Key) -> None:
        """Hex digits, in the mode."""
        if not (self.engaged and event.character and event.character in _HEX):
            return
        event.stop()
        self._typed += event.character.upper()
        if len(self._typed) == 2:
            value, self._typed = int(self._typed, 16), ""
            self.post_message(self.Edited(self.cursor, value))
            self.cursor = self.cursor + 1 & 0xFFFF
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor there, to poke."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y < _HEADING:
            return
        column = (offset.x - 5) // 3
        if 0 <= column < self.per_row:
            self.cursor = self.start + (offset.y - _HEADING) * self.per_row + column & 0xFFFF
            self.action_engage()

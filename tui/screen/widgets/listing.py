"""Code as assembly, around the program counter or where the user looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from emu.watch.listing import Listing, ListingLine
from emu.watch.memory import MemoryImage
from emu.watch.sources import SourceLine
from tui.screen.drawing.inside import draw_listing
from tui.screen.widgets.strips import StripWidget


class ListingView(StripWidget, can_focus=True):
    """Shows ``rows`` instructions. It follows ``pc`` until the cursor is moved."""

    HELP = """\
## Code
Arrows move the cursor; Escape follows the program counter again. Before it stand the instructions
that were executed or have labels; what is before the first of them is guessed. `L` takes labels,
or the source lines of ca65's `.dbg`. Without them, labels are those of our own monitor and of
Janus; the 1976 program is its author's and has none here.
"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", "Up", show=False, id="listing.up"),
        Binding("down", "go(1)", "Down", show=False, id="listing.down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="listing.pageup"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="listing.pagedown"),
    ]

    memory: reactive[MemoryImage | None] = reactive(None)
    pc = reactive(0)
    cursor: reactive[int | None] = reactive(None)
    breakpoints: reactive[frozenset[int]] = reactive(frozenset())
    rows = reactive(0)

    class Following(Message):
        """The program counter is followed again, or no longer."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.labels: dict[int, str] = {}
        self.data: frozenset[int] = frozenset()
        self.sources: Mapping[int, SourceLine] = {}
        self._lines: list[ListingLine] = []
        self._executed: set[int] = set()
        """Where the processor was seen: instructions begin there."""

    def draw(self) -> list[Strip]:
        """The code."""
        return draw_listing(
            self._lines,
            self.pc,
            self.cursor,
            self.breakpoints,
            self.ink,
            self.sources,
            self.size.width,
        )

    def on_resize(self) -> None:
        """As many instructions as there is room for."""
        self.rows = self.size.height
        if self.cursor is None:
            self._lines = []
        self.update_code()

    def update_code(self) -> None:
        """Decode anew: only when the program counter or the code in view has changed."""
        if self.memory is None or not self.rows:
            return
        if self._lines and self._rewritten():
            self._executed.clear()
        self._executed.add(self.pc)
        if self.cursor is None and not any(one.address == self.pc for one in self._lines[2:-3]):
            self._lines = self._around(self.pc, self.rows // 3)
        elif self._lines and (len(self._lines) != self.rows or self._rewritten()):
            self._lines = self._listing.lines(self._lines[0].address, self.rows)
        self.redraw()

    def _around(self, address: int, before: int) -> list[ListingLine]:
        return self._listing.around(address, self.rows, before)

    @property
    def _listing(self) -> Listing:
        assert self.memory is not None
        return Listing(self.memory, self.labels, self._executed, self.data)

    def _rewritten(self) -> bool:
        """Whether the code in view is no longer what memory holds."""
        first, end = self._lines[0].address, self._lines[-1].end
        shown = b"".join(one.data for one in self._lines)
        return self.memory is not None and self.memory.read(first, end - first) != shown

    def show_address(self, address: int, before: int | None = None) -> None:
        """Look somewhere else, with so many instructions *before* that, a third if not said."""
        if self.memory is not None:
            self.cursor = address
            self._lines = self._around(address, self.rows // 3 if before is None else before)
            self.redraw()

    def watch_cursor(self, before: int | None, now: int | None) -> None:
        """Redraw; Escape follows the program counter, or no longer."""
        self.redraw()
        if (before is None) != (now is None):
            self.post_message(self.Following())

    watch_breakpoints = StripWidget.redraw

    def action_go(self, by: int) -> None:
        """Move the cursor by instructions."""
        addresses = [one.address for one in self._lines]
        at = self.cursor if self.cursor is not None else self.pc
        index = addresses.index(at) + by if at in addresses else 0
        if 0 <= index < len(addresses):
            self.cursor = addresses[index]
        elif self._lines and self.memory is not None:
            near = self._lines[-1].end if by > 0 else self._lines[0].address - 1
            self.show_address(near & 0xFFFF)

    def action_page(self, by: int) -> None:
        """The last instruction in view comes first, or the first one last; the cursor is there."""
        if self._lines:
            down = by > 0
            self.show_address(self._lines[-down].address, 0 if down else self.rows - 1)

    def on_mouse_scroll_down(self, event: events.MouseEvent) -> None:
        """An instruction further, or back."""
        event.stop()
        self.action_go(1 if isinstance(event, events.MouseScrollDown) else -1)

    on_mouse_scroll_up = on_mouse_scroll_down

    def action_follow(self) -> None:
        """Follow the program counter."""
        self.cursor = None
        self._lines = []
        self.update_code()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor there."""
        offset = event.get_content_offset(self)
        if offset is not None and 0 <= offset.y < len(self._lines):
            self.cursor = self._lines[offset.y].address

"""A reply from its first cycle to its last: candidates as marks, and where the machine is."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip

from tui.screen.drawing.ink import Ink, Word, line
from tui.screen.widgets.strips import StripWidget
from tui.session.snapshot import Snapshot


class Scrubber(StripWidget, can_focus=True):
    """One line; a click goes to that moment."""

    DEFAULT_CSS = "Scrubber { height: 1; width: 100%; } Scrubber:focus { background: $boost; }"

    @dataclass
    class Wanted(Message):
        """The moment at ``cycle`` is wanted."""

        cycle: int

    def __init__(self, ascii_only: bool) -> None:
        super().__init__()
        self._signs = ("-", "|", "#") if ascii_only else ("─", "┼", "█")
        self._first, self._last, self._now = 0, 0, 0
        self._marks: tuple[int, ...] = ()
        self._ink = Ink()

    def show_snapshot(self, snapshot: Snapshot, ink: Ink) -> None:
        """The reply as far as it has come."""
        thought = snapshot.thought
        if thought is not None:
            now = snapshot.machine.cycles
            self._first, self._marks = thought.began, thought.judged_at
            self._last = thought.began + thought.cycles if thought.cycles else now
            if self._marks:
                self._last = max(self._last, self._marks[-1])
            self._now = min(now, self._last)
        else:
            self._last = self._first
        self._ink = ink
        self.redraw()

    @property
    def _span(self) -> int:
        return max(1, self._last - self._first)

    def column(self, cycle: int) -> int:
        """Where a moment is drawn."""
        return (cycle - self._first) * max(0, self.size.width - 1) // self._span

    def draw(self) -> list[Strip]:
        """The way with its marks."""
        width = self.size.width
        if self._last <= self._first or not width:
            return [line("")]
        way, mark, here = self._signs
        cells: list[Word] = [(way, self._ink.muted) for _ in range(width)]
        for cycle in self._marks:
            cells[self.column(cycle)] = (mark, self._ink.strong)
        cells[self.column(self._now)] = (here, self._ink.led)
        return [line(*cells)]

    def on_resize(self) -> None:
        """Redraw."""
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Go there."""
        offset = event.get_content_offset(self)
        if offset is not None and self.size.width > 1 and self._last > self._first:
            cycle = self._first + offset.x * self._span // (self.size.width - 1)
            self.post_message(self.Wanted(cycle))

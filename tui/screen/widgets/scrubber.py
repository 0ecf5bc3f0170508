"""A reply from its first key to its last cycle: what happened as marks, and where one is in it."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from microchess.program.reply import leaders
from tui.screen.drawing.ink import Word, line
from tui.screen.widgets.strips import StripWidget
from tui.session.snapshot import Snapshot, Thought

KEY, CANDIDATE, CAPTURE, BEST = range(4)
"""Kinds of marks; of several in one column the highest is seen."""


def marks_of(thought: Thought) -> dict[int, int]:
    """The kind of what happened at each cycle."""
    kinds = {cycle: KEY for cycle, _ in thought.keys}
    best = set(leaders(thought.candidates))
    for index, (one, cycle) in enumerate(zip(thought.candidates, thought.judged_at, strict=True)):
        taken = thought.table.standing_on(one.to) is not None
        kinds[cycle] = BEST if index in best else CAPTURE if taken else CANDIDATE
    return kinds


_LEGENDS = (
    "{what}: {0} key pressed  {1} candidate  {2} capture  {3} new best  {4} here",
    "reply: {0} key {1} move {2} capture {3} best {4} here",
    "{0} key {1} move {2} capture {3} best {4} here",
)


def legend(what: str, signs: str, width: int) -> list[str]:
    """*What* the line is and what its marks mean, folded to *width*; *signs* in their order."""
    texts = [text.format(*signs, what=what) for text in _LEGENDS]
    fitting = (text for text in texts if len(text) <= width)
    return wrap(next(fitting, texts[-1]), max(16, width))


class Scrubber(StripWidget):
    """A line; a click goes to a moment, a drag through them. A mark is met exactly. While
    ``captioned`` its legend is below it.
    """

    captioned = reactive(False)

    DEFAULT_CSS = "Scrubber { height: auto; width: 100%; }"

    @dataclass
    class Wanted(Message):
        """The moment at ``cycle`` is wanted."""

        cycle: int

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._first, self._last, self._now = 0, 0, 0
        self._marks: dict[int, int] = {}
        self._what = ""
        self._dragged_to: int | None = None

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """The reply as far as it has come."""
        thought = snapshot.thought
        if thought is not None:
            now = snapshot.machine.cycles
            self._what = "the last reply" if thought.shown else "this reply, so far"
            self._marks = marks_of(thought)
            self._first = min([thought.began, *self._marks])
            self._last = thought.began + thought.cycles if thought.cycles else now
            self._last = max([self._last, *self._marks])
            self._now = max(self._first, min(now, self._last))
        else:
            self._last = self._first
        self.redraw()

    @property
    def _signs(self) -> str:
        """The way, its marks by their kinds, and where one is."""
        return "-^|x*#" if self.ascii_only else "─╷┼x◆█"

    @property
    def _span(self) -> int:
        return max(1, self._last - self._first)

    def column(self, cycle: int) -> int:
        """Where a moment is drawn."""
        return (cycle - self._first) * max(0, self.size.width - 1) // self._span

    def moment(self, column: int) -> int:
        """The cycle of a column: that of its most important mark if there is one."""
        marks = [(kind, -at) for at, kind in self._marks.items() if self.column(at) == column]
        if marks:
            return -max(marks)[1]
        return self._first + column * self._span // max(1, self.size.width - 1)

    def draw(self) -> list[Strip]:
        """The way with its marks."""
        width = self.size.width
        if self._last <= self._first or not width:
            return [line("") for _ in range(self.get_content_height(self.size, self.size, width))]
        ink = self.ink
        way, signs, here = self._signs[0], self._signs[1:-1], self._signs[-1]
        styles = (ink.muted, ink.strong, ink.warning, ink.led)
        cells: list[Word] = [(way, ink.muted) for _ in range(width)]
        for cycle, kind in sorted(self._marks.items(), key=lambda mark: mark[1]):
            cells[self.column(cycle)] = (signs[kind], styles[kind])
        cells[self.column(self._now)] = (here, ink.accent)
        return [line(*cells), *(line((text, ink.muted)) for text in self._below(width))]

    def _below(self, width: int) -> list[str]:
        if not self.captioned:
            return []
        return legend(self._what, self._signs[1:], width) if self._last > self._first else [""]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """The line and its legend, in the width it will have."""
        return 1 + len(self._below(width))

    watch_captioned = on_resize = StripWidget.redraw

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go there, and wherever the mouse goes with its button down."""
        self.capture_mouse()
        self._go(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow."""
        if self._dragged_to is not None:
            self._go(event)

    def on_mouse_up(self, _: events.MouseUp) -> None:
        """That is the moment."""
        self.release_mouse()
        self._dragged_to = None

    def _go(self, event: events.MouseEvent) -> None:
        width = self.size.width
        if width < 2 or self._last <= self._first:
            return
        column = max(0, min(event.get_content_offset_capture(self).x, width - 1))
        if column != self._dragged_to:
            self._dragged_to = column
            self.post_message(self.Wanted(self.moment(column)))

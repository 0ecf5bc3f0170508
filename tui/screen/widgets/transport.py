"""What is looked at again: a line to drag on, with a mark for each stop, and a player's buttons."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from tui.screen.drawing.ink import Word, line
from tui.screen.widgets.strips import StripWidget

KEY, STOP, CAPTURE, BEST = range(4)
"""Kinds of stops; of several in one column the highest is seen."""
_BAR = 10
"""Columns of the bar of the highest value."""
_HIGHEST = 0xFF
_ROOMY = 56
"""Columns with which there are two between buttons."""


@dataclass(frozen=True)
class Playback:
    """What there is to look at again, from ``first`` to ``last``, in half-moves or cycles.

    ``stops`` are the kinds of its stops; ``told`` says where one is, ``value`` is that of the
    candidate judged there; ``rate`` how fast it plays; ``drags``: the line leads to its moments.
    """

    first: int = 0
    last: int = 0
    now: int = 0
    stops: Mapping[int, int] = field(default_factory=dict)
    told: str = ""
    value: int | None = None
    rate: str = ""
    playing: bool = False


class Transport(StripWidget):
    """Shows ``tape``: a click on its line goes to a moment, a drag through them. A stop is met
    exactly.
    """

    DEFAULT_CSS = "Transport { height: auto; width: 100%; }"

    tape: reactive[Playback] = reactive(Playback())
    _dragged_to: int | None = None

    @dataclass
    class Wanted(Message):
        """The moment ``at`` is wanted."""

        at: int

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """Names of `action_transport`, and what stands for them."""
        play = "Stop" if self.tape.playing else "Play"
        ends = ("first", "|<"), ("back", "<"), ("play", play), ("on", ">"), ("last", ">|")
        return [*ends, ("slower", "-"), ("", self.tape.rate), ("faster", "+")]

    @property
    def gap(self) -> int:
        """Columns between two buttons."""
        return 1 + (self.size.width >= _ROOMY)

    @property
    def _span(self) -> int:
        return max(1, self.tape.last - self.tape.first)

    def column(self, at: int) -> int:
        inside = min(max(at, self.tape.first), self.tape.last) - self.tape.first
        return inside * max(0, self.size.width - 1) // self._span

    def moment(self, column: int) -> int:
        """That of a column: its most important stop if there is one."""
        tape = self.tape
        stops = [(kind, -at) for at, kind in tape.stops.items() if self.column(at) == column]
        return (
            -max(stops)[1] if stops else tape.first + column * self._span // (self.size.width - 1)
        )

    def draw(self) -> list[Strip]:
        """The line with its stops, then the buttons and, where there is room, where one is; nothing
        without stops.
        """
        tape, ink, width = self.tape, self.ink, self.size.width
        if not tape.stops:
            return []
        if width < 2:  # not laid out yet
            return [line(""), line("")]
        drawn = "-'|x*#" if self.ascii_only else "─╷┼x◆█"
        way, signs, here = drawn[0], drawn[1:-1], drawn[-1]
        styles = (ink.muted, ink.strong, ink.warning, ink.led)
        cells: list[Word] = [(way, ink.muted) for _ in range(width)]
        for at, kind in sorted(tape.stops.items(), key=lambda stop: stop[1]):
            cells[self.column(at)] = (signs[kind], styles[kind])
        cells[self.column(tape.now)] = (here, ink.accent)
        words: list[Word] = []
        for name, text in self.buttons:
            words += [(text, ink.warning if name else ink.muted), " " * self.gap]
        left = width - sum(len(text) + self.gap for _, text in self.buttons)
        words.append((tape.told if len(tape.told) <= left else "", ink.strong))
        if tape.value is not None:
            bar = ("#" if self.ascii_only else "▇") * (tape.value * _BAR // _HIGHEST)
            words += [" ", (bar, ink.led)]
        return [line(*cells), line(*words)]

    watch_tape = on_resize = StripWidget.redraw

    async def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go there, and wherever the mouse goes with its button down; or press a button."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if offset.y == 0:
            self.capture_mouse()
            self._go(event)
            return
        x = offset.x
        for name, text in self.buttons:
            if name and 0 <= x < len(text):
                await self.run_action(f"screen.transport('{name}')")
            x -= len(text) + self.gap

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragged_to is not None:
            self._go(event)

    def on_mouse_up(self, _: events.MouseUp) -> None:
        self.release_mouse()
        self._dragged_to = None

    def _go(self, event: events.MouseEvent) -> None:
        if self.size.width < 2 or not self.tape.stops:
            return
        column = max(0, min(event.get_content_offset_capture(self).x, self.size.width - 1))
        if column != self._dragged_to:
            self._dragged_to = column
            self.post_message(self.Wanted(self.moment(column)))

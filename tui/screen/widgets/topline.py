"""The line above all."""

from collections.abc import Callable, Mapping
from inspect import isawaitable

from textual.strip import Strip

from microchess.machine.published import GET_IT
from tui.screen.drawing.header import draw_header
from tui.screen.widgets.strips import StripWidget
from tui.session.snapshot import Snapshot
from tui.session.thought_words import JANUS
from tui.session.words import Bar


class TopLine(StripWidget):
    """What is going on. What is not the present is left by a click as by its key: *leaves*, by
    `Bar.leave`.

    As wide as the room there is: with the width of the text the screen would be laid out anew
    whenever that changes.
    """

    DEFAULT_CSS = "TopLine { width: 100%; }"

    def __init__(self, leaves: Mapping[str, Callable[[], object]]) -> None:
        super().__init__(id="top")
        self._leaves, self._leave = leaves, ""
        self._drawn = Strip(())

    def show(self, snapshot: Snapshot, mode: str, bar: Bar) -> None:
        """What the *bar* says, and in which *mode* the keys are."""
        self._leave = bar.leave
        self.set_class(bool(bar.leave), "-away")
        self.tooltip = GET_IT if snapshot.game.program == JANUS else None
        drawn = draw_header(snapshot, mode, self.ink, self.app.size.width - 2, bar)
        if drawn != self._drawn:
            self._drawn = drawn
            self.redraw()

    def draw(self) -> list[Strip]:
        return [self._drawn]

    async def on_click(self) -> None:
        leave = self._leaves.get(self._leave)
        if leave is not None and isawaitable(left := leave()):
            await left

"""The six red digits."""

from __future__ import annotations

from textual.reactive import reactive
from textual.strip import Strip

from emu.chips.leds import DIGITS, Readout
from tui.screen.drawing.digits import SMALL, DigitSize, draw_digits, draw_digits_ascii
from tui.screen.widgets.strips import StripWidget

DARK = Readout.steady((0,) * DIGITS, (0.0,) * DIGITS)


class DigitsWidget(StripWidget):
    """Shows ``readout``: the segments that are lit, as bright as they are."""

    HELP = """\
## The LEDs
What the program scans is what you see: address digits, a gap, data digits. While it thinks they
flash its best man, his value and his square so far.
"""

    readout: reactive[Readout] = reactive(DARK)
    digit_size: reactive[DigitSize] = reactive(SMALL)

    def __init__(self, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ascii_only = ascii_only

    def draw(self) -> list[Strip]:
        """The digits."""
        if self._ascii_only or (self.is_attached and self.app.no_color):
            return draw_digits_ascii(self.readout)
        return draw_digits(self.readout, self.digit_size)

    def watch_readout(self) -> None:
        """Redraw."""
        self.redraw()

    def watch_digit_size(self) -> None:
        """Redraw."""
        self.redraw()

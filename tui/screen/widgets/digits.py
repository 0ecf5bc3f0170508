"""The six red digits."""

from __future__ import annotations

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.reactive import reactive
from textual.strip import Strip

from emu.chips.leds import DIGITS, Readout
from tui.screen.drawing.digits import SMALL, DigitSize, draw_digits, draw_digits_ascii
from tui.screen.widgets.strips import StripWidget

_FADED = 0.35
DARK = Readout.steady((0,) * DIGITS, (0.0,) * DIGITS)


def _grey(strip: Strip) -> Strip:
    """As bright as the red was: without colours red is dark."""

    def grey(color: Color | None) -> str | None:
        return None if color is None else "#" + f"{color.get_truecolor().red:02x}" * 3

    return Strip(
        [
            Segment(one.text, Style(color=grey(one.style.color), bgcolor=grey(one.style.bgcolor)))
            for one in strip
            if one.style is not None
        ]
    )


class DigitsWidget(StripWidget):
    """Shows ``readout``: the segments that are lit, as bright as they are."""

    HELP = """\
## The LEDs
What the program scans is what you see: address digits, a gap, data digits. While it thinks they
flash its best man, his value and his square so far.
"""

    readout: reactive[Readout] = reactive(DARK)
    digit_size: reactive[DigitSize] = reactive(SMALL)
    faded = reactive(False)
    """Something is looked at that these digits do not belong to."""

    def draw(self) -> list[Strip]:
        """The digits."""
        if self.ascii_only:
            return draw_digits_ascii(self.readout)
        strips = draw_digits(self.readout, self.digit_size, _FADED if self.faded else 1)
        return [_grey(one) for one in strips] if self.is_attached and self.app.no_color else strips

    watch_readout = watch_digit_size = watch_faded = StripWidget.redraw

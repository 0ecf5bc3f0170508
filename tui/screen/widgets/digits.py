"""The six red digits."""

from textual.reactive import reactive
from textual.strip import Strip

from emu.chips.leds import Readout
from tui.screen.drawing.digits import SMALL, DigitSize, draw_digits, draw_digits_ascii
from tui.screen.widgets.strips import StripWidget
from tui.session.words import DARK


class DigitsWidget(StripWidget):
    """Shows ``readout``: the segments that are lit, as bright as they are."""

    readout: reactive[Readout] = reactive(DARK)
    digit_size: reactive[DigitSize] = reactive(SMALL)

    def draw(self) -> list[Strip]:
        if self.ascii_only:
            return draw_digits_ascii(self.readout)
        grey = self.is_attached and self.app.no_color
        return draw_digits(self.readout, self.digit_size, grey)

    watch_readout = watch_digit_size = StripWidget.redraw

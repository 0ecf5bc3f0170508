"""Seven-segment digits from half blocks: any pattern, unlit segments faintly seen.

A digit of the small size is 4 by 7 pixels, two pixels to a cell::

    .aa.
    f..b
    f..b
    .gg.
    e..c
    e..c
    .dd.
"""

from dataclasses import dataclass

from rich.segment import Segment
from textual.strip import Strip

from emu.chips.leds import Readout
from tui.screen.drawing.colors import GHOST, GLASS, led_color
from tui.screen.drawing.ink import styled

ADDRESS_DIGITS = 4
"""The two data digits stand a little apart from the four address digits."""
_A, _B, _C, _D, _E, _F, _G = (1 << bit for bit in range(7))


@dataclass(frozen=True)
class DigitSize:
    """Pixels of a segment's length across and down, of its thickness, and between digits."""

    across: int
    down: int
    thick: int
    gap: int

    @property
    def width(self) -> int:
        """Columns of one digit."""
        return self.across + 2 * self.thick

    @property
    def pixels(self) -> int:
        """Pixels of its height."""
        return 2 * self.down + 3

    @property
    def rows(self) -> int:
        """Lines of the whole display, a pixel of glass above."""
        return (self.pixels + 2) // 2

    @property
    def columns(self) -> int:
        """Columns of the whole display."""
        return 6 * self.width + 7 * self.gap


SMALL = DigitSize(2, 2, 1, 1)
LARGE = DigitSize(3, 4, 2, 1)


def draw_digits(readout: Readout, size: DigitSize, grey: bool = False) -> list[Strip]:
    """The six digits, ``size.rows`` strips of ``size.columns`` cells; *grey* as bright as the red
    is: without colours red is dark.
    """
    width, height = size.columns, size.rows * 2
    pixels = [[GLASS] * width for _ in range(height)]
    left = size.gap
    for number, (steps, duty) in enumerate(zip(readout.steps, readout.duty, strict=True)):
        if number == ADDRESS_DIGITS:
            left += size.gap
        colors = [led_color(duty * step) if step else GHOST for step in steps]
        _draw(pixels, left, colors, size)
        left += size.width + size.gap
    if grey:
        pixels = [["#" + 3 * color[1:3] for color in row] for row in pixels]
    return [
        Strip(
            [
                Segment("▀", styled(color=over, bgcolor=under))
                for over, under in zip(upper, lower, strict=True)
            ]
        ).simplify()
        for upper, lower in zip(pixels[::2], pixels[1::2], strict=True)
    ]


def draw_digits_ascii(readout: Readout) -> list[Strip]:
    """The same with underscores and bars, three strips of 22 characters."""
    rows = ["", "", ""]
    for number, segments in enumerate(readout.segments):
        apart = "  " if number == ADDRESS_DIGITS else " "
        cells = (
            f" {_mark(segments, _A, '_')} ",
            f"{_mark(segments, _F, '|')}{_mark(segments, _G, '_')}{_mark(segments, _B, '|')}",
            f"{_mark(segments, _E, '|')}{_mark(segments, _D, '_')}{_mark(segments, _C, '|')}",
        )
        rows = [row + apart + cell for row, cell in zip(rows, cells, strict=True)]
    style = styled(color=led_color(1), bgcolor=GLASS)
    return [Strip([Segment(f"{row} ", style)]) for row in rows]


def _mark(segments: int, bit: int, mark: str) -> str:
    return mark if segments & bit else " "


def _draw(pixels: list[list[str]], left: int, colors: list[str], size: DigitSize) -> None:
    def bar(color: str, y: int) -> None:
        for x in range(size.across):
            pixels[1 + y][left + size.thick + x] = color

    def post(color: str, x: int, y: int) -> None:
        for dy in range(size.down):
            for dx in range(size.thick):
                pixels[1 + y + dy][left + x + dx] = color

    middle, right = size.down + 1, size.thick + size.across
    a, b, c, d, e, f, g = colors
    bar(a, 0)
    bar(g, middle)
    bar(d, 2 * middle)
    post(f, 0, 1)
    post(b, right, 1)
    post(e, 0, middle + 1)
    post(c, right, middle + 1)

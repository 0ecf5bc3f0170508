"""Arrows across the board, in quarters of cells.

A cell is about twice as high as wide, and its width the unit here: a quarter is half as wide and
one high. An arrow is drawn where it crosses bare board; men stand in front of it. Between two men
on neighbouring squares hardly anything of it is seen: its target has a frame.
"""

from collections.abc import Mapping
from functools import cache
from math import hypot

from rich.segment import Segment

from tui.screen.drawing.ink import styled

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By the bits of a cell's quarters: upper left, upper right, lower left, lower right."""
_THIN, _SHAFT = 0.5, 0.07
"""Half the width of the shaft: at least, and by the height of a square."""
_SMALL, _HEAD, _WIDE = 3.2, 0.36, 0.6
"""Length of the head: at least, and by the height of a square; half its width by its length."""
_ONE_ROW = 0.75
"""Half the width of a shaft that lies on one row of quarters, not on two, if it is level."""
_CLEAR, _NEAR = 0.85, 0.8
"""Where the shaft begins, and where the tip is before a man: by the way from a square's middle to
its edge."""

_LEFT_HALF, _RIGHT_HALF = 0b0101, 0b1010
"""Bits of a cell's quarters."""

Place = tuple[int, int]
"""Column and row of a square as it is seen, or of a cell: from the left, from above."""


@cache
def arrow(
    source: Place, target: Place, width: int, height: int, short: bool
) -> Mapping[Place, int]:
    """The cells of an arrow from square to square of *width* by *height* cells, each with the bits
    of its quarters; *short*: it ends at the edge of the target, else in its middle.
    """
    tall = 2 * height
    half = max(_THIN, _SHAFT * tall)
    lift = 0.5 if half < _ONE_ROW else 0.0
    x0, y0 = (source[0] + 0.5) * width, (source[1] + 0.5) * tall - lift
    x1, y1 = (target[0] + 0.5) * width, (target[1] + 0.5) * tall - lift
    length = hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    edge = min(width / 2 / (abs(ux) or 1e-9), height / (abs(uy) or 1e-9))
    length -= edge * _NEAR if short else 0
    head = max(_SMALL, _HEAD * tall)
    cells: dict[Place, int] = {}
    for row in range(int(min(y0, y1)) - 2, int(max(y0, y1)) + 4):
        for column in range(2 * int(min(x0, x1)) - 4, 2 * int(max(x0, x1)) + 6):
            x, y = (column + 0.5) / 2 - x0, row + 0.5 - y0
            along, aside = x * ux + y * uy, abs(y * ux - x * uy)
            left = length - along
            on_shaft = along >= edge * _CLEAR and left >= head * 0.7 and aside <= half
            on_head = 0 <= left <= head and aside <= max(left * _WIDE, 0.3)
            if on_shaft or on_head:
                cell = (column // 2, row // 2)
                cells[cell] = cells.get(cell, 0) | 1 << (column % 2 + 2 * (row % 2))
    return cells


@cache
def frame(square: Place, width: int, height: int) -> Mapping[Place, int]:
    """The cells at the left and the right edge of a square of *width* by *height* cells, each with
    the bits of its quarters: where an arrow from beside it goes that has no room of its own.
    """
    left, rows = square[0] * width, range(square[1] * height, (square[1] + 1) * height)
    edges = ((left, _LEFT_HALF), (left + width - 1, _RIGHT_HALF))
    return {(column, row): bits for column, bits in edges for row in rows}


def overdraw(
    cells: list[Segment], arrows: Mapping[Place, tuple[int, str]], y: int
) -> list[Segment]:
    """The cells of line *y* of the board, bare ones with *arrows*: a cell's bits and colour."""
    if not any(row == y for _, row in arrows):
        return cells
    found: list[Segment] = []
    for text, style, _ in cells:
        assert style is not None
        for sign in text:
            bits, color = arrows.get((len(found), y), (0, ""))
            bare = sign == " " or (sign == "▀" and style.color == style.bgcolor)
            if bits and bare:
                found.append(Segment(QUADRANTS[bits], styled(color=color, bgcolor=style.bgcolor)))
            else:
                found.append(Segment(sign, style))
    return found

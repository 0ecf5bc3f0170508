"""What has which place on the main screen, by the size of the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from tui.screen.drawing.board import SCALES, Scale, best_scale
from tui.screen.drawing.digits import LARGE, SMALL, DigitSize
from tui.screen.panels.registry import PanelEntry

_LINES_AROUND_BOARD = 5
_NARROW, _TALL, _PANEL_BELOW = 76, 40, 18
"""On a screen narrower and at least as tall the panel is below the board, so many lines."""
_LEAST = 40
_TINY = DigitSize(2, 1, 1, 1)
_ROOM_FOR_SMALL = 30
_ROOM_FOR_LARGE, _LINES_FOR_LARGE = 52, 40
_ROOM_FOR_TWO = 44
"""Columns beyond what a panel wants with which another one stands beside it."""


@dataclass(frozen=True)
class Arrangement:
    """The board as large as fits beside the panel, and what that leaves.

    ``portrait``: the panel is below the board; ``beside``: the name of a second panel, or empty;
    ``hides_board``: the panel takes its place; ``spare``: lines below the board; ``cramped``: there
    is too little room to play in.
    """

    portrait: bool
    scale: Scale
    beside: str
    hides_board: bool
    spare: int
    digits: DigitSize
    cramped: bool


def arrangement(entry: PanelEntry, columns: int, lines: int) -> Arrangement:
    """How a screen of so many columns and lines is shared with *entry*'s panel."""
    portrait = columns < _NARROW and lines >= _TALL
    wanted = entry.wants(columns)
    rows = lines - _LINES_AROUND_BOARD - (_PANEL_BELOW if portrait else 0)
    scale = best_scale(columns - (0 if portrait else wanted), rows)
    room = columns - scale.columns
    two = not portrait and room - wanted >= _ROOM_FOR_TWO
    other = "thinking" if entry.name == "game" else "game"
    if room >= _ROOM_FOR_LARGE and lines >= _LINES_FOR_LARGE:
        digits = LARGE
    else:
        digits = SMALL if lines >= _ROOM_FOR_SMALL or entry.digits else _TINY
    spare = rows - scale.rows
    if portrait:
        hides = _PANEL_BELOW + spare < entry.lines
    else:
        hides = room < entry.least and scale is SCALES[0]
    cramped = spare < 0 or (not portrait and columns < _LEAST)
    return Arrangement(portrait, scale, other if two else "", hides, spare, digits, cramped)

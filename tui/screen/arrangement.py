"""What has which place on the main screen, by the size of the terminal."""

from dataclasses import dataclass

from tui.screen.drawing.board import SCALES, Scale, best_scale
from tui.screen.drawing.digits import LARGE, SMALL, DigitSize
from tui.screen.panels.registry import PanelEntry

_LINES_AROUND_BOARD = 5
_AROUND_PANELS = 5
"""Lines above and below the panels, without the digits."""
_NARROW, _TALL, _PANEL_BELOW = 76, 40, 18
"""On a screen narrower and at least as tall the panels are below the board, so many lines; and on
one that has room for a panel there and less room beside it.
"""
_LEAST, _LEAST_FOR_BOTH = 40, 60
"""Columns of a screen to play on, and of one that always has the board."""
_TINY = DigitSize(2, 1, 1, 1)
_ROOM_FOR_SMALL = 30
_ROOM_FOR_LARGE, _LINES_FOR_LARGE = 52, 40
_LARGE_SCREEN, _BESIDE = 120, 36
"""Columns from which on the panels have ``_ROOM_FOR_LARGE`` beside the board; what they have at
least on others.
"""
TRANSPORT, _LETTERS = 2, 2
"""Lines of what is looked at again; of a square from which on its men can be drawn, but for one."""
_TILE, _THREE = (40, 14), 57
"""The least columns and lines of a panel that is one of several; lines in which three are one above
the other.
"""
_OFF_BOARD = 2
"""Lines of men above and below the board."""


@dataclass(frozen=True)
class Arrangement:
    """The board as large as fits beside the panels, and what that leaves.

    ``portrait``: the panels are below the board; ``tiles``: so many columns and rows of panels;
    ``span``: how many of these the one on top has; ``hides_board``: it takes the board's place;
    ``spare``: lines below the board; ``cramped``: there is too little room to play in.
    """

    portrait: bool
    scale: Scale
    tiles: tuple[int, int]
    span: tuple[int, int]
    hides_board: bool
    spare: int
    digits: DigitSize
    cramped: bool

    @property
    def panels(self) -> int:
        return self.tiles[0] * self.tiles[1] - self.span[0] * self.span[1] + 1


def arrangement(entry: PanelEntry, columns: int, lines: int, taken: int = 0) -> Arrangement:
    """How a screen of so many columns and lines is shared with *entry*'s panel and others; so many
    lines above these are *taken*.
    """
    wanted = _ROOM_FOR_LARGE if columns >= _LARGE_SCREEN else _BESIDE
    rows = lines - _LINES_AROUND_BOARD
    scale, below = _scale(columns - wanted, rows), _scale(columns, rows - _PANEL_BELOW)
    portrait = columns < _NARROW and lines >= _TALL
    if (empty := rows - scale.rows - TRANSPORT) >= _TILE[1] and below.rows >= scale.rows:
        portrait |= (columns - below.columns) * below.rows < empty * scale.columns
    scale, rows = (below, rows - _PANEL_BELOW) if portrait else (scale, rows)
    room = columns - scale.columns
    if room >= _ROOM_FOR_LARGE and lines >= _LINES_FOR_LARGE:
        digits = LARGE
    else:
        digits = SMALL if lines >= _ROOM_FOR_SMALL else _TINY
    spare = rows - scale.rows
    width, height = room, lines - _AROUND_PANELS - digits.rows - taken
    if portrait:
        width, height = columns, height - scale.rows - TRANSPORT - _OFF_BOARD
    height = max(1, height)
    tiles = max(1, width // _TILE[0]), min(2 + (height >= _THREE), max(1, height // _TILE[1]))
    span = _span(entry, (width, height), tiles)
    hides = columns < _LEAST_FOR_BOTH and room < entry.least and scale is SCALES[0]
    cramped = spare < 0 or (not portrait and columns < _LEAST)
    return Arrangement(portrait, scale, tiles, span, hides, spare, digits, cramped)


def _scale(columns: int, rows: int) -> Scale:
    """The largest that leaves room for the transport, unless men are drawn without that alone."""
    scale, larger = best_scale(columns, rows - TRANSPORT), best_scale(columns, rows)
    lost = scale is SCALES[0] or scale.height == _LETTERS < larger.height
    return larger if lost else scale


def _span(entry: PanelEntry, room: tuple[int, int], tiles: tuple[int, int]) -> tuple[int, int]:
    """The columns and rows of tiles in which *entry*'s panel has what it wants, if there is."""
    wide, high = entry.wants
    width, height = room[0] // tiles[0], room[1] // tiles[1]
    columns = max(1, min(tiles[0], -(-wide // width)))
    if columns * width < wide:
        return columns, tiles[1]
    return columns, max(1, min(tiles[1], -(-high // height)))

"""The board as everybody first writes it: ``board[8][8]``, a letter for every man.

Rows from the eighth rank down, columns from the a-file. A step is a change of row and column, and
whether it stays on the board is two comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.bare import BareBoard
from microchess.boards.numbering import A8
from microchess.boards.onearray import OneArray
from microchess.boards.recorder import CellRecorder, Cells
from microchess.boards.representation import Man
from microchess.boards.shows import Show, by_square

EMPTY = ord(".")
_MEN = {
    ord(Man(kind, color).symbol): Man(kind, color)
    for kind in chess.PIECE_TYPES
    for color in chess.COLORS
}
_CODES = {(man.kind, man.color): letter for letter, man in _MEN.items()}


class Rows:
    """Eight rows addressed as one board."""

    def __init__(self, rows: tuple[Cells, ...]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return 64

    def __getitem__(self, square: int, /) -> int:
        row, column = divmod(square, 8)
        return self._rows[row][column]

    def __setitem__(self, square: int, value: int, /) -> None:
        row, column = divmod(square, 8)
        self._rows[row][column] = value

    def __iter__(self) -> Iterator[int]:
        return (self[square] for square in range(64))


class TwoDimensional(OneArray, BareBoard):
    """Eight rows of eight letters."""

    title = "8 x 8, two-dimensional"
    year = None
    source = "common property; chessprogramming.org, 8x8 Board"
    idea = "A row and a column, as on paper."
    cost = "Readable by anyone. Two indices and up to four comparisons a step; scans of 64."
    empty = EMPTY

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = Rows(
            tuple(self.cells(f"row {row}", [EMPTY] * 8, _shown_in(row)) for row in range(8))
        )

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return _CODES[kind, color]

    def man(self, code: int) -> Man:
        return _MEN[code]

    def _color(self, square: int) -> chess.Color | None:
        there = self.board[square]
        return None if there == EMPTY else _MEN[there].color

    def _is(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        return self.board[square] == self.code(kind, color)

    def _own_kind(self, square: int, color: chess.Color) -> chess.PieceType | None:
        man = self.at(square)
        return man.kind if man and man.color == color else None


def _shown_in(row: int) -> Show:
    letters = by_square(A8, lambda value: None if value == EMPTY else chr(value))
    return lambda index, value: letters(row * 8 + index, value)

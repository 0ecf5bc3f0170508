"""The board as everybody first writes it: ``board[8][8]``, a letter for every man.

Rows from the eighth rank down, columns from the a-file. A step is a change of row and column, and
whether it stays on the board is two comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.arrays import OneArray
from microchess.boards.bare import BareBoard
from microchess.boards.geometry import A8
from microchess.boards.recorder import CellRecorder, Cells
from microchess.boards.view import Show, by_square

EMPTY = ord(".")


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


class TwoDimensional(BareBoard, OneArray):
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
            tuple(self.cells(f"row {row}", [EMPTY] * 8, self._row(row)) for row in range(8))
        )

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return ord(chess.Piece(kind, color).symbol())

    def _row(self, row: int) -> Show:
        letters = by_square(A8, self.letter)
        return lambda index, value: letters(row * 8 + index, value)

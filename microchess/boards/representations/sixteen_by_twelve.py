"""The board of 16 x 12 with a list of men for each side, as Fruit 2.1 (Letouzey) numbers it.

Rows of 16 make rank and file of a square a shift and a mask, where rows of 15 would need a
division; the guards beside the board end every ray by reading. The king is the first of his list
and stays there; a captured man is replaced by the last. The width is from the source, the order of
list and moves is ours.
"""

from __future__ import annotations

import chess

from microchess.boards.arrays import code
from microchess.boards.geometry import padded
from microchess.boards.guarded import EMPTY
from microchess.boards.lists import NO_INDEX, ListedBoard
from microchess.boards.recorder import CellRecorder
from microchess.boards.view import CellState, Shown, by_square

BOARD = padded(16, 4)
_SHOW = by_square(BOARD, lambda value: None if value == NO_INDEX else str(value))


class SixteenByTwelve(ListedBoard):
    """``board[192]``, a list for each side, and each man's place in it."""

    title = "16 x 12"
    year = None
    source = "Fabien Letouzey, Fruit 2.1, src/square.h; chessprogramming.org, Piece-Lists"
    idea = "A board with an edge, rows of 16, and a list of the men of each side."
    cost = "No scan for men or king, no edge test. A capture closes a gap in a list."
    numbering = BOARD
    names = ("white", "black")
    capacity = (16, 16)

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.make_lists("index", 192, self._show_index, 16)

    def load(self, board: chess.Board) -> None:
        men = self.in_fen_order(board)
        for square, man in sorted(men, key=lambda there: there[1].kind != chess.KING):
            self.restore(square, code(*man))

    def list_of(self, kind: chess.PieceType, square: int, color: chess.Color) -> int:
        del kind, square
        return 0 if color else 1

    def king(self, color: chess.Color) -> int:
        return self.lists[0 if color else 1][0]

    def _show_index(self, index: int, value: int) -> Shown:
        shown = _SHOW(index, value)
        stale = value != NO_INDEX and self.board[index] == EMPTY
        return shown._replace(state=CellState.STALE) if stale else shown

"""The board of 10 x 12: one array, the men in it, guards round it.

Two guard ranks above and below, one guard file on each side: a knight that jumps over the edge file
lands on the guard of the next row. ``kings`` keeps the two squares asked for most.
"""

from __future__ import annotations

from typing import ClassVar

import chess

from microchess.boards.arrays import OneArray
from microchess.boards.geometry import padded
from microchess.boards.guarded import GuardedBoard
from microchess.boards.recorder import CellRecorder
from microchess.boards.view import pointing


class TenByTwelve(GuardedBoard, OneArray):
    """``board[120]`` and ``kings[2]``."""

    title = "10 x 12"
    year: ClassVar[int | None] = None
    source = "common property; chessprogramming.org, 10x12 Board"
    idea = "A board with an edge of guards: off the board is a value, so a ray ends by reading."
    cost = "No edge test; one read answers what stands there. Finding the men is a scan of 64."
    numbering = padded(10, 1)

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.kings = self.cells("kings", [0, 0], pointing(("black", "white"), self.numbering), 2)

    def load(self, board: chess.Board) -> None:
        super().load(board)
        for color in chess.COLORS:
            square = board.king(color)
            assert square is not None
            self.kings[color] = self.numbering.of[square]

    def king(self, color: chess.Color) -> int:
        return self.kings[color]

    def move(self, source: int, target: int, note: int = 0) -> int:
        man = self.board[source]
        taken = super().move(source, target, note)
        self._follow(man, target)
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        man = self.board[target]
        super().unmove(source, target, token)
        self._follow(man, source)

    def _follow(self, man: int, square: int) -> None:
        """Note where a king has gone."""
        if man & 7 == chess.KING:
            self.kings[man < 8] = square

"""FirstChess (Pham Hong Nguyen, 2002): two arrays of 64 integers, and that is all.

``piece[64]`` and ``color[64]``, a8 = 0. The king is found by looking for him; check is tested
outward from there. The move record is the move and the man it took. There is no generator of
captures.

As published it knows no castling and no en passant, and only a pawn that *steps* onto the last rank
is promoted: capturing there it stays a pawn, and its next step would index outside the arrays. Here
such a pawn stands still.
"""

from __future__ import annotations

from typing import Any

from microchess.boards.arrays import BLACK, EMPTY, WHITE, TwoArrays, side_of
from microchess.boards.bare import BareBoard
from microchess.boards.geometry import A8
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import Beside
from microchess.boards.view import by_square


class FirstChess(BareBoard, TwoArrays):
    """``piece[64]`` and ``color[64]``."""

    title = "FirstChess"
    year = 2002
    source = "Pham Hong Nguyen, nguyenpham/FirstChess, firstchess.c; CPW 8x8 Board"
    idea = "Two bare arrays of 64. Row and column are worked out at every step."
    cost = "The smallest idea there is. An edge test at every step; scans for men and king."

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        letters = by_square(A8, lambda v: "PNBRQK"[v] if v != EMPTY else None)
        self.piece = self.cells("piece", [EMPTY] * 64, letters)
        self.color = self.cells("color", [EMPTY] * 64, by_square(A8, {WHITE: "W", BLACK: "B"}.get))

    def record(self, beside: Beside) -> dict[str, Any]:
        arrays = {"piece": list(self.piece), "color": list(self.color)}
        return {**arrays, "side": side_of(beside.turn), "hdp": beside.plies}

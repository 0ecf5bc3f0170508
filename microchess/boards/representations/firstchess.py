"""FirstChess (Pham Hong Nguyen, 2002): two arrays of 64 integers, and that is all.

``piece[64]`` and ``color[64]``, a8 = 0. The king is found by looking for him; check is tested
outward from there. The move record is the move and the man it took. There is no generator of
captures.

As published it knows no castling and no en passant, and only a pawn that *steps* onto the last rank
is promoted: capturing there it stays a pawn, and its next step would index outside the arrays. Here
such a pawn stands still.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import chess

from microchess.boards.bare import BareBoard
from microchess.boards.numbering import A8
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import Beside, Man
from microchess.boards.shows import by_square

WHITE, BLACK, EMPTY = 0, 1, 6
"""Colours, and the empty square of both arrays. Types are P0 N1 B2 R3 Q4 K5."""
PAWN = 0


class FirstChess(BareBoard):
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

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for square, man in self.in_fen_order(board):
            self.piece[square], self.color[square] = man.kind - 1, _side(man.color)

    def _color(self, square: int) -> chess.Color | None:
        color = self.color[square]
        return None if color == EMPTY else color == WHITE

    def _is(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        return self.piece[square] == kind - 1 and self.color[square] == _side(color)

    def _own_kind(self, square: int, color: chess.Color) -> chess.PieceType | None:
        return self.piece[square] + 1 if self.color[square] == _side(color) else None

    def at(self, square: int) -> Man | None:
        kind = self.piece[square]
        return None if kind == EMPTY else Man(kind + 1, self.color[square] == WHITE)

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        taken = self.piece[target]
        self.piece[target], self.color[target] = self.piece[source], self.color[source]
        self.piece[source], self.color[source] = EMPTY, EMPTY
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        color = self.color[target]
        self.piece[source], self.color[source] = self.piece[target], color
        self.piece[target] = token
        self.color[target] = EMPTY if token == EMPTY else 1 - color

    def remove(self, square: int) -> int:
        color = self.color[square]
        self.piece[square], self.color[square] = EMPTY, EMPTY
        return color

    def restore(self, square: int, token: int) -> None:
        self.piece[square], self.color[square] = PAWN, token

    def promote(self, square: int, kind: chess.PieceType) -> int:
        self.piece[square] = kind - 1
        return 0

    def demote(self, square: int, token: int) -> None:
        del token
        self.piece[square] = PAWN

    def record(self, beside: Beside) -> dict[str, Any]:
        side = WHITE if beside.turn else BLACK
        arrays = {"piece": list(self.piece), "color": list(self.color)}
        return {**arrays, "side": side, "hdp": beside.plies}

    def broken(self) -> Iterator[str]:
        yield from super().broken()
        for square in range(64):
            if (self.piece[square] == EMPTY) != (self.color[square] == EMPTY):
                yield f"piece and color disagree on {A8.name(square)}"


def _side(color: chess.Color) -> int:
    return WHITE if color else BLACK

"""Banksia (Pham Hong Nguyen, 2019): one vector of 64 pieces, each a type and a side.

The same bare board as FirstChess, a8 = 0, with the two arrays folded into one: a cell is a pair and
read at once. A move is legal if, made, it leaves the king safe. Castling, the long side first, is
generated in the king's turn: the squares passed and reached must not be attacked, but as published
nobody asks whether the king stands in check, so it castles out of check.
"""

from __future__ import annotations

from typing import Any, ClassVar

import chess

from microchess.boards.arrays import OneArray
from microchess.boards.bare import BareBoard, Way
from microchess.boards.geometry import A8
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import Beside, Moves
from microchess.boards.rules import CASTLINGS
from microchess.boards.view import by_square


def pair(kind: int, side: int) -> int:
    """Type and side in one cell."""
    return kind << 2 | side


BLACK, WHITE, NOBODY = 0, 1, 2
EMPTY = pair(0, NOBODY)
KINDS = (0, chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
"""Banksia's number of a python-chess type; the way back is the same table."""
LONG, SHORT = 1, 2


class Banksia(BareBoard, OneArray):
    """``pieces``: 64 pairs."""

    title = "Banksia"
    year = 2019
    source = "Pham Hong Nguyen, nguyenpham/Banksia, src/base/base.h and src/chess/chess.cpp"
    idea = "One vector of 64 pairs of type and side."
    empty = EMPTY
    castling_safe = ("king_to", "through")
    columns: ClassVar[dict[chess.Color, Way]] = {chess.WHITE: (1, -1), chess.BLACK: (-1, 1)}
    straight_seen: ClassVar[tuple[Way, ...]] = ((1, 0), (-1, 0), (0, -1), (0, 1))
    cost = "One read says everything about a square. Nothing says where a man is: scans of 64."

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = self.cells("pieces", [EMPTY] * 64, by_square(A8, self.letter))
        self.keep_key("hash")

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return pair(KINDS[kind], WHITE if color else BLACK)

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        found: Moves = []
        for square, man in self.scan(color):
            self.generate(found, square, man, ep)
            if man.kind == chess.KING:
                found += (
                    self.castling(way)
                    for way in reversed(CASTLINGS)
                    if rights & way.right and way.color == color and self.may_castle(way)
                )
        return found

    def record(self, beside: Beside) -> dict[str, Any]:
        rights = [
            sum(
                LONG if way.rook_to > way.king_to else SHORT
                for way in CASTLINGS
                if way.color == color and beside.rights & way.right
            )
            for color in (chess.BLACK, chess.WHITE)
        ]
        return {
            "type": [there >> 2 for there in self.board],
            "side_of": [there & 3 for there in self.board],
            "side": WHITE if beside.turn else BLACK,
            "enpassant": -1 if beside.ep is None else beside.ep,
            "castleRights": rights,
            "quietCnt": beside.uncaptured,
            "hist": beside.plies,
        }

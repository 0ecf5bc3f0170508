"""Banksia (Pham Hong Nguyen, 2019): one vector of 64 pieces, each a type and a side.

The same bare board as FirstChess, a8 = 0, with the two arrays folded into one: a cell is a pair and
read at once. A move is legal if, made, it leaves the king safe. Castling, the long side first, is
generated in the king's turn: the squares passed and reached must not be attacked, but as published
nobody asks whether the king stands in check, so it castles out of check.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import chess

from microchess.boards.bare import BareBoard, Way
from microchess.boards.numbering import A8
from microchess.boards.onearray import OneArray
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import Beside, BoardMove, Man
from microchess.boards.rules import CASTLINGS, Castling
from microchess.boards.shows import by_square, symbol


def pair(kind: int, side: int) -> int:
    """Type and side in one cell."""
    return kind << 2 | side


BLACK, WHITE, NOBODY = 0, 1, 2
EMPTY = pair(0, NOBODY)
KINDS = (0, chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
"""python-chess's type by Banksia's, and the other way round."""
LONG, SHORT = 1, 2


class Banksia(OneArray, BareBoard):
    """``pieces``: 64 pairs."""

    title = "Banksia"
    year = 2019
    source = "Pham Hong Nguyen, nguyenpham/Banksia, src/base/base.h and src/chess/chess.cpp"
    idea = "One vector of 64 pairs of type and side."
    empty = EMPTY
    castles_out_of_check = True
    pawn_captures: ClassVar[dict[chess.Color, tuple[int, int]]] = {
        chess.WHITE: (1, -1),
        chess.BLACK: (-1, 1),
    }
    straight_seen: ClassVar[tuple[Way, ...]] = ((1, 0), (-1, 0), (0, -1), (0, 1))
    cost = "One read says everything about a square. Nothing says where a man is: scans of 64."

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = self.cells("pieces", [EMPTY] * 64, by_square(A8, _text))

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return pair(KINDS[kind], WHITE if color else BLACK)

    def man(self, code: int) -> Man:
        return Man(KINDS[code >> 2], code & 3 == WHITE)

    def _color(self, square: int) -> chess.Color | None:
        side = self.board[square] & 3
        return None if side == NOBODY else side == WHITE

    def _is(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        return self.board[square] == self.code(kind, color)

    def _own_kind(self, square: int, color: chess.Color) -> chess.PieceType | None:
        there = self.board[square]
        return KINDS[there >> 2] if there & 3 == (WHITE if color else BLACK) else None

    def _generate_castling(self, found: list[BoardMove], color: chess.Color, rights: int) -> None:
        for way in reversed(CASTLINGS):
            if rights & way.right and way.color == color and self._is_free(way):
                found.append(self.castling(way))

    def _is_free(self, way: Castling) -> bool:
        number, enemy = A8.of, not way.color
        return (
            all(self.at(number[square]) is None for square in way.between)
            and not self.attacked(number[way.king_to], enemy)
            and not self.attacked(number[way.through], enemy)
        )

    def _castle_last(
        self, found: list[BoardMove], color: chess.Color, rights: int
    ) -> list[BoardMove]:
        del color, rights
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

    def broken(self) -> Iterator[str]:
        yield from super().broken()
        for square, there in enumerate(self.board):
            if (there >> 2 == 0) != (there & 3 == NOBODY):
                yield f"{A8.name(square)} holds half a man: type {there >> 2}, side {there & 3}"


def _text(value: int) -> str | None:
    return None if value == EMPTY else symbol(KINDS[value >> 2], value & 3 == WHITE)

"""Banksia (Pham Hong Nguyen, 2019): one vector of 64 pieces, each a type and a side.

The same bare board as FirstChess, a8 = 0, with the two arrays folded into one: a cell is a pair and
read at once. Unlike its ancestor it plays by all the rules; a move is legal if, made, it leaves the
king safe.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.bare import NOBODY, BareBoard
from microchess.boards.numbering import A8
from microchess.boards.onearray import OneArray
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import Man
from microchess.boards.shows import by_square, symbol


def pair(kind: int, side: int) -> int:
    """Type and side in one cell."""
    return kind << 2 | side


EMPTY = pair(0, NOBODY)


class Banksia(OneArray, BareBoard):
    """``pieces``: 64 pairs."""

    title = "Banksia"
    year = 2019
    source = "Pham Hong Nguyen, nguyenpham/Banksia, src/base/base.h and src/chess/chess.cpp"
    idea = "One vector of 64 pairs of type and side."
    empty = EMPTY
    cost = "One read says everything about a square. Nothing says where a man is: scans of 64."

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = self.cells("pieces", [EMPTY] * 64, by_square(A8, _text))

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return pair(kind, color)

    def man(self, code: int) -> Man:
        return Man(code >> 2, bool(code & 3))

    def _color(self, square: int) -> chess.Color | None:
        side = self.board[square] & 3
        return None if side == NOBODY else bool(side)

    def _is(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        return self.board[square] == pair(kind, color)

    def _own_kind(self, square: int, color: chess.Color) -> chess.PieceType | None:
        there = self.board[square]
        return there >> 2 if there & 3 == color else None

    def broken(self) -> Iterator[str]:
        yield from super().broken()
        for square, there in enumerate(self.board):
            if (there >> 2 == 0) != (there & 3 == NOBODY):
                yield f"{A8.name(square)} holds half a man: type {there >> 2}, side {there & 3}"


def _text(value: int) -> str | None:
    return None if value == EMPTY else symbol(value >> 2, value & 3 == 1)

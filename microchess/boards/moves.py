"""Pieces, and moves in a memory's own square numbers: the words all memories speak in."""

from collections.abc import Iterator
from typing import NamedTuple

import chess

WHITE, BLACK = 0, 1
QUIET, DOUBLE, EN_PASSANT, CASTLING = 0, 6, 7, 8
PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


class Man(NamedTuple):
    """A piece: its type and colour."""

    kind: chess.PieceType
    color: chess.Color

    @property
    def symbol(self) -> str:
        """``P`` for a white pawn, ``p`` for a black one."""
        return chess.Piece(self.kind, self.color).symbol()


class BoardMove(NamedTuple):
    """A move in a memory's own square numbers.

    ``kind`` is QUIET (captures too), DOUBLE, EN_PASSANT, CASTLING or the type a pawn becomes.
    ``note`` is what the generator wants to tell :meth:`Representation.move`, 0 if nothing.
    """

    source: int
    target: int
    kind: int = QUIET
    note: int = 0


Moves = Iterator[BoardMove]
"""Moves as they are generated."""


def code(kind: chess.PieceType, color: chess.Color) -> int:
    """A piece in a cell of its own: its type, and 8 more for Black."""
    return kind if color else kind + 8


def side_of(color: chess.Color) -> int:
    """A program's number of a side: WHITE or BLACK."""
    return WHITE if color else BLACK

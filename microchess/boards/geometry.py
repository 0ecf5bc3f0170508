"""How the men go, in files and ranks: what the memories build their tables and steps from."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import chess

from microchess.boards.numbering import Numbering

Lines = tuple[tuple[chess.Square, ...], ...]
"""Squares by line, nearest first."""

_STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_JUMPS = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
WAYS = {
    chess.KNIGHT: _JUMPS,
    chess.BISHOP: _DIAGONAL,
    chess.ROOK: _STRAIGHT,
    chess.QUEEN: _STRAIGHT + _DIAGONAL,
    chess.KING: _STRAIGHT + _DIAGONAL,
}
"""Files and ranks to go, by type of piece."""
SLIDERS = frozenset((chess.BISHOP, chess.ROOK, chess.QUEEN))


def line(square: chess.Square, files: int, ranks: int, far: int = 7) -> tuple[chess.Square, ...]:
    """At most *far* squares that way, to the edge of the board."""
    found: list[chess.Square] = []
    file, rank = chess.square_file(square) + files, chess.square_rank(square) + ranks
    while 0 <= file < 8 and 0 <= rank < 8 and len(found) < far:
        found.append(chess.square(file, rank))
        file, rank = file + files, rank + ranks
    return tuple(found)


@cache
def lines(kind: chess.PieceType, square: chess.Square) -> Lines:
    """The lines a piece can go along on an empty board, none of them empty."""
    far = 7 if kind in SLIDERS else 1
    return tuple(filter(None, (line(square, *way, far) for way in WAYS[kind])))


@cache
def pawn_captures(color: chess.Color, square: chess.Square) -> tuple[chess.Square, ...]:
    """The one or two squares a pawn captures on; none from the last rank."""
    ahead = 1 if color else -1
    return line(square, -1, ahead, 1) + line(square, 1, ahead, 1)


@cache
def pawn_steps(color: chess.Color, square: chess.Square) -> tuple[chess.Square, ...]:
    """The one or two squares a pawn can step to; none from the last rank."""
    first = chess.square_rank(square) == (1 if color else 6)
    return line(square, 0, 1 if color else -1, 2 if first else 1)


class Steps(NamedTuple):
    """What is added to a number to step on, in a board whose rows all have one width."""

    by_kind: dict[chess.PieceType, tuple[int, ...]]
    north: int

    def of(self, kind: chess.PieceType) -> tuple[int, ...]:
        """The steps of a piece."""
        return self.by_kind[kind]


def steps(numbering: Numbering) -> Steps:
    """The steps in a numbering."""
    a1 = numbering.of[chess.A1]
    north, east = numbering.of[chess.A2] - a1, numbering.of[chess.B1] - a1
    by_kind = {
        kind: tuple(files * east + ranks * north for files, ranks in ways)
        for kind, ways in WAYS.items()
    }
    return Steps(by_kind, north)

"""A bare board of 64 squares, a8 = 0: edges by arithmetic on row and column, everything by scans.

What FirstChess and Banksia, by one author, have in common: the loop over the squares and the order
of directions. How a square is stored, the order of a pawn's captures and castling are their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import chess

from microchess.boards.geometry import A8, SLIDERS
from microchess.boards.rays import ScannedBoard
from microchess.boards.representation import Moves

Way = tuple[int, int]
"""Rows down and columns to the right."""

_DIAGONAL = ((-1, -1), (-1, 1), (1, 1), (1, -1))
_STRAIGHT = ((0, -1), (0, 1), (-1, 0), (1, 0))
WAYS: dict[chess.PieceType, tuple[Way, ...]] = {
    chess.KNIGHT: ((-1, 2), (-1, -2), (-2, 1), (-2, -1), (1, -2), (1, 2), (2, -1), (2, 1)),
    chess.BISHOP: _DIAGONAL,
    chess.ROOK: _STRAIGHT,
    chess.QUEEN: _DIAGONAL + _STRAIGHT,
    chess.KING: (*_STRAIGHT, (-1, -1), (-1, 1), (1, -1), (1, 1)),
}
"""In the programs' order."""
_KNIGHTS_SEEN = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_DIAGONAL_SEEN = ((1, 1), (1, -1), (-1, -1), (-1, 1))


class BareBoard(ScannedBoard):
    """64 squares; subclasses store them.

    ``columns`` are those a pawn captures on, to the side, by colour, in the order looked at;
    ``straight_seen`` the order of straight lines when attackers are looked for.
    """

    numbering = A8
    squares = range(64)
    columns: ClassVar[dict[chess.Color, Way]] = {chess.WHITE: (-1, 1), chess.BLACK: (-1, 1)}
    straight_seen: ClassVar[tuple[Way, ...]] = ((1, 0), (0, -1), (0, 1), (-1, 0))

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """Outward from the square: knights, straight lines, diagonals; who stands next on a line
        may be the king, on a diagonal a pawn too.
        """
        for way in _KNIGHTS_SEEN:
            for source in _ray(square, *way, 1):
                if self.holds(source, chess.KNIGHT, color):
                    yield source
        for way in self.straight_seen:
            yield from self._attacking(square, way, color, chess.ROOK)
        for way in _DIAGONAL_SEEN:
            yield from self._attacking(square, way, color, chess.BISHOP)

    def _attacking(
        self, square: int, way: Way, color: chess.Color, slider: chess.PieceType
    ) -> Iterator[int]:
        behind = 1 if color else -1
        for distance, source in enumerate(_ray(square, *way, 7)):
            there = self.at(source)
            if there is None:
                continue
            next_to = distance == 0 and (
                there.kind == chess.KING
                or (there.kind == chess.PAWN and slider == chess.BISHOP and way[0] == behind)
            )
            if there.color == color and (next_to or there.kind in (slider, chess.QUEEN)):
                yield source
            return

    def reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        far = 7 if kind in SLIDERS else 1
        for way in WAYS[kind]:
            for target in _ray(source, *way, far):
                there = self.look(target)
                yield target, there
                if self.colors[there] is not None:
                    break

    def generate_pawn(self, found: Moves, source: int, color: chess.Color, ep: int | None) -> None:
        """Add steps, then captures."""
        self.add_steps(found, source, color)
        self.add_pawn_captures(found, source, color, ep)

    def pawn_captures(self, source: int, color: chess.Color) -> Iterator[int]:
        for columns in self.columns[color]:
            yield from _ray(source, -1 if color else 1, columns, 1)

    def pawn_steps(self, source: int, color: chess.Color) -> Iterator[int]:
        """None beyond the last rank: a pawn that stayed one there (FirstChess) has no moves."""
        first = source >> 3 == (6 if color else 1)
        return _ray(source, -1 if color else 1, 0, 2 if first else 1)


def _ray(square: int, rows: int, columns: int, far: int) -> Iterator[int]:
    """At most *far* squares that way; the row leaves 0-7 at the ends, the column at the sides."""
    row, column = square >> 3, square & 7
    for _ in range(far):
        row += rows
        column += columns
        if not (0 <= row < 8 and 0 <= column < 8):
            return
        yield row * 8 + column

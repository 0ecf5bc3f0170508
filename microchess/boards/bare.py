"""A bare board of 64 squares, a8 = 0: edges by arithmetic on row and column, everything by scans.

What FirstChess and Banksia, by one author, have in common: the loop over the squares and the order
of directions. How a square is stored, the order of a pawn's captures and castling are their own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

import chess

from microchess.boards.geometry import SLIDERS
from microchess.boards.numbering import A8
from microchess.boards.representation import DOUBLE, EN_PASSANT, BoardMove, Representation

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


class BareBoard(Representation):
    """64 squares; subclasses store them.

    ``pawn_captures`` are the columns to the side, by colour, in the order looked at;
    ``straight_seen`` the order of straight lines when attackers are looked for.
    """

    numbering = A8
    promotions = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
    pawn_captures: ClassVar[dict[chess.Color, tuple[int, int]]] = {
        chess.WHITE: (-1, 1),
        chess.BLACK: (-1, 1),
    }
    straight_seen: ClassVar[tuple[Way, ...]] = ((1, 0), (0, -1), (0, 1), (-1, 0))

    @abstractmethod
    def _color(self, square: int) -> chess.Color | None:
        """Whose man stands there, None if nobody."""

    @abstractmethod
    def _is(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        """Whether that man stands there."""

    @abstractmethod
    def _own_kind(self, square: int, color: chess.Color) -> chess.PieceType | None:
        """The type of the man there, None if it is not a man of that colour."""

    def king(self, color: chess.Color) -> int:
        for square in range(64):
            if self._is(square, chess.KING, color):
                return square
        raise AssertionError("a position has both kings")

    def men(self, color: chess.Color) -> Iterator[int]:
        return (square for square in range(64) if self._color(square) == color)

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(self._is(square, kind, color) for square in range(64))

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """Outward from the square: knights, straight lines, diagonals; who stands next on a line
        may be the king, on a diagonal a pawn too.
        """
        for way in _KNIGHTS_SEEN:
            for source in _ray(square, *way, 1):
                if self._is(source, chess.KNIGHT, color):
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

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        found: list[BoardMove] = []
        for square in range(64):
            kind = self._own_kind(square, color)
            if kind is not None:
                self._generate(found, square, kind, color, ep)
                if kind == chess.KING:
                    self._generate_castling(found, color, rights)
        return self._castle_last(found, color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        kind = self._own_kind(square, color)
        if kind is not None:
            self._generate(found, square, kind, color, ep)
        return found

    def _generate_castling(self, found: list[BoardMove], color: chess.Color, rights: int) -> None:
        """Castling in the king's turn: none, if it is left to the end."""

    def _castle_last(
        self, found: list[BoardMove], color: chess.Color, rights: int
    ) -> list[BoardMove]:
        return self.castle(found, color, rights)

    def _generate(
        self,
        found: list[BoardMove],
        source: int,
        kind: chess.PieceType,
        color: chess.Color,
        ep: int | None,
    ) -> None:
        if kind == chess.PAWN:
            self._generate_pawn(found, source, color, ep)
            return
        far = 7 if kind in SLIDERS else 1
        for way in WAYS[kind]:
            for target in _ray(source, *way, far):
                there = self._color(target)
                if there != color:
                    found.append(BoardMove(source, target))
                if there is not None:
                    break

    def _generate_pawn(
        self, found: list[BoardMove], source: int, color: chess.Color, ep: int | None
    ) -> None:
        """Steps, then captures; none beyond the last rank: a pawn that stayed one there
        (FirstChess) has no moves.
        """
        ahead = -1 if color else 1
        first = source >> 3 == (6 if color else 1)
        kind = 0
        for target in _ray(source, ahead, 0, 2 if first else 1):
            if self._color(target) is not None:
                break
            if kind == DOUBLE:
                found.append(BoardMove(source, target, DOUBLE))
            else:
                self.advance(found, source, target)
            kind = DOUBLE
        for columns in self.pawn_captures[color]:
            for target in _ray(source, ahead, columns, 1):
                if target == ep:
                    found.append(BoardMove(source, target, EN_PASSANT))
                elif self._color(target) == (not color):
                    self.advance(found, source, target)

    def broken(self) -> Iterator[str]:
        for color in chess.COLORS:
            kings = sum(self._is(square, chess.KING, color) for square in range(64))
            if kings != 1:
                yield f"{kings} {chess.COLOR_NAMES[color]} kings"


def _ray(square: int, rows: int, columns: int, far: int) -> Iterator[int]:
    """At most *far* squares that way; the row leaves 0-7 at the ends, the column at the sides."""
    row, column = square >> 3, square & 7
    for _ in range(far):
        row += rows
        column += columns
        if not (0 <= row < 8 and 0 <= column < 8):
            return
        yield row * 8 + column

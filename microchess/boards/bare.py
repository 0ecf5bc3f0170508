"""A bare board of 64 squares, a8 = 0: edges by arithmetic on row and column, everything by scans.

FirstChess and Banksia differ only in how a square is stored, so that is all they have to say.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

import chess

from microchess.boards.geometry import SLIDERS, WAYS
from microchess.boards.numbering import A8
from microchess.boards.representation import DOUBLE, EN_PASSANT, BoardMove, Representation

WHITE, BLACK, NOBODY = 1, 0, 2


class BareBoard(Representation):
    """64 squares; subclasses store them."""

    numbering = A8

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
        back = 1 if color else -1
        for columns in (-1, 1):
            for source in _ray(square, back, columns, 1):
                if self._is(source, chess.PAWN, color):
                    yield source
        for kind in (chess.KNIGHT, chess.KING):
            for columns, rows in WAYS[kind]:
                for source in _ray(square, rows, columns, 1):
                    if self._is(source, kind, color):
                        yield source
        for slider in (chess.BISHOP, chess.ROOK):
            for columns, rows in WAYS[slider]:
                for source in _ray(square, rows, columns, 7):
                    there = self.at(source)
                    if there is None:
                        continue
                    if there.color == color and there.kind in (slider, chess.QUEEN):
                        yield source
                    break

    def moves(self, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        for square in range(64):
            kind = self._own_kind(square, color)
            if kind is not None:
                self._generate(found, square, kind, color, ep)
        return found

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        kind = self._own_kind(square, color)
        if kind is not None:
            self._generate(found, square, kind, color, ep)
        return found

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
        for columns, rows in WAYS[kind]:
            for target in _ray(source, rows, columns, far):
                there = self._color(target)
                if there != color:
                    found.append(BoardMove(source, target))
                if there is not None:
                    break

    def _generate_pawn(
        self, found: list[BoardMove], source: int, color: chess.Color, ep: int | None
    ) -> None:
        """None beyond the last rank: a pawn that stayed one there (FirstChess) has no moves."""
        ahead = -1 if color else 1
        for columns in (-1, 1):
            for target in _ray(source, ahead, columns, 1):
                if target == ep:
                    found.append(BoardMove(source, target, EN_PASSANT))
                elif self._color(target) == (not color):
                    self.advance(found, source, target)
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

"""Moves found by looking along rays from each piece: said once for all boards that do.

How a ray runs, by arithmetic, from a table, by threads or to a guard, is each board's own. What is
made of the pieces a ray meets is the same for all: nobody, an enemy, a friend.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import chess

from microchess.boards.moves import DOUBLE, EN_PASSANT, BoardMove, Man, Moves
from microchess.boards.representation import Representation


class RayBoard(Representation):
    """``colors`` tells from a cell whose piece stands there; None: nobody's.

    ``numbering.ahead`` is how a pawn steps, if it does not step otherwise. Its captures are
    generated before its steps, unless ``steps_first``.
    """

    colors: Mapping[int, chess.Color | None]
    steps_first: ClassVar[bool] = False

    @abstractmethod
    def look(self, square: int) -> int:
        """Read the cell that tells whose piece stands on a square."""

    @abstractmethod
    def reached(self, source: int, kind: chess.PieceType) -> Iterable[tuple[int, int]]:
        """The squares a piece sees, each with the cell read there: the first piece ends a ray."""

    def pawn_captures(self, source: int, color: chess.Color) -> Iterable[int]:
        """The squares a pawn captures on, in the order looked at."""
        target = source + self.numbering.ahead(color)
        return target - 1, target + 1

    def pawn_steps(self, source: int, color: chess.Color) -> Iterable[int]:
        """The square ahead, and from a pawn's first rank the one behind it."""
        ahead = self.numbering.ahead(color)
        first = self.numbering.ranks[source] == (1 if color else 6)
        return (source + ahead, source + 2 * ahead) if first else (source + ahead,)

    def scan(self, color: chess.Color) -> Iterator[tuple[int, Man]]:
        """Every piece of a side, with its square."""
        for square in self.men(color):
            if man := self.at(square):
                yield square, man

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(man.kind == kind for _, man in self.scan(color))

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        for square, man in self.scan(color):
            yield from self.generate(square, man, ep)
        yield from self.castle(color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> Moves:
        man = self.at(square)
        if man is not None and man.color == color:
            yield from self.generate(square, man, ep)

    def generate(self, source: int, man: Man, ep: int | None) -> Moves:
        kind, own = man
        if kind == chess.PAWN:
            ways = self.capturing(source, man, ep), self.stepping(source, own)
            for way in reversed(ways) if self.steps_first else ways:
                yield from way
            return
        colors = self.colors
        for target, there in self.reached(source, kind):
            if colors[there] != own:
                yield BoardMove(source, target)

    def capturing(self, source: int, man: Man, ep: int | None) -> Moves:
        """What a piece captures: a pawn promoting on the last rank, on *ep* in passing."""
        kind, own = man
        if kind != chess.PAWN:
            for target, there in self.reached(source, kind):
                if self.colors[there] == (not own):
                    yield BoardMove(source, target)
            return
        for target in self.pawn_captures(source, own):
            if target == ep:
                yield BoardMove(source, target, EN_PASSANT)
            elif self.colors[self.look(target)] == (not own):
                yield from self.advance(source, target)

    def stepping(self, source: int, color: chess.Color) -> Moves:
        """A pawn's one or two steps."""
        for number, target in enumerate(self.pawn_steps(source, color)):
            if self.colors[self.look(target)] is not None:
                return
            if number:
                yield BoardMove(source, target, DOUBLE)
            else:
                yield from self.advance(source, target)


class PassingApart(RayBoard):
    """A board whose captures en passant are generated apart, after all other moves."""

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        yield from super().moves(color, None, rights)
        yield from self.passing(color, ep)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> Moves:
        yield from super().moves_of(square, color, None)
        yield from (move for move in self.passing(color, ep) if move.source == square)

    def passing(self, color: chess.Color, ep: int | None) -> Moves:
        """Captures en passant apart: from the a-file's side, then from the h-file's."""
        if ep is None:
            return
        behind = ep - self.numbering.ahead(color)
        for source in (behind - 1, behind + 1):
            beside = self.numbering.ranks.get(source) == self.numbering.ranks[behind]
            if beside and self.at(source) == (chess.PAWN, color):
                yield BoardMove(source, ep, EN_PASSANT)

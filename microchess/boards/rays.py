"""Moves found by looking along rays from each man: said once for all boards that do.

How a ray runs, by arithmetic, from a table, by threads or to a guard, is each board's own. What is
made of the men it meets is the same for all: nobody, an enemy, a friend.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping

import chess

from microchess.boards.representation import (
    DOUBLE,
    EN_PASSANT,
    QUIET,
    BoardMove,
    Man,
    Moves,
    Representation,
)


class RayBoard(Representation):
    """``colors`` tells from a cell whose man stands there; None: nobody's.

    ``numbering.ahead`` is how a pawn steps, if it does not step otherwise.
    """

    colors: Mapping[int, chess.Color | None]

    @abstractmethod
    def look(self, square: int) -> int:
        """Read the cell that tells whose man stands on a square."""

    @abstractmethod
    def reached(self, source: int, kind: chess.PieceType) -> Iterable[tuple[int, int]]:
        """The squares a piece sees, each with the cell read there: the first man ends a ray."""

    def pawn_captures(self, source: int, color: chess.Color) -> Iterable[int]:
        """The squares a pawn captures on, in the order looked at."""
        target = source + self.numbering.ahead(color)
        return target - 1, target + 1

    def pawn_steps(self, source: int, color: chess.Color) -> Iterable[int]:
        """The square ahead, and from a pawn's first rank the one behind it."""
        ahead = self.numbering.ahead(color)
        first = self.numbering.ranks[source] == (1 if color else 6)
        return (source + ahead, source + 2 * ahead) if first else (source + ahead,)

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        found: Moves = []
        for square in self.men(color):
            if man := self.at(square):
                self.generate(found, square, man, ep)
        return self.castle(found, color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> Moves:
        found: Moves = []
        man = self.at(square)
        if man is not None and man.color == color:
            self.generate(found, square, man, ep)
        return found

    def generate(self, found: Moves, source: int, man: Man, ep: int | None) -> None:
        """Add the moves of a man."""
        if man.kind == chess.PAWN:
            self.generate_pawn(found, source, man.color, ep)
            return
        colors, own = self.colors, man.color
        for target, there in self.reached(source, man.kind):
            if colors[there] != own:
                found.append(BoardMove(source, target))

    def generate_pawn(self, found: Moves, source: int, color: chess.Color, ep: int | None) -> None:
        """Add captures, then steps."""
        self.add_pawn_captures(found, source, color, ep)
        self.add_steps(found, source, color)

    def add_captures(self, found: Moves, source: int, man: Man, ep: int | None) -> None:
        """Add what a man captures, and nothing else."""
        if man.kind == chess.PAWN:
            self.add_pawn_captures(found, source, man.color, ep)
            return
        for target, there in self.reached(source, man.kind):
            if self.colors[there] == (not man.color):
                found.append(BoardMove(source, target))

    def add_pawn_captures(
        self, found: Moves, source: int, color: chess.Color, ep: int | None
    ) -> None:
        """Add a pawn's captures, promoting on the last rank; on *ep* in passing."""
        for target in self.pawn_captures(source, color):
            if target == ep:
                found.append(BoardMove(source, target, EN_PASSANT))
            elif self.colors[self.look(target)] == (not color):
                self.advance(found, source, target)

    def add_steps(self, found: Moves, source: int, color: chess.Color) -> None:
        """Add a pawn's one or two steps."""
        kind = QUIET
        for target in self.pawn_steps(source, color):
            if self.colors[self.look(target)] is not None:
                return
            if kind == DOUBLE:
                found.append(BoardMove(source, target, DOUBLE))
            else:
                self.advance(found, source, target)
            kind = DOUBLE


class PassingApart(RayBoard):
    """A board whose captures en passant are generated apart, after all other moves."""

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> Moves:
        found = super().moves_of(square, color, None)
        self.add_passing(found, color, ep)
        return [move for move in found if move.source == square]

    def add_passing(self, found: Moves, color: chess.Color, ep: int | None) -> None:
        """Add captures en passant apart: from the a-file's side, then from the h-file's."""
        if ep is None:
            return
        behind = ep - self.numbering.ahead(color)
        for source in (behind - 1, behind + 1):
            beside = self.numbering.ranks.get(source) == self.numbering.ranks[behind]
            if beside and self.at(source) == (chess.PAWN, color):
                found.append(BoardMove(source, ep, EN_PASSANT))


class ScannedBoard(RayBoard):
    """A board that does not know where its men are: they are looked for, square by square."""

    @property
    def squares(self) -> Iterable[int]:
        """The squares in the order looked at."""
        return self.numbering.of

    @abstractmethod
    def holds(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        """Whether that man stands there."""

    @abstractmethod
    def find(self, kind: chess.PieceType, color: chess.Color) -> Iterator[int]:
        """The squares of the men of a kind."""

    @abstractmethod
    def scan(self, color: chess.Color) -> Iterator[tuple[int, Man]]:
        """Every man of a side, with his square."""

    def king(self, color: chess.Color) -> int:
        return next(self.find(chess.KING, color))

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(1 for _ in self.find(kind, color))

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        found: Moves = []
        for square, man in self.scan(color):
            self.generate(found, square, man, ep)
        return self.castle(found, color, rights)

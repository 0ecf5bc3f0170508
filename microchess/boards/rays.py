"""Moves found by looking along rays from each man: said once for all boards that do.

How a ray runs, by arithmetic, from a table, by threads or to a guard, is each board's own, and so
is how men are written: as one number in one cell, or as type and side in two. What is made of the
men a ray meets is the same for all: nobody, an enemy, a friend.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import chess

from microchess.boards.geometry import SLIDERS
from microchess.boards.moves import DOUBLE, EN_PASSANT, BoardMove, Man, Moves
from microchess.boards.recorder import Cells
from microchess.boards.representation import Representation


class RayBoard(Representation):
    """``colors`` tells from a cell whose man stands there; None: nobody's.

    ``numbering.ahead`` is how a pawn steps, if it does not step otherwise. Its captures are
    generated before its steps, unless ``steps_first``.
    """

    colors: Mapping[int, chess.Color | None]
    steps_first: ClassVar[bool] = False

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

    def scan(self, color: chess.Color) -> Iterator[tuple[int, Man]]:
        """Every man of a side, with his square."""
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
        """The moves of a man."""
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
        """What a man captures: a pawn promoting on the last rank, on *ep* in passing."""
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


class ScannedBoard(RayBoard):
    """A board that does not know where its men are: they are looked for, square by square."""

    @property
    def squares(self) -> Iterable[int]:
        """The squares in the order looked at."""
        return self.numbering.of

    @abstractmethod
    def find(self, kind: chess.PieceType, color: chess.Color) -> Iterator[int]:
        """The squares of the men of a kind."""

    def men(self, color: chess.Color) -> Iterator[int]:
        return (square for square, _ in self.scan(color))

    def king(self, color: chess.Color) -> int:
        return next(self.find(chess.KING, color))

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(1 for _ in self.find(kind, color))


def code(kind: chess.PieceType, color: chess.Color) -> int:
    """A man in a cell of his own: his type, and 8 more for Black."""
    return kind if color else kind + 8


class CodedBoard(RayBoard):
    """``board`` holds a number for every man, ``empty`` where nobody stands.

    ``man`` tells who a number is.
    """

    board: Cells
    empty: ClassVar[int] = 0

    def lay_out(self) -> None:
        men = (Man(kind, color) for kind in chess.PIECE_TYPES for color in chess.COLORS)
        self.man: dict[int, Man | None] = {self.code(*man): man for man in men}
        self.man[self.empty] = None
        self.colors = {number: man and man.color for number, man in self.man.items()}

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        """The number of a man."""
        return code(kind, color)

    def letter(self, number: int) -> str | None:
        """``P`` or ``p``; None for nobody."""
        man = self.man.get(number)
        return man and man.symbol

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.restore(square, self.code(*man))

    def at(self, square: int) -> Man | None:
        return self.man[self.board[square]]

    def look(self, square: int) -> int:
        return self.board[square]

    def shift(self, source: int, target: int) -> None:
        self.board[target] = self.board[source]
        self.board[source] = self.empty

    def remove(self, square: int) -> int:
        token = self.lift(square)
        self.board[square] = self.empty
        return token

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """Pawns on the squares they attack from, knights, king, diagonals, straight lines."""
        pawn, queen = self.code(chess.PAWN, color), self.code(chess.QUEEN, color)
        for source in self.pawn_captures(square, not color):
            if self.board[source] == pawn:
                yield source
        for kind in (chess.KNIGHT, chess.KING, chess.BISHOP, chess.ROOK):
            wanted = self.code(kind, color)
            also = queen if kind in SLIDERS else wanted
            for source, there in self.reached(square, kind):
                if there in (wanted, also):
                    yield source


class OneArray(CodedBoard, ScannedBoard):
    """``board`` is all there is."""

    def find(self, kind: chess.PieceType, color: chess.Color) -> Iterator[int]:
        wanted = self.code(kind, color)
        return (square for square in self.squares if self.board[square] == wanted)

    def scan(self, color: chess.Color) -> Iterator[tuple[int, Man]]:
        for square in self.squares:
            man = self.man[self.board[square]]
            if man is not None and man.color == color:
                yield square, man

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        taken = self.board[target]
        self.board[target] = self.board[source]
        self.board[source] = self.empty
        return taken

    def lift(self, square: int) -> int:
        return self.board[square]

    def unmove(self, source: int, target: int, token: int) -> None:
        self.board[source] = self.board[target]
        self.board[target] = token

    def restore(self, square: int, token: int) -> None:
        self.board[square] = token

    def promote(self, square: int, kind: chess.PieceType) -> int:
        pawn = self.board[square]
        self.board[square] = self.code(kind, self.colors[pawn] is True)
        return pawn

    demote = restore


WHITE, BLACK, EMPTY = 0, 1, 6
"""Sides, and the empty square of both arrays. Types are P0 N1 B2 R3 Q4 K5."""
PAWN = 0


def side_of(color: chess.Color) -> int:
    """A program's number of a side: White 0, Black 1."""
    return WHITE if color else BLACK


class TwoArrays(ScannedBoard):
    """``piece`` and ``color``, of the same squares."""

    piece: Cells
    color: Cells
    colors: Mapping[int, chess.Color | None] = {WHITE: True, BLACK: False, EMPTY: None}

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.piece[square], self.color[square] = man.kind - 1, side_of(man.color)

    def at(self, square: int) -> Man | None:
        piece = self.piece[square]
        return None if piece == EMPTY else Man(piece + 1, self.color[square] == WHITE)

    def look(self, square: int) -> int:
        return self.color[square]

    def find(self, kind: chess.PieceType, color: chess.Color) -> Iterator[int]:
        piece, side = kind - 1, side_of(color)
        pieces, colors = self.piece, self.color
        return (at for at in self.squares if pieces[at] == piece and colors[at] == side)

    def men(self, color: chess.Color) -> Iterator[int]:
        side = side_of(color)
        return (square for square in self.squares if self.color[square] == side)

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        taken = self.piece[target]
        self.piece[target], self.color[target] = self.piece[source], self.color[source]
        self.piece[source], self.color[source] = EMPTY, EMPTY
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        side = self.color[target]
        self.piece[source], self.color[source] = self.piece[target], side
        self.piece[target], self.color[target] = token, EMPTY if token == EMPTY else 1 - side

    def remove(self, square: int) -> int:
        side = self.color[square]
        self.piece[square], self.color[square] = EMPTY, EMPTY
        return side

    def restore(self, square: int, token: int) -> None:
        self.piece[square], self.color[square] = PAWN, token

    def scan(self, color: chess.Color) -> Iterator[tuple[int, Man]]:
        for square in self.men(color):
            yield square, Man(self.piece[square] + 1, color)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        self.piece[square] = kind - 1
        return 0

    def demote(self, square: int, token: int) -> None:
        del token
        self.piece[square] = PAWN

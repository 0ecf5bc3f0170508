"""How pieces are written in arrays: as one number in one cell, or as type and side in two."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import chess

from microchess.boards.geometry import SLIDERS
from microchess.boards.moves import BLACK, WHITE, Man, code, side_of
from microchess.boards.rays import RayBoard
from microchess.boards.recorder import Cells


class ScannedBoard(RayBoard):
    """A board that does not know where its pieces are: they are looked for, square by square."""

    @property
    def squares(self) -> Iterable[int]:
        """The squares in the order looked at."""
        return self.numbering.of

    @abstractmethod
    def find(self, kind: chess.PieceType, color: chess.Color) -> Iterator[int]:
        """The squares of the pieces of a kind."""

    def men(self, color: chess.Color) -> Iterator[int]:
        return (square for square, _ in self.scan(color))

    def king(self, color: chess.Color) -> int:
        return next(self.find(chess.KING, color))

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(1 for _ in self.find(kind, color))


class CodedBoard(RayBoard):
    """``board`` holds a number for every piece, ``empty`` where nobody stands.

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


EMPTY, PAWN = 6, 0
"""The empty square of both arrays, and the first of P0 N1 B2 R3 Q4 K5."""


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
        self.piece[square] = PAWN

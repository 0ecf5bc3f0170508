"""Men written on squares: as one number in one cell, or as type and side in two.

Making and unmaking where the arrays are all there is, and looking outward for attackers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import chess

from microchess.boards.geometry import SLIDERS
from microchess.boards.rays import RayBoard, ScannedBoard
from microchess.boards.recorder import CellRecorder, Cells
from microchess.boards.representation import Man


def code(kind: chess.PieceType, color: chess.Color) -> int:
    """A man in a cell of his own: his type, and 8 more for Black."""
    return kind if color else kind + 8


class CodedBoard(RayBoard):
    """``board`` holds a number for every man, ``empty`` where nobody stands.

    ``man`` tells who a number is.
    """

    board: Cells
    empty: ClassVar[int] = 0

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
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

    def at(self, square: int) -> Man | None:
        return self.man[self.board[square]]

    def look(self, square: int) -> int:
        return self.board[square]

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

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.board[square] = self.code(*man)

    def holds(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        return self.board[square] == self.code(kind, color)

    def find(self, kind: chess.PieceType, color: chess.Color) -> Iterator[int]:
        wanted = self.code(kind, color)
        return (square for square in self.squares if self.board[square] == wanted)

    def men(self, color: chess.Color) -> Iterator[int]:
        return (square for square, _ in self.scan(color))

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

    def unmove(self, source: int, target: int, token: int) -> None:
        self.board[source] = self.board[target]
        self.board[target] = token

    def remove(self, square: int) -> int:
        taken = self.board[square]
        self.board[square] = self.empty
        return taken

    def restore(self, square: int, token: int) -> None:
        self.board[square] = token

    def promote(self, square: int, kind: chess.PieceType) -> int:
        pawn = self.board[square]
        self.board[square] = self.code(kind, self.colors[pawn] is True)
        return pawn

    def demote(self, square: int, token: int) -> None:
        self.board[square] = token


WHITE, BLACK, EMPTY = 0, 1, 6
"""Sides, and the empty square of both arrays. Types are P0 N1 B2 R3 Q4 K5."""
PAWN = 0


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

    def holds(self, square: int, kind: chess.PieceType, color: chess.Color) -> bool:
        return self.piece[square] == kind - 1 and self.color[square] == side_of(color)

    def find(self, kind: chess.PieceType, color: chess.Color) -> Iterator[int]:
        piece, side = kind - 1, side_of(color)
        return (
            square
            for square in self.squares
            if self.piece[square] == piece and self.color[square] == side
        )

    def men(self, color: chess.Color) -> Iterator[int]:
        side = side_of(color)
        return (square for square in self.squares if self.color[square] == side)

    def scan(self, color: chess.Color) -> Iterator[tuple[int, Man]]:
        for square in self.men(color):
            yield square, Man(self.piece[square] + 1, color)

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

    def promote(self, square: int, kind: chess.PieceType) -> int:
        self.piece[square] = kind - 1
        return 0

    def demote(self, square: int, token: int) -> None:
        del token
        self.piece[square] = PAWN


def side_of(color: chess.Color) -> int:
    """A program's number of a side: White 0, Black 1."""
    return WHITE if color else BLACK

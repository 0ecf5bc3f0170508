"""Making and unmaking where one array says all: a cell a square, and every man a number in it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

import chess

from microchess.boards.recorder import Cells
from microchess.boards.representation import Man, Representation


class OneArray(Representation):
    """``board`` by square; subclasses say how a man is written in a cell."""

    board: Cells
    empty: ClassVar[int] = 0

    @abstractmethod
    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        """The number of a man."""

    @abstractmethod
    def man(self, code: int) -> Man:
        """The man of a number."""

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for square, man in self.in_fen_order(board):
            self.board[square] = self.code(man.kind, man.color)

    def at(self, square: int) -> Man | None:
        there = self.board[square]
        return None if there == self.empty else self.man(there)

    def men(self, color: chess.Color) -> Iterator[int]:
        for square in self.numbering.of:
            there = self.board[square]
            if there != self.empty and self.man(there).color == color:
                yield square

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        wanted = self.code(kind, color)
        return sum(self.board[square] == wanted for square in self.numbering.of)

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
        self.board[square] = self.code(kind, self.man(pawn).color)
        return pawn

    def demote(self, square: int, token: int) -> None:
        self.board[square] = token

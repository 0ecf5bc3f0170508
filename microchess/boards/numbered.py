"""Men with numbers that they get when they come: Dorpsgek's, in C and in Rust.

A man has the lowest number of his colour that was free, 0-15 White's, 16-31 Black's, in the order
of a FEN at first; so a king may have any. A captured man's number is free again; a promoted pawn's
too, and the new man takes the lowest.
"""

from __future__ import annotations

from typing import ClassVar

import chess

from microchess.boards.attackwords import HALF, NOBODY, NOWHERE, SIDE, AttackWords, Reach
from microchess.boards.geometry import A1
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import Man
from microchess.boards.view import BankPanel, CellState, by_square, pointing, words


class NumberedMen(AttackWords):
    """Words of attacks, ``piecelist[32]``, ``index[64]``; subclasses say how types are kept."""

    numbering = A1
    reach = Reach(A1)
    word_name: ClassVar[str]

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.attacks = self.cells(self.word_name, [0] * 64, words(A1))
        self.words = (self.attacks,)
        men = pointing([f"m{slot}" for slot in range(2 * HALF)], A1, CellState.DEAD)
        self.squares = self.cells("piecelist", [NOWHERE] * 2 * HALF, men, 16)
        slots = by_square(A1, lambda slot: None if slot == NOBODY else str(slot))
        self.index = self.cells("index", [NOBODY] * 64, slots)

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.arrive(self._lowest_free(man.color), man.kind, square)

    def _lowest_free(self, color: chess.Color) -> int:
        return next(chess.scan_forward(~self.alive(color) & SIDE[color]))

    def at(self, square: int) -> Man | None:
        slot = self.index[square]
        return None if slot == NOBODY else Man(self.kind(slot), slot < HALF)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        pawn = self.index[square]
        self.leave(pawn, square)
        self.arrive(self._lowest_free(pawn < HALF), kind, square)
        return pawn

    def demote(self, square: int, token: int) -> None:
        self.leave(self.index[square], square)
        self.arrive(token, chess.PAWN, square)

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The word of the square, taken apart into men and where they stand."""
        return self.panel("attacked by", self.attacks[square])

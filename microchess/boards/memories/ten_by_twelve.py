"""The board of 10 x 12: one array, the men in it, guards round it.

Two guard ranks above and below, one guard file on each side: a knight that jumps over the edge file
lands on the guard of the next row. ``kings`` keeps the two squares asked for most.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.cells import Recorder
from microchess.boards.guarded import EMPTY, GUARD, GuardedBoard, code
from microchess.boards.memory import Move
from microchess.boards.numbering import padded
from microchess.boards.shows import pointing


class TenByTwelve(GuardedBoard):
    """``board[120]`` and ``kings[2]``."""

    title = "10 x 12"
    year = 1960
    source = "common since the first programs; CPW 10x12 Board"
    idea = "A board with an edge of guards: off the board is a value, so a ray ends by reading."
    cost = "No edge test; one read answers what stands there. Finding the men is a scan of 64."
    numbering = padded(10, 1)

    def __init__(self, recorder: Recorder | None = None) -> None:
        super().__init__(recorder)
        self.kings = self.cells("kings", [0, 0], pointing(("black", "white"), self.numbering), 2)

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for square, man in self.in_fen_order(board):
            self.board[square] = code(man.kind, man.color)
            if man.kind == chess.KING:
                self.kings[man.color] = square

    def king(self, color: chess.Color) -> int:
        return self.kings[color]

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        return self.attackers_by_rays(square, color)

    def moves(self, color: chess.Color, ep: int | None) -> list[Move]:
        found: list[Move] = []
        for square, there in self.men(color):
            self.generate(found, square, there & 7, color, ep)
        return found

    def men(self, color: chess.Color) -> Iterator[tuple[int, int]]:
        """Square and code of every man of a colour: the 64 squares are looked through."""
        for square in self.numbering.of:
            there = self.board[square]
            if there != EMPTY and (there < 8) == color:
                yield square, there

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        man, taken = self.board[source], self.board[target]
        self.board[target], self.board[source] = man, EMPTY
        if man & 7 == chess.KING:
            self.kings[man < 8] = target
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        man = self.board[target]
        self.board[source], self.board[target] = man, token
        if man & 7 == chess.KING:
            self.kings[man < 8] = source

    def remove(self, square: int) -> int:
        taken = self.board[square]
        self.board[square] = EMPTY
        return taken

    def restore(self, square: int, token: int) -> None:
        self.board[square] = token

    def promote(self, square: int, kind: chess.PieceType) -> int:
        pawn = self.board[square]
        self.board[square] = code(kind, pawn < 8)
        return pawn

    def demote(self, square: int, token: int) -> None:
        self.board[square] = token

    def broken(self) -> Iterator[str]:
        yield from self.misplaced_guards()
        for color in chess.COLORS:
            square = self.kings[color]
            if square not in self.numbering.square or self.board[square] != code(chess.KING, color):
                yield f"no {chess.COLOR_NAMES[color]} king stands on {self.numbering.name(square)}"
        for square in self.numbering.of:
            there = self.board[square]
            if there not in (EMPTY, GUARD) and not (1 <= there & 7 <= 6 and 0 < there < 15):
                yield f"{self.numbering.name(square)} holds {there}, which is no man"

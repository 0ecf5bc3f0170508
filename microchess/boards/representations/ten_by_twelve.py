"""The board of 10 x 12: one array, the men in it, guards round it.

Two guard ranks above and below, one guard file on each side: a knight that jumps over the edge file
lands on the guard of the next row. ``kings`` keeps the two squares asked for most.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import chess

from microchess.boards.codes import code
from microchess.boards.guarded import EMPTY, GUARD, GuardedBoard
from microchess.boards.numbering import padded
from microchess.boards.onearray import OneArray
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import BoardMove, Man
from microchess.boards.shows import pointing


class TenByTwelve(OneArray, GuardedBoard):
    """``board[120]`` and ``kings[2]``."""

    title = "10 x 12"
    year: ClassVar[int | None] = None
    source = "common property; chessprogramming.org, 10x12 Board"
    idea = "A board with an edge of guards: off the board is a value, so a ray ends by reading."
    cost = "No edge test; one read answers what stands there. Finding the men is a scan of 64."
    numbering = padded(10, 1)

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.kings = self.cells("kings", [0, 0], pointing(("black", "white"), self.numbering), 2)

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        super().load(board, turn)
        for color in chess.COLORS:
            square = board.king(color)
            assert square is not None
            self.kings[color] = self.numbering.of[square]

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return code(kind, color)

    def man(self, code: int) -> Man:
        return Man(code & 7, code < 8)

    def king(self, color: chess.Color) -> int:
        return self.kings[color]

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        return self.attackers_by_rays(square, color)

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        found: list[BoardMove] = []
        for square, there in self.found(color):
            self.generate(found, square, there & 7, color, ep)
        return self.castle(found, color, rights)

    def found(self, color: chess.Color) -> Iterator[tuple[int, int]]:
        """Square and code of every man of a side: the 64 squares are looked through."""
        for square in self.numbering.of:
            there = self.board[square]
            if there != EMPTY and (there < 8) == color:
                yield square, there

    def move(self, source: int, target: int, note: int = 0) -> int:
        man = self.board[source]
        taken = super().move(source, target, note)
        self._follow(man, target)
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        man = self.board[target]
        super().unmove(source, target, token)
        self._follow(man, source)

    def _follow(self, man: int, square: int) -> None:
        """Note where a king has gone."""
        if man & 7 == chess.KING:
            self.kings[man < 8] = square

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

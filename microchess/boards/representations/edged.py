"""Boards that say themselves where they end: 0x88 by a bit of the number, others by guards.

0x88 has a board of 128 cells, half of them off the board. Rank and file are a nibble each, and a
number with bit 3 or bit 7 set (``number & $88``) is off the board, so a step is tested before
anything is read; MicroChess tests its squares in this way.

10 x 12 and 15 x 12 have two guard ranks above and below and guard files beside, so that a ray ends
by reading: off the board is a *value*, and no test. One guard file on each side is enough: a knight
that jumps over the edge file lands on the guard of the next row. In rows of 15, as in 0x88, the
difference of two squares says how they lie to each other.
"""

from collections.abc import Iterator
from typing import ClassVar

import chess

from microchess.boards.arrays import CodedBoard, OneArray
from microchess.boards.geometry import OX88, SLIDERS, padded
from microchess.boards.view import by_square, pointing

EMPTY, GUARD = 0, -1


class Board88(CodedBoard):
    """Steps on 128 cells; ``steps`` are what is added, in order."""

    numbering = OX88
    steps: ClassVar[dict[chess.PieceType, tuple[int, ...]]] = OX88.steps

    def lay_out(self) -> None:
        super().lay_out()
        self.board = self.cells("board", [EMPTY] * 128, by_square(OX88, self.letter), 16)

    def reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        slides = kind in SLIDERS
        for step in self.steps[kind]:
            target = source + step
            while not target & 0x88:
                there = self.board[target]
                yield target, there
                if not slides or there != EMPTY:
                    break
                target += step

    def pawn_captures(self, source: int, color: chess.Color) -> list[int]:
        return [target for target in super().pawn_captures(source, color) if not target & 0x88]


class ZeroX88(Board88, OneArray):
    """``board[128]``."""

    title = "0x88"
    year = None
    source = "common property; chessprogramming.org, 0x88"
    idea = "Two boards side by side, one of them never used: one bit test says off the board."
    cost = "No guard is ever read. The pieces have to be found: scans of 64."


class GuardedBoard(CodedBoard):
    """The board, of ``rows`` rows; subclasses say how the pieces are found."""

    rows: ClassVar[int] = 12

    def lay_out(self) -> None:
        super().lay_out()
        self.colors = {**self.colors, GUARD: None}
        width = abs(self.numbering.north)
        cells = range(self.rows * width)
        edge = [EMPTY if n in self.numbering.square else GUARD for n in cells]
        self.board = self.cells("board", edge, by_square(self.numbering, self.letter), width)

    def reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        for step in self.numbering.steps[kind]:
            target = source + step
            while (there := self.board[target]) != GUARD:
                yield target, there
                if kind not in SLIDERS or there != EMPTY:
                    break
                target += step


class TenByTwelve(GuardedBoard, OneArray):
    """``board[120]``, the pieces in it, and ``kings[2]``, the two squares asked for most."""

    title = "10 x 12"
    year: ClassVar[int | None] = None
    source = "common property; chessprogramming.org, 10x12 Board"
    idea = "A board with an edge of guards: off the board is a value, so a ray ends by reading."
    cost = "No edge test; one read answers what stands there. Finding the pieces is a scan of 64."
    numbering = padded(10, 1)

    def lay_out(self) -> None:
        super().lay_out()
        self.kings = self.cells("kings", [0, 0], pointing(("black", "white"), self.numbering), 2)

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.board[square] = self.code(*man)
            self._follow(self.board[square], square)

    def king(self, color: chess.Color) -> int:
        return self.kings[color]

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
        if man & 7 == chess.KING:
            self.kings[man < 8] = square


FIFTEEN = padded(15, 3)
SIZE, MIDDLE = 225, 112
VECTORS = {kind: [0] * SIZE for kind in FIFTEEN.steps}
"""The table of differences of rows of 15, by type: 15 x 15 entries, 0 at 112.

Two squares never have the same difference of numbers unless they lie the same way from each other.
So it tells which pieces could reach one from the other, and by which step; 0 if they cannot.
"""
for _kind, _steps in FIFTEEN.steps.items():
    for _step in _steps:
        for _distance in range(1, 8 if _kind in SLIDERS else 2):
            VECTORS[_kind][MIDDLE + _distance * _step] = _step


def vector(source: int, target: int, kind: chess.PieceType, color: chess.Color) -> int:
    """The step by which a piece on *source* could attack *target*; 0 if it cannot."""
    difference = target - source
    if kind == chess.PAWN:
        return difference if abs(difference - FIFTEEN.ahead(color)) == 1 else 0
    return VECTORS[kind][MIDDLE + difference]


class Vector(TenByTwelve):
    """``board[180]`` and ``kings[2]``, with a table of differences: who could attack whom, from two
    numbers alone. Every enemy piece is asked the table first; only along the lines it names are the
    squares between read.
    """

    title = "15 x 12, vector attacks"
    source = "common property; chessprogramming.org, Vector Attacks"
    idea = "The same board wider: a square's number minus another's names direction and attackers."
    cost = "Most pieces are ruled out without a look at the board. They still have to be found."
    numbering = FIFTEEN

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        for source, man in self.scan(color):
            step = vector(source, square, man.kind, color)
            if step and (man.kind not in SLIDERS or self._is_clear(source, square, step)):
                yield source

    def _is_clear(self, source: int, target: int, step: int) -> bool:
        """Whether all squares between two are empty."""
        between = range(source + step, target, step)
        return all(self.board[square] == EMPTY for square in between)

"""A board with an edge of guards, so that a ray ends by reading: 10 x 12, 15 x 12.

Two guard ranks above and below, guard files beside. Off the board is a *value*, and no test.
In rows of 15 the difference of two squares alone says how one attacks the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import chess

from microchess.boards.arrays import CodedBoard
from microchess.boards.geometry import SLIDERS, Numbering
from microchess.boards.recorder import CellRecorder
from microchess.boards.view import by_square

EMPTY, GUARD = 0, -1
SIZE, MIDDLE = 225, 112


class GuardedBoard(CodedBoard):
    """The board; subclasses say how the men are found."""

    rows: ClassVar[int] = 12

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
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

    def is_clear(self, source: int, target: int, step: int) -> bool:
        """Whether all squares between two are empty."""
        source += step
        while source != target:
            if self.board[source] != EMPTY:
                return False
            source += step
        return True


class Vectors:
    """The table of differences for a numbering with rows of 15: 15 x 15 entries, 0 at 112.

    Two squares never have the same difference of numbers unless they lie the same way from each
    other. So it tells which men could reach one from the other, and by which step.
    """

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self.table = {kind: [0] * SIZE for kind in numbering.steps}
        """The step by type and difference plus 112; 0 where there is none. Pawns are not in it."""
        for kind, steps in numbering.steps.items():
            for step in steps:
                for distance in range(1, 8 if kind in SLIDERS else 2):
                    self.table[kind][MIDDLE + distance * step] = step

    def step(self, source: int, target: int, kind: chess.PieceType, color: chess.Color) -> int:
        """The step by which a man on *source* could attack *target*; 0 if it cannot."""
        difference = target - source
        if kind == chess.PAWN:
            return difference if abs(difference - self._numbering.ahead(color)) == 1 else 0
        return self.table[kind][MIDDLE + difference]

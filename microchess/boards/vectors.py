"""Difference tables: in a wide board the distance of two squares alone says how one attacks it.

In rows of 15 cells two squares never have the same difference of numbers unless they lie the same
way from each other. So a table of 15 x 15 = 225 entries, its middle at 112, tells by the difference
which men could reach one from the other, and by which step.
"""

from __future__ import annotations

import chess

from microchess.boards.geometry import SLIDERS, Steps, steps
from microchess.boards.numbering import Numbering

SIZE, MIDDLE = 225, 112


class Vectors:
    """The table for a numbering with rows of 15."""

    def __init__(self, numbering: Numbering) -> None:
        self.steps: Steps = steps(numbering)
        self.table = {kind: self._steps_of(kind) for kind in range(chess.KNIGHT, chess.KING + 1)}
        """The step by type and difference plus 112; 0 where there is none. Pawns are not in it."""

    def _steps_of(self, kind: chess.PieceType) -> tuple[int, ...]:
        found = [0] * SIZE
        far = 7 if kind in SLIDERS else 1
        for step in self.steps.of(kind):
            for distance in range(1, far + 1):
                found[MIDDLE + distance * step] = step
        return tuple(found)

    def step(self, source: int, target: int, kind: chess.PieceType, color: chess.Color) -> int:
        """The step by which a man on *source* could attack *target*; 0 if it cannot."""
        difference = target - source
        if kind == chess.PAWN:
            north = self.steps.north if color else -self.steps.north
            return difference if abs(difference - north) == 1 else 0
        return self.table[kind][MIDDLE + difference]

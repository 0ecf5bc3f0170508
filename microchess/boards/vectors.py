"""Difference tables: in a wide board the distance of two squares alone says how one attacks it.

In rows of 15 or more cells two squares never have the same difference of numbers unless they lie
the same way from each other. So a table indexed by that difference tells which men could reach one
from the other, and by which step.
"""

from __future__ import annotations

from functools import cached_property

import chess

from microchess.boards.geometry import SLIDERS, Steps, steps
from microchess.boards.numbering import Numbering


class Vectors:
    """The table for a numbering with rows of at least 15."""

    def __init__(self, numbering: Numbering) -> None:
        self.steps: Steps = steps(numbering)
        self.numbering = numbering

    @cached_property
    def table(self) -> dict[chess.PieceType, dict[int, int]]:
        """The step by type and difference; pawns are not in it."""
        found: dict[chess.PieceType, dict[int, int]] = {}
        for kind in range(chess.KNIGHT, chess.KING + 1):
            far = 7 if kind in SLIDERS else 1
            found[kind] = {
                distance * step: step
                for step in self.steps.of(kind)
                for distance in range(1, far + 1)
            }
        return found

    def step(self, source: int, target: int, kind: chess.PieceType, color: chess.Color) -> int:
        """The step by which a man on *source* could attack *target*; 0 if it cannot."""
        difference = target - source
        if kind == chess.PAWN:
            north = self.steps.north if color else -self.steps.north
            return difference if abs(difference - north) == 1 else 0
        return self.table[kind].get(difference, 0)

"""Blocker loops on a board with guards: along a line to the first man, and one test of him.

From the source to the destination: over the empty squares until somebody stands in the way; only
then is it asked whether he is an enemy. The generator of captures does nothing on the empty
squares, the one of quiet moves nothing at the end. From the destination back to the source: the
difference of two squares names the step; over the empty squares from the *target* towards the
slider, and the square where that ends is compared with his.

After the description of Fritz Reul's New Architecture (chessprogramming.org, Vector Attacks); no
source of Loop is known, so the order of directions and of men is ours.
"""

from __future__ import annotations

from typing import ClassVar

import chess

from microchess.boards.geometry import SLIDERS
from microchess.boards.guarded import EMPTY, GuardedBoard
from microchess.boards.representation import BoardMove
from microchess.boards.vectors import Vectors


class BlockerLoops(GuardedBoard):
    """Generators of captures and of quiet moves, and the test for attacks, man by man."""

    vectors: ClassVar[Vectors]

    def add_captures(
        self,
        found: list[BoardMove],
        source: int,
        kind: chess.PieceType,
        color: chess.Color,
        ep: int | None,
    ) -> None:
        """The captures of one man; a pawn's by promotion and en passant too."""
        if kind == chess.PAWN:
            self.add_pawn_captures(found, source, color, ep)
            return
        board = self.board
        for step in self.steps.of(kind):
            target = source + step
            if kind in SLIDERS:
                while board[target] == EMPTY:
                    target += step
            if self.is_enemy(board[target], color):
                found.append(BoardMove(source, target))

    def add_quiet(
        self, found: list[BoardMove], source: int, kind: chess.PieceType, color: chess.Color
    ) -> None:
        """The other moves of one man; promotion by a step is one."""
        if kind == chess.PAWN:
            self.add_steps(found, source, color)
            return
        for step in self.steps.of(kind):
            target = source + step
            while self.board[target] == EMPTY:
                found.append(BoardMove(source, target))
                if kind not in SLIDERS:
                    break
                target += step

    def reaches(self, source: int, target: int, kind: chess.PieceType, color: chess.Color) -> bool:
        """Whether a man on *source* attacks *target*, run from the target back."""
        step = self.vectors.step(source, target, kind, color)
        if step == 0 or kind not in SLIDERS:
            return step != 0
        at = target - step
        while self.board[at] == EMPTY and at != source:
            at -= step
        return at == source

"""0x88: a board of 128 cells, half of them off the board, and a bit that says so.

Rank and file are a nibble each. A number with bit 3 or bit 7 set (``number & $88``) is off the
board, so a step is tested before anything is read; MicroChess tests its squares in this way.
The difference of two squares says how they lie to each other, as in boards of 15 columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import chess

from microchess.boards.arrays import CodedBoard, OneArray
from microchess.boards.geometry import OX88, SLIDERS
from microchess.boards.recorder import CellRecorder
from microchess.boards.view import by_square

EMPTY = 0


class Board88(CodedBoard):
    """Steps on 128 cells; ``steps`` are what is added, in order."""

    numbering = OX88
    steps: ClassVar[dict[chess.PieceType, tuple[int, ...]]] = OX88.steps

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
    cost = "No guard is ever read. The men have to be found: scans of 64."

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = self.cells("board", [EMPTY] * 128, by_square(OX88, self.letter), 16)

"""A board of 15 x 12 with a table of differences: who could attack whom, from two numbers alone.

Rows of 15 make the difference of two squares mean one displacement. Every enemy man is asked the
table first; only along the lines it names are the squares between read.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.geometry import SLIDERS, padded
from microchess.boards.guarded import Vectors
from microchess.boards.representations.ten_by_twelve import TenByTwelve

BOARD = padded(15, 3)
VECTORS = Vectors(BOARD)


class Vector(TenByTwelve):
    """``board[180]`` and ``kings[2]``."""

    title = "15 x 12, vector attacks"
    source = "common property; chessprogramming.org, Vector Attacks"
    idea = "The same board wider: a square's number minus another's names direction and attackers."
    cost = "Most men are ruled out without a look at the board. They still have to be found."
    numbering = BOARD

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        for source, man in self.scan(color):
            step = VECTORS.step(source, square, man.kind, color)
            if step and (man.kind not in SLIDERS or self.is_clear(source, square, step)):
                yield source

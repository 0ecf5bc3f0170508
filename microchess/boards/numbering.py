"""How programs number the 64 squares."""

from __future__ import annotations

from collections.abc import Callable

import chess

from microchess.program.squares import from_chess


class Numbering:
    """One way to number the squares.

    ``of[square]`` is the number of a python-chess square (a1 = 0, b1 = 1, ... h8 = 63),
    ``square[number]`` the way back; numbers off the board are not in it. ``ends`` are the numbers
    of the first and last rank, where no pawn stays one.
    """

    def __init__(self, rule: Callable[[chess.Square], int]) -> None:
        self.of = tuple(rule(square) for square in chess.SQUARES)
        self.square = {number: square for square, number in enumerate(self.of)}
        self.ends = frozenset(n for s, n in enumerate(self.of) if chess.square_rank(s) in (0, 7))
        self.ranks = {n: chess.square_rank(s) for n, s in self.square.items()}

    def name(self, number: int) -> str:
        """``e4``, or ``--`` off the board."""
        return chess.square_name(self.square[number]) if number in self.square else "--"


def padded(width: int, left: int) -> Numbering:
    """Rows of *width* cells, a8 first, two guard ranks above and *left* guard cells before it."""
    return Numbering(
        lambda square: (9 - chess.square_rank(square)) * width + left + chess.square_file(square)
    )


A1 = Numbering(lambda square: square)
"""Ranks from White's side: a1 = 0, h1 = 7, h8 = 63."""
A8 = Numbering(lambda square: square ^ 56)
"""Ranks as one reads: a8 = 0, h8 = 7, h1 = 63."""
FILES = Numbering(lambda square: chess.square_file(square) * 8 + chess.square_rank(square))
"""Files first: a1 = 0, a2 = 1, h8 = 63."""
OX88 = Numbering(lambda square: chess.square_rank(square) * 16 + chess.square_file(square))
"""Rank and file a nibble each: off the board is ``number & $88``."""
OCTAL = {
    chess.WHITE: Numbering(lambda square: from_chess(square, True)),
    chess.BLACK: Numbering(lambda square: from_chess(square, False)),
}
"""MicroChess's bytes by whose men are at $50: rank from that side, file from the other's left."""

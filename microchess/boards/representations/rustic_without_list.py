"""Rustic before its list: the repository's history has the time when a generator looked through the
words, a pair of colours after the other, for every target.
"""

from __future__ import annotations

from microchess.boards.bitboards import Bitboards
from microchess.boards.representations.rustic import Rustic


class RusticWithoutList(Bitboards):
    """``bb_pieces`` and ``bb_side``."""

    title = "Rustic without the list"
    year = Rustic.year
    source = "Marcel Vanthoor, mvanthoor/rustic, as it was before the list (src/board.rs @033d8ad)"
    idea = "A word of 64 bits per kind of man, and nothing else."
    cost = "What stands on a square takes up to twelve reads, and each target of a move asks."

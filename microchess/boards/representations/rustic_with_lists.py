"""Bitboards with lists of squares beside them, as early Stockfish had them (de Man's question).

Are bits scanned, or squares read from a list, when both are kept? Words, types, state and key are
Rustic's. Beside them stands a list for each kind of man, how many are in it, and each man's place
in his list; the generator reads the lists. A man who moves keeps his place, a captured one is
replaced by the last and, taken back, appended: the order does not come back. Room and order of the
lists are ours.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.bitboards import CODES, KING, LETTERS, WHITE
from microchess.boards.geometry import A1
from microchess.boards.lists import NO_INDEX, IndexedLists
from microchess.boards.recorder import CellRecorder
from microchess.boards.representations.rustic import Rustic
from microchess.boards.view import by_square

ROOM = 16
NAMES = tuple(f"{side} {letter}" for side in ("white", "black") for letter in LETTERS[:6])


class RusticWithLists(IndexedLists, Rustic):
    """The cells of :class:`Rustic`, twelve lists, their counts, and ``index[64]``."""

    title = "Rustic with lists"
    year = None
    source = "chessprogramming.org, Piece-Lists, on early Stockfish; words and types are Rustic's"
    idea = "Bitboards, and a list of squares for each kind of man beside them."
    cost = "No bit is looked for; but every change is written to a list as well."
    numbering = A1
    names = NAMES
    capacity = (ROOM,) * 12

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        place = by_square(A1, lambda value: None if value == NO_INDEX else str(value))
        self.make_lists("index", 64, place, 8)

    def list_of(self, kind: chess.PieceType, square: int, color: chess.Color) -> int:
        del square
        return CODES[kind] + (0 if color else 6)

    def put(self, square: int, kind: int, side: int) -> None:
        super().put(square, kind, side)
        self.append(6 * side + kind, square, side == WHITE)

    def take(self, square: int, kind: int, side: int) -> None:
        super().take(square, kind, side)
        self.delete(6 * side + kind, square, side == WHITE)

    def carry(self, source: int, target: int, kind: int, side: int) -> None:
        """The words change twice, the list once."""
        Rustic.take(self, source, kind, side)
        Rustic.put(self, target, kind, side)
        self.relist(6 * side + kind, source, target, side == WHITE)

    def each(self, kind: int, side: int) -> Iterator[int]:
        return self.listed(6 * side + kind)

    def king(self, color: chess.Color) -> int:
        return self.lists[KING + (0 if color else 6)][0]

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return self.count_of[self.list_of(kind, 0, color)]

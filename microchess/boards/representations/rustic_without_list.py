"""Rustic before its list: the repository's history has the time when a generator looked through the
words, a pair of colours after the other, for every target.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import chess

from microchess.boards.representation import Beside
from microchess.boards.representations.rustic import Rustic


class RusticWithoutList(Rustic):
    """``bb_pieces`` and ``bb_side``: what stands there is found by asking word after word."""

    title = "Rustic without the list"
    source = "Marcel Vanthoor, mvanthoor/rustic, as it was before the list (src/board.rs @033d8ad)"
    idea = "A word of 64 bits per kind of man, and nothing else."
    cost = "What stands on a square takes up to twelve reads, and each target of a move asks."

    def _add_list(self) -> None:
        pass

    def _list(self, square: int, kind: int) -> None:
        pass

    def _hash(self, square: int, kind: int, side: int) -> None:
        pass

    def beside(self, turn: chess.Color, rights: int, ep: int | None) -> None:
        pass

    def record(self, beside: Beside) -> dict[str, Any]:
        del beside
        return self.men_recorded()

    def _kind_on(self, square: int) -> int:
        return self.look_through(square)

    def _broken_list(self) -> Iterator[str]:
        return iter(())

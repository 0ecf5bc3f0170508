"""GNU Chess 4 with lists that are rebuilt after every move, as it does after en passant alone.

The question is old (Diepeveen, on updating piece lists): is a list cheaper kept or made anew? Here
boards, counts of moves and generator are GNU Chess's; what a move would change in the lists and the
counts of pawns is left, and both are filled again from the 64 squares. So their order is always
that of the squares. No program is known that did so.
"""

from __future__ import annotations

from microchess.boards.representations.gnuchess import GnuChess


class RebuiltGnuChess(GnuChess):
    """The cells of :class:`GnuChess`."""

    title = "GNU Chess 4, lists rebuilt"
    source = "ours, to compare: GNU Chess 4.00 rebuilds after en passant alone"
    idea = "The same boards and threads; both lists are made anew after every move."
    cost = "The order always comes back. Every move, made or unmade, reads all 64 squares."
    _filling = False

    def _fill_lists(self) -> None:
        self._filling = True
        super()._fill_lists()
        self._filling = False

    def _put(self, side: int, place: int, square: int) -> None:
        if self._filling:
            super()._put(side, place, square)
        else:
            self._rebuild = True

    def _close(self, square: int, side: int) -> None:
        """Left to the rebuilding."""

    def _append(self, square: int, side: int) -> None:
        if self._filling:
            super()._append(square, side)

    def _count_pawn(self, kind: int, side: int, square: int, change: int) -> None:
        if self._filling:
            super()._count_pawn(kind, side, square, change)

"""Lists of squares, a counter for each, and a board that knows each man's place in his list.

A man who is captured is replaced by the last of his list; taken back, he is appended: the set comes
back, the order does not. What lies beyond a counter, and the index of a square left, is stale.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

import chess

from microchess.boards.arrays import code
from microchess.boards.guarded import EMPTY, GuardedBoard
from microchess.boards.recorder import Cells
from microchess.boards.representation import Representation
from microchess.boards.view import CellState, Show, Shown, named

NO_INDEX = -1
NO_SQUARE = -1


class IndexedLists(Representation):
    """``lists`` by number, ``count_of`` each, ``index`` by :meth:`spot`.

    ``names`` and ``capacity`` are those of all lists, White's first.
    """

    names: ClassVar[Sequence[str]]
    capacity: ClassVar[Sequence[int]]
    lists: tuple[Cells, ...]
    count_of: Cells
    index: Cells

    def make_lists(self, index: str, size: int, show: Show, columns: int, note: str = "") -> None:
        """The banks, ``index`` of *size* cells under the name given."""
        self.index = self.cells(index, [NO_INDEX] * size, show, columns, note)
        half = len(self.names) // 2
        self.count_of = self.cells("count", [0] * (2 * half), named(self.names), half)
        self.lists = tuple(
            self.cells(name, [NO_SQUARE] * room, self._show_list(number), room)
            for number, (name, room) in enumerate(zip(self.names, self.capacity, strict=True))
        )

    @abstractmethod
    def list_of(self, kind: chess.PieceType, square: int, color: chess.Color) -> int:
        """The number of the list that such a man is in."""

    def spot(self, square: int, color: chess.Color) -> int:
        """The cell of ``index`` that a man's place is in."""
        del color
        return square

    def append(self, number: int, square: int, color: chess.Color) -> None:
        """Put a man at the end of a list."""
        place = self.count_of[number]
        self.lists[number][place] = square
        self.index[self.spot(square, color)] = place
        self.count_of[number] = place + 1

    def delete(self, number: int, square: int, color: chess.Color) -> None:
        """Take a man out of a list; the last one moves into the hole."""
        last = self.count_of[number] - 1
        self.count_of[number] = last
        place = self.index[self.spot(square, color)]
        if place != last:
            moved = self.lists[number][last]
            self.lists[number][place] = moved
            self.index[self.spot(moved, color)] = place

    def relist(self, number: int, source: int, target: int, color: chess.Color) -> None:
        """A man has gone from one square to another, and keeps his place."""
        place = self.index[self.spot(source, color)]
        self.index[self.spot(target, color)] = place
        self.lists[number][place] = target

    def listed(self, number: int, *, backward: bool = False) -> Iterator[int]:
        """The squares of a list, from its first man on or from its last back."""
        places = range(self.count_of[number])
        for place in reversed(places) if backward else places:
            yield self.lists[number][place]

    def men(self, color: chess.Color) -> Iterator[int]:
        half = len(self.lists) // 2
        for number in range(half) if color else range(half, 2 * half):
            yield from self.listed(number)

    def _show_list(self, number: int) -> Show:
        def show(index: int, value: int) -> Shown:
            if value == NO_SQUARE:
                return Shown(str(index), "--", None, CellState.EMPTY)
            live = index < self.count_of[number]
            state = CellState.LIVE if live else CellState.STALE
            square = self.numbering.square.get(value)
            return Shown(str(index), self.numbering.name(value), square, state)

        return show


class ListedBoard(IndexedLists, GuardedBoard):
    """Men on a guarded board and in lists: what making and unmaking write."""

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.restore(square, code(*man))

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        man, taken = self.board[source], self.board[target]
        if taken != EMPTY:
            self._unlist(target, taken)
        self.board[target], self.board[source] = man, EMPTY
        self.relist(self.list_of(man & 7, target, man < 8), source, target, man < 8)
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        man = self.board[target]
        self.relist(self.list_of(man & 7, source, man < 8), target, source, man < 8)
        self.board[source], self.board[target] = man, EMPTY
        if token != EMPTY:
            self.restore(target, token)

    def remove(self, square: int) -> int:
        taken = self.board[square]
        self._unlist(square, taken)
        self.board[square] = EMPTY
        return taken

    def restore(self, square: int, token: int) -> None:
        self.board[square] = token
        self.append(self.list_of(token & 7, square, token < 8), square, token < 8)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        pawn = self.board[square]
        self._unlist(square, pawn)
        self.restore(square, code(kind, pawn < 8))
        return pawn

    def demote(self, square: int, token: int) -> None:
        self._unlist(square, self.board[square])
        self.restore(square, token)

    def _unlist(self, square: int, man: int) -> None:
        self.delete(self.list_of(man & 7, square, man < 8), square, man < 8)

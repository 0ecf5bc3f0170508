"""Lists of squares, a counter for each, and a board that knows each piece's place in its list.

Loop Leiden's are in a file of their own; here are those of a board with guards, and of bitboards.

A piece that is captured is replaced by the last of its list; taken back, it is appended: the set
comes back, the order does not. What lies beyond a counter, and the index of a square left, is
stale.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

import chess

from microchess.boards.geometry import A1, padded
from microchess.boards.moves import code
from microchess.boards.recorder import Cells
from microchess.boards.representation import Representation
from microchess.boards.representations.edged import EMPTY, GuardedBoard
from microchess.boards.representations.rustic import Rustic
from microchess.boards.representations.rustic_without_list import CODES, KING, LETTERS
from microchess.boards.view import Show, by_square, named, pointing

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

    def make_lists(self, size: int, show: Show, columns: int, note: str = "") -> None:
        """The banks, ``index`` of *size* cells."""
        self.index = self.cells("index", [NO_INDEX] * size, show, columns, note)
        self.count_of = self.cells("count", [0] * len(self.names), named(self.names), self.half)
        self.lists = tuple(
            self.cells(name, [NO_SQUARE] * room, self._show_list(number, room), room)
            for number, (name, room) in enumerate(zip(self.names, self.capacity, strict=True))
        )

    @property
    def half(self) -> int:
        return len(self.names) // 2

    def spot(self, number: int, square: int) -> int:
        """The cell of ``index`` that the place of a piece of that list is in."""
        return square

    def append(self, number: int, square: int) -> None:
        """Put a piece at the end of a list."""
        place = self.count_of[number]
        self.lists[number][place] = square
        self.index[self.spot(number, square)] = place
        self.count_of[number] = place + 1

    def delete(self, number: int, square: int) -> None:
        """Take a piece out of a list; the last one moves into the hole."""
        last = self.count_of[number] - 1
        self.count_of[number] = last
        place = self.index[self.spot(number, square)]
        if place != last:
            moved = self.lists[number][last]
            self.lists[number][place] = moved
            self.index[self.spot(number, moved)] = place

    def relist(self, number: int, source: int, target: int) -> None:
        """A piece has gone from one square to another, and keeps its place."""
        place = self.index[self.spot(number, source)]
        self.index[self.spot(number, target)] = place
        self.lists[number][place] = target

    def listed(self, number: int, *, backward: bool = False) -> Iterator[int]:
        """The squares of a list, from its first piece on or from its last back."""
        places = range(self.count_of[number])
        for place in reversed(places) if backward else places:
            yield self.lists[number][place]

    def men(self, color: chess.Color) -> Iterator[int]:
        for number in range(self.half) if color else range(self.half, 2 * self.half):
            yield from self.listed(number)

    def _show_list(self, number: int, room: int) -> Show:
        places = [str(place) for place in range(room)]
        return pointing(places, self.numbering, stale=lambda at: at >= self.count_of[number])


def place_text(place: int) -> str | None:
    """How a place in a list is shown by its square."""
    return None if place == NO_INDEX else str(place)


class ListedBoard(IndexedLists, GuardedBoard):
    """Pieces on a guarded board and in lists: what making and unmaking write."""

    @abstractmethod
    def list_of(self, man: int, square: int) -> int:
        """The number of the list that such a piece is in."""

    def lift(self, square: int) -> int:
        man = self.board[square]
        if man != EMPTY:
            self.delete(self.list_of(man, square), square)
        return man

    def shift(self, source: int, target: int) -> None:
        man = self.board[source]
        self.board[target], self.board[source] = man, EMPTY
        self.relist(self.list_of(man, target), source, target)

    def restore(self, square: int, token: int) -> None:
        self.board[square] = token
        self.append(self.list_of(token, square), square)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        pawn = self.lift(square)
        self.restore(square, code(kind, pawn < 8))
        return pawn


class SixteenByTwelve(ListedBoard):
    """``board[192]``, two lists for each side, of pieces and of pawns, and each piece's place in
    its list, as Fruit 2.1 (Letouzey) has them: ``piece[2][32]``, ``pawn[2][16]``.

    Rows of 16 make rank and file of a square a shift and a mask, where rows of 15 would need a
    division; the guards beside the board end every ray by reading. The king is the first of his
    list and stays there. Width and lists are from the source, all orders are ours.
    """

    title = "16 x 12"
    year = None
    source = (
        "Fabien Letouzey, Fruit 2.1, src/square.h, src/board.h; chessprogramming.org, Piece-Lists"
    )
    idea = "A board with an edge, rows of 16, and two lists of each side: pieces, pawns."
    cost = "No scan for pieces or king, no edge test. A capture closes a gap in a list."
    numbering = padded(16, 4)
    names = ("white pieces", "white pawns", "black pieces", "black pawns")
    capacity = (32, 16, 32, 16)

    def lay_out(self) -> None:
        super().lay_out()
        stale = by_square(self.numbering, place_text, lambda at: self.board[at] == EMPTY)
        self.make_lists(192, stale, 16)

    def load(self, board: chess.Board) -> None:
        for square, man in self.kings_first(board):
            self.restore(square, code(*man))

    def list_of(self, man: int, square: int) -> int:
        return (0 if man < 8 else 2) + (man % 8 == chess.PAWN)

    def king(self, color: chess.Color) -> int:
        return self.lists[0 if color else 2][0]


class RusticWithLists(IndexedLists, Rustic):
    """The cells of :class:`Rustic`, twelve lists, their counts, and ``index[64]``, as early
    Stockfish had them (de Man's question).

    Are bits scanned, or squares read from a list, when both are kept? The generator reads the
    lists. Room and order of the lists are ours.
    """

    title = "Rustic with lists"
    year = None
    source = "chessprogramming.org, Piece-Lists, on early Stockfish; words and types are Rustic's"
    idea = "Bitboards, and a list of squares for each kind of piece beside them."
    cost = "No bit is looked for; but every change is written to a list as well."
    names = tuple(f"{side} {letter}" for side in ("white", "black") for letter in LETTERS)
    capacity = (16,) * 12

    def lay_out(self) -> None:
        super().lay_out()
        self.make_lists(64, by_square(A1, place_text), 8)

    def put(self, square: int, kind: int, side: int) -> None:
        super().put(square, kind, side)
        self.append(6 * side + kind, square)

    def take(self, square: int, kind: int, side: int) -> None:
        super().take(square, kind, side)
        self.delete(6 * side + kind, square)

    def carry(self, source: int, target: int, kind: int, side: int) -> None:
        """The words change twice, the list once."""
        Rustic.take(self, source, kind, side)
        Rustic.put(self, target, kind, side)
        self.relist(6 * side + kind, source, target)

    def each(self, kind: int, side: int) -> Iterator[int]:
        return self.listed(6 * side + kind)

    def king(self, color: chess.Color) -> int:
        return self.lists[KING + (0 if color else 6)][0]

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return self.count_of[CODES[kind] + (0 if color else 6)]

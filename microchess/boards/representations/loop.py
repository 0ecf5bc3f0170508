"""Loop Leiden's New Architecture (Fritz Reul, 2009): disjoint lists and an index board.

A list of squares and a counter per colour and type, the bishops apart by the colour of their
square; a bishop never changes lists. ``index[colour][square]`` is a man's place in its list. A
capture moves the last entry into the hole; its unmaking appends, so the set comes back, the order
does not. Cells beyond a counter, and index cells of squares left, keep what they had: stale.

The men also stand on a board of 15 x 12: rows of 15 make every distance of two squares mean one
direction, so that a table of differences tells what could attack along it. Captures are generated
apart, the lists walked forward; quiet moves with the lists walked backward; see
:mod:`microchess.boards.blockers` for the loops along a line.

No source of Loop is known. Lists, index boards, blocker loops and tables are as described in
print; the order of lists and directions, and where promotions and castling come, is ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import islice

import chess

from microchess.boards.blockers import BlockerLoops
from microchess.boards.codes import code
from microchess.boards.guarded import EMPTY, GUARD
from microchess.boards.lens import CellState
from microchess.boards.numbering import padded
from microchess.boards.recorder import CellRecorder, Cells
from microchess.boards.representation import BoardMove, Shown
from microchess.boards.shows import Show
from microchess.boards.vectors import Vectors

BOARD = padded(15, 3)
NO_INDEX = -1

PAWNS, KNIGHTS, LIGHT, DARK, ROOKS, QUEENS, KING = range(7)
LISTS = ("pawns", "knights", "light bishops", "dark bishops", "rooks", "queens", "king")
CAPACITY = (8, 10, 9, 9, 10, 9, 1)
"""As many as promotion can make; Reul names 10 for the rooks."""
KINDS = (
    chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING,
)  # fmt: skip
_LIST_OF_KIND = {chess.PAWN: PAWNS, chess.KNIGHT: KNIGHTS, chess.ROOK: ROOKS, chess.QUEEN: QUEENS,
                 chess.KING: KING}  # fmt: skip
_SQUARE64 = tuple(BOARD.square.get(number, 0) for number in range(180))
_IS_LIGHT = tuple(
    number in BOARD.square and bool(chess.BB_SQUARES[BOARD.square[number]] & chess.BB_LIGHT_SQUARES)
    for number in range(180)
)


def list_name(which: int, color: chess.Color) -> str:
    """``white rooks``."""
    return f"{chess.COLOR_NAMES[color]} {LISTS[which]}"


class Loop(BlockerLoops):
    """Lists, counters, index boards, and a 15 x 12 board."""

    title = "Loop Leiden"
    year = 2009
    source = (
        "Fritz Reul, New Architectures in Computer Chess (Tilburg 2009), ch. 2; CPW Piece-Lists"
    )
    idea = "A list of squares per colour and type, and a board that knows each man's place in it."
    cost = "No empty square is looked at; who has how many is one read. Captures reorder the lists."
    numbering = BOARD
    vectors = Vectors(BOARD)

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.index = self.cells("index", [NO_INDEX] * 128, self._show_index, 8,
                                "white's half, then black's")  # fmt: skip
        self.count_of = self.cells("count", [0] * 14, self._show_count, 7)
        self.lists: tuple[Cells, ...] = tuple(
            self.cells(list_name(which, color), [0] * CAPACITY[which],
                       self._show_list(which, color), CAPACITY[which])
            for color in (chess.WHITE, chess.BLACK)
            for which in range(7)
        )  # fmt: skip

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for square, man in self.in_fen_order(board):
            self._append(square, man.kind, man.color)

    def misfits(self, board: chess.BaseBoard) -> list[str]:
        listed = Counter(_list(man.kind, n, man.color) for n, man in self.in_fen_order(board))
        return [
            f"{list_name(which % 7, which < 7)}: {count}, there is room for {CAPACITY[which % 7]}"
            for which, count in listed.items()
            if count > CAPACITY[which % 7]
        ]

    # the lists

    def _append(self, square: int, kind: chess.PieceType, color: chess.Color) -> None:
        self.board[square] = code(kind, color)
        number = _list(kind, square, color)
        place = self.count_of[number]
        self.lists[number][place] = square
        self.index[_half(color) + _SQUARE64[square]] = place
        self.count_of[number] = place + 1

    def _delete(self, square: int, kind: chess.PieceType, color: chess.Color) -> None:
        """Take a man out of his list; the last one moves into the hole. The board is left alone."""
        number = _list(kind, square, color)
        last = self.count_of[number] - 1
        self.count_of[number] = last
        place = self.index[_half(color) + _SQUARE64[square]]
        if place != last:
            moved = self.lists[number][last]
            self.lists[number][place] = moved
            self.index[_half(color) + _SQUARE64[moved]] = place

    def _relist(self, source: int, target: int, kind: chess.PieceType, color: chess.Color) -> None:
        place = self.index[_half(color) + _SQUARE64[source]]
        self.index[_half(color) + _SQUARE64[target]] = place
        self.lists[_list(kind, target, color)][place] = target

    # the men

    def king(self, color: chess.Color) -> int:
        return self.lists[_first(color) + KING][0]

    def men(self, color: chess.Color) -> Iterator[int]:
        first = _first(color)
        for number in range(first, first + 7):
            for place in range(self.count_of[number]):
                yield self.lists[number][place]

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        if kind == chess.BISHOP:
            first = _first(color)
            return self.count_of[first + LIGHT] + self.count_of[first + DARK]
        return self.count_of[_first(color) + _LIST_OF_KIND[kind]]

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """List by list; a slider's line is run from the square back to him."""
        first = _first(color)
        for which in range(7):
            for source in self.listed(first + which):
                if self.reaches(source, square, KINDS[which], color):
                    yield source

    def listed(self, number: int, *, backward: bool = False) -> Iterator[int]:
        """The squares of a list, from its first man on or from its last back."""
        places = range(self.count_of[number])
        for place in reversed(places) if backward else places:
            yield self.lists[number][place]

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        found = self.captures(color, ep)
        self._add_quiet(found, color)
        return self.castle(found, color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        kind = self.board[square] & 7
        self.add_captures(found, square, kind, color, ep)
        self.add_quiet(found, square, kind, color)
        return found

    def captures(self, color: chess.Color, ep: int | None) -> list[BoardMove]:
        """All lists forward."""
        found: list[BoardMove] = []
        for which in range(7):
            for source in self.listed(_first(color) + which):
                self.add_captures(found, source, KINDS[which], color, ep)
        return found

    def _add_quiet(self, found: list[BoardMove], color: chess.Color) -> None:
        """All lists backward."""
        for which in range(7):
            for source in self.listed(_first(color) + which, backward=True):
                self.add_quiet(found, source, KINDS[which], color)

    # making and unmaking

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        man, taken = self.board[source], self.board[target]
        if taken != EMPTY:
            self._delete(target, taken & 7, taken < 8)
        self.board[target], self.board[source] = man, EMPTY
        self._relist(source, target, man & 7, man < 8)
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        man = self.board[target]
        self._relist(target, source, man & 7, man < 8)
        self.board[source], self.board[target] = man, EMPTY
        if token != EMPTY:
            self._append(target, token & 7, token < 8)

    def remove(self, square: int) -> int:
        taken = self.board[square]
        self._delete(square, taken & 7, taken < 8)
        self.board[square] = EMPTY
        return taken

    def restore(self, square: int, token: int) -> None:
        self._append(square, token & 7, token < 8)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        color = self.board[square] < 8
        self._delete(square, chess.PAWN, color)
        self._append(square, kind, color)
        return kind

    def demote(self, square: int, token: int) -> None:
        color = self.board[square] < 8
        self._delete(square, token, color)
        self._append(square, chess.PAWN, color)

    def live(self) -> Hashable:
        """Board, counters, and the lists as sets: their order and stale cells do not last."""
        with self.unwatched():
            counts = tuple(self.count_of)
            sets = (frozenset(islice(one, n)) for one, n in zip(self.lists, counts, strict=True))
            return tuple(self.board), counts, tuple(sets)

    # what is always true

    def broken(self) -> Iterator[str]:
        listed = 0
        for color in chess.COLORS:
            for which in range(7):
                number = _first(color) + which
                name = list_name(which, color)
                for place in range(self.count_of[number]):
                    listed += 1
                    square = self.lists[number][place]
                    if not 0 <= square < 180 or self.board[square] != code(KINDS[which], color):
                        yield f"{name}: {BOARD.name(square)} is listed, the board has another there"
                    elif self.index[_half(color) + _SQUARE64[square]] != place:
                        yield f"{name}: the index of {BOARD.name(square)} is not {place}"
                    elif which in (LIGHT, DARK) and _IS_LIGHT[square] != (which == LIGHT):
                        yield f"{name}: {BOARD.name(square)} has the other colour"
        men = sum(there not in (EMPTY, GUARD) for there in self.board)
        if listed != men:
            yield f"{listed} men are listed, {men} stand on the board"
        yield from self.misplaced_guards()

    # how it is shown

    def _show_index(self, index: int, value: int) -> Shown:
        color, square = index < 64, index % 64
        there = self.board[BOARD.of[square]]
        text = "-" if value == NO_INDEX else str(value)
        name = f"{chess.COLOR_NAMES[color][0]}:{chess.square_name(square)}"
        if value == NO_INDEX:
            return Shown(name, text, square, CellState.EMPTY)
        live = there != EMPTY and (there < 8) == color
        return Shown(name, text, square, CellState.LIVE if live else CellState.STALE)

    def _show_count(self, index: int, value: int) -> Shown:
        return Shown(list_name(index % 7, index < 7), str(value))

    def _show_list(self, which: int, color: chess.Color) -> Show:
        def show(index: int, value: int) -> Shown:
            if value == 0:
                return Shown(str(index), "--", None, CellState.EMPTY)
            live = index < self.count_of[_first(color) + which]
            square = BOARD.square.get(value)
            state = CellState.LIVE if live else CellState.STALE
            return Shown(str(index), BOARD.name(value), square, state)

        return show


def _first(color: chess.Color) -> int:
    """The number of a colour's first list."""
    return 0 if color else 7


def _half(color: chess.Color) -> int:
    """Where a colour's index board begins."""
    return 0 if color else 64


def _list(kind: chess.PieceType, square: int, color: chess.Color) -> int:
    """The number of the list that a man on *square* is in."""
    if kind == chess.BISHOP:
        return _first(color) + (LIGHT if _IS_LIGHT[square] else DARK)
    return _first(color) + _LIST_OF_KIND[kind]

"""Loop Leiden's New Architecture (Fritz Reul, 2009): disjoint lists and an index board.

A list of squares and a counter per colour and type, the bishops apart by the colour of their
square; a bishop never changes lists. ``index[colour][square]`` is a man's place in its list. A
capture moves the last entry into the hole; its unmaking appends, so the set comes back, the order
does not. Cells beyond a counter, and index cells of squares left, keep what they had: stale.

The men also stand on a board of 15 x 12: rows of 15 make every distance of two squares mean one
direction, so that a table of differences tells what could attack along it. Captures are generated
apart, the lists walked forward; quiet moves with the lists walked backward.

Blocker loops run along a line to the first man and test him once. From the source: over the empty
squares until somebody stands in the way; captures do nothing on the way, quiet moves nothing at its
end. From the destination back: over the empty squares from the *target* towards the slider, and the
square where that ends is compared with his.

No source of Loop is known. Lists, index boards, blocker loops and tables are as described in
print; the order of lists and directions, and where promotions and castling come, is ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

import chess

from microchess.boards.arrays import code
from microchess.boards.geometry import SLIDERS, padded
from microchess.boards.guarded import EMPTY, GUARD, GuardedBoard, Vectors
from microchess.boards.recorder import CellRecorder, Cells
from microchess.boards.representation import BoardMove, Man, Moves
from microchess.boards.view import CellState, Show, Shown, named

BOARD = padded(15, 3)
NO_INDEX = -1

LISTS = ("pawns", "knights", "light bishops", "dark bishops", "rooks", "queens", "king")
CAPACITY = (8, 10, 9, 9, 10, 9, 1)
"""As many as promotion can make; Reul names 10 for the rooks."""
KINDS = (
    chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING,
)  # fmt: skip
LIGHT, DARK, KING = 2, 3, 6
OF_SIDE = {
    color: tuple(enumerate((Man(kind, color) for kind in KINDS), 0 if color else len(KINDS)))
    for color in (chess.WHITE, chess.BLACK)
}
"""The numbers of a side's lists, White's first, and what is in each."""
PLACE = {
    color: {number: square + (0 if color else 64) for number, square in BOARD.square.items()}
    for color in chess.COLORS
}
"""A square's cell in the index of a side."""
_LIGHT = frozenset(BOARD.of[square] for square in chess.SquareSet(chess.BB_LIGHT_SQUARES))


NAMES = tuple(f"{chess.COLOR_NAMES[color]} {name}" for color in OF_SIDE for name in LISTS)
"""``white rooks``."""


class Loop(GuardedBoard):
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
        self.index = self.cells(
            "index", [NO_INDEX] * 128, self._show_index, 8, "white's half, then black's"
        )
        self.count_of = self.cells("count", [0] * 14, named(NAMES), 7)
        self.lists: tuple[Cells, ...] = tuple(
            self.cells(
                name, [0] * CAPACITY[number % 7], self._show_list(number), CAPACITY[number % 7]
            )
            for number, name in enumerate(NAMES)
        )

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self._append(square, man.kind, man.color)

    def misfits(self, board: chess.BaseBoard) -> list[str]:
        listed = Counter(_list(man.kind, n, man.color) for n, man in self.in_fen_order(board))
        return [
            f"{NAMES[number]}: {count}, there is room for {CAPACITY[number % 7]}"
            for number, count in listed.items()
            if count > CAPACITY[number % 7]
        ]

    # the lists

    def _append(self, square: int, kind: chess.PieceType, color: chess.Color) -> None:
        self.board[square] = code(kind, color)
        number = _list(kind, square, color)
        place = self.count_of[number]
        self.lists[number][place] = square
        self.index[PLACE[color][square]] = place
        self.count_of[number] = place + 1

    def _delete(self, square: int, kind: chess.PieceType, color: chess.Color) -> None:
        """Take a man out of his list; the last one moves into the hole. The board is left alone."""
        number = _list(kind, square, color)
        last = self.count_of[number] - 1
        self.count_of[number] = last
        place = self.index[PLACE[color][square]]
        if place != last:
            moved = self.lists[number][last]
            self.lists[number][place] = moved
            self.index[PLACE[color][moved]] = place

    def _relist(self, source: int, target: int, kind: chess.PieceType, color: chess.Color) -> None:
        place = self.index[PLACE[color][source]]
        self.index[PLACE[color][target]] = place
        self.lists[_list(kind, target, color)][place] = target

    def listed(self, number: int, *, backward: bool = False) -> Iterator[int]:
        """The squares of a list, from its first man on or from its last back."""
        places = range(self.count_of[number])
        for place in reversed(places) if backward else places:
            yield self.lists[number][place]

    # the men

    def king(self, color: chess.Color) -> int:
        return self.lists[OF_SIDE[color][KING][0]][0]

    def men(self, color: chess.Color) -> Iterator[int]:
        for number, _ in OF_SIDE[color]:
            yield from self.listed(number)

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(self.count_of[number] for number, man in OF_SIDE[color] if man.kind == kind)

    # moves

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """List by list; a slider's line is run from the square back to him."""
        for number, man in OF_SIDE[color]:
            for source in self.listed(number):
                if self._reaches(source, square, man):
                    yield source

    def _reaches(self, source: int, target: int, man: Man) -> bool:
        step = self.vectors.step(source, target, man.kind, man.color)
        if step == 0 or man.kind not in SLIDERS:
            return step != 0
        at = target - step
        while self.board[at] == EMPTY and at != source:
            at -= step
        return at == source

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        found = self.captures(color, ep)
        for number, man in OF_SIDE[color]:
            for source in self.listed(number, backward=True):
                self._add_quiet(found, source, man)
        return self.castle(found, color, rights)

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """All lists forward."""
        found: Moves = []
        for number, man in OF_SIDE[color]:
            for source in self.listed(number):
                self.add_captures(found, source, man, ep)
        return found

    def generate(self, found: Moves, source: int, man: Man, ep: int | None) -> None:
        self.add_captures(found, source, man, ep)
        self._add_quiet(found, source, man)

    def add_captures(self, found: Moves, source: int, man: Man, ep: int | None) -> None:
        kind, color = man
        if kind == chess.PAWN:
            self.add_pawn_captures(found, source, color, ep)
            return
        board = self.board
        for step in BOARD.steps[kind]:
            target = source + step
            if kind in SLIDERS:
                while board[target] == EMPTY:
                    target += step
            if self.colors[board[target]] == (not color):
                found.append(BoardMove(source, target))

    def _add_quiet(self, found: Moves, source: int, man: Man) -> None:
        """Steps of a pawn, promotion among them; or squares on the way to a man."""
        kind, color = man
        if kind == chess.PAWN:
            self.add_steps(found, source, color)
            return
        for step in BOARD.steps[kind]:
            target = source + step
            while self.board[target] == EMPTY:
                found.append(BoardMove(source, target))
                if kind not in SLIDERS:
                    break
                target += step

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
            self.restore(target, token)

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
            lists = tuple(frozenset(self.listed(number)) for number in range(len(self.lists)))
            return tuple(self.board), tuple(self.count_of), lists

    # what is always true

    def broken(self) -> Iterator[str]:
        yield from super().broken()
        listed = 0
        for color, lists in OF_SIDE.items():
            for number, man in lists:
                for place, square in enumerate(self.listed(number)):
                    listed += 1
                    name = BOARD.name(square)
                    if name == "--" or self.board[square] != code(*man):
                        yield f"{NAMES[number]}: {name} is listed, the board has another there"
                    elif self.index[PLACE[color][square]] != place:
                        yield f"{NAMES[number]}: the index of {name} is not {place}"
                    elif number % 7 in (LIGHT, DARK) and (square in _LIGHT) != (
                        number % 7 == LIGHT
                    ):
                        yield f"{NAMES[number]}: {name} has the other colour"
        men = sum(there not in (EMPTY, GUARD) for there in self.board)
        if listed != men:
            yield f"{listed} men are listed, {men} stand on the board"

    # how it is shown

    def _show_index(self, index: int, value: int) -> Shown:
        color, square = index < 64, index % 64
        name = f"{chess.COLOR_NAMES[color][0]}:{chess.square_name(square)}"
        if value == NO_INDEX:
            return Shown(name, "-", square, CellState.EMPTY)
        live = self.colors[self.board[BOARD.of[square]]] == color
        return Shown(name, str(value), square, CellState.LIVE if live else CellState.STALE)

    def _show_list(self, number: int) -> Show:
        def show(index: int, value: int) -> Shown:
            if value == 0:
                return Shown(str(index), "--", None, CellState.EMPTY)
            live = index < self.count_of[number]
            state = CellState.LIVE if live else CellState.STALE
            return Shown(str(index), BOARD.name(value), BOARD.square.get(value), state)

        return show


def _list(kind: chess.PieceType, square: int, color: chess.Color) -> int:
    """The number of the list that a man on *square* is in."""
    which = KINDS.index(kind)
    if which == LIGHT and square not in _LIGHT:
        which = DARK
    return which if color else which + len(KINDS)

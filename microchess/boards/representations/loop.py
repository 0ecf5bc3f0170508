"""Loop Leiden's New Architecture (Fritz Reul, 2009): disjoint lists and an index board.

A list of squares and a counter per colour and type, the bishops apart by the colour of their
square; a bishop never changes lists. ``index[colour][square]`` is a piece's place in its list;
making and unmaking are :mod:`~microchess.boards.representations.listed`'s.

The pieces also stand on a board of 15 x 12: rows of 15 make every distance of two squares mean one
direction, so that a table of differences tells what could attack along it. Captures are generated
apart, the lists walked forward; quiet moves with the lists walked backward.

Blocker loops run along a line to the first piece and test it once. From the source: over the empty
squares until somebody stands in the way; captures do nothing on the way, quiet moves nothing at its
end. From the destination back: over the empty squares from the *target* towards the slider, and the
square where that ends is compared with its own.

No source of Loop is known. Lists, index boards, blocker loops and tables are as described in
print; the order of lists and directions, and where promotions and castling come, is ours.
"""

from collections import Counter
from collections.abc import Iterator

import chess

from microchess.boards.geometry import SLIDERS
from microchess.boards.moves import BoardMove, Man, Moves, code
from microchess.boards.representations.edged import EMPTY, FIFTEEN, vector
from microchess.boards.representations.listed import NO_INDEX, ListedBoard
from microchess.boards.view import CellState, Shown

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
    color: {number: square + (0 if color else 64) for number, square in FIFTEEN.square.items()}
    for color in chess.COLORS
}
"""A square's cell in the index of a side."""
_LIGHT = frozenset(FIFTEEN.of[square] for square in chess.SquareSet(chess.BB_LIGHT_SQUARES))


NAMES = tuple(f"{chess.COLOR_NAMES[color]} {name}" for color in OF_SIDE for name in LISTS)
"""``white rooks``."""


class Loop(ListedBoard):
    """Lists, counters, index boards, and a 15 x 12 board."""

    title = "Loop Leiden"
    year = 2009
    source = (
        "Fritz Reul, New Architectures in Computer Chess (Tilburg 2009), ch. 2; CPW Piece-Lists"
    )
    idea = "A list of squares per colour and type, and a board that knows each piece's place in it."
    cost = "No empty square is looked at; who has how many is one read. Captures reorder the lists."
    numbering = FIFTEEN
    names = NAMES
    capacity = CAPACITY * 2

    def lay_out(self) -> None:
        super().lay_out()
        self.make_lists(128, self._show_index, 8, "white's half, then black's")

    def misfits(self, board: chess.BaseBoard) -> list[str]:
        """Lists too short for their pieces, or for what the pawns there are may become."""
        listed = Counter(self.list_of(code(*man), n) for n, man in self.in_fen_order(board))
        found = []
        for lists in OF_SIDE.values():
            for number, man in lists:
                count, room = listed[number], self.capacity[number]
                pawns = listed[lists[0][0]] if man.kind in self.promotions else 0
                more = f" and {pawns} pawns that may become more" if count <= room else ""
                if count + pawns > room:
                    found.append(f"{NAMES[number]}: {count}{more}, there is room for {room}")
        return found

    def list_of(self, man: int, square: int) -> int:
        which = KINDS.index(man & 7)
        if which == LIGHT and square not in _LIGHT:
            which = DARK
        return which if man < 8 else which + len(KINDS)

    def spot(self, number: int, square: int) -> int:
        return PLACE[number < len(KINDS)][square]

    def king(self, color: chess.Color) -> int:
        return self.lists[OF_SIDE[color][KING][0]][0]

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(self.count_of[number] for number, man in OF_SIDE[color] if man.kind == kind)

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """List by list; a slider's line is run from the square back to him."""
        for number, man in OF_SIDE[color]:
            for source in self.listed(number):
                if self._reaches(source, square, man):
                    yield source

    def _reaches(self, source: int, target: int, man: Man) -> bool:
        step = vector(source, target, man.kind, man.color)
        if step == 0 or man.kind not in SLIDERS:
            return step != 0
        at = target - step
        while self.board[at] == EMPTY and at != source:
            at -= step
        return at == source

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        yield from self.captures(color, ep)
        for number, man in OF_SIDE[color]:
            for source in self.listed(number, backward=True):
                yield from self._quiet(source, man)
        yield from self.castle(color, rights)

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        for number, man in OF_SIDE[color]:
            for source in self.listed(number):
                yield from self.capturing(source, man, ep)

    def generate(self, source: int, man: Man, ep: int | None) -> Moves:
        yield from self.capturing(source, man, ep)
        yield from self._quiet(source, man)

    def capturing(self, source: int, man: Man, ep: int | None) -> Moves:
        kind, color = man
        if kind == chess.PAWN:
            yield from super().capturing(source, man, ep)
            return
        board = self.board
        for step in FIFTEEN.steps[kind]:
            target = source + step
            if kind in SLIDERS:
                while board[target] == EMPTY:
                    target += step
            if self.colors[board[target]] == (not color):
                yield BoardMove(source, target)

    def _quiet(self, source: int, man: Man) -> Moves:
        """Steps of a pawn, promotion among them; or squares on the way to a piece."""
        kind, color = man
        if kind == chess.PAWN:
            yield from self.stepping(source, color)
            return
        for step in FIFTEEN.steps[kind]:
            target = source + step
            while self.board[target] == EMPTY:
                yield BoardMove(source, target)
                if kind not in SLIDERS:
                    break
                target += step

    def _show_index(self, index: int, value: int) -> Shown:
        color, square = index < 64, index % 64
        name = f"{chess.COLOR_NAMES[color][0]}:{chess.square_name(square)}"
        if value == NO_INDEX:
            return Shown(name, "-", square, CellState.EMPTY)
        live = self.colors[self.board[FIFTEEN.of[square]]] == color
        return Shown(name, str(value), square, CellState.LIVE if live else CellState.STALE)

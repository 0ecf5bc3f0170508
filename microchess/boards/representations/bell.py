"""Bell's chess program for Atlas (1967, in his book of 1972): a board and a list of pieces for each
side, tables of ray ends.

What is known: two boards ``[1:65]``, one for each side's pieces in the same codes, which the
routines are given as own and opponent's; a piece list ``[0:16]`` for each side; for rooks and
bishops a vector of four increments, and for every square the last square of each of its four rays.
The loop along a ray goes up to that square: an own piece ends it, any other is stored as a move,
and a capture ends it behind itself. No test for the edge is made, and the 65th square, where nobody
ever stands, takes the pawn captures that would leave the board.

What is ours: the codes (python-chess's), the numbering from 0, the tables of king, knight and pawn,
the order of all of them, and the lists: cell 0 counts, the king is first, a captured piece's cell
points to the 65th square until it is put back. Castling, en passant and check are as in chess.
"""

from collections.abc import Callable, Iterable, Iterator

import chess

from microchess.boards.geometry import A1, SLIDERS, line, lines
from microchess.boards.moves import DOUBLE, EN_PASSANT, BoardMove, Man, Moves
from microchess.boards.recorder import Cells
from microchess.boards.representation import Representation
from microchess.boards.view import BankPanel, Cell, CellState, Shown, by_square, pointing

EMPTY, NOWHERE = 0, 64
"""Nobody; and the index of the 65th square."""
ROOM = 16
_PLACES = pointing([str(place) for place in range(ROOM + 1)], A1, CellState.DEAD)
_STEPS = {chess.ROOK: ((0, 1), (0, -1), (1, 0), (-1, 0)),
          chess.BISHOP: ((1, 1), (-1, -1), (-1, 1), (1, -1))}  # fmt: skip
INCREMENTS = {
    kind: tuple(files + 8 * ranks for files, ranks in ways) for kind, ways in _STEPS.items()
}
"""What is added along each of the four rays."""
LAST = {
    kind: tuple(
        tuple((square, *line(square, *way))[-1] for way in ways) for square in chess.SQUARES
    )
    for kind, ways in _STEPS.items()
}
"""By type and square: the last square of each ray, the square itself where there is none."""
_BOTH = (chess.ROOK, chess.BISHOP)
RAYS = {chess.QUEEN: _BOTH} | {kind: (kind,) for kind in _BOTH}
TARGETS = {
    kind: tuple(tuple(t for way in lines(kind, square) for t in way) for square in chess.SQUARES)
    for kind in (chess.KNIGHT, chess.KING)
}
CAPTURES = {
    color: tuple(
        tuple((*line(square, files, 1 if color else -1, 1), NOWHERE)[0] for files in (-1, 1))
        for square in chess.SQUARES
    )
    for color in chess.COLORS
}
"""By colour and square: the two squares a pawn captures on, or NOWHERE."""


class Bell(Representation):
    """``white``, ``black`` and their lists."""

    title = "Bell's program for Atlas"
    year = 1967
    source = (
        "program of 1967, published in Alex Bell, Games Playing with Computers (1972), 3.1; "
        "chessprogramming.org, Atlas"
    )
    idea = "A board for each side, a list of its pieces, and tables that know where each ray ends."
    cost = "No edge is tested. Two boards to ask; who stands on a square is looked for in a list."
    numbering = A1

    def lay_out(self) -> None:
        names = chess.COLOR_NAMES
        self.boards = {
            color: self.cells(names[color], [EMPTY] * (NOWHERE + 1), by_square(A1, _letter(color)))
            for color in (chess.WHITE, chess.BLACK)
        }
        self.lists = {
            color: self.cells(f"{names[color]} list", [0] + [NOWHERE] * ROOM, _show_list, ROOM + 1)
            for color in (chess.WHITE, chess.BLACK)
        }

    def load(self, board: chess.Board) -> None:
        for square, man in self.kings_first(board):
            men = self.lists[man.color]
            self.boards[man.color][square] = man.kind
            men[0] += 1
            men[men[0]] = square

    def _place(self, square: int, color: chess.Color) -> int:
        """A piece's cell in the list of its side: it is looked for."""
        men = self.lists[color]
        return next(place for place in range(1, ROOM + 1) if men[place] == square)

    def at(self, square: int) -> Man | None:
        for color, board in self.boards.items():
            if (kind := board[square]) != EMPTY:
                return Man(kind, color)
        return None

    def king(self, color: chess.Color) -> int:
        return self.lists[color][1]

    def men(self, color: chess.Color) -> Iterator[int]:
        men = self.lists[color]
        return (square for place in range(1, men[0] + 1) if (square := men[place]) != NOWHERE)

    def _ray(self, square: int, kind: chess.PieceType, own: Cells, other: Cells) -> Iterator[int]:
        """The squares reached along four rays: a piece of the *other* side ends its ray."""
        for step, last in zip(INCREMENTS[kind], LAST[kind][square], strict=True):
            target = square
            while target != last:
                target += step
                if own[target] != EMPTY:
                    break
                yield target
                if other[target] != EMPTY:
                    break

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """Pawns, knights, king, rooks' rays, bishops' rays: as if one stood on the square."""
        board, other = self.boards[color], self.boards[not color]
        for kind, targets in ((chess.PAWN, CAPTURES[not color]), *TARGETS.items()):
            yield from (source for source in targets[square] if board[source] == kind)
        for kind in _BOTH:
            for source in self._ray(square, kind, other, board):
                if board[source] in (kind, chess.QUEEN):
                    yield source

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        men = self.lists[color]
        for place in range(1, men[0] + 1):  # on the 65th square stands nobody
            yield from self.moves_of(men[place], color, ep)
        yield from self.castle(color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> Moves:
        own, other = self.boards[color], self.boards[not color]
        kind = own[square]
        if kind == chess.PAWN:
            yield from self._pawn(square, color, ep)
        elif kind in SLIDERS:
            for rays in RAYS[kind]:
                for target in self._ray(square, rays, own, other):
                    yield BoardMove(square, target)
        elif kind != EMPTY:
            for target in TARGETS[kind][square]:
                if own[target] == EMPTY:
                    yield BoardMove(square, target)

    def _pawn(self, source: int, color: chess.Color, ep: int | None) -> Moves:
        own, other = self.boards[color], self.boards[not color]
        for target in CAPTURES[color][source]:
            if target == ep:
                yield BoardMove(source, target, EN_PASSANT)
            elif other[target] != EMPTY:
                yield from self.advance(source, target)
        ahead = A1.ahead(color)
        step = source + ahead
        if own[step] == EMPTY and other[step] == EMPTY:
            yield from self.advance(source, step)
            first, step = source >> 3 == (1 if color else 6), step + ahead
            if first and own[step] == EMPTY and other[step] == EMPTY:
                yield BoardMove(source, step, DOUBLE)

    def move(self, source: int, target: int, note: int = 0) -> int:
        color = self.boards[chess.WHITE][source] != EMPTY
        token = self._strike(target, not color)
        self._carry(source, target, color)
        return token

    def unmove(self, source: int, target: int, token: int) -> None:
        color = self.boards[chess.WHITE][target] != EMPTY
        self._carry(target, source, color)
        self._put_back(target, not color, token)

    def _carry(self, source: int, target: int, color: chess.Color) -> None:
        board = self.boards[color]
        board[target], board[source] = board[source], EMPTY
        self.lists[color][self._place(source, color)] = target

    def _strike(self, square: int, color: chess.Color) -> int:
        """Take whoever stands there off; the token is his code, above it his place."""
        board = self.boards[color]
        if (kind := board[square]) == EMPTY:
            return 0
        place = self._place(square, color)
        board[square], self.lists[color][place] = EMPTY, NOWHERE
        return kind | place << 3

    def _put_back(self, square: int, color: chess.Color, token: int) -> None:
        if token:
            self.boards[color][square], self.lists[color][token >> 3] = token & 7, square

    def remove(self, square: int) -> int:
        color = self.boards[chess.WHITE][square] != EMPTY
        return self._strike(square, color) << 1 | color

    def restore(self, square: int, token: int) -> None:
        self._put_back(square, bool(token & 1), token >> 1)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        color = self.boards[chess.WHITE][square] != EMPTY
        self.boards[color][square] = kind
        return color

    def demote(self, square: int, token: int) -> None:
        self.boards[bool(token)][square] = chess.PAWN

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The ray ends of the piece; a pawn's two captures may lead to the 65th square."""
        man = self.at(square)
        if man is None:
            return ()
        if man.kind == chess.PAWN:
            tables = {"captures": CAPTURES[man.color]}
        elif man.kind not in SLIDERS:
            tables = {"targets": TARGETS[man.kind]}
        else:
            ends = "last square of a {}'s rays"
            tables = {ends.format(chess.piece_name(k)): LAST[k] for k in RAYS[man.kind]}
        return tuple(_constants(name, table[square]) for name, table in tables.items())


def _constants(name: str, squares: Iterable[int]) -> BankPanel:
    """Squares out of a table that never changes."""
    cells = (
        Cell(name, place, f"{name} {place + 1}", at, "65", None, CellState.GUARD)
        if at == NOWHERE
        else Cell(name, place, f"{name} {place + 1}", at, A1.name(at), at, CellState.CONSTANT)
        for place, at in enumerate(squares)
    )
    return BankPanel(name, 8, tuple(cells))


def _letter(color: chess.Color) -> Callable[[int], str | None]:
    return lambda kind: Man(kind, color).symbol if kind else None


def _show_list(index: int, value: int) -> Shown:
    return _PLACES(index, value) if index else Shown("men", str(value))

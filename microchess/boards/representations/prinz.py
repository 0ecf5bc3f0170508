"""Prinz's mate in two (1951): a list of pieces and a board of 10 x 10, and no list of moves.

Each of the 32 pieces has a number, and a cell for its square; the board says which number stands
where. One ring of walls is enough, as a knight goes in two single steps, straight and then
diagonally: if the first does not leave the board, the second ends at the wall at worst.

Moves are never listed. A ply has counters, of the piece, its direction and how many steps it goes,
and its next move is where they can be counted up to; whom it captured is kept beside them. Whether
the move was legal is asked of the king who is not to move: as a piece that moves like all others at
once it looks in all directions.

There is no castling, no double step, no en passant and no promotion. Mates in two are solved by
:mod:`microchess.boards.mating`. Reconstructed from descriptions: numbers, order of pieces and
directions are ours, and a type for each piece, so that there may be more than one queen.
"""

from collections.abc import Iterator
from functools import cache

import chess

from microchess.boards.geometry import SLIDERS, Numbering
from microchess.boards.moves import BoardMove, Man, Moves
from microchess.boards.representation import Representation
from microchess.boards.view import CellState, Shown, by_square, named, pointing

EMPTY, WALL, NOWHERE, HALF = 32, 33, 0, 16
PLIES, ROW = 4, 4
MAN, WAY, STEP, VICTIM = range(ROW)
COUNTED = ("man", "way", "step", "took")
BOARD = Numbering(lambda square: 11 + 10 * chess.square_rank(square) + chess.square_file(square))
STEPS = BOARD.steps
KNIGHT = tuple(
    (straight, diagonal)
    for straight in STEPS[chess.ROOK]
    for diagonal in STEPS[chess.BISHOP]
    if diagonal - straight in STEPS[chess.ROOK]
)
"""The two single steps of each of his moves."""


class Prinz(Representation):
    """``board[100]``, square and type of each piece, the counters of four plies."""

    title = "Prinz"
    year = 1951
    source = "Dietrich Prinz, Mate-in-two; chessprogramming.org, Mate-in-two. Reconstructed"
    idea = "A list of pieces, a board with a wall; counters for each ply and no list of moves."
    cost = "Moves take no room, but each is found by counting on from the one before."
    numbering = BOARD
    promotions = ()
    nobody = EMPTY

    def lay_out(self) -> None:
        super().lay_out()
        edge = [EMPTY if number in BOARD.square else WALL for number in range(100)]
        who = by_square(BOARD, lambda man: None if man == EMPTY else self._symbol(man))
        self.board = self.cells("board", edge, who, 10)
        names = [f"m{man}" for man in range(2 * HALF)]
        self.squares = self.cells(
            "list", [NOWHERE] * 2 * HALF, pointing(names, BOARD, CellState.DEAD), 16
        )
        self.kinds = self.cells("types", [0] * 2 * HALF, self._show_kind, 16)
        counted = [f"{ply} {what}" for ply in range(1, PLIES + 1) for what in COUNTED]
        show = named(counted, zero=CellState.EMPTY)
        self.counters = self.cells("plies", [0] * PLIES * ROW, show, ROW)

    def load(self, board: chess.Board) -> None:
        used = {chess.WHITE: 0, chess.BLACK: HALF}
        for square, man in self.kings_first(board):
            number = used[man.color]
            used[man.color] += 1
            self.kinds[number] = man.kind
            self.restore(square, number)

    def at(self, square: int) -> Man | None:
        man = self.board[square]
        return None if man == EMPTY else Man(self.kinds[man], man < HALF)

    def king(self, color: chess.Color) -> int:
        return self.squares[_first(color)]

    def men(self, color: chess.Color) -> Iterator[int]:
        for man in range(_first(color), _first(color) + HALF):
            if (square := self.squares[man]) != NOWHERE:
                yield square

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """As far as one sees from the square, all eight ways, and the knights' jumps."""
        for step in STEPS[chess.KING]:
            source = square + step
            while (man := self.board[source]) == EMPTY:
                source += step
            if man != WALL and (man < HALF) == color:
                near, kind = source == square + step, self.kinds[man]
                ways = _ways(kind, color)[: 2 if kind == chess.PAWN else None]
                if (near or kind in SLIDERS) and -step in ways:
                    yield source
        for first, second in KNIGHT:
            if self.board[square + first] == WALL:
                continue
            man = self.board[square + first + second]
            if man < EMPTY and (man < HALF) == color and self.kinds[man] == chess.KNIGHT:
                yield square + first + second

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        """All that the counters of the first ply come to."""
        while move := self.following(0, color):
            yield move

    def following(self, ply: int, color: chess.Color) -> BoardMove | None:
        """Count a ply up to its next move; None, and back to the first piece, if none is left.

        The move before has to be taken back.
        """
        row = ply * ROW
        man, way, step = (self.counters[row + place] for place in (MAN, WAY, STEP))
        while man < HALF:
            source, kind = self.squares[_first(color) + man], self.kinds[_first(color) + man]
            while source != NOWHERE and way < len(_ways(kind, color)):
                step += 1
                target = source + _ways(kind, color)[way] * step
                if self._goes(target, kind, color, way, step):
                    self._count(row, man, way, step)
                    return BoardMove(source, target)
                way, step = way + 1, 0
            man, way = man + 1, 0
        self.begin(ply)
        return None

    def begin(self, ply: int) -> None:
        """Count a ply back to the first piece."""
        self._count(ply * ROW, 0, 0, 0)

    def _count(self, row: int, man: int, way: int, step: int) -> None:
        for place, now in ((MAN, man), (WAY, way), (STEP, step)):
            self.counters[row + place] = now

    def _goes(
        self, target: int, kind: chess.PieceType, color: chess.Color, way: int, step: int
    ) -> bool:
        """Whether a piece may go there, if it might go one step less."""
        if step > 1 and kind not in SLIDERS:
            return False
        if kind == chess.KNIGHT and self.board[target - KNIGHT[way][1]] == WALL:
            return False
        if step > 1 and self.board[target - _ways(kind, color)[way]] != EMPTY:
            return False
        there = self.board[target]
        if kind == chess.PAWN and (way == 2) != (there == EMPTY):
            return False
        return there == EMPTY or (there != WALL and (there < HALF) != color)

    def go(self, ply: int, move: BoardMove) -> None:
        """Make the move a ply has come to."""
        self.counters[ply * ROW + VICTIM] = self.move(move.source, move.target)

    def go_back(self, ply: int, color: chess.Color) -> None:
        """Take it back: the counters say whence it came."""
        man, way, step, victim = (self.counters[ply * ROW + place] for place in range(ROW))
        target, kind = self.squares[_first(color) + man], self.kinds[_first(color) + man]
        self.unmove(target - _ways(kind, color)[way] * step, target, victim)
        self.counters[ply * ROW + VICTIM] = 0

    def lift(self, square: int) -> int:
        victim = self.board[square]
        if victim != EMPTY:
            self.squares[victim] = NOWHERE
        return victim

    def shift(self, source: int, target: int) -> None:
        man = self.board[source]
        self.board[source] = EMPTY
        self.restore(target, man)

    def restore(self, square: int, token: int) -> None:
        self.board[square], self.squares[token] = token, square

    def _symbol(self, man: int) -> str:
        return Man(self.kinds[man] or chess.PAWN, man < HALF).symbol

    def _show_kind(self, index: int, value: int) -> Shown:
        state = CellState.DEAD if self.squares[index] == NOWHERE else CellState.LIVE
        return Shown(f"m{index}", self._symbol(index) if value else "-", None, state)


@cache
def _ways(kind: chess.PieceType, color: chess.Color) -> tuple[int, ...]:
    """What is added for each direction of a piece; a pawn's are two captures and the step."""
    if kind == chess.PAWN:
        ahead = BOARD.ahead(color)
        return (ahead - 1, ahead + 1, ahead)
    return tuple(map(sum, KNIGHT)) if kind == chess.KNIGHT else STEPS[kind]


def _first(color: chess.Color) -> int:
    """The number of a side's king, the first of its pieces."""
    return 0 if color else HALF

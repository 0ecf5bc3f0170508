"""GNU Chess 4 (Free Software Foundation, 1992): every man's way is a thread through the board.

``board[64]`` and ``color[64]`` beside two tables of bytes, ``[8 types][64 from][64 at]``: *nextpos*
tells where to look next if a square is empty, *nextdir* if it is not. A thread ends where it began,
so there is neither an edge nor a count of directions. Type 7 is a black pawn; a pawn's steps are on
its nextpos thread, its captures on nextdir.

Attacks are walked on the same threads from the square asked about. That needs capture threads of
pawns on the first and last ranks too, where no pawn stands but kings do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import chess

from microchess.boards.geometry import SLIDERS, lines, pawn_captures, pawn_steps
from microchess.boards.lens import BankPanel, Cell, CellState
from microchess.boards.numbering import A1
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import DOUBLE, EN_PASSANT, BoardMove, Man, Representation
from microchess.boards.shows import by_square, pointing

EMPTY = 0
WHITE, BLACK, NEUTRAL = 1, 0, 2
BLACK_PAWN = 7

Threads = tuple[tuple[bytes, ...], ...]
"""By type and from: the next square for each square at."""


def _piece_threads(kind: chess.PieceType, square: chess.Square) -> tuple[bytes, bytes]:
    ways = lines(kind, square)
    nextpos, nextdir = bytearray(64), bytearray(64)
    nextpos[square] = nextdir[square] = ways[0][0]
    for place, way in enumerate(ways):
        turn_to = ways[place + 1][0] if place + 1 < len(ways) else square
        for at, following in zip(way, [*way[1:], turn_to], strict=True):
            nextpos[at], nextdir[at] = following, turn_to
    return bytes(nextpos), bytes(nextdir)


def _pawn_threads(kind: int, square: chess.Square) -> tuple[bytes, bytes]:
    color = kind == chess.PAWN
    return _ring(square, pawn_steps(color, square)), _ring(square, pawn_captures(color, square))


def _ring(square: chess.Square, squares: Iterable[chess.Square]) -> bytes:
    ring, at = bytearray(64), square
    for following in squares:
        ring[at] = at = following
    ring[at] = square
    return bytes(ring)


def _build() -> tuple[Threads, Threads]:
    nextpos: list[tuple[bytes, ...]] = [()]
    nextdir: list[tuple[bytes, ...]] = [()]
    for kind in range(1, 8):
        build = _pawn_threads if kind in (chess.PAWN, BLACK_PAWN) else _piece_threads
        both = [build(kind, square) for square in chess.SQUARES]
        nextpos.append(tuple(pair[0] for pair in both))
        nextdir.append(tuple(pair[1] for pair in both))
    return tuple(nextpos), tuple(nextdir)


NEXTPOS, NEXTDIR = _build()


def _thread(name: str, thread: bytes, square: chess.Square) -> Iterator[Cell]:
    at = square
    while True:
        following = thread[at]
        yield Cell(
            name, at, A1.name(at), following, A1.name(following), following, CellState.CONSTANT
        )
        at = following
        if at == square:
            return


class GnuChess(Representation):
    """``board[64]``, ``color[64]``, ``kings[2]``; the threads are constants."""

    title = "GNU Chess 4"
    year = 1992
    source = "GNU Chess 4, checkgame.c (FSF 1992); the scheme also in ydirson/gnushogi"
    idea = "Every way of every man is precalculated as a thread with two exits at each square."
    cost = "No edges and no directions to count. The tables take 64 KiB; the men are scanned for."
    numbering = A1

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        letters = by_square(A1, lambda v: chess.piece_symbol(v).upper() if v else None)
        self.board = self.cells("board", [EMPTY] * 64, letters)
        self.color = self.cells(
            "color", [NEUTRAL] * 64, by_square(A1, {WHITE: "w", BLACK: "b"}.get)
        )
        self.kings = self.cells("kings", [0, 0], pointing(("black", "white"), A1), 2)

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for square, man in self.in_fen_order(board):
            self.board[square], self.color[square] = man.kind, int(man.color)
            if man.kind == chess.KING:
                self.kings[man.color] = square

    def at(self, square: int) -> Man | None:
        color = self.color[square]
        return None if color == NEUTRAL else Man(self.board[square], color == WHITE)

    def king(self, color: chess.Color) -> int:
        return self.kings[color]

    def men(self, color: chess.Color) -> Iterator[int]:
        return (square for square in range(64) if self.color[square] == color)

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        yield from self._pawns_attacking(square, color)
        for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.KING):
            nextpos, nextdir = NEXTPOS[kind][square], NEXTDIR[kind][square]
            also = chess.QUEEN if kind in SLIDERS else kind
            source = nextpos[square]
            while source != square:
                there = self.color[source]
                if there == color and self.board[source] in (kind, also):
                    yield source
                source = nextpos[source] if there == NEUTRAL else nextdir[source]

    def _pawns_attacking(self, square: int, color: chess.Color) -> Iterator[int]:
        """Along the captures of a pawn of the other colour on *square*."""
        thread = NEXTDIR[BLACK_PAWN if color else chess.PAWN][square]
        source = thread[square]
        while source != square:
            if self.color[source] == color and self.board[source] == chess.PAWN:
                yield source
            source = thread[source]

    def moves(self, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        for square in self.men(color):
            self._generate(found, square, color, ep)
        return found

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        self._generate(found, square, color, ep)
        return found

    def _generate(
        self, found: list[BoardMove], source: int, color: chess.Color, ep: int | None
    ) -> None:
        kind = self.board[source]
        if kind == chess.PAWN:
            self._generate_pawn(found, source, color, ep)
            return
        nextpos, nextdir = NEXTPOS[kind][source], NEXTDIR[kind][source]
        target = nextpos[source]
        while target != source:
            there = self.color[target]
            if there == NEUTRAL:
                found.append(BoardMove(source, target))
                target = nextpos[target]
            else:
                if there != color:
                    found.append(BoardMove(source, target))
                target = nextdir[target]

    def _generate_pawn(
        self, found: list[BoardMove], source: int, color: chess.Color, ep: int | None
    ) -> None:
        kind = chess.PAWN if color else BLACK_PAWN
        thread = NEXTDIR[kind][source]
        target = thread[source]
        while target != source:
            if target == ep:
                found.append(BoardMove(source, target, EN_PASSANT))
            elif self.color[target] == 1 - color:
                self.advance(found, source, target)
            target = thread[target]
        thread = NEXTPOS[kind][source]
        target = thread[source]
        while target != source and self.color[target] == NEUTRAL:
            if abs(target - source) == 16:
                found.append(BoardMove(source, target, DOUBLE))
            else:
                self.advance(found, source, target)
            target = thread[target]

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        taken, man, color = self.board[target], self.board[source], self.color[source]
        self.board[target], self.color[target] = man, color
        self.board[source], self.color[source] = EMPTY, NEUTRAL
        if man == chess.KING:
            self.kings[color] = target
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        man, color = self.board[target], self.color[target]
        self.board[source], self.color[source] = man, color
        self.board[target] = token
        self.color[target] = NEUTRAL if token == EMPTY else 1 - color
        if man == chess.KING:
            self.kings[color] = source

    def remove(self, square: int) -> int:
        color = self.color[square]
        self.board[square], self.color[square] = EMPTY, NEUTRAL
        return color

    def restore(self, square: int, token: int) -> None:
        self.board[square], self.color[square] = chess.PAWN, token

    def promote(self, square: int, kind: chess.PieceType) -> int:
        self.board[square] = kind
        return 0

    def demote(self, square: int, token: int) -> None:
        del token
        self.board[square] = chess.PAWN

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The two threads of the man, from square to square until they are back."""
        kind = self.board[square]
        if kind == EMPTY:
            return ()
        kind = BLACK_PAWN if kind == chess.PAWN and self.color[square] == BLACK else kind
        return tuple(
            BankPanel(name, 8, tuple(_thread(name, threads[kind][square], square)), note)
            for name, threads, note in (
                ("nextpos", NEXTPOS, "where to look next if a square is empty"),
                ("nextdir", NEXTDIR, "where to look next if it is not"),
            )
        )

    def broken(self) -> Iterator[str]:
        for square in range(64):
            if (self.board[square] == EMPTY) != (self.color[square] == NEUTRAL):
                yield f"board and color disagree on {A1.name(square)}"
        for color in chess.COLORS:
            square = self.kings[color]
            if (self.board[square], self.color[square]) != (chess.KING, color):
                yield f"no {chess.COLOR_NAMES[color]} king stands on {A1.name(square)}"

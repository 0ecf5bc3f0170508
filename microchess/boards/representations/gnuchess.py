"""GNU Chess 4 (Free Software Foundation, 1992): threads through the board, and lists of men.

``board[64]`` and ``color[64]`` beside two tables of bytes, ``[8 types][64 from][64 at]``: *nextpos*
tells where to look next if a square is empty, *nextdir* if it is not. A thread ends where it began,
so there is neither an edge nor a count of directions. Type 7 is a black pawn; a pawn's steps are on
its nextpos thread, its captures on nextdir.

The men are in ``PieceList[2]``, the king at index 0, ``PieceCnt`` one less than their number;
``Pindex`` is a man's place in the list of his side. The generator walks a list backwards, the one
for captures forwards. A capture shifts the men behind the captured one down; taken back, he is
appended, so the order does not come back. En passant, made or unmade, rebuilds both lists square
by square. ``Mvboard`` counts how often a square was moved from or captured on: castling needs a
king and a rook whose squares were not. ``PawnCnt`` counts the pawns by file.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.geometry import A1, A8
from microchess.boards.gnulists import BLACK, EMPTY, NEUTRAL, ROOM, WHITE, GnuLists
from microchess.boards.gnuthreads import BLACK_PAWN, NEXTDIR, NEXTPOS
from microchess.boards.rays import PassingApart
from microchess.boards.representation import QUIET, Man, Moves
from microchess.boards.rules import CASTLINGS, Castling
from microchess.boards.view import BankPanel, Cell, CellState


class GnuChess(PassingApart, GnuLists):
    """How the men of :class:`GnuLists` move; the threads are constants."""

    title = "GNU Chess 4"
    year = 1992
    source = "GNU Chess 4.00 patch level 60 (FSF 1992), genmoves.c, init.c, search.c, ataks.c"
    idea = "Every way of every man is precalculated as a thread with two exits at each square."
    cost = "No edges, no directions to count, men from a list. The tables take 64 KiB."
    castling_safe = ("king", "through", "king_to")
    promotions = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """Pawns, king, bishops' thread, rooks' thread, knights."""
        side = WHITE if color else BLACK
        yield from self._found(NEXTDIR[BLACK_PAWN if color else chess.PAWN][square], square, side)
        king = self.king(color)
        if chess.BB_KING_ATTACKS[square] >> king & 1:
            yield king
        for kind in (chess.BISHOP, chess.ROOK):
            nextpos, nextdir = NEXTPOS[kind][square], NEXTDIR[kind][square]
            source = nextpos[square]
            while source != square:
                there = self.color[source]
                if there == side and self.board[source] in (kind, chess.QUEEN):
                    yield source
                source = nextpos[source] if there == NEUTRAL else nextdir[source]
        yield from self._found(NEXTDIR[chess.KNIGHT][square], square, side, chess.KNIGHT)

    def _found(
        self, thread: bytes, square: int, side: int, kind: chess.PieceType = chess.PAWN
    ) -> Iterator[int]:
        """The men of that kind along a thread that is not blocked."""
        source = thread[square]
        while source != square:
            if self.color[source] == side and self.board[source] == kind:
                yield source
            source = thread[source]

    def reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        nextpos, nextdir = NEXTPOS[kind][source], NEXTDIR[kind][source]
        target = nextpos[source]
        while target != source:
            there = self.color[target]
            yield target, there
            target = nextpos[target] if there == NEUTRAL else nextdir[target]

    def pawn_steps(self, source: int, color: chess.Color) -> Iterator[int]:
        return _thread(NEXTPOS[chess.PAWN if color else BLACK_PAWN][source], source)

    def pawn_captures(self, source: int, color: chess.Color) -> Iterator[int]:
        return _thread(NEXTDIR[chess.PAWN if color else BLACK_PAWN][source], source)

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        found: Moves = []
        for square in self.men(color):
            self.generate(found, square, Man(self.board[square], color), None)
        if rights and not self.castled[WHITE if color else BLACK]:
            found += (self.castling(way) for way in CASTLINGS if self._may(way, color))
        self.add_passing(found, color, ep)
        return found

    def generate_pawn(self, found: Moves, source: int, color: chess.Color, ep: int | None) -> None:
        """Add steps, then captures."""
        self.add_steps(found, source, color)
        self.add_pawn_captures(found, source, color, ep)

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """Neither en passant nor, by the first capture of a pawn, other pieces than a queen."""
        del ep
        found: Moves = []
        side = WHITE if color else BLACK
        for place in range(self.last[side] + 1):
            source = self.list[side * ROOM + place]
            man = Man(self.board[source], color)
            if man.kind == chess.PAWN:
                self._capture_with_pawn(found, source, color)
            else:
                self.add_captures(found, source, man, None)
        return found

    def _capture_with_pawn(self, found: Moves, source: int, color: chess.Color) -> None:
        first, *_ = self.pawn_captures(source, color)
        captures: Moves = []
        self.add_pawn_captures(captures, source, color, None)
        found += (
            move for move in captures if move.target != first or move.kind in (QUIET, chess.QUEEN)
        )
        if source + A1.ahead(color) in A1.ends:
            self.add_steps(found, source, color)

    def _may(self, way: Castling, color: chess.Color) -> bool:
        """Whether a way to castle is open; rights are what ``Mvboard`` says of both squares."""
        return (
            way.color == color
            and self.moved[way.king] == 0
            and self.moved[way.rook] == 0
            and self.board[way.rook] == chess.ROOK
            and self.may_castle(way)
        )

    # how it is shown

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The two threads of the man, from square to square until they are back; on a board, how
        they go over one that is empty.
        """
        kind = self.board[square]
        if kind == EMPTY:
            return ()
        kind = BLACK_PAWN if kind == chess.PAWN and self.color[square] == BLACK else kind
        tables = (
            ("nextpos", NEXTPOS[kind][square], "where to look next if a square is empty"),
            ("nextdir", NEXTDIR[kind][square], "where to look next if it is not"),
        )
        return tuple(
            panel
            for name, thread, note in tables
            for panel in (
                BankPanel(name, 8, tuple(_links(name, thread, square)), note),
                _path(name, thread, square),
            )
        )


def _thread(thread: bytes, square: chess.Square) -> Iterator[int]:
    """The squares of a thread until it is back."""
    at = thread[square]
    while at != square:
        yield at
        at = thread[at]


def _links(name: str, thread: bytes, square: chess.Square) -> Iterator[Cell]:
    for at in (square, *_thread(thread, square)):
        to = thread[at]
        yield Cell(name, at, A1.name(at), to, A1.name(to), to, CellState.CONSTANT)


def _path(name: str, thread: bytes, square: chess.Square) -> BankPanel:
    """The squares of a thread on the board, numbered as they are come to."""
    order = {at: str(place) for place, at in enumerate(_thread(thread, square), 1)}
    order[square] = "o"
    bank = f"{name} on the board"
    cells = (
        Cell(bank, place, chess.square_name(place), place, order.get(place, "."), place,
             CellState.CONSTANT if place in order else CellState.EMPTY)
        for place in A8.of
    )  # fmt: skip
    return BankPanel(bank, 8, tuple(cells))

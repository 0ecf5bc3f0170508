"""GNU Chess 4 (Free Software Foundation, 1992): threads through the board, and lists of pieces.

``board[64]`` and ``color[64]`` beside two tables of bytes, ``[8 types][64 from][64 at]``: *nextpos*
tells where to look next if a square is empty, *nextdir* if it is not. A thread ends where it began,
so there is neither an edge nor a count of directions. Type 7 is a black pawn; a pawn's steps are on
its nextpos thread, its captures on nextdir.

The pieces are in lists (:mod:`microchess.boards.representations.gnulists`): the generator walks a
list backwards, the one for captures forwards. En passant, made or unmade, rebuilds both lists
square by square. ``Mvboard`` counts how often a square was moved from or captured on: castling
needs a king and a rook whose squares were not.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import chess

from microchess.boards.geometry import A1, SLIDERS
from microchess.boards.moves import BLACK, QUIET, WHITE, Man, Moves, side_of
from microchess.boards.rays import PassingApart
from microchess.boards.representations.gnulists import NAMES, NEUTRAL, ROOM, ShiftedLists
from microchess.boards.representations.gnuthreads import (
    BLACK_PAWN,
    NEXTDIR,
    NEXTPOS,
    followed,
    thread_panels,
)
from microchess.boards.rules import ALL_RIGHTS, CASTLINGS, KEEPS, Beside, Castling
from microchess.boards.view import BankPanel, by_square, named

EMPTY = 0
MOVED = 10
"""What ``Mvboard`` starts with where castling has been lost before."""


class GnuChess(PassingApart, ShiftedLists):
    """Two boards, lists and counts, and how moves change them; the threads are constants."""

    title = "GNU Chess 4"
    year = 1992
    source = "GNU Chess 4.00 patch level 60 (FSF 1992), genmoves.c, init.c, search.c, ataks.c"
    idea = "Every way of every piece is precalculated as a thread with two exits at each square."
    cost = "No edges, no directions to count, pieces from a list. The tables take 64 KiB."
    castling_safe = ("king", "through", "king_to")
    promotions = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)
    numbering = A1
    steps_first = True
    colors: Mapping[int, chess.Color | None] = {WHITE: True, BLACK: False, NEUTRAL: None}

    def lay_out(self) -> None:
        letters = by_square(A1, lambda v: chess.piece_symbol(v).upper() if v else None)
        self.board = self.cells("board", [EMPTY] * 64, letters)
        sides = by_square(A1, {WHITE: "w", BLACK: "b"}.get)
        self.color = self.cells("color", [NEUTRAL] * 64, sides)
        self.make_lists()
        counts = by_square(A1, lambda count: str(count) if count else None)
        self.moved = self.cells("Mvboard", [0] * 64, counts)
        self.castled = self.cells("castld", [0, 0], named(NAMES), 2)
        self.make_pawn_counts()
        self.keep_key("hashbd")
        self._loaded = self._rebuild = False

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.board[square] = man.kind
            self.color[square] = side_of(man.color)
        self.fill_lists()
        self._loaded = True

    def beside(self, turn: chess.Color, rights: int, ep: int | None) -> None:
        """After the set-up the squares of lost castling are moved ones; after en passant the
        lists are rebuilt.
        """
        if self._loaded:
            for square, kept in enumerate(KEEPS):
                if kept != ALL_RIGHTS and not rights & ~kept:
                    self.moved[square] = MOVED
        if self._rebuild:
            self.fill_lists()
        self._loaded = self._rebuild = False

    def at(self, square: int) -> Man | None:
        color = self.color[square]
        return None if color == NEUTRAL else Man(self.board[square], color == WHITE)

    def look(self, square: int) -> int:
        return self.color[square]

    def scan(self, color: chess.Color) -> Iterator[tuple[int, Man]]:
        for square in self.men(color):
            yield square, Man(self.board[square], color)

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """Pawns, king, bishops' thread, rooks' thread, knights."""
        side = side_of(color)
        for source in self.pawn_captures(square, not color):
            if self.color[source] == side and self.board[source] == chess.PAWN:
                yield source
        king = self.king(color)
        if chess.BB_KING_ATTACKS[square] >> king & 1:
            yield king
        for kind in (chess.BISHOP, chess.ROOK, chess.KNIGHT):
            wanted = (kind, chess.QUEEN) if kind in SLIDERS else (kind,)
            nextpos, nextdir = NEXTPOS[kind][square], NEXTDIR[kind][square]
            source = nextpos[square]
            while source != square:
                there = self.color[source]
                if there == side and self.board[source] in wanted:
                    yield source
                source = nextpos[source] if there == NEUTRAL else nextdir[source]

    def reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        nextpos, nextdir = NEXTPOS[kind][source], NEXTDIR[kind][source]
        target = nextpos[source]
        while target != source:
            there = self.color[target]
            yield target, there
            target = nextpos[target] if there == NEUTRAL else nextdir[target]

    def pawn_steps(self, source: int, color: chess.Color) -> Iterator[int]:
        return followed(NEXTPOS[chess.PAWN if color else BLACK_PAWN][source], source)

    def pawn_captures(self, source: int, color: chess.Color) -> Iterator[int]:
        return followed(NEXTDIR[chess.PAWN if color else BLACK_PAWN][source], source)

    def castle(
        self, color: chess.Color, rights: int, ways: Iterable[Castling] = CASTLINGS
    ) -> Moves:
        """Rights are what ``Mvboard`` says of the squares of king and rook."""
        if rights and not self.castled[side_of(color)]:
            for way in ways:
                moved = way.color != color or self.moved[way.king] or self.moved[way.rook]
                if not moved and self.board[way.rook] == chess.ROOK and self.may_castle(way):
                    yield self.castling(way)

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """Neither en passant nor, by the first capture of a pawn, other pieces than a queen."""
        first = 0 if color else ROOM
        for place in range(first, first + self.last[side_of(color)] + 1):
            source = self.list[place]
            man = Man(self.board[source], color)
            if man.kind != chess.PAWN:
                yield from self.capturing(source, man, None)
                continue
            nearest, *_ = self.pawn_captures(source, color)
            for move in self.capturing(source, man, None):
                if move.target != nearest or move.kind in (QUIET, chess.QUEEN):
                    yield move
            if source + A1.ahead(color) in A1.ends:
                yield from self.stepping(source, color)

    def move(self, source: int, target: int, note: int = 0) -> int:
        man, side, taken = self.board[source], self.color[source], self.board[target]
        if taken != EMPTY:
            self.unlist(target, 1 - side, taken)
            self.moved[target] += 1
        self.moved[source] += 1
        self.board[target], self.color[target] = man, side
        self.relist(source, target, side, man)
        self.board[source], self.color[source] = EMPTY, NEUTRAL
        if man == chess.KING and abs(target - source) == 2:
            self.castled[side] = 1
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        man, side = self.board[target], self.color[target]
        self.moved[source] -= 1
        self.board[source], self.color[source] = man, side
        self.relist(target, source, side, man)
        self.board[target], self.color[target] = token, NEUTRAL if token == EMPTY else 1 - side
        if token != EMPTY:
            self.list_again(target, 1 - side, token)
            self.moved[target] -= 1
        elif man == chess.KING and abs(target - source) == 2:
            self.castled[side] = 0

    def remove(self, square: int) -> int:
        color = self.color[square]
        self.board[square], self.color[square] = EMPTY, NEUTRAL
        self._rebuild = True
        return color

    def restore(self, square: int, token: int) -> None:
        self.board[square], self.color[square] = chess.PAWN, token
        self._rebuild = True

    def promote(self, square: int, kind: chess.PieceType) -> int:
        self.board[square] = kind
        self.count_pawn(self.color[square], square, -1)
        return 0

    def demote(self, square: int, token: int) -> None:
        self.board[square] = chess.PAWN
        self.count_pawn(self.color[square], square, 1)

    def record(self, beside: Beside) -> dict[str, Any]:
        cells, pawns = list(self.list), list(self.pawns)
        lists = [(cells[:ROOM], self.last[WHITE] + 1), (cells[ROOM:], self.last[BLACK] + 1)]
        places = zip(self.color, self.place, strict=True)
        return {
            "board": list(self.board),
            "color": list(self.color),
            "PieceCnt": list(self.last),
            "PieceList": [one[:count] for one, count in lists],
            "Pindex": [-1 if color == NEUTRAL else place for color, place in places],
            "Mvboard": list(self.moved),
            "epsquare": -1 if beside.ep is None else beside.ep,
            "castld": list(self.castled),
            "PawnCnt": [pawns[:8], pawns[8:]],
            "stale": [one[count:] for one, count in lists],
        }

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The two threads of the piece."""
        kind = self.board[square]
        if kind == chess.PAWN and self.color[square] == BLACK:
            kind = BLACK_PAWN
        return thread_panels(kind, square) if kind != EMPTY else ()

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

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import chess

from microchess.boards.geometry import A1
from microchess.boards.moves import QUIET, Man, Moves
from microchess.boards.rays import PassingApart
from microchess.boards.representations.gnuthreads import (
    BLACK_PAWN,
    NEXTDIR,
    NEXTPOS,
    followed,
    thread_panels,
)
from microchess.boards.rules import ALL_RIGHTS, CASTLINGS, KEEPS, Beside, Castling
from microchess.boards.view import BankPanel, CellState, Shown, by_square, named

EMPTY = 0
WHITE, BLACK, NEUTRAL = 0, 1, 2
NAMES = ("white", "black")
ROOM = 17
"""The cells of a list that are shown: sixteen men, and one never used."""
MOVED = 10
"""What ``Mvboard`` starts with where castling has been lost before."""


class GnuChess(PassingApart):
    """Two boards, lists and counts, and how moves change them; the threads are constants."""

    title = "GNU Chess 4"
    year = 1992
    source = "GNU Chess 4.00 patch level 60 (FSF 1992), genmoves.c, init.c, search.c, ataks.c"
    idea = "Every way of every man is precalculated as a thread with two exits at each square."
    cost = "No edges, no directions to count, men from a list. The tables take 64 KiB."
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
        note = "white, then black"
        self.list = self.cells("PieceList", [0] * (2 * ROOM), self._show_list, ROOM, note)
        self.last = self.cells("PieceCnt", [-1, -1], named(NAMES), 2, "men less one")
        places = by_square(
            A1, lambda v: None if v < 0 else str(v), lambda at: self.color[at] == NEUTRAL
        )
        self.place = self.cells("Pindex", [-1] * 64, places)
        counts = by_square(A1, lambda count: str(count) if count else None)
        self.moved = self.cells("Mvboard", [0] * 64, counts)
        self.castled = self.cells("castld", [0, 0], named(NAMES), 2)
        files = [f"{side[0]}:{file}" for side in NAMES for file in chess.FILE_NAMES]
        show = named(files, zero=CellState.EMPTY)
        self.pawns = self.cells("PawnCnt", [0] * 16, show, 8, f"by file, {note}")
        self.keep_key("hashbd")
        self._loaded = self._rebuild = False

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.board[square] = man.kind
            self.color[square] = WHITE if man.color else BLACK
        self._fill_lists()
        self._loaded = True

    def beside(self, turn: chess.Color, rights: int, ep: int | None) -> None:
        """After the set-up the squares of lost castling are moved ones; after en passant the
        lists are rebuilt.
        """
        del turn, ep
        if self._loaded:
            for square, kept in enumerate(KEEPS):
                if kept != ALL_RIGHTS and not rights & ~kept:
                    self.moved[square] = MOVED
        if self._rebuild:
            self._fill_lists()
        self._loaded = self._rebuild = False

    # the lists

    def _fill_lists(self) -> None:
        """Both lists in the order of the squares, the kings first; the pawns counted."""
        self.last[WHITE] = self.last[BLACK] = 0
        for index in range(16):
            self.pawns[index] = 0
        for square in range(64):
            side = self.color[square]
            if side == NEUTRAL:
                continue
            kind = self.board[square]
            if kind == chess.KING:
                self._put(side, 0, square)
            else:
                self._append(square, side)
            if kind == chess.PAWN:
                self.pawns[side * 8 + (square & 7)] += 1

    def _put(self, side: int, place: int, square: int) -> None:
        self.list[side * ROOM + place] = square
        self.place[square] = place

    def _append(self, square: int, side: int) -> None:
        self.last[side] += 1
        self._put(side, self.last[side], square)

    def _unlist(self, square: int, side: int, kind: int) -> None:
        """Take a man out of his list: those behind him move down one place each."""
        self.last[side] -= 1
        for place in range(self.place[square], self.last[side] + 1):
            self._put(side, place, self.list[side * ROOM + place + 1])
        if kind == chess.PAWN:
            self._count_pawn(side, square, -1)

    def _list_again(self, square: int, side: int, kind: int) -> None:
        self._append(square, side)
        if kind == chess.PAWN:
            self._count_pawn(side, square, 1)

    def _relist(self, source: int, target: int, side: int, kind: int) -> None:
        """A man has gone: his place in the list stays, his file may be another."""
        self._put(side, self.place[source], target)
        if kind == chess.PAWN and source & 7 != target & 7:
            self._count_pawn(side, source, -1)
            self._count_pawn(side, target, 1)

    def _count_pawn(self, side: int, square: int, change: int) -> None:
        self.pawns[side * 8 + (square & 7)] += change

    # the men

    def at(self, square: int) -> Man | None:
        color = self.color[square]
        return None if color == NEUTRAL else Man(self.board[square], color == WHITE)

    def look(self, square: int) -> int:
        return self.color[square]

    def king(self, color: chess.Color) -> int:
        return self.list[0 if color else ROOM]

    def men(self, color: chess.Color) -> Iterator[int]:
        side = WHITE if color else BLACK
        for place in range(self.last[side], -1, -1):
            yield self.list[side * ROOM + place]

    def scan(self, color: chess.Color) -> Iterator[tuple[int, Man]]:
        side = WHITE if color else BLACK
        for place in range(self.last[side], -1, -1):
            square = self.list[side * ROOM + place]
            yield square, Man(self.board[square], color)

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(man.kind == kind for _, man in self.scan(color))

    # moves

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
        return followed(NEXTPOS[chess.PAWN if color else BLACK_PAWN][source], source)

    def pawn_captures(self, source: int, color: chess.Color) -> Iterator[int]:
        return followed(NEXTDIR[chess.PAWN if color else BLACK_PAWN][source], source)

    def castle(
        self, color: chess.Color, rights: int, ways: Iterable[Castling] = CASTLINGS
    ) -> Moves:
        if rights and not self.castled[WHITE if color else BLACK]:
            yield from (self.castling(way) for way in ways if self._may(way, color))

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """Neither en passant nor, by the first capture of a pawn, other pieces than a queen."""
        del ep
        side = WHITE if color else BLACK
        for place in range(self.last[side] + 1):
            source = self.list[side * ROOM + place]
            man = Man(self.board[source], color)
            if man.kind != chess.PAWN:
                yield from self.capturing(source, man, None)
                continue
            first, *_ = self.pawn_captures(source, color)
            for move in self.capturing(source, man, None):
                if move.target != first or move.kind in (QUIET, chess.QUEEN):
                    yield move
            if source + A1.ahead(color) in A1.ends:
                yield from self.stepping(source, color)

    def _may(self, way: Castling, color: chess.Color) -> bool:
        """Whether a way to castle is open; rights are what ``Mvboard`` says of both squares."""
        return (
            way.color == color
            and self.moved[way.king] == 0
            and self.moved[way.rook] == 0
            and self.board[way.rook] == chess.ROOK
            and self.may_castle(way)
        )

    # making and unmaking

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        man, side, taken = self.board[source], self.color[source], self.board[target]
        if taken != EMPTY:
            self._unlist(target, 1 - side, taken)
            self.moved[target] += 1
        self.moved[source] += 1
        self.board[target], self.color[target] = man, side
        self._relist(source, target, side, man)
        self.board[source], self.color[source] = EMPTY, NEUTRAL
        if man == chess.KING and abs(target - source) == 2:
            self.castled[side] = 1
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        man, side = self.board[target], self.color[target]
        self.moved[source] -= 1
        self.board[source], self.color[source] = man, side
        self._relist(target, source, side, man)
        self.board[target], self.color[target] = token, NEUTRAL if token == EMPTY else 1 - side
        if token != EMPTY:
            self._list_again(target, 1 - side, token)
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
        self._count_pawn(self.color[square], square, -1)
        return 0

    def demote(self, square: int, token: int) -> None:
        del token
        self.board[square] = chess.PAWN
        self._count_pawn(self.color[square], square, 1)

    # how it is shown

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
        """The two threads of the man."""
        kind = self.board[square]
        if kind == chess.PAWN and self.color[square] == BLACK:
            kind = BLACK_PAWN
        return thread_panels(kind, square) if kind != EMPTY else ()

    def _show_list(self, index: int, value: int) -> Shown:
        side, place = divmod(index, ROOM)
        live = place <= self.last[side]
        state = CellState.LIVE if live else CellState.STALE if value else CellState.EMPTY
        return Shown(f"{NAMES[side][0]}{place}", A1.name(value), value, state)


class RebuiltGnuChess(GnuChess):
    """The cells of :class:`GnuChess`, the lists rebuilt after every move, as it does after en
    passant alone.

    The question is old (Diepeveen, on updating piece lists): is a list cheaper kept or made anew?
    What a move would change in the lists and the counts of pawns is left, and both are filled again
    from the 64 squares. So their order is always that of the squares. No program is known that did
    so.
    """

    title = "GNU Chess 4, lists rebuilt"
    source = "ours, to compare: GNU Chess 4.00 rebuilds after en passant alone"
    idea = "The same boards and threads; both lists are made anew after every move."
    cost = "The order always comes back. Every move, made or unmade, reads all 64 squares."

    def _relist(self, source: int, target: int, side: int, kind: int) -> None:
        del source, target, side, kind
        self._rebuild = True

    def _unlist(self, square: int, side: int, kind: int) -> None:
        """Left to the rebuilding."""

    _list_again = _unlist

    def _count_pawn(self, side: int, square: int, change: int) -> None:
        """Left to it, too."""

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

from collections.abc import Hashable, Iterator
from typing import Any

import chess

from microchess.boards.gnuthreads import BLACK_PAWN, NEXTDIR, NEXTPOS
from microchess.boards.lens import BankPanel, Cell, CellState
from microchess.boards.numbering import A1, A8
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import (
    DOUBLE,
    EN_PASSANT,
    Beside,
    BoardMove,
    Man,
    Representation,
    Shown,
)
from microchess.boards.rules import CASTLINGS, Castling
from microchess.boards.shows import by_square

EMPTY = 0
WHITE, BLACK, NEUTRAL = 0, 1, 2
NAMES = ("white", "black")
ROOM = 17
"""The cells of a list that are shown: sixteen men, and one never used."""
MOVED = 10
"""What ``Mvboard`` starts with where castling has been lost before."""


class GnuChess(Representation):
    """``board``, ``color``, ``PieceList``, ``PieceCnt``, ``Pindex``, ``Mvboard``, ``castld`` and
    ``PawnCnt``; the threads are constants.
    """

    title = "GNU Chess 4"
    year = 1992
    source = "GNU Chess 4.00 patch level 60 (FSF 1992), genmoves.c, init.c, search.c, ataks.c"
    idea = "Every way of every man is precalculated as a thread with two exits at each square."
    cost = "No edges, no directions to count, men from a list. The tables take 64 KiB."
    numbering = A1
    promotions = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        letters = by_square(A1, lambda v: chess.piece_symbol(v).upper() if v else None)
        self.board = self.cells("board", [EMPTY] * 64, letters)
        self.color = self.cells(
            "color", [NEUTRAL] * 64, by_square(A1, {WHITE: "w", BLACK: "b"}.get)
        )
        self.list = self.cells(
            "PieceList", [0] * (2 * ROOM), self._show_list, ROOM, "white, then black"
        )
        self.last = self.cells("PieceCnt", [-1, -1], _show_side, 2, "men less one")
        self.place = self.cells("Pindex", [-1] * 64, self._show_place, 8)
        self.moved = self.cells("Mvboard", [0] * 64, by_square(A1, _count))
        self.castled = self.cells("castld", [0, 0], _show_side, 2)
        self.pawns = self.cells("PawnCnt", [0] * 16, _show_file, 8, "by file, white, then black")
        self._loaded = self._rebuild = False

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for square, man in self.in_fen_order(board):
            self.board[square] = man.kind
            self.color[square] = WHITE if man.color else BLACK
        self._fill_lists()
        self._loaded = True

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
                self.last[side] += 1
                self._put(side, self.last[side], square)
            self._count_pawn(kind, side, square, 1)

    def _put(self, side: int, place: int, square: int) -> None:
        self.list[side * ROOM + place] = square
        self.place[square] = place

    def _close(self, square: int, side: int) -> None:
        """Take a man out of his list: those behind him move down one place each."""
        self.last[side] -= 1
        for place in range(self.place[square], self.last[side] + 1):
            self._put(side, place, self.list[side * ROOM + place + 1])

    def _append(self, square: int, side: int) -> None:
        self.last[side] += 1
        self._put(side, self.last[side], square)

    def _count_pawn(self, kind: int, side: int, square: int, change: int) -> None:
        if kind == chess.PAWN:
            self.pawns[side * 8 + (square & 7)] += change

    def beside(self, turn: chess.Color, rights: int, ep: int | None) -> None:
        """After the set-up the squares of lost castling are moved ones; after en passant the
        lists are rebuilt.
        """
        del turn, ep
        if self._loaded:
            for way in CASTLINGS:
                if not rights & way.right:
                    self.moved[way.rook] = MOVED
            for color in chess.COLORS:
                ways = [way for way in CASTLINGS if way.color == color]
                if not any(rights & way.right for way in ways):
                    self.moved[ways[0].king] = MOVED
        if self._rebuild:
            self._fill_lists()
        self._loaded = self._rebuild = False

    # the men

    def at(self, square: int) -> Man | None:
        color = self.color[square]
        return None if color == NEUTRAL else Man(self.board[square], color == WHITE)

    def king(self, color: chess.Color) -> int:
        return self.list[0 if color else ROOM]

    def men(self, color: chess.Color) -> Iterator[int]:
        side = WHITE if color else BLACK
        for place in range(self.last[side], -1, -1):
            yield self.list[side * ROOM + place]

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(self.board[square] == kind for square in self.men(color))

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """Pawns, king, bishops' thread, rooks' thread, knights."""
        side = WHITE if color else BLACK
        yield from self._found(NEXTDIR[BLACK_PAWN if color else chess.PAWN][square], square, side)
        king = self.king(color)
        if max(abs((king & 7) - (square & 7)), abs((king >> 3) - (square >> 3))) == 1:
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

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        found: list[BoardMove] = []
        side = WHITE if color else BLACK
        for square in self.men(color):
            self._generate(found, square, side)
        if rights and not self.castled[side]:
            found += (self.castling(way) for way in CASTLINGS if self._may(way, color))
        self._generate_passing(found, side, ep)
        return found

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        side = WHITE if color else BLACK
        self._generate(found, square, side)
        if self.board[square] == chess.PAWN and ep is not None:
            passing: list[BoardMove] = []
            self._generate_passing(passing, side, ep)
            found += (move for move in passing if move.source == square)
        return found

    def captures(self, color: chess.Color, ep: int | None) -> list[BoardMove]:
        """Neither en passant nor, by the first capture of a pawn, other pieces than a queen."""
        del ep
        found: list[BoardMove] = []
        side = WHITE if color else BLACK
        for place in range(self.last[side] + 1):
            source = self.list[side * ROOM + place]
            if self.board[source] == chess.PAWN:
                self._capture_with_pawn(found, source, side)
            else:
                self._generate_piece(found, source, side, only_captures=True)
        return found

    def _may(self, way: Castling, color: chess.Color) -> bool:
        """Whether a way to castle is open; rights are what ``Mvboard`` says of both squares."""
        return (
            way.color == color
            and self.moved[way.king] == 0
            and self.moved[way.rook] == 0
            and self.board[way.rook] == chess.ROOK
            and self.may_castle(way, target=True)
        )

    def _generate(self, found: list[BoardMove], source: int, side: int) -> None:
        if self.board[source] == chess.PAWN:
            self._generate_pawn(found, source, side)
        else:
            self._generate_piece(found, source, side)

    def _generate_piece(
        self, found: list[BoardMove], source: int, side: int, *, only_captures: bool = False
    ) -> None:
        kind = self.board[source]
        nextpos, nextdir = NEXTPOS[kind][source], NEXTDIR[kind][source]
        target = nextpos[source]
        while target != source:
            there = self.color[target]
            if there == NEUTRAL:
                if not only_captures:
                    found.append(BoardMove(source, target))
                target = nextpos[target]
            else:
                if there != side:
                    found.append(BoardMove(source, target))
                target = nextdir[target]

    def _generate_pawn(self, found: list[BoardMove], source: int, side: int) -> None:
        """Steps first, then captures."""
        kind = chess.PAWN if side == WHITE else BLACK_PAWN
        thread = NEXTPOS[kind][source]
        target = thread[source]
        while target != source and self.color[target] == NEUTRAL:
            if abs(target - source) == 16:
                found.append(BoardMove(source, target, DOUBLE))
            else:
                self.advance(found, source, target)
            target = thread[target]
        for target in self._pawn_captures(source, side):
            self.advance(found, source, target)

    def _pawn_captures(self, source: int, side: int) -> Iterator[int]:
        thread = NEXTDIR[chess.PAWN if side == WHITE else BLACK_PAWN][source]
        target = thread[source]
        while target != source:
            if self.color[target] == 1 - side:
                yield target
            target = thread[target]

    def _capture_with_pawn(self, found: list[BoardMove], source: int, side: int) -> None:
        kind = chess.PAWN if side == WHITE else BLACK_PAWN
        first = NEXTDIR[kind][source][source]
        for target in self._pawn_captures(source, side):
            if target == first and target in A1.ends:
                found.append(BoardMove(source, target, chess.QUEEN))
            else:
                self.advance(found, source, target)
        ahead = NEXTPOS[kind][source][source]
        if ahead in A1.ends and self.color[ahead] == NEUTRAL:
            self.advance(found, source, ahead)

    def _generate_passing(self, found: list[BoardMove], side: int, ep: int | None) -> None:
        """From the a-file's side, then from the h-file's."""
        if ep is None:
            return
        behind = ep - 8 if side == WHITE else ep + 8
        for source in (behind - 1, behind + 1):
            beside = source >> 3 == behind >> 3
            if beside and self.color[source] == side and self.board[source] == chess.PAWN:
                found.append(BoardMove(source, ep, EN_PASSANT))

    # making and unmaking

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        man, side, taken = self.board[source], self.color[source], self.board[target]
        if taken != EMPTY:
            self._close(target, 1 - side)
            self._count_pawn(taken, 1 - side, target, -1)
            self.moved[target] += 1
        self.moved[source] += 1
        self._carry(source, target, man, side)
        self.board[source], self.color[source] = EMPTY, NEUTRAL
        if man == chess.KING and abs(target - source) == 2:
            self.castled[side] = 1
        return taken

    def unmove(self, source: int, target: int, token: int) -> None:
        man, side = self.board[target], self.color[target]
        self.moved[source] -= 1
        self._carry(target, source, man, side)
        self.board[target], self.color[target] = token, NEUTRAL if token == EMPTY else 1 - side
        if token != EMPTY:
            self._append(target, 1 - side)
            self._count_pawn(token, 1 - side, target, 1)
            self.moved[target] -= 1
        elif man == chess.KING and abs(target - source) == 2:
            self.castled[side] = 0

    def _carry(self, source: int, target: int, man: int, side: int) -> None:
        """A man's square and colour, his place in the list and his file."""
        self.board[target], self.color[target] = man, side
        self._put(side, self.place[source], target)
        if man == chess.PAWN and source & 7 != target & 7:
            self._count_pawn(man, side, source, -1)
            self._count_pawn(man, side, target, 1)

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
        self._count_pawn(chess.PAWN, self.color[square], square, -1)
        return 0

    def demote(self, square: int, token: int) -> None:
        del token
        self.board[square] = chess.PAWN
        self._count_pawn(chess.PAWN, self.color[square], square, 1)

    def live(self) -> Hashable:
        """The lists as sets: their order does not last, nor what is beyond their ends."""
        with self.unwatched():
            rest = {k: v for k, v in self.raw().items() if k not in ("PieceList", "Pindex")}
            return tuple(rest.items()), tuple(frozenset(self.men(c)) for c in chess.COLORS)

    def record(self, beside: Beside) -> dict[str, Any]:
        lists = [list(self.list)[side * ROOM : (side + 1) * ROOM] for side in (WHITE, BLACK)]
        counts = [last + 1 for last in self.last]
        return {
            "board": list(self.board),
            "color": list(self.color),
            "PieceCnt": list(self.last),
            "PieceList": [one[:count] for one, count in zip(lists, counts, strict=True)],
            "Pindex": [
                -1 if self.color[square] == NEUTRAL else self.place[square] for square in range(64)
            ],
            "Mvboard": list(self.moved),
            "epsquare": -1 if beside.ep is None else beside.ep,
            "castld": list(self.castled),
            "PawnCnt": [list(self.pawns)[:8], list(self.pawns)[8:]],
            "stale": [one[count:] for one, count in zip(lists, counts, strict=True)],
        }

    # what is always true

    def broken(self) -> Iterator[str]:
        for square in range(64):
            if (self.board[square] == EMPTY) != (self.color[square] == NEUTRAL):
                yield f"board and color disagree on {A1.name(square)}"
        for side, name in enumerate(NAMES):
            if self.board[self.list[side * ROOM]] != chess.KING:
                yield f"no {name} king stands on {A1.name(self.list[side * ROOM])}"
            if self.last[side] + 1 != sum(there == side for there in self.color):
                yield f"{self.last[side] + 1} men of {name} are listed"
            for place in range(self.last[side] + 1):
                square = self.list[side * ROOM + place]
                if self.color[square] != side or self.place[square] != place:
                    yield f"{A1.name(square)} is not man {place} of {name}"
            for file in range(8):
                pawns = sum(
                    self.board[square] == chess.PAWN and self.color[square] == side
                    for square in range(file, 64, 8)
                )
                if self.pawns[side * 8 + file] != pawns:
                    yield f"{pawns} pawns of {name} on the {chess.FILE_NAMES[file]}-file"

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
                BankPanel(name, 8, tuple(_thread(name, thread, square)), note),
                _path(name, thread, square),
            )
        )

    def _show_list(self, index: int, value: int) -> Shown:
        side, place = divmod(index, ROOM)
        live = place <= self.last[side]
        state = CellState.LIVE if live else CellState.STALE if value else CellState.EMPTY
        return Shown(f"{NAMES[side][0]}{place}", A1.name(value), value, state)

    def _show_place(self, index: int, value: int) -> Shown:
        name = chess.square_name(index)
        if self.color[index] != NEUTRAL:
            return Shown(name, str(value), index)
        return Shown(name, str(value), index, CellState.EMPTY if value < 0 else CellState.STALE)


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


def _path(name: str, thread: bytes, square: chess.Square) -> BankPanel:
    """The squares of a thread on the board, numbered as they are come to."""
    order, at = {square: "o"}, square
    while (at := thread[at]) != square:
        order[at] = str(len(order))
    bank = f"{name} on the board"
    cells = (
        Cell(bank, place, chess.square_name(place), place, order.get(place, "."), place,
             CellState.CONSTANT if place in order else CellState.EMPTY)
        for place in A8.of
    )  # fmt: skip
    return BankPanel(bank, 8, tuple(cells))


def _count(value: int) -> str | None:
    return str(value) if value else None


def _show_side(index: int, value: int) -> Shown:
    return Shown(NAMES[index], str(value))


def _show_file(index: int, value: int) -> Shown:
    state = CellState.LIVE if value else CellState.EMPTY
    return Shown(f"{NAMES[index >> 3][0]}:{chess.FILE_NAMES[index & 7]}", str(value), None, state)

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

from microchess.boards.gnulists import BLACK, EMPTY, NEUTRAL, ROOM, WHITE, GnuLists
from microchess.boards.gnuthreads import BLACK_PAWN, NEXTDIR, NEXTPOS
from microchess.boards.lens import BankPanel, Cell, CellState
from microchess.boards.numbering import A1, A8
from microchess.boards.representation import (
    DOUBLE,
    EN_PASSANT,
    BoardMove,
)
from microchess.boards.rules import CASTLINGS, Castling

CONTROL = {
    chess.PAWN: 0x4000,
    chess.KNIGHT: 0x2800,
    chess.BISHOP: 0x1800,
    chess.ROOK: 0x0400,
    chess.QUEEN: 0x0200,
    chess.KING: 0x0100,
}
"""The bits of a kind in a word of control; the count is below them."""


class GnuChess(GnuLists):
    """``board``, ``color``, ``PieceList``, ``PieceCnt``, ``Pindex``, ``Mvboard``, ``castld`` and
    ``PawnCnt``; the threads are constants.
    """

    title = "GNU Chess 4"
    year = 1992
    source = "GNU Chess 4.00 patch level 60 (FSF 1992), genmoves.c, init.c, search.c, ataks.c"
    idea = "Every way of every man is precalculated as a thread with two exits at each square."
    cost = "No edges, no directions to count, men from a list. The tables take 64 KiB."
    promotions = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)

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

    def control(self, color: chess.Color) -> list[int]:
        """A word for each square: how many men of a side attack or defend it, and their kinds."""
        words = [0] * 64
        side = WHITE if color else BLACK
        for source in self.men(color):
            kind = self.board[source]
            own = BLACK_PAWN if kind == chess.PAWN and side == BLACK else kind
            tables = (NEXTDIR, NEXTDIR) if kind == chess.PAWN else (NEXTPOS, NEXTDIR)
            nextpos, nextdir = (table[own][source] for table in tables)
            target = nextpos[source]
            while target != source:
                words[target] = words[target] + 1 | CONTROL[kind]
                target = nextpos[target] if self.color[target] == NEUTRAL else nextdir[target]
        return words

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

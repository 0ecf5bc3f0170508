"""GNU Chess 4's lists of pieces: a list for each side, closed up over a captured piece.

The pieces are in ``PieceList[2]``, the king at index 0, ``PieceCnt`` one less than their number;
``Pindex`` is a piece's place in the list of its side. A capture shifts the pieces behind the
captured one down; taken back, it is appended, so the order does not come back. ``PawnCnt`` counts
the pawns by file.
"""

from collections.abc import Iterator

import chess

from microchess.boards.geometry import A1
from microchess.boards.moves import BLACK, WHITE, side_of
from microchess.boards.recorder import Cells
from microchess.boards.representation import Representation
from microchess.boards.view import CellState, Shown, by_square, named

NEUTRAL = 2
NAMES = ("white", "black")
ROOM = 17
"""The cells of a list that are shown: sixteen pieces, and one never used."""


class ShiftedLists(Representation):
    """The lists beside ``board`` and ``color``."""

    board: Cells
    color: Cells

    def make_lists(self) -> None:
        note = "white, then black"
        self.list = self.cells("PieceList", [0] * (2 * ROOM), self._show_list, ROOM, note)
        self.last = self.cells("PieceCnt", [-1, -1], named(NAMES), 2, "pieces less one")
        places = by_square(
            A1, lambda v: None if v < 0 else str(v), lambda at: self.color[at] == NEUTRAL
        )
        self.place = self.cells("Pindex", [-1] * 64, places)

    def make_pawn_counts(self) -> None:
        files = [f"{side[0]}:{file}" for side in NAMES for file in chess.FILE_NAMES]
        show = named(files, zero=CellState.EMPTY)
        self.pawns = self.cells("PawnCnt", [0] * 16, show, 8, "by file, white, then black")

    def fill_lists(self) -> None:
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

    def unlist(self, square: int, side: int, kind: int) -> None:
        """Take a piece out of its list: those behind it move down one place each."""
        self.last[side] -= 1
        for place in range(self.place[square], self.last[side] + 1):
            self._put(side, place, self.list[side * ROOM + place + 1])
        if kind == chess.PAWN:
            self.count_pawn(side, square, -1)

    def list_again(self, square: int, side: int, kind: int) -> None:
        """Put him at the end of it."""
        self._append(square, side)
        if kind == chess.PAWN:
            self.count_pawn(side, square, 1)

    def relist(self, source: int, target: int, side: int, kind: int) -> None:
        """A piece has gone: its place in the list stays, its file may be another."""
        self._put(side, self.place[source], target)
        if kind == chess.PAWN and source & 7 != target & 7:
            self.count_pawn(side, source, -1)
            self.count_pawn(side, target, 1)

    def count_pawn(self, side: int, square: int, change: int) -> None:
        """One more, or less, on the file of a square."""
        self.pawns[side * 8 + (square & 7)] += change

    def king(self, color: chess.Color) -> int:
        return self.list[0 if color else ROOM]

    def men(self, color: chess.Color) -> Iterator[int]:
        side = side_of(color)
        for place in range(self.last[side], -1, -1):
            yield self.list[side * ROOM + place]

    def _show_list(self, index: int, value: int) -> Shown:
        side, place = divmod(index, ROOM)
        live = place <= self.last[side]
        state = CellState.LIVE if live else CellState.STALE if value else CellState.EMPTY
        return Shown(f"{NAMES[side][0]}{place}", A1.name(value), value, state)

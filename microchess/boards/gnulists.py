"""GNU Chess 4's men: two boards, a list of squares for each side, and what is counted.

A capture shifts the men behind the captured one down in the list; taken back, he is appended. En
passant, made or unmade, rebuilds both lists square by square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import chess

from microchess.boards.geometry import A1
from microchess.boards.rays import RayBoard
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import Beside, Man
from microchess.boards.rules import ALL_RIGHTS, KEEPS
from microchess.boards.view import CellState, Shown, by_square, named

EMPTY = 0
WHITE, BLACK, NEUTRAL = 0, 1, 2
NAMES = ("white", "black")
ROOM = 17
"""The cells of a list that are shown: sixteen men, and one never used."""
MOVED = 10
"""What ``Mvboard`` starts with where castling has been lost before."""


class GnuLists(RayBoard):
    """Two boards, lists and counts, and how moves change them."""

    numbering = A1
    colors: Mapping[int, chess.Color | None] = {WHITE: True, BLACK: False, NEUTRAL: None}

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
        self.last = self.cells("PieceCnt", [-1, -1], named(NAMES), 2, "men less one")
        self.place = self.cells("Pindex", [-1] * 64, self._show_place, 8)
        self.moved = self.cells("Mvboard", [0] * 64, by_square(A1, _count))
        self.castled = self.cells("castld", [0, 0], named(NAMES), 2)
        self.pawns = self.cells("PawnCnt", [0] * 16, _show_file, 8, "by file, white, then black")
        self.keep_key("hashbd")
        self._loaded = self._rebuild = False

    def load(self, board: chess.Board) -> None:
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
                self._append(square, side)
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
            for square, kept in enumerate(KEEPS):
                if kept != ALL_RIGHTS and not rights & ~kept:
                    self.moved[square] = MOVED
        if self._rebuild:
            self._fill_lists()
        self._loaded = self._rebuild = False

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

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(self.board[square] == kind for square in self.men(color))

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

    # how it is shown

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


def _count(value: int) -> str | None:
    return str(value) if value else None


def _show_file(index: int, value: int) -> Shown:
    state = CellState.LIVE if value else CellState.EMPTY
    return Shown(f"{NAMES[index >> 3][0]}:{chess.FILE_NAMES[index & 7]}", str(value), None, state)

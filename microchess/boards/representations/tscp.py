"""TSCP, Tom Kerrigan's Simple Chess Program (1997): two arrays of 64 and a mailbox of constants.

``color[64]`` holds LIGHT, DARK or EMPTY, ``piece[64]`` the type, a8 = 0. To step from a square the
program goes from its 64 to the 120 squares of a board with an edge, adds the offset, and comes back
or falls on -1: ``mailbox[mailbox64[square] + offset]``. Coordinates are converted, never the board.

Castling is generated from the rights alone, after all men, and refused when it is made if the king
is in check, the way is not free or a square on it is attacked; en passant comes last. Order of
moves, captures and cells agree with the recorded program (1.81).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import chess

from microchess.boards.lens import BankPanel, Cell, CellState
from microchess.boards.numbering import A8, padded
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import (
    DOUBLE,
    EN_PASSANT,
    Beside,
    BoardMove,
    Man,
    Representation,
)
from microchess.boards.rules import CASTLINGS
from microchess.boards.shows import by_square

LIGHT, DARK, EMPTY = 0, 1, 6
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)

_PADDED = padded(10, 1)
MAILBOX64 = tuple(_PADDED.of[A8.square[number]] for number in range(64))
"""The place of each of the 64 squares among the 120."""
MAILBOX = tuple(
    A8.of[_PADDED.square[place]] if place in _PADDED.square else -1 for place in range(120)
)
"""The square at each of the 120 places, -1 on the edge."""
OFFSETS = {
    KNIGHT: (-21, -19, -12, -8, 8, 12, 19, 21),
    BISHOP: (-11, -9, 9, 11),
    ROOK: (-10, -1, 1, 10),
    QUEEN: (-11, -10, -9, -1, 1, 9, 10, 11),
    KING: (-11, -10, -9, -1, 1, 9, 10, 11),
}
"""What is added among the 120, by type, in the program's order."""
SLIDE = tuple(kind in (BISHOP, ROOK, QUEEN) for kind in range(6))


class Tscp(Representation):
    """``color[64]`` and ``piece[64]``."""

    title = "TSCP"
    year = 1997
    source = "Tom Kerrigan, TSCP 1.81, board.c and data.c"
    idea = "Two arrays of 64; a mailbox of 120 constants knows where the board ends."
    cost = "Obvious to read. Everything is a scan of 64: the men, the king, who attacks."
    numbering = A8
    promotions = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    castles_untested = True

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.color = self.cells(
            "color", [EMPTY] * 64, by_square(A8, lambda v: None if v == EMPTY else "LD"[v])
        )
        self.piece = self.cells(
            "piece", [EMPTY] * 64, by_square(A8, lambda v: None if v == EMPTY else "PNBRQK"[v])
        )

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for square, man in self.in_fen_order(board):
            self.color[square] = LIGHT if man.color else DARK
            self.piece[square] = man.kind - 1

    def at(self, square: int) -> Man | None:
        color = self.color[square]
        return None if color == EMPTY else Man(self.piece[square] + 1, color == LIGHT)

    def king(self, color: chess.Color) -> int:
        side = LIGHT if color else DARK
        for square in range(64):
            if self.piece[square] == KING and self.color[square] == side:
                return square
        raise AssertionError("no king")

    def men(self, color: chess.Color) -> Iterator[int]:
        side = LIGHT if color else DARK
        return (square for square in range(64) if self.color[square] == side)

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        side = LIGHT if color else DARK
        for source in self.men(color):
            if self._reaches(source, square, side):
                yield source

    def _reaches(self, source: int, square: int, side: int) -> bool:
        kind = self.piece[source]
        if kind == PAWN:
            return square in _pawn_captures(source, side)
        for offset in OFFSETS[kind]:
            target = MAILBOX[MAILBOX64[source] + offset]
            while target != -1:
                if target == square:
                    return True
                if not SLIDE[kind] or self.color[target] != EMPTY:
                    break
                target = MAILBOX[MAILBOX64[target] + offset]
        return False

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        found: list[BoardMove] = []
        side = LIGHT if color else DARK
        for square in self.men(color):
            self._generate(found, square, side)
        for way in CASTLINGS:
            if rights & way.right and way.color == color:
                found.append(self.castling(way))
        self._generate_passing(found, side, ep)
        return found

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        side = LIGHT if color else DARK
        self._generate(found, square, side)
        if self.piece[square] == PAWN:
            passing: list[BoardMove] = []
            self._generate_passing(passing, side, ep)
            found += [move for move in passing if move.source == square]
        return found

    def captures(self, color: chess.Color, ep: int | None) -> list[BoardMove]:
        """Captures and steps onto the last rank, by a loop of their own over the same squares."""
        found: list[BoardMove] = []
        side = LIGHT if color else DARK
        for square in self.men(color):
            if self.piece[square] == PAWN:
                self._generate_pawn(found, square, side, only_captures=True)
            else:
                self._generate_piece(found, square, side, only_captures=True)
        self._generate_passing(found, side, ep)
        return found

    def _generate(self, found: list[BoardMove], source: int, side: int) -> None:
        if self.piece[source] == PAWN:
            self._generate_pawn(found, source, side)
        else:
            self._generate_piece(found, source, side)

    def _generate_piece(
        self, found: list[BoardMove], source: int, side: int, *, only_captures: bool = False
    ) -> None:
        kind = self.piece[source]
        slides = SLIDE[kind]
        for offset in OFFSETS[kind]:
            target = MAILBOX[MAILBOX64[source] + offset]
            while target != -1:
                there = self.color[target]
                if there == side ^ 1 or (there == EMPTY and not only_captures):
                    found.append(BoardMove(source, target))
                if there != EMPTY or not slides:
                    break
                target = MAILBOX[MAILBOX64[target] + offset]

    def _generate_pawn(
        self, found: list[BoardMove], source: int, side: int, *, only_captures: bool = False
    ) -> None:
        for target in _pawn_captures(source, side):
            if self.color[target] == side ^ 1:
                self.advance(found, source, target)
        step = -8 if side == LIGHT else 8
        if only_captures and source + step not in A8.ends:
            return
        if self.color[source + step] == EMPTY:
            self.advance(found, source, source + step)
            first = source >= 48 if side == LIGHT else source < 16
            if first and self.color[source + 2 * step] == EMPTY:
                found.append(BoardMove(source, source + 2 * step, DOUBLE))

    def _generate_passing(self, found: list[BoardMove], side: int, ep: int | None) -> None:
        """En passant, after all else: the two squares from which *ep* is captured are looked at."""
        if ep is None:
            return
        for source in _pawn_captures(ep, side ^ 1):
            if self.color[source] == side and self.piece[source] == PAWN:
                found.append(BoardMove(source, ep, EN_PASSANT))

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        captured = self.piece[target]
        self.color[target], self.piece[target] = self.color[source], self.piece[source]
        self.color[source] = self.piece[source] = EMPTY
        return captured

    def unmove(self, source: int, target: int, token: int) -> None:
        side = self.color[target]
        self.color[source], self.piece[source] = side, self.piece[target]
        self.color[target] = EMPTY if token == EMPTY else side ^ 1
        self.piece[target] = token

    def remove(self, square: int) -> int:
        side = self.color[square]
        self.color[square] = self.piece[square] = EMPTY
        return side

    def restore(self, square: int, token: int) -> None:
        self.color[square], self.piece[square] = token, PAWN

    def promote(self, square: int, kind: chess.PieceType) -> int:
        self.piece[square] = kind - 1
        return 0

    def demote(self, square: int, token: int) -> None:
        del token
        self.piece[square] = PAWN

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The hops from 64 to 120 and back, along every line until the -1 behind the edge."""
        kind = self.piece[square]
        cells: list[Cell] = []
        for offset in OFFSETS.get(kind, ()):
            at, far = square, 7 if SLIDE[kind] else 1
            while at != -1 and far:
                place = MAILBOX64[at] + offset
                at, far = MAILBOX[place], far - 1
                where, state = (
                    A8.square.get(at),
                    CellState.GUARD if at == -1 else CellState.CONSTANT,
                )
                cells.append(Cell("mailbox", place, f"[{place}]", at, str(at), where, state))
        return (BankPanel("mailbox", 8, tuple(cells), "64 to 120 and back"),) if cells else ()

    def record(self, beside: Beside) -> dict[str, Any]:
        ep = -1 if beside.ep is None else beside.ep
        fifty = min(beside.clock, beside.plies)
        state = [LIGHT if beside.turn else DARK, beside.rights, ep, fifty]
        return {
            "color": list(self.color),
            "piece": list(self.piece),
            "side_castle_ep_fifty": state,
        }

    def broken(self) -> Iterator[str]:
        for square in range(64):
            color, piece = self.color[square], self.piece[square]
            if (color == EMPTY) != (piece == EMPTY):
                yield f"color and piece disagree on {A8.name(square)}: {color}, {piece}"


def _pawn_captures(source: int, side: int) -> Iterator[int]:
    """The squares a pawn captures on, by the column it stands on; none beyond the last rank."""
    ahead = source - 8 if side == LIGHT else source + 8
    if 0 <= ahead < 64:
        if source & 7 != 0:
            yield ahead - 1
        if source & 7 != 7:
            yield ahead + 1

"""0x88: a board of 128 cells, half of them off the board, and a bit that says so.

Rank and file are a nibble each. A number with bit 3 or bit 7 set (``number & $88``) is off the
board, so a step is tested before anything is read; MicroChess tests its squares in this way.
The difference of two squares says how they lie to each other, as in boards of 15 columns.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.codes import code
from microchess.boards.geometry import SLIDERS, steps
from microchess.boards.numbering import OX88
from microchess.boards.onearray import OneArray
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import DOUBLE, EN_PASSANT, BoardMove, Man
from microchess.boards.scans import attackers_outward
from microchess.boards.shows import by_square, symbol

EMPTY = 0
STEPS = steps(OX88)


class ZeroX88(OneArray):
    """``board[128]``."""

    title = "0x88"
    year = None
    source = "common property; chessprogramming.org, 0x88"
    idea = "Two boards side by side, one of them never used: one bit test says off the board."
    cost = "No guard is ever read. The men have to be found: scans of 64."
    numbering = OX88

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = self.cells("board", [EMPTY] * 128, by_square(OX88, _text), 16)

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        return code(kind, color)

    def man(self, code: int) -> Man:
        return Man(code & 7, code < 8)

    def king(self, color: chess.Color) -> int:
        wanted = code(chess.KING, color)
        return next(square for square in OX88.of if self.board[square] == wanted)

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        north = STEPS.north if color else -STEPS.north
        behind = (square - north - 1, square - north + 1)
        pawns = ((source, self.board[source]) for source in behind if not source & 0x88)
        return attackers_outward(self._reached, pawns, code, square, color)

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        found: list[BoardMove] = []
        for square in self.men(color):
            found += self.moves_of(square, color, ep)
        return self.castle(found, color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        kind = self.board[square] & 7
        if kind == chess.PAWN:
            self._generate_pawn(found, square, color, ep)
            return found
        for target, there in self._reached(square, kind):
            if there == EMPTY or (there < 8) != color:
                found.append(BoardMove(square, target))
        return found

    def _reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        for step in STEPS.of(kind):
            target = source + step
            while not target & 0x88:
                there = self.board[target]
                yield target, there
                if kind not in SLIDERS or there != EMPTY:
                    break
                target += step

    def _generate_pawn(
        self, found: list[BoardMove], source: int, color: chess.Color, ep: int | None
    ) -> None:
        north = STEPS.north if color else -STEPS.north
        for target in (source + north - 1, source + north + 1):
            if target & 0x88:
                continue
            there = self.board[target]
            if target == ep:
                found.append(BoardMove(source, target, EN_PASSANT))
            elif there != EMPTY and (there < 8) != color:
                self.advance(found, source, target)
        if self.board[source + north] == EMPTY:
            self.advance(found, source, source + north)
            first = source >> 4 == (1 if color else 6)
            if first and self.board[source + 2 * north] == EMPTY:
                found.append(BoardMove(source, source + 2 * north, DOUBLE))

    def broken(self) -> Iterator[str]:
        for number, there in enumerate(self.board):
            if number & 0x88 and there != EMPTY:
                yield f"board[{number}] is off the board and holds {there}"
        for color in chess.COLORS:
            kings = sum(there == code(chess.KING, color) for there in self.board)
            if kings != 1:
                yield f"{kings} {chess.COLOR_NAMES[color]} kings"


def _text(value: int) -> str | None:
    return None if value == EMPTY else symbol(value & 7, value < 8)

"""TSCP, Tom Kerrigan's Simple Chess Program (1997): two arrays of 64 and a mailbox of constants.

``color[64]`` holds LIGHT, DARK or EMPTY, ``piece[64]`` the type, a8 = 0. To step from a square the
program goes from its 64 to the 120 squares of a board with an edge, adds the offset, and comes back
or falls on -1: ``mailbox[mailbox64[square] + offset]``. Coordinates are converted, never the board.

Castling is generated from the rights alone, after all pieces, and refused when it is made if the
king is in check, the way is not free or a square on it is attacked; en passant comes last. Order of
moves, captures and cells agree with the recorded program (1.81).
"""

from collections.abc import Iterator
from typing import Any

import chess

from microchess.boards.arrays import EMPTY, TwoArrays
from microchess.boards.geometry import A8, SLIDERS, padded
from microchess.boards.moves import Moves, side_of
from microchess.boards.rays import PassingApart
from microchess.boards.rules import Beside
from microchess.boards.view import BankPanel, Cell, CellState, by_square

_PADDED = padded(10, 1)
MAILBOX64 = tuple(_PADDED.of[A8.square[number]] for number in range(64))
"""The place of each of the 64 squares among the 120."""
MAILBOX = tuple(
    A8.of[_PADDED.square[place]] if place in _PADDED.square else -1 for place in range(120)
)
"""The square at each of the 120 places, -1 on the edge."""
OFFSETS = {
    chess.KNIGHT: (-21, -19, -12, -8, 8, 12, 19, 21),
    chess.BISHOP: (-11, -9, 9, 11),
    chess.ROOK: (-10, -1, 1, 10),
    chess.QUEEN: (-11, -10, -9, -1, 1, 9, 10, 11),
    chess.KING: (-11, -10, -9, -1, 1, 9, 10, 11),
}
"""What is added among the 120, by type, in the program's order."""


class Tscp(PassingApart, TwoArrays):
    """``color[64]`` and ``piece[64]``."""

    title = "TSCP"
    year = 1997
    source = "Tom Kerrigan, TSCP 1.81, board.c and data.c"
    idea = "Two arrays of 64; a mailbox of 120 constants knows where the board ends."
    cost = "Obvious to read. Everything is a scan of 64: the pieces, the king, who attacks."
    numbering = A8
    squares = range(64)
    promotions = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    castles_untested = True

    def lay_out(self) -> None:
        super().lay_out()
        self.color = self.cells(
            "color", [EMPTY] * 64, by_square(A8, lambda v: None if v == EMPTY else "LD"[v])
        )
        self.piece = self.cells(
            "piece", [EMPTY] * 64, by_square(A8, lambda v: None if v == EMPTY else "PNBRQK"[v])
        )
        self.keep_key("hash")

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        for source in self.men(color):
            if self._attacks(source, square, color):
                yield source

    def _attacks(self, source: int, square: int, color: chess.Color) -> bool:
        kind = self.piece[source] + 1
        if kind == chess.PAWN:
            return square in self.pawn_captures(source, color)
        slides = kind in SLIDERS
        for offset in OFFSETS[kind]:
            target = MAILBOX[MAILBOX64[source] + offset]
            while target != -1:
                if target == square:
                    return True
                if not slides or self.color[target] != EMPTY:
                    break
                target = MAILBOX[MAILBOX64[target] + offset]
        return False

    def reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        for offset in OFFSETS[kind]:
            target = MAILBOX[MAILBOX64[source] + offset]
            while target != -1:
                there = self.color[target]
                yield target, there
                if there != EMPTY or kind not in SLIDERS:
                    break
                target = MAILBOX[MAILBOX64[target] + offset]

    def pawn_captures(self, source: int, color: chess.Color) -> Iterator[int]:
        """By the column the pawn stands on; none beyond the last rank."""
        ahead = source - 8 if color else source + 8
        if 0 <= ahead < 64:
            if source & 7 != 0:
                yield ahead - 1
            if source & 7 != 7:
                yield ahead + 1

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """Captures and steps onto the last rank, by a loop of their own over the same squares."""
        for square, man in self.scan(color):
            yield from self.capturing(square, man, None)
            if man.kind == chess.PAWN and square + A8.ahead(color) in A8.ends:
                yield from self.stepping(square, color)
        yield from self.passing(color, ep)

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The hops from 64 to 120 and back, along every line until the -1 behind the edge."""
        kind = self.piece[square] + 1
        cells: list[Cell] = []
        for offset in OFFSETS.get(kind, ()):
            at, far = square, 7 if kind in SLIDERS else 1
            while at != -1 and far:
                place = MAILBOX64[at] + offset
                at, far = MAILBOX[place], far - 1
                state = CellState.GUARD if at == -1 else CellState.CONSTANT
                where = A8.square.get(at)
                cells.append(Cell("mailbox", place, f"[{place}]", at, str(at), where, state))
        return (BankPanel("mailbox", 8, tuple(cells), "64 to 120 and back"),) if cells else ()

    def record(self, beside: Beside) -> dict[str, Any]:
        ep = -1 if beside.ep is None else beside.ep
        fifty = min(beside.clock, beside.plies)
        state = [side_of(beside.turn), beside.rights, ep, fifty]
        return {
            "color": list(self.color),
            "piece": list(self.piece),
            "side_castle_ep_fifty": state,
        }

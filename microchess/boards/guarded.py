"""A board with an edge of guards, so that a ray ends by reading: 10 x 12, 15 x 12.

Two guard ranks above and below, guard files beside. Off the board is a *value*, and no test.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.codes import code
from microchess.boards.geometry import SLIDERS, steps
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import DOUBLE, EN_PASSANT, BoardMove, Man, Representation
from microchess.boards.scans import attackers_outward
from microchess.boards.shows import by_square, symbol

EMPTY, GUARD = 0, -1


class GuardedBoard(Representation):
    """The board, and what can be asked of it alone. Subclasses say how the men are found."""

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.steps = steps(self.numbering)
        width = self.steps.north * -1
        edge = [EMPTY if n in self.numbering.square else GUARD for n in range(12 * width)]
        self.board = self.cells("board", edge, by_square(self.numbering, _text), width)

    def at(self, square: int) -> Man | None:
        there = self.board[square]
        return None if there == EMPTY else Man(there & 7, there < 8)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        self.generate(found, square, self.board[square] & 7, color, ep)
        return found

    def generate(
        self,
        found: list[BoardMove],
        source: int,
        kind: chess.PieceType,
        color: chess.Color,
        ep: int | None,
    ) -> None:
        """Add the moves of a man."""
        if kind == chess.PAWN:
            self.add_pawn_captures(found, source, color, ep)
            self.add_steps(found, source, color)
            return
        for target, there in self._reached(source, kind):
            if there == EMPTY or (there < 8) != color:
                found.append(BoardMove(source, target))

    def is_enemy(self, there: int, color: chess.Color) -> bool:
        return there not in (EMPTY, GUARD) and (there < 8) != color

    def add_pawn_captures(
        self, found: list[BoardMove], source: int, color: chess.Color, ep: int | None
    ) -> None:
        north = self.steps.north if color else -self.steps.north
        for target in (source + north - 1, source + north + 1):
            if target == ep:
                found.append(BoardMove(source, target, EN_PASSANT))
            elif self.is_enemy(self.board[target], color):
                self.advance(found, source, target)

    def add_steps(self, found: list[BoardMove], source: int, color: chess.Color) -> None:
        """A pawn's one or two steps."""
        north = self.steps.north if color else -self.steps.north
        if self.board[source + north] == EMPTY:
            self.advance(found, source, source + north)
            first = self.numbering.ranks[source] == (1 if color else 6)
            if first and self.board[source + 2 * north] == EMPTY:
                found.append(BoardMove(source, source + 2 * north, DOUBLE))

    def is_clear(self, source: int, target: int, step: int) -> bool:
        """Whether all squares between two are empty."""
        source += step
        while source != target:
            if self.board[source] != EMPTY:
                return False
            source += step
        return True

    def attackers_by_rays(self, square: int, color: chess.Color) -> Iterator[int]:
        """The attackers met on the way outward from *square*."""
        north = self.steps.north if color else -self.steps.north
        behind = (square - north - 1, square - north + 1)
        pawns = ((source, self.board[source]) for source in behind)
        return attackers_outward(self._reached, pawns, code, square, color)

    def _reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        for step in self.steps.of(kind):
            target = source + step
            while (there := self.board[target]) != GUARD:
                yield target, there
                if kind not in SLIDERS or there != EMPTY:
                    break
                target += step

    def misplaced_guards(self) -> Iterator[str]:
        """Guards that are missing, and guards on the board."""
        for number, there in enumerate(self.board):
            if (there == GUARD) != (number not in self.numbering.square):
                yield f"board[{number}] holds {there}"


def _text(value: int) -> str | None:
    return None if value <= EMPTY else symbol(value & 7, value < 8)

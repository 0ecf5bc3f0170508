"""After Alex Bell (1972): 65 squares, every step from a table, no edge and no test for it.

A table lists, for every man and square, the lines of squares ahead of him. Lines end at the edge,
so nothing is tested there. A pawn's two captures are always listed: beyond the a- or h-file they
lead to the 65th square, where nobody ever stands, so there is never an enemy to capture.

Bell's book was not to be had: the idea is as his readers tell it, the tables are ours.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.arrays import OneArray
from microchess.boards.geometry import A1, WAYS, Lines, line, lines
from microchess.boards.recorder import CellRecorder
from microchess.boards.view import BankPanel, Cell, CellState, Shown, by_square

EMPTY = 0
NOWHERE = 64
"""The index of the 65th square."""


LINES = {kind: tuple(lines(kind, square) for square in chess.SQUARES) for kind in WAYS}
"""By type and square: the lines of squares a piece can go along, nearest first."""
AHEAD = {
    color: tuple(
        line(square, 0, 1 if color else -1, 2 if square >> 3 == (1 if color else 6) else 1)
        for square in chess.SQUARES
    )
    for color in chess.COLORS
}
"""By colour and square: the one or two squares a pawn can step to."""
CAPTURES = {
    color: tuple(
        tuple((*line(square, files, 1 if color else -1, 1), NOWHERE)[0] for files in (-1, 1))
        for square in chess.SQUARES
    )
    for color in chess.COLORS
}
"""By colour and square: the two squares a pawn captures on, or NOWHERE."""


class Bell(OneArray):
    """``board[65]``."""

    title = "after Bell"
    year = 1972
    source = "Alex Bell, Games Playing with Computers (1972), as retold; the tables are ours"
    idea = "65 squares: what would leave the board leads to one where nobody ever stands."
    cost = "No bounds test anywhere. The tables cost more than the board; men and king by scans."
    numbering = A1

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.board = self.cells("board", [EMPTY] * 65, self._show)

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        """Positive for White, negative for Black."""
        return kind if color else -kind

    def reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        for way in LINES[kind][source]:
            for target in way:
                there = self.board[target]
                yield target, there
                if there != EMPTY:
                    break

    def pawn_captures(self, source: int, color: chess.Color) -> tuple[int, ...]:
        return CAPTURES[color][source]

    def pawn_steps(self, source: int, color: chess.Color) -> tuple[int, ...]:
        return AHEAD[color][source]

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The lines of the man; a pawn's two captures may lead to the 65th square."""
        man = self.at(square)
        if man is None:
            return ()
        if man.kind != chess.PAWN:
            return (_table("lines", LINES[man.kind][square]),)
        captures = tuple((target,) for target in CAPTURES[man.color][square])
        return _table("captures", captures), _table("ahead", (AHEAD[man.color][square],))

    def _show(self, index: int, value: int) -> Shown:
        if index == NOWHERE:
            return Shown("65", "##" if value == EMPTY else str(value), None, CellState.GUARD)
        return by_square(A1, self.letter)(index, value)


def _table(name: str, ways: Lines) -> BankPanel:
    return BankPanel(
        name,
        8,
        tuple(
            Cell(name, place, f"{name} {place + 1}", target, *_where(target))
            for place, way in enumerate(ways)
            for target in way
        ),
    )


def _where(target: int) -> tuple[str, chess.Square | None, CellState]:
    if target == NOWHERE:
        return "65", None, CellState.GUARD
    return A1.name(target), target, CellState.CONSTANT

"""After Alex Bell (1972): 65 squares, every step from a table, no edge and no test for it.

A table lists, for every man and square, the lines of squares ahead of him. Lines end at the edge,
so nothing is tested there. A pawn's two captures are always listed: beyond the a- or h-file they
lead to the 65th square, where nobody ever stands, so there is never an enemy to capture.

Bell's book was not to be had: the idea is as his readers tell it, the tables are ours.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from microchess.boards.geometry import WAYS, Lines, line, lines, pawn_steps
from microchess.boards.lens import BankPanel, Cell, CellState
from microchess.boards.numbering import A1
from microchess.boards.onearray import OneArray
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import DOUBLE, EN_PASSANT, BoardMove, Man, Shown
from microchess.boards.scans import attackers_outward
from microchess.boards.shows import by_square, symbol

EMPTY = 0
NOWHERE = 64
"""The index of the 65th square."""


LINES = {kind: tuple(lines(kind, square) for square in chess.SQUARES) for kind in WAYS}
"""By type and square: the lines of squares a piece can go along, nearest first."""
AHEAD = {color: tuple(pawn_steps(color, s) for s in chess.SQUARES) for color in chess.COLORS}
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
        self.board = self.cells("board", [EMPTY] * 65, _show)

    def code(self, kind: chess.PieceType, color: chess.Color) -> int:
        """Positive for White, negative for Black."""
        return kind if color else -kind

    def man(self, code: int) -> Man:
        return Man(abs(code), code > EMPTY)

    def king(self, color: chess.Color) -> int:
        wanted = self.code(chess.KING, color)
        for square in range(64):
            if self.board[square] == wanted:
                return square
        raise AssertionError("a position has both kings")

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        pawns = ((source, self.board[source]) for source in CAPTURES[not color][square])
        return attackers_outward(self._reached, pawns, self.code, square, color)

    def _reached(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int]]:
        for way in LINES[kind][source]:
            for target in way:
                there = self.board[target]
                yield target, there
                if there != EMPTY:
                    break

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        found: list[BoardMove] = []
        for square in range(64):
            there = self.board[square]
            if there != EMPTY and (there > EMPTY) == color:
                self._generate(found, square, abs(there), color, ep)
        return self.castle(found, color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        self._generate(found, square, abs(self.board[square]), color, ep)
        return found

    def _generate(
        self,
        found: list[BoardMove],
        source: int,
        kind: chess.PieceType,
        color: chess.Color,
        ep: int | None,
    ) -> None:
        if kind == chess.PAWN:
            self._generate_pawn(found, source, color, ep)
            return
        for target, there in self._reached(source, kind):
            if there == EMPTY or (there > EMPTY) != color:
                found.append(BoardMove(source, target))

    def _generate_pawn(
        self, found: list[BoardMove], source: int, color: chess.Color, ep: int | None
    ) -> None:
        for target in CAPTURES[color][source]:
            there = self.board[target]
            if target == ep:
                found.append(BoardMove(source, target, EN_PASSANT))
            elif there != EMPTY and (there > EMPTY) != color:
                self.advance(found, source, target)
        for target in AHEAD[color][source]:
            if self.board[target] != EMPTY:
                break
            if abs(target - source) == 16:
                found.append(BoardMove(source, target, DOUBLE))
            else:
                self.advance(found, source, target)

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The lines of the man; a pawn's two captures may lead to the 65th square."""
        man = self.at(square)
        if man is None:
            return ()
        if man.kind != chess.PAWN:
            return (_table("lines", LINES[man.kind][square]),)
        captures = tuple((target,) for target in CAPTURES[man.color][square])
        return _table("captures", captures), _table("ahead", (AHEAD[man.color][square],))

    def broken(self) -> Iterator[str]:
        if self.board[NOWHERE] != EMPTY:
            yield f"the 65th square holds {self.board[NOWHERE]}"
        for color in chess.COLORS:
            kings = sum(there == self.code(chess.KING, color) for there in self.board)
            if kings != 1:
                yield f"{kings} {chess.COLOR_NAMES[color]} kings"
        for square in range(64):
            if abs(self.board[square]) > chess.KING:
                yield f"{A1.name(square)} holds {self.board[square]}, which is no man"


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


_ON_BOARD = by_square(A1, lambda value: symbol(abs(value), value > 0) if value else None)


def _show(index: int, value: int) -> Shown:
    if index == NOWHERE:
        return Shown("65", "##" if value == EMPTY else str(value), None, CellState.GUARD)
    return _ON_BOARD(index, value)

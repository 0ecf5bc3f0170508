"""What happened to the piece table while a person worked the keypad."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

import chess

from microchess.errors import MoveError
from microchess.program.memory_map import TABLE
from microchess.program.move_entry import play, promotion_pokes, steps
from microchess.program.position import Position
from microchess.program.table import INITIAL_TABLE, PieceTable


class ChangeKind(Enum):
    """What a change of the table means for the game."""

    NONE = auto()
    MOVE = auto()
    PARTIAL = auto()
    EXCHANGED = auto()
    CLEARED = auto()
    OTHER = auto()


@dataclass(frozen=True)
class TableChange:
    """A change understood; ``move`` is the one made, or about to be."""

    kind: ChangeKind
    move: chess.Move | None = None

    @property
    def promotes(self) -> bool:
        """Whether a pawn becomes another man."""
        return self.move is not None and self.move.promotion is not None


def read_change(board: chess.Board, before: Position, after: PieceTable) -> TableChange:
    """What led from the table of *before* to *after*, the chess position being *board*."""
    if after == before.table:
        return TableChange(ChangeKind.NONE)
    if after == before.table.reversed():
        return TableChange(ChangeKind.EXCHANGED)
    if after.data == INITIAL_TABLE:
        return TableChange(ChangeKind.CLEARED)
    partial = None
    for turn in (board.turn, not board.turn):
        other = board if turn == board.turn else board.copy(stack=False)
        other.turn = turn
        for move in other.legal_moves:
            try:
                if play(before, other, move).table == after:
                    return TableChange(ChangeKind.MOVE, move)
                if after in _between(before, other, move):
                    partial = partial or TableChange(ChangeKind.PARTIAL, move)
            except MoveError:
                continue
    return partial or TableChange(ChangeKind.OTHER)


def _between(before: Position, board: chess.Board, move: chess.Move) -> Iterator[PieceTable]:
    """The tables on the way, where a move takes more than one F."""
    moves = steps(board, move, before.computer_white)
    if len(moves) == 1 and not move.promotion:
        return
    table, man = before.table, None
    for step in moves:
        man = table.standing_on(step.source)
        if man is None:
            return
        table = table.moved(man, step.target)
        yield table
    if move.promotion and man is not None:
        for poke in promotion_pokes(table, man, move.promotion):
            table = table.with_man(poke.address - TABLE, poke.value)
            yield table

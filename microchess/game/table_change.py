"""What a change of the piece table means: a move, a part of one, exchanged sides, a new game."""

from dataclasses import dataclass
from enum import Enum, auto

import chess

from microchess.errors import MoveError
from microchess.program.move_entry import playing
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
        """Whether a pawn becomes another piece."""
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
                *between, last = playing(before, other, move)
            except MoveError:
                continue
            if last == after:
                return TableChange(ChangeKind.MOVE, move)
            if after in between:
                partial = partial or TableChange(ChangeKind.PARTIAL, move)
    return partial or TableChange(ChangeKind.OTHER)

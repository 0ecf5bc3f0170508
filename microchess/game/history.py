"""What a game remembers of its past, so that a move taken back takes RAM back with it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

import chess

from emu.board import BoardState
from microchess.errors import MoveError
from microchess.game.record import Record
from microchess.program.table import PieceTable


class Ending(Enum):
    """How a game ended where the rules of chess alone do not say it."""

    RESIGNED = "resigns"
    ILLEGAL = "made an illegal move"
    GIVEN_UP = "gives up"


@dataclass(frozen=True)
class UndoState:
    """All of a game that goes back with an undo: the machine, the moves, who plays what.

    ``restores_level``: the level bytes go back too (after a poke), else they stay as they are now.
    ``left``: what comes after it is another game.
    """

    machine: BoardState
    record: Record
    ending: Ending | None
    table: PieceTable
    computer: chess.Color
    restores_level: bool = False
    left: bool = False


@dataclass
class History:
    """Memories before and after the present."""

    past: list[UndoState] = field(default_factory=list)
    future: list[UndoState] = field(default_factory=list)

    def push(self, memory: UndoState) -> None:
        """Something new happens after *memory*; what was taken back is gone."""
        self.past.append(memory)
        self.future.clear()

    def back(self, now: UndoState) -> UndoState:
        """One step into the past. Raises MoveError when there is none."""
        return self._step(self.past, self.future, now, "no move to take back")

    def forth(self, now: UndoState) -> UndoState:
        """One step into the future. Raises MoveError when there is none."""
        return self._step(self.future, self.past, now, "there is nothing to do again")

    def _step(
        self, out_of: list[UndoState], into: list[UndoState], now: UndoState, none_left: str
    ) -> UndoState:
        if not out_of:
            raise MoveError(none_left)
        memory = out_of.pop()
        into.append(replace(now, restores_level=memory.restores_level, left=memory.left))
        return memory

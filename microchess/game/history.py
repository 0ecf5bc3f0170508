"""What a game remembers of its past, so that a move taken back takes RAM back with it."""

from dataclasses import replace

import chess

from emu.errors import EmuError
from microchess.errors import MoveError, PositionError
from microchess.game.record import Record
from microchess.game.state import GameState, UndoState
from microchess.machine.bridge import Thinking
from microchess.machine.operator import Action
from microchess.program.move_entry import play
from microchess.program.position import Position


class History:
    """The ``past`` of *state*, step by step, and the ``future`` that was taken back of it."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self.past: list[UndoState] = []
        self.future: list[UndoState] = []

    def push(self, memory: UndoState) -> None:
        """Something new happens after *memory*; what was taken back is gone."""
        self.past.append(memory)
        self.future.clear()

    def forget(self) -> None:
        """Nothing can be taken back or done again."""
        self.past.clear()
        self.future.clear()

    def undo(self) -> int:
        """Take the last step back; the level stays. Returns how many plies went.

        Raises MoveError when there is none.
        """
        return -self._step(self.past, self.future, "no move to take back")

    def redo(self) -> int:
        """Do again what was taken back last. Returns how many plies came.

        Raises MoveError when there is nothing to do again.
        """
        return self._step(self.future, self.past, "there is nothing to do again")

    def undo_to(self, steps: int) -> None:
        """Take back until only so many *steps* are left."""
        while len(self.past) > steps:
            self.undo()

    def _step(self, out_of: list[UndoState], into: list[UndoState], none_left: str) -> int:
        now = self._state.memory()
        if not out_of:
            raise MoveError(none_left)
        memory = out_of.pop()
        into.append(replace(now, restores_level=memory.restores_level, left=memory.left))
        return self._travel(memory)

    def _travel(self, memory: UndoState) -> int:
        state = self._state
        plies, level_bytes = state.record.plies, state.bridge.level_bytes
        state.recall(memory)
        if not memory.restores_level:
            state.bridge.level_bytes = level_bytes
        state.settle()
        return state.record.plies - plies

    def going_on(self, half_moves: int) -> Thinking[Action | None]:
        """Go on from where the board was after so many moves, fewer than it has; below 0: from so
        many positions before its first one, as ``Record.up_to`` counts them.

        That is taken back to, and can be done again (None is returned), or else, from the position
        before it, the last of these moves is entered again; where nothing is remembered, the pieces
        are poked there and the book is closed. An undo then brings the game back as it is now.
        Given up in the middle, or with a MoveError, PositionError or EmuError, nothing has changed.
        """
        state = self._state
        wanted = state.record.up_to(half_moves)
        steps = self._steps_left(wanted)
        if steps is not None:
            self.undo_to(steps)
            return None
        now, moves = state.memory(), wanted.board.move_stack
        steps = self._steps_left(wanted.up_to(len(moves) - 1)) if moves else None
        try:
            if steps is None:
                state.put(_position(wanted.board, wanted.computer).table)
                state.record = wanted
                action = Action(())
            else:
                self._travel(self.past[steps])
                state.expect_listener()
                board = state.record.board
                action = state.operator.entry(board, moves[-1], wanted.computer)
                yield from state.operator.doing(action)
                state.push(moves[-1])
        except (MoveError, PositionError, EmuError, GeneratorExit):
            state.recall(now)
            raise
        self.push(now)
        state.settle()
        return action

    def _steps_left(self, wanted: Record) -> int | None:
        """How many steps are left when one takes back to there in this game, None where that is
        impossible.
        """
        begun = max((i for i, memory in enumerate(self.past, 1) if memory.left), default=0)
        found = (
            i for i in range(begun, len(self.past)) if self.past[i].record.has_moves_of(wanted)
        )
        return max(found, default=None)


def _position(board: chess.Board, computer: chess.Color) -> Position:
    """The table at the end of the moves of *board*, every piece keeping its slot."""
    start = board.root()
    position = Position.from_board(start, computer)
    for move in board.move_stack:
        position = play(position, start, move)
        start.push(move)
    return position

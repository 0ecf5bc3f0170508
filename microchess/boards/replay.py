"""A game in a memory that is watched: what each move wrote, and what taking it back restored."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from microchess.boards.recorder import CellAccess, CellRecorder, Watched
from microchess.boards.registry import Exhibit
from microchess.boards.view import BoardView, CellChange, changes, undone


@dataclass(frozen=True)
class LineStep(Watched):
    """One move made or unmade: the memory before and afterwards, what changed, every access in
    order.

    ``turned`` is what changed besides because the memory looks from the side to move.
    """

    move: chess.Move
    made: bool
    before: BoardView
    view: BoardView
    changes: tuple[CellChange, ...]
    turned: tuple[CellChange, ...]
    accesses: tuple[CellAccess, ...]


class LineReplay:
    """A position in the memory of *exhibit*, to go forward and back in.

    Raises PositionError when the memory cannot hold it. What looking moves up does to the memory is
    neither seen nor counted.
    """

    def __init__(self, exhibit: Exhibit, board: chess.Board) -> None:
        self.exhibit = exhibit
        self.recorder = CellRecorder()
        self.game = exhibit.game(board, self.recorder)
        self.made: list[tuple[chess.Move, BoardView, BoardView]] = []
        """What can be taken back: a move, and the views before it and when it was made."""

    @property
    def view(self) -> BoardView:
        """What the memory looks like now."""
        return self.exhibit.view(self.game)

    def forward(self, move: chess.Move) -> None:
        """Make a legal move for good, nobody looking on. Raises MoveError when it is not."""
        with self.game.men.unwatched():
            self.game.play(self.game.find(move))
        self.made.clear()

    def make(self, move: chess.Move) -> LineStep:
        """Make a legal move. Raises MoveError when it is not."""
        found = self.game.find(move)
        before = self.view
        self.recorder.clear()
        self.game.carry_out(found)
        made = self.view
        self.game.men.turn()
        after = self.view
        self.made.append((move, before, made))
        accesses = tuple(self.recorder.accesses)
        turned = changes(made, after)
        return LineStep(move, True, before, after, changes(before, made), turned, accesses)

    def settle(self) -> None:
        """All moves made so far are final: a long game stays in a memory that remembers few."""
        self.game.settle()
        self.made.clear()

    def unmake(self) -> LineStep:
        """Take the last move back; what changed is told by the memory before it was made."""
        move, before, made = self.made.pop()
        self.recorder.clear()
        turned = self.view
        self.game.men.turn()
        again = self.view
        self.game.take_back()
        after = self.view
        accesses = tuple(self.recorder.accesses)
        left = undone(before, made, after)
        return LineStep(move, False, again, after, left, changes(turned, again), accesses)

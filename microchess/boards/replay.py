"""A game in a memory that is watched: what each move wrote, and what taking it back restored."""

from dataclasses import dataclass

import chess

from microchess.boards.recorder import CellAccess, CellRecorder, Watched
from microchess.boards.registry import Exhibit
from microchess.boards.view import BoardView, CellChange, changes, undone


@dataclass(frozen=True)
class MemoryEvent(Watched):
    """What happened to a memory, and the cells that are other than before.

    ``turned`` is what changed besides because the memory looks from the side to move, ``accesses``
    every cell read and written for it, in order; ``before`` is the memory as it was, ``move`` the
    one made or taken ``back``.
    """

    what: str
    changes: tuple[CellChange, ...] = ()
    turned: tuple[CellChange, ...] = ()
    accesses: tuple[CellAccess, ...] = ()
    back: bool = False
    before: BoardView | None = None
    move: chess.Move | None = None


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

    def settle(self) -> None:
        """All moves made so far are final: a long game stays in a memory that remembers few."""
        self.game.settle()
        self.made.clear()

    def make(self, move: chess.Move) -> MemoryEvent:
        """Make a legal move. Raises MoveError when it is not."""
        found = self.game.find(move)
        before = self.view
        self.recorder.clear()
        self.game.carry_out(found)
        made = self.view
        self.game.men.turn()
        self.made.append((move, before, made))
        return self._event(move, before, changes(before, made), changes(made, self.view), False)

    def unmake(self) -> MemoryEvent:
        """Take the last move back; what changed is told by the memory before it was made."""
        move, before, made = self.made.pop()
        self.recorder.clear()
        turned = self.view
        self.game.men.turn()
        again = self.view
        self.game.take_back()
        left = undone(before, made, self.view)
        return self._event(move, again, left, changes(turned, again), True)

    def _event(
        self,
        move: chess.Move,
        before: BoardView,
        changed: tuple[CellChange, ...],
        turned: tuple[CellChange, ...],
        back: bool,
    ) -> MemoryEvent:
        counts, what = self.recorder, f"{'unmake' if back else 'make'} {move.uci()}"
        what += f": {counts.reads} read, {counts.writes} written"
        accesses = tuple(counts.accesses)
        return MemoryEvent(what, changed, turned, accesses, back, before, move)

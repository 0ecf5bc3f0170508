"""One question asked of every memory, or its last move watched: cell by cell, on and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from microchess.boards.questions import QuestionAnswer, ask
from microchess.boards.recorder import CellAccess
from microchess.boards.registry import EXHIBITS
from microchess.boards.tracker import GameTracker, MachineTracker, Tracked, position
from microchess.boards.view import BoardView
from microchess.errors import BoardError, PositionError

CellKey = tuple[str, int]
"""Bank and index of a cell."""


@dataclass(frozen=True)
class Asking:
    """``answers`` by exhibit; ``step`` cells have been shown of each. ``befores`` are the memories
    before the last move, if that is watched.
    """

    question: str
    answers: Mapping[str, QuestionAnswer]
    step: int = 0
    befores: Mapping[str, BoardView] = field(default_factory=dict)

    @property
    def longest(self) -> int:
        """Cells touched by the memory that touches most."""
        return max((len(one.accesses) for one in self.answers.values()), default=0)

    @property
    def text(self) -> str:
        """What they say; all say the same, each in its own order."""
        return next((one.text for one in self.answers.values()), "")

    def at(self, step: int) -> Asking:
        """The same when so many cells have been shown, or as many as there are."""
        return replace(self, step=max(0, min(step, self.longest)))

    def lens(self, key: str, lens: BoardView) -> BoardView:
        """A memory as it stood when these cells had been touched and no others."""
        if key not in self.befores or self.step >= self.longest:
            return lens
        written = {(one.bank, one.cell) for one in self._shown(key) if one.written}
        return self.befores[key].with_cells(
            cell for cell in lens.cells() if (cell.bank, cell.index) in written
        )

    def _shown(self, key: str) -> tuple[CellAccess, ...]:
        return self.answers[key].accesses[: self.step] if key in self.answers else ()

    def counter(self, key: str) -> str:
        """How much of a memory's answer has been shown."""
        if (answer := self.answers.get(key)) is None:
            return ""
        read = sum(not access.written for access in self._shown(key))
        written = f", {answer.writes} written" if answer.writes else ""
        return f"{read} of {answer.reads} read{written}"

    def cells(self, key: str) -> tuple[frozenset[CellKey], CellKey | None]:
        """The cells a memory has touched so far, and the last one, while there is more to come."""
        shown = [(access.bank, access.cell) for access in self._shown(key)]
        last = shown[-1] if shown and len(shown) < len(self.answers[key].accesses) else None
        return frozenset(shown), last


def watch(memories: Mapping[str, Tracked]) -> Asking:
    """The last move made or taken back in each memory, to be gone through access by access.

    Raises BoardError where there is none.
    """
    last = {key: tracked.events[-1] for key, tracked in memories.items() if tracked.events}
    shown = {key: event for key, event in last.items() if event.accesses}
    if last and not shown:
        raise BoardError(
            "how its own bytes change is not known step by step: choose another memory"
        )
    if not shown:
        raise BoardError("no move has been made or taken back in the memories shown")
    answers = {
        key: QuestionAnswer(event.what, event.what, event.accesses) for key, event in shown.items()
    }
    befores = {
        key: event.before for key, event in shown.items() if event.before and not event.turned
    }
    return Asking("what did the last move do", answers, befores=befores)


def ask_all(
    question: str,
    start: str,
    moves: tuple[str, ...],
    shown: Mapping[str, GameTracker | MachineTracker],
) -> Asking:
    """Ask every exhibit; those *shown* as they stand, the others set up from the position.

    Raises BoardError when there is no such question or nobody to ask it about.
    """
    board = position(start, moves)
    answers, refusals = {}, []
    for one in EXHIBITS:
        follower = shown.get(one.key)
        if one.ours and follower is None:
            continue
        try:
            answers[one.key] = follower.ask(question) if follower else ask(one, board, question)
        except PositionError as error:
            refusals.append(str(error))
    if not answers:
        raise BoardError(refusals[0])
    return Asking(question, answers)

"""One question asked of every memory: the answers, and how far their reads have been shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from microchess.boards.questions import QuestionAnswer, ask
from microchess.boards.registry import EXHIBITS
from microchess.boards.tracker import GameTracker, MachineTracker, position
from microchess.errors import BoardError, PositionError
from tui.screen.drawing.lens import Key

TICKS = 60
"""Steps in which the longest answer is shown."""


@dataclass
class Asking:
    """``answers`` by exhibit, ``refusals`` of those that cannot hold the position; ``step`` cells
    have been shown of each.
    """

    question: str
    answers: Mapping[str, QuestionAnswer]
    refusals: Mapping[str, str]
    step: int = 0

    @property
    def longest(self) -> int:
        """Cells touched by the memory that touches most."""
        return max((len(one.accesses) for one in self.answers.values()), default=0)

    @property
    def done(self) -> bool:
        """Whether everything has been shown."""
        return self.step >= self.longest

    @property
    def text(self) -> str:
        """What they say; all say the same, each in its own order."""
        return next((one.text for one in self.answers.values()), "")

    def go_on(self) -> None:
        """Some more: all of it in a few seconds."""
        self.step = min(self.longest, self.step + max(1, self.longest // TICKS))

    def reads(self, key: str) -> int:
        """Cells a memory has read so far."""
        answer = self.answers.get(key)
        shown = () if answer is None else answer.accesses[: self.step]
        return sum(not access.written for access in shown)

    def cells(self, key: str) -> tuple[frozenset[Key], Key | None]:
        """The cells a memory has touched so far, and the last one, while there is more to come."""
        answer = self.answers.get(key)
        if answer is None:
            return frozenset(), None
        shown = [(access.bank, access.cell) for access in answer.accesses[: self.step]]
        last = shown[-1] if shown and len(shown) < len(answer.accesses) else None
        return frozenset(shown), last


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
    answers, refusals = {}, {}
    for one in EXHIBITS:
        follower = shown.get(one.key)
        try:
            answers[one.key] = follower.ask(question) if follower else ask(one, board, question)
        except PositionError as error:
            refusals[one.key] = str(error)
    if not answers:
        raise BoardError(next(iter(refusals.values())))
    return Asking(question, answers, refusals)

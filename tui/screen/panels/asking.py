"""One question asked of every memory, or its last move watched: cell by cell, on and back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from textual.strip import Strip

from microchess.boards.questions import QuestionAnswer, ask
from microchess.boards.recorder import CellAccess
from microchess.boards.registry import EXHIBITS
from microchess.boards.tracker import GameTracker, MachineTracker, Tracked, position
from microchess.boards.view import BoardView
from microchess.errors import BoardError, PositionError
from tui.screen.drawing.cells import Key
from tui.screen.drawing.ink import Ink, Word, line, wrapped


@dataclass
class Asking:
    """``answers`` by exhibit, ``refusals`` of those that cannot hold the position; ``step`` cells
    have been shown of each. ``befores`` are the memories before the last move, if that is watched.
    """

    question: str
    answers: Mapping[str, QuestionAnswer]
    refusals: Mapping[str, str]
    step: int = 0
    befores: Mapping[str, BoardView] = field(default_factory=dict)

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

    def go_to(self, step: int) -> None:
        """So many cells have been shown, or as many as there are."""
        self.step = max(0, min(step, self.longest))

    def lens(self, key: str, lens: BoardView | None) -> BoardView | None:
        """A memory as it stood when these cells had been touched and no others."""
        if lens is None or key not in self.befores or self.done:
            return lens
        written = {(one.bank, one.cell) for one in self._shown(key) if one.written}
        return self.befores[key].with_cells(
            cell for cell in lens.cells() if (cell.bank, cell.index) in written
        )

    def reads(self, key: str) -> int:
        """Cells a memory has read so far."""
        return sum(not access.written for access in self._shown(key))

    def _shown(self, key: str) -> tuple[CellAccess, ...]:
        return self.answers[key].accesses[: self.step] if key in self.answers else ()

    def counter(self, key: str, signs: bool) -> str:
        """How much of it has been shown; with *signs* how that is marked."""
        if (answer := self.answers.get(key)) is None:
            return ""
        how = " (r, R the last)" if signs else ""
        written = f", {answer.writes} written" if answer.writes else ""
        return f"{self.reads(key)} of {answer.reads} read{how}{written}"

    def cells(self, key: str) -> tuple[frozenset[Key], Key | None]:
        """The cells a memory has touched so far, and the last one, while there is more to come."""
        shown = [(access.bank, access.cell) for access in self._shown(key)]
        last = shown[-1] if shown and len(shown) < len(self.answers[key].accesses) else None
        return frozenset(shown), last


def watch(memories: Mapping[str, Tracked]) -> Asking | None:
    """The last move made or taken back in each memory, to be gone through access by access."""
    last = {key: tracked.events[-1] for key, tracked in memories.items() if tracked.events}
    shown = {key: event for key, event in last.items() if event.accesses}
    if not shown:
        return None
    answers = {
        key: QuestionAnswer(event.what, event.what, event.accesses) for key, event in shown.items()
    }
    befores = {
        key: event.before for key, event in shown.items() if event.before and not event.turned
    }
    return Asking("what did the last move do", answers, {}, befores=befores)


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
        if one.ours and follower is None:
            continue
        try:
            answers[one.key] = follower.ask(question) if follower else ask(one, board, question)
        except PositionError as error:
            refusals[one.key] = str(error)
    if not answers:
        raise BoardError(next(iter(refusals.values())))
    return Asking(question, answers, refusals)


def draw_asking(
    asking: Asking, shown: Collection[str] | None, columns: int, ink: Ink
) -> list[Strip]:
    """The answer, then who reads how many cells for it, folded to *columns*; unless *shown* is None
    only the memories shown, and those that read fewest and most.
    """
    texts = wrapped(f"{asking.question}? {asking.text}", columns)
    found = [line((text, ink.strong)) for text in texts[:2]]
    heading = "cells read: " if asking.done else "cells read so far: "
    words: list[Word] = [(heading, ink.muted)]
    width = len(heading)
    ranked = sorted(asking.answers.items(), key=lambda item: item[1].reads)
    for place, (key, answer) in enumerate(ranked):
        sign = {0: "fewest: ", len(ranked) - 1: "most: "}.get(place, "")
        if not (shown is None or sign or key in shown):
            continue
        text = f"{'' if shown is None else sign}{key} {asking.reads(key)}"
        if width + len(text) + 2 > columns:
            found.append(line(*words))
            words, width = [], 0
        finished = asking.step >= len(answer.accesses)
        words += [(text, ink.good if finished else ink.led), "  "]
        width += len(text) + 2
    return [*found, line(*words)]

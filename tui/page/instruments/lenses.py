"""The present position as other programs hold it in memory."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from emu.notation import counted
from microchess.boards.cells_text import (
    ASKED,
    HOW_MARKS,
    KEY,
    describe_memory,
    draw,
    mentions,
)
from microchess.boards.questions import QUESTIONS, QuestionAnswer
from microchess.boards.registry import EXHIBITS, exhibit
from microchess.boards.tracker import MACHINE, GameTracker, MachineTracker, Tracked
from microchess.boards.view import BoardView
from microchess.errors import BoardError, PositionError
from microchess.program.memory_map import TABLE
from microchess.program.table import SIZE
from tui.page.instruments.instrument import DeskSide, Instrument
from tui.page.messages import Offer
from tui.session.snapshot import GameView, Snapshot
from tui.session.values import NameOrNone, Square
from tui.session.verbs import control

_OFFERED = [one for one in EXHIBITS if not one.ours]


@dataclass(frozen=True, kw_only=True)
class LensesView:
    """A memory of another program: ``lines`` of its cells, the ``key`` to their marks, which cells
    are ``speaking`` of the square, and the answer to a question.
    """

    choices: list[Offer]
    questions: list[str]
    chosen: str
    square: str
    question: str
    title: str
    remark: str
    lines: list[str]
    key: str
    speaking: str
    answer: str


class LensesInstrument(Instrument):
    """One memory that follows the game."""

    def __init__(self, desk: DeskSide) -> None:
        super().__init__(desk)
        self._key, self._square, self._question = _OFFERED[0].key, chess.E4, ""
        self._followers: dict[str, GameTracker] = {}
        self._machine = MachineTracker()
        self._shown: tuple[object, ...] = ()
        self._part: LensesView | None = None

    @control
    def open(self, key: NameOrNone, square: Square, question: NameOrNone) -> None:
        """A memory, a square, and what is asked about it.

        Raises BoardError where there is no such thing.
        """
        if key:
            self._key = exhibit(key).key
        if question and question not in QUESTIONS:
            raise BoardError(f"no question {question!r}; there are: {', '.join(QUESTIONS)}")
        self._square, self._question = square, question

    def part(self, snapshot: Snapshot) -> LensesView:
        """The memory; it is drawn anew when something is another."""
        game = snapshot.game
        memory = snapshot.machine.memory.read(TABLE - 1, SIZE + 1)
        shown = game.start, game.moves, memory, self._key, self._square, self._question
        if self._part is None or shown != self._shown:
            self._shown, self._part = shown, self._drawn(game, memory, snapshot.at_rest)
        return self._part

    def _drawn(self, game: GameView, memory: bytes, at_rest: bool) -> LensesView:
        if self._key == MACHINE:
            tracked = self._machines(game, memory, at_rest)
        else:
            follower = self._followers.setdefault(self._key, GameTracker(exhibit(self._key)))
            tracked = follower.follow(game.start, game.moves)
        lens = tracked.view
        answer, told = self._answer() if lens is not None else (None, "")
        square = chess.square_name(self._square)
        speaking = () if lens is None else lens.mentioning(self._square)
        names = ", ".join(f"{one.bank} {one.name}" for one in speaking)
        return LensesView(
            choices=[Offer(name=one.key, title=describe_memory(one)) for one in _OFFERED],
            questions=list(QUESTIONS),
            chosen=self._key,
            square=square,
            question=self._question,
            title=lens.title or exhibit(self._key).title if lens else exhibit(self._key).title,
            remark="; ".join(filter(None, (tracked.remark, *(one.what for one in tracked.events)))),
            lines=[] if lens is None else self._lines(lens, tracked, answer),
            key=KEY,
            speaking=f"{square}: {names or 'no cell speaks of it'}",
            answer=told,
        )

    def _machines(self, game: GameView, memory: bytes, at_rest: bool) -> Tracked:
        table, ghost = memory[1:], memory[0]
        if at_rest:
            return self._machine.follow(game.start, game.moves, table, ghost, game.computer)
        return Tracked(self._machine.view_of(table, ghost, game.computer))

    def _answer(self) -> tuple[QuestionAnswer | None, str]:
        if not self._question:
            return None, ""
        question = self._question.replace("SQUARE", chess.square_name(self._square))
        asked = self._machine if self._key == MACHINE else self._followers[self._key]
        try:
            answer = asked.ask(question)
        except (BoardError, PositionError) as error:
            return None, str(error)
        touched = counted(len(answer.accesses), "cell")
        return answer, f"{question}: {answer.text}; {touched} touched"

    def _lines(self, lens: BoardView, tracked: Tracked, answer: QuestionAnswer | None) -> list[str]:
        marks = {key: HOW_MARKS[how] for key, how in tracked.marks().items()}
        if answer is None:
            marks |= mentions(lens, self._square)
        else:
            marks = {(one.bank, one.cell): ASKED for one in answer.accesses}
        return list(draw(lens, marks))

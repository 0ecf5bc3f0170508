"""Answers ``go``: follows the program's thought, tells of it, and has the arbiter rule."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import chess

from emu.errors import BudgetSpent
from emu.machine import DEFAULT_BUDGET, MHZ
from microchess.game.arbiter import ARBITER, HELPFUL, Ruling, helpful, legal_form, strict
from microchess.game.centipawns import gives_mate, uci_score, visits
from microchess.game.game_line import GameLine
from microchess.machine.choose import choose
from microchess.machine.computer import ChessComputer, switch_on
from microchess.program import openings
from microchess.program.levels import Level
from microchess.program.reply import Candidate, ManMove, beats
from microchess.uci.clock import Job, TimeLimit, time_limit
from microchess.uci.options import AS_LOADED, Settings
from microchess.uci.protocol import Limits
from microchess.uci.uci_operator import UciOperator

_NAP = 0.05
_BY_DEPTH = (Level.SUPER_BLITZ, Level.BLITZ, Level.NORMAL)


@dataclass
class UciThought:
    """A thought as it goes on."""

    job: Job
    line: GameLine
    level: Level
    time_limit: TimeLimit
    allowed: frozenset[chess.Move]
    started: float = field(default_factory=time.monotonic)
    candidates: list[Candidate] = field(default_factory=list)
    best: Candidate | None = None
    mating: Candidate | None = None
    nodes: int = 0
    notes: tuple[str, ...] = ()
    cycles: int | None = None
    finished: bool = False
    budget_spent: int = 0

    def judged(self, candidate: Candidate) -> bool:
        """Note a candidate; whether it is the best so far."""
        self.candidates.append(candidate)
        self.nodes += visits(candidate)
        if self.job.limits.mate and self.mating is None:
            move = self.legal(candidate)
            self.mating = candidate if move and gives_mate(self.line.board, move) else None
        better = beats(candidate, self.best)
        if better:
            self.best = candidate
        return better

    def legal(self, candidate: Candidate) -> chess.Move | None:
        """The chess move that a candidate is, if it may be played."""
        line = self.line
        move, _ = legal_form(line.board, line.position, candidate.man, candidate.to)
        return move if move is not None and self.may(move) else None

    def may(self, move: chess.Move) -> bool:
        """Whether a move is among those asked for."""
        return not self.allowed or move in self.allowed

    @property
    def helpful(self) -> bool:
        """Whether the arbiter helps."""
        return self.job.settings.arbiter == HELPFUL

    @property
    def is_over(self) -> bool:
        """Whether it has to end now, done or not."""
        if self.mating is not None or self._clock_shows(self.time_limit.most):
            return True
        if not (self.spent or self.job.stop.is_set()):
            return False
        return any(map(self.legal, self.candidates)) if self.helpful else self.best is not None

    @property
    def spent(self) -> bool:
        """Whether a limit is reached."""
        nodes = self.job.limits.nodes
        return self._clock_shows(self.time_limit.enough) or (
            nodes is not None and self.nodes >= nodes
        )

    def _clock_shows(self, milliseconds: int | None) -> bool:
        clock = self.job.release
        return milliseconds is not None and clock.is_set() and clock.milliseconds >= milliseconds

    @property
    def best_so_far(self) -> ManMove | None:
        """The best candidate as a move; one that gives mate, where such a one is looked for."""
        best = self.mating or self.best
        if best is None:
            return None
        return ManMove(best.man, self.line.position.table[best.man], best.to)


class Thinker:
    """Owns the machine. One thread at a time; *say* writes a line to the GUI. After *budget* cycles
    a thought ends at the best move so far.
    """

    def __init__(self, say: Callable[[str], None], budget: int = DEFAULT_BUDGET) -> None:
        self._say = say
        self._budget = budget
        self._operator: UciOperator | None = None
        self._player: tuple[str, object] | None = None

    def answer(self, job: Job) -> chess.Move | None:
        """The move for the position of *job*, or None when there is none to give."""
        if job.new_game and self._operator is not None:
            self._operator.forget()
        if (line := job.line) is None:
            self._note("there is no position to think about")
            return None
        for note in line.notes:
            self._note(note)
        if not any(line.board.legal_moves):
            self._note("there is no legal move")
            return None
        settings, limits = job.settings, job.limits
        asked_for = (move for move in line.board.legal_moves if move.uci() in limits.searchmoves)
        thought = UciThought(
            job,
            line,
            _level(settings, limits),
            time_limit(limits, line.board.turn, settings.overhead),
            frozenset(asked_for),
        )
        operator = self._operator_for(settings, line.position.computer)
        operator.show(line, thought.level)
        self._follow(operator.computer, thought)
        if thought.helpful and (why := _forbidden(operator, thought)):
            thought.notes = (f"the book is closed: {why}",)
            operator.take_back(close_book=True)
            self._follow(operator.computer, thought)
        ruling = _rule(operator, thought)
        self._note(_summary(thought, ruling))
        return ruling.move

    def _operator_for(self, settings: Settings, color: chess.Color) -> UciOperator:
        """The operator for these settings: the one there is as long as the player is the same."""
        book = None
        if settings.own_book:
            book = openings.DEFAULT.book
            if settings.opening != AS_LOADED:
                book = openings.named(settings.opening, color).book
        operator = self._operator
        player = settings.player, settings.formula
        if operator is None or player != self._player:
            spec = choose(settings.player, formula=settings.formula)
            computer = switch_on(spec, self._budget)
            operator = self._operator = UciOperator(computer, book, settings.steady_book)
            self._player = player
        elif (book, settings.steady_book) != (operator.book, operator.steady):
            operator.book, operator.steady = book, settings.steady_book
            operator.forget()
        return operator

    def _follow(self, computer: ChessComputer, thought: UciThought) -> None:
        """Think until done, told to stop and there is an answer, or a limit is reached."""
        job, begun = thought.job, computer.cycles
        unpaced = begun is None or not job.settings.speed
        try:
            for candidate in computer.think():
                if candidate is not None and thought.judged(candidate):
                    self._tell(thought, candidate)
                if thought.is_over:
                    break
                if not (unpaced or job.stop.is_set() or job.hurry.is_set()):
                    _keep_pace(thought, _since(computer, begun) or 0)
            else:
                thought.finished = True
        except BudgetSpent as spent:
            thought.budget_spent = spent.cycles
        thought.cycles = _since(computer, begun)

    def _tell(self, thought: UciThought, candidate: Candidate) -> None:
        """An ``info`` line for the best candidate so far."""
        move = thought.legal(candidate)
        depth = _BY_DEPTH.index(thought.level) + 1
        ms = round((time.monotonic() - thought.started) * 1000)
        if move is not None:
            score = uci_score(candidate.value, thought.line.board, move)
            self._say(f"info depth {depth} score {score} nodes {thought.nodes} time {ms} pv {move}")

    def _note(self, text: str) -> None:
        self._say(f"info string {text}")


def _rule(operator: UciOperator, thought: UciThought) -> Ruling:
    line = thought.line
    wish = operator.played() if thought.finished else thought.best_so_far
    if not thought.finished:
        operator.take_back()
    if not thought.helpful:
        return strict(line.board, line.position, wish)
    return helpful(
        line.board,
        line.position,
        wish,
        thought.candidates,
        thought.allowed,
        finished=thought.finished,
    )


def _forbidden(operator: UciOperator, thought: UciThought) -> str:
    """Why the book's answer cannot be played; empty when it can, or the program thought."""
    if thought.candidates or not thought.finished or (wish := operator.played()) is None:
        return ""
    line = thought.line
    move, why = legal_form(line.board, line.position, wish.man, wish.target)
    if move is None:
        return why
    return f"{move} is not among the moves asked for" if not thought.may(move) else ""


def _summary(thought: UciThought, ruling: Ruling) -> str:
    """The last word on a move, fit for a comment in PGN."""
    if thought.finished and not thought.candidates:
        words = ["book"] if ruling.move else []
    else:
        chosen = ruling.candidate or thought.mating or thought.best
        words = [f"value ${chosen.value:02X}"] if chosen else []
    if thought.cycles is not None:
        words.append(f"{thought.cycles} cycles, {thought.cycles / MHZ:.2f} s at 1 MHz")
    if not thought.finished:
        words.append(f"stopped after {len(thought.candidates)} candidates")
    if thought.budget_spent:
        words.append(f"the budget of {thought.budget_spent:,} cycles is spent")
    if notes := (*thought.notes, *ruling.notes):
        words.append(ARBITER + "; ".join(notes))
    return ", ".join(words)


def _level(settings: Settings, limits: Limits) -> Level:
    """The level; a depth of 1 or 2 lowers it to super blitz or blitz."""
    chosen = _BY_DEPTH.index(settings.level)
    return _BY_DEPTH[min(chosen, max(limits.depth - 1, 0)) if limits.depth is not None else chosen]


def _since(computer: ChessComputer, begun: int | None) -> int | None:
    return None if begun is None or computer.cycles is None else computer.cycles - begun


def _keep_pace(thought: UciThought, cycles: int) -> None:
    """Wait until *cycles* would have passed at the speed that was set."""
    job = thought.job
    due = thought.started + cycles / MHZ * 100 / job.settings.speed
    while (left := due - time.monotonic()) > 0 and not job.hurry.is_set() and not thought.spent:
        if job.stop.wait(min(left, _NAP)):
            return

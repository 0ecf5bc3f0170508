"""Answers ``go``: follows the program's thought, tells of it, and has the arbiter rule."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event

import chess

from emu.errors import BudgetSpent
from emu.machine import DEFAULT_BUDGET, MHZ
from microchess.game.arbiter import ARBITER, HELPFUL, Ruling, helpful, legal_form, strict
from microchess.game.centipawns import uci_score, visits
from microchess.game.game_line import GameLine
from microchess.machine.choose import choose
from microchess.machine.computer import ChessComputer, switch_on
from microchess.program import openings
from microchess.program.levels import Level
from microchess.program.reply import Candidate, ManMove, beats
from microchess.uci.clock import ClockStart, TimeLimit, time_limit
from microchess.uci.options import AS_LOADED, Settings
from microchess.uci.protocol import Limits
from microchess.uci.uci_operator import UciOperator

_NAP = 0.05
_BY_DEPTH = (Level.SUPER_BLITZ, Level.BLITZ, Level.NORMAL)


@dataclass
class UciThought:
    """A thought as it goes on."""

    line: GameLine
    level: Level
    limits: Limits
    time_limit: TimeLimit
    clock: ClockStart
    allowed: frozenset[chess.Move]
    helpful: bool
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
        if self.limits.mate and self.mating is None and self._gives_mate(candidate):
            self.mating = candidate
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

    def _gives_mate(self, candidate: Candidate) -> bool:
        move, board = self.legal(candidate), self.line.board.copy(stack=False)
        if move is None:
            return False
        board.push(move)
        return board.is_checkmate()

    @property
    def is_over(self) -> bool:
        """Whether it has to end now, done or not."""
        if self.mating is not None:
            return True
        if self.time_limit.most is not None and self._on_the_clock(self.time_limit.most):
            return True
        return self.spent and self.has_answer

    @property
    def has_answer(self) -> bool:
        """Whether there is a move to give already."""
        if self.helpful:
            return any(self.legal(one) for one in self.candidates)
        return self.best is not None

    @property
    def milliseconds(self) -> int:
        """Time passed."""
        return round((time.monotonic() - self.started) * 1000)

    @property
    def spent(self) -> bool:
        """Whether a limit is reached."""
        enough, nodes = self.time_limit.enough, self.limits.nodes
        return (enough is not None and self._on_the_clock(enough)) or (
            nodes is not None and self.nodes >= nodes
        )

    def _on_the_clock(self, milliseconds: int) -> bool:
        return self.clock.is_set() and self.clock.milliseconds >= milliseconds

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
        self._desk: UciOperator | None = None
        self._seated: tuple[object, ...] = ()

    def new_game(self) -> None:
        """The next position belongs to another game."""
        if self._desk is not None:
            self._desk.forget()

    def answer(
        self,
        line: GameLine,
        settings: Settings,
        limits: Limits,
        stop: Event,
        hurry: Event,
        clock: ClockStart | None = None,
    ) -> chess.Move | None:
        """The move for *line*, or None when there is none to give.

        *stop* ends the thought at the best move so far, *hurry* only the pacing. The time of
        *limits* counts from *clock* on (None: from now on).
        """
        if clock is None:
            clock = ClockStart()
            clock.set()
        for note in line.notes:
            self._note(note)
        if not any(line.board.legal_moves):
            self._note("there is no legal move")
            return None
        thought = UciThought(
            line,
            _level(settings, limits),
            limits,
            time_limit(limits, line.board.turn, settings.overhead),
            clock,
            _searchmoves(line.board, limits.searchmoves),
            settings.arbiter == HELPFUL,
        )
        desk = self._sit_down(settings, line.position.computer)
        desk.show(line, thought.level)
        self._follow(desk, thought, settings.speed, stop, hurry)
        if thought.helpful and (why := _forbidden(desk, thought)):
            thought.notes = (f"the book is closed: {why}",)
            desk.take_back(close_book=True)
            self._follow(desk, thought, settings.speed, stop, hurry)
        ruling = _rule(desk, thought)
        self._note(_summary(thought, ruling))
        return ruling.move

    def _sit_down(self, settings: Settings, color: chess.Color) -> UciOperator:
        """The desk for these settings; the one there is as long as they are the same."""
        book = None
        if settings.own_book:
            book = openings.DEFAULT.book
            if settings.opening != AS_LOADED:
                book = openings.named(settings.opening, color).book
        wanted = (settings.player, book, settings.steady_book)
        if self._desk is None or wanted != self._seated:
            if self._desk is None or settings.player != self._seated[0]:
                computer = switch_on(choose(settings.player), self._budget)
            else:
                computer = self._desk.switched_off_and_on()
            self._desk, self._seated = UciOperator(computer, book, settings.steady_book), wanted
        return self._desk

    def _follow(
        self, desk: UciOperator, thought: UciThought, speed: int, stop: Event, hurry: Event
    ) -> None:
        """Think until done, told to stop and there is an answer, or a limit is reached."""
        computer = desk.computer
        begun = computer.cycles
        try:
            for candidate in computer.think():
                if candidate is not None and thought.judged(candidate):
                    self._tell(thought, candidate)
                if thought.is_over or (stop.is_set() and thought.has_answer):
                    break
                if speed and begun is not None and not (stop.is_set() or hurry.is_set()):
                    _keep_pace(thought, _since(computer, begun) or 0, speed, stop, hurry)
            else:
                thought.finished = True
        except BudgetSpent as spent:
            thought.budget_spent = spent.cycles
        thought.cycles = _since(computer, begun)

    def _tell(self, thought: UciThought, candidate: Candidate) -> None:
        """An ``info`` line for the best candidate so far."""
        move = thought.legal(candidate)
        depth = _BY_DEPTH.index(thought.level) + 1
        ms = thought.milliseconds
        if move is not None:
            score = uci_score(candidate.value, thought.line.board, move)
            self._say(f"info depth {depth} score {score} nodes {thought.nodes} time {ms} pv {move}")

    def _note(self, text: str) -> None:
        self._say(f"info string {text}")


def _rule(desk: UciOperator, thought: UciThought) -> Ruling:
    line = thought.line
    wish = desk.played() if thought.finished else thought.best_so_far
    if not thought.finished:
        desk.take_back()
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


def _forbidden(desk: UciOperator, thought: UciThought) -> str:
    """Why the book's answer cannot be played; empty when it can, or the program thought."""
    if thought.candidates or not thought.finished or (wish := desk.played()) is None:
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


def _searchmoves(board: chess.Board, names: tuple[str, ...]) -> frozenset[chess.Move]:
    if not names:
        return frozenset()
    legal = {move.uci(): move for move in board.legal_moves}
    return frozenset(legal[name] for name in names if name in legal)


def _since(computer: ChessComputer, begun: int | None) -> int | None:
    return None if begun is None or computer.cycles is None else computer.cycles - begun


def _keep_pace(thought: UciThought, cycles: int, speed: int, stop: Event, hurry: Event) -> None:
    """Wait until *cycles* would have passed at *speed* per cent of 1 MHz."""
    due = thought.started + cycles / MHZ * 100 / speed
    while (left := due - time.monotonic()) > 0 and not hurry.is_set() and not thought.spent:
        if stop.wait(min(left, _NAP)):
            return

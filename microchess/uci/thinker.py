"""Answers ``go``: follows the program's thought, tells of it, and has the arbiter rule."""

import time
from collections.abc import Callable

import chess

from emu.errors import BudgetSpent
from emu.machine import DEFAULT_BUDGET, MHZ
from microchess.game.arbiter import ARBITER, Ruling, helpful, legal_form, strict
from microchess.game.expected import expected_by_book
from microchess.machine.choose import choose
from microchess.machine.computer import ChessComputer, switch_on
from microchess.machine.serial_board import SerialBoard
from microchess.machine.solver import ON_BOARD
from microchess.program import openings
from microchess.program.levels import Level
from microchess.uci.job import Job, time_limit
from microchess.uci.options import AS_LOADED, Settings
from microchess.uci.protocol import Limits
from microchess.uci.thought import BY_DEPTH, UciThought
from microchess.uci.uci_operator import UciOperator

_NAP = 0.05


class Thinker:
    """Owns the machine. One thread at a time; *say* writes a line to the GUI. After *budget* cycles
    a thought ends at the best move so far.
    """

    def __init__(self, say: Callable[[str], None], budget: int = DEFAULT_BUDGET) -> None:
        self._say = say
        self._budget = budget
        self._operator: UciOperator | None = None
        self._player: tuple[str, object] | None = None
        self.expected: chess.Move | None = None

    def answer(self, job: Job) -> chess.Move | None:
        """The move for the position of *job*, or None when there is none to give; ``expected`` is
        the reply to it that the program expects, if any.
        """
        self.expected = None
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
        thought = UciThought(
            job,
            line,
            _level(job.settings, job.limits),
            time_limit(job.limits, line.board.turn, job.settings.overhead),
            self._asked_for(job, line.board),
        )
        operator = self._operator_for(job.settings)
        operator.use_book(_book(job.settings, line.position.computer), job.settings.steady_book)
        operator.show(line, thought.level)
        self._follow(operator.computer, thought)
        if thought.helpful and (why := _forbidden(operator, thought)):
            thought.notes = (f"the book is closed: {why}",)
            operator.close_book()
            self._follow(operator.computer, thought)
        ruling = _rule(operator, thought)
        self.expected = _expected(operator, thought, ruling.move)
        self._note(_summary(thought, ruling))
        return ruling.move

    def _asked_for(self, job: Job, board: chess.Board) -> frozenset[chess.Move]:
        """The legal moves among ``searchmoves``; the others are told."""
        legal = {move.uci(): move for move in board.legal_moves}
        known = frozenset(legal[text] for text in job.limits.searchmoves if text in legal)
        if others := [text for text in job.limits.searchmoves if text not in legal]:
            what = "they are left out" if known else "all moves count"
            self._note(f"searchmoves {' '.join(others)}: not legal here; {what}")
        return known

    def prepare(self, settings: Settings) -> None:
        """Have the player ready for the first ``go``. Raises what switching him on raises."""
        self._operator_for(settings)

    def _operator_for(self, settings: Settings) -> UciOperator:
        """The operator for these settings: the one there is as long as the player is the same."""
        name = ON_BOARD + settings.board if settings.board else settings.player
        player = name, settings.formula
        if self._operator is None or player != self._player:
            spec = choose(name, formula=settings.formula)
            self._operator = UciOperator(switch_on(spec, self._budget, self._note))
            self._player = player
        return self._operator

    def _follow(self, computer: ChessComputer, thought: UciThought) -> None:
        """Think until done, told to stop and there is an answer, or a limit is reached."""
        job, begun = thought.job, computer.cycles
        unpaced = begun is None or not job.settings.speed
        try:
            for candidate in computer.think():
                if candidate is not None and (place := thought.judged(candidate)) is not None:
                    self._tell(thought, place)
                if thought.is_over:
                    break
                if not (unpaced or job.stop.is_set() or job.hurry.is_set()):
                    _keep_pace(thought, _since(computer, begun) or 0)
            else:
                thought.finished = True
        except BudgetSpent as spent:
            thought.budget_spent = spent.cycles
        thought.cycles = _since(computer, begun)
        if isinstance(computer, SerialBoard):
            thought.on_board = computer.seconds

    def _tell(self, thought: UciThought, place: int) -> None:
        """An ``info`` line for each of the best that has come to another place, from *place* on."""
        for rank in range(place, min(len(thought.ranking), thought.job.settings.multi_pv)):
            self._say(thought.info(rank))

    def _note(self, text: str) -> None:
        self._say(f"info string {text}")


def _book(settings: Settings, color: chess.Color) -> bytes | None:
    """The book to play *color* from; None to play without."""
    if not settings.own_book or settings.analyse:
        return None
    if settings.opening == AS_LOADED:
        return openings.DEFAULT.book
    return openings.named(settings.opening, color).book


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


def _expected(
    operator: UciOperator, thought: UciThought, move: chess.Move | None
) -> chess.Move | None:
    """The reply that is expected to the *move* given: by the candidate it was, or by the book."""
    for candidate, one in thought.ranking:
        if one == move:
            return thought.expected(candidate, one)
    group, line = operator.cells.book_group(), thought.line
    if thought.candidates or group is None or move is None or not line.board.is_legal(move):
        return None
    return expected_by_book(thought.after(move), group[0], line.position.computer_white)


def _summary(thought: UciThought, ruling: Ruling) -> str:
    """The last word on a move, fit for a comment in PGN."""
    if thought.on_board is not None:
        words = [f"{thought.on_board:.1f} s on the board"]
    elif thought.finished and not thought.candidates:
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
    chosen = BY_DEPTH.index(settings.level)
    return BY_DEPTH[min(chosen, max(limits.depth - 1, 0)) if limits.depth is not None else chosen]


def _since(computer: ChessComputer, begun: int | None) -> int | None:
    return None if begun is None or computer.cycles is None else computer.cycles - begun


def _keep_pace(thought: UciThought, cycles: int) -> None:
    """Wait until *cycles* would have passed at the speed that was set."""
    job = thought.job
    due = thought.started + cycles / MHZ * 100 / job.settings.speed
    while (left := due - time.monotonic()) > 0 and not job.hurry.is_set() and not thought.spent:
        if job.stop.wait(min(left, _NAP)):
            return

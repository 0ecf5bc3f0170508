"""A thought of the program as it goes on: what was judged, and whether it has to end."""

import time
from bisect import bisect_right
from dataclasses import dataclass, field

import chess

from microchess.game.arbiter import legal_form
from microchess.game.centipawns import gives_mate, uci_score, visits
from microchess.game.expected import expected_reply
from microchess.game.game_line import GameLine
from microchess.program.levels import Level
from microchess.program.reply import Candidate, ManMove, beats
from microchess.uci.job import Job, TimeLimit
from microchess.uci.options import HELPFUL

BY_DEPTH = (Level.SUPER_BLITZ, Level.BLITZ, Level.NORMAL)


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
    ranking: list[tuple[Candidate, chess.Move]] = field(default_factory=list)
    """The candidates that may be played, by value, of equals the first judged."""
    mating: Candidate | None = None
    nodes: int = 0
    notes: tuple[str, ...] = ()
    cycles: int | None = None
    finished: bool = False
    budget_spent: int = 0
    on_board: float | None = None
    """Seconds that a real board took, which tells no candidates."""

    def judged(self, candidate: Candidate) -> int | None:
        """Note a candidate; its place in the ranking, None when it may not be played."""
        self.candidates.append(candidate)
        self.nodes += visits(candidate)
        if beats(candidate, self.best):
            self.best = candidate
        if (move := self.legal(candidate)) is None:
            return None
        if self.job.limits.mate and self.mating is None and gives_mate(self.line.board, move):
            self.mating = candidate
        place = bisect_right(self.ranking, -candidate.value, key=lambda one: -one[0].value)
        self.ranking.insert(place, (candidate, move))
        return place

    def info(self, place: int) -> str:
        """What is told of the candidate at a *place* of the ranking."""
        candidate, move = self.ranking[place]
        words = [f"info depth {BY_DEPTH.index(self.level) + 1}"]
        if self.job.settings.multi_pv > 1:
            words.append(f"multipv {place + 1}")
        milliseconds = round((time.monotonic() - self.started) * 1000)
        words += [
            f"score {uci_score(candidate.value, self.line.board, move)}",
            f"nodes {self.nodes} time {milliseconds} pv {move}",
            *map(str, filter(None, [self.expected(candidate, move)])),
        ]
        return " ".join(words)

    def expected(self, candidate: Candidate, move: chess.Move) -> chess.Move | None:
        """The reply that is expected to a candidate, which is the legal *move*."""
        return expected_reply(self.line.position, self.level, candidate, self.after(move))

    def after(self, move: chess.Move) -> chess.Board:
        """The board once a legal *move* is made."""
        board = self.line.board.copy(stack=False)
        board.push(move)
        return board

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
        """Whether the arbiter helps, as it does to find one of the moves asked for; a board's word
        stands, since nobody knows its other candidates.
        """
        if self.on_board is not None:
            return False
        return self.job.settings.arbiter == HELPFUL or bool(self.allowed)

    @property
    def is_over(self) -> bool:
        """Whether it has to end now, done or not."""
        if self.mating is not None or self._clock_shows(self.time_limit.most):
            return True
        if not (self.spent or self.job.stop.is_set()):
            return False
        return bool(self.ranking) if self.helpful else self.best is not None

    @property
    def spent(self) -> bool:
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

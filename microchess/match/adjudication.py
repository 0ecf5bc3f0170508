"""When a game of a match is ended by the arbiter: by what engines claim, and by its length."""

from collections import Counter
from dataclasses import dataclass

import chess
import chess.engine

from microchess.match.contestants import Contestant

_MATE = 100_000
MARGIN = 500


@dataclass(frozen=True)
class Adjudication:
    """When a game is ended by the arbiter of the match. He goes by what engines other than
    MicroChess, whose value says not who stands better, claim of their moves.

    It is drawn after ``max_moves`` moves; decided when one of them has thought itself
    ``resign[1]`` centipawns up or down ``resign[0]`` times running; drawn when, from move
    ``draw[0]`` on, each of them has thought itself at most ``draw[2]`` centipawns up or down
    ``draw[1]`` times running. A move without such a claim ends the count. A move that takes
    ``margin`` milliseconds more than its ``movetime`` loses.
    """

    max_moves: int = 200
    resign: tuple[int, int] | None = None
    draw: tuple[int, int, int] | None = None
    margin: int = MARGIN

    def __str__(self) -> str:
        """As the header ``Rules`` has it: what differs from the usual."""
        rules = ("resign", self.resign), ("draw", self.draw)
        words = [f"{name} {'/'.join(map(str, rule))}" for name, rule in rules if rule]
        usual = [("max-moves", self.max_moves, 200), ("margin", self.margin, MARGIN)]
        other = [f"{name} {value}" for name, value, standard in usual if value != standard]
        return ", ".join(other + words)


@dataclass(frozen=True)
class GameEnding:
    """How a game ended: its result, one of the words that PGN has for header ``Termination``, and
    more of it in words.
    """

    result: str
    termination: str
    details: str


def win(color: chess.Color) -> str:
    """The result when *color* wins."""
    return "1-0" if color else "0-1"


class Claims:
    """What the engines of a game have claimed, how many times running."""

    def __init__(self, rules: Adjudication, players: tuple[Contestant, Contestant]) -> None:
        self._rules = rules
        self._judges = [c for c in chess.COLORS if not players[not c].is_microchess]
        self._players = players
        self._running: Counter[tuple[chess.Color, str]] = Counter()

    def ending(self, board: chess.Board, score: chess.engine.PovScore | None) -> GameEnding | None:
        """What the claim of the side that has just moved, which led to *board*, makes of it."""
        mover = not board.turn
        if mover not in self._judges:
            return None
        value = None if score is None else score.relative.score(mate_score=_MATE)
        return self._decided(mover, value) or self._drawn(board, mover, value)

    def _decided(self, mover: chess.Color, value: int | None) -> GameEnding | None:
        if self._rules.resign is None:
            return None
        times, much = self._rules.resign
        for claim, sign in ("up", 1), ("down", -1):
            made = value is not None and sign * value >= much
            if self._times(mover, claim, made) >= times and value is not None:
                winner = mover if claim == "up" else not mover
                return self._by_arbiter(win(winner), mover, "", value)
        return None

    def _drawn(
        self, board: chess.Board, mover: chess.Color, value: int | None
    ) -> GameEnding | None:
        if self._rules.draw is None:
            return None
        first, times, little = self._rules.draw
        late = board.fullmove_number - (not mover) >= first
        self._times(mover, "even", late and value is not None and abs(value) <= little)
        if value is None or any(self._running[color, "even"] < times for color in self._judges):
            return None
        return self._by_arbiter("1/2-1/2", mover, "drawn, ", value)

    def _by_arbiter(self, result: str, mover: chess.Color, drawn: str, value: int) -> GameEnding:
        name = self._players[not mover].name
        return GameEnding(
            result, "adjudication", f"adjudication: {drawn}{name} at {value / 100:+.1f}"
        )

    def _times(self, mover: chess.Color, claim: str, made: bool) -> int:
        """How often running a claim was made, now that it is made or not."""
        self._running[mover, claim] = self._running[mover, claim] + 1 if made else 0
        return self._running[mover, claim]

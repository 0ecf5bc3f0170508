"""One game of a match, from its opening to a result, told as PGN."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer
from typing import TypeAlias

import chess
import chess.engine
import chess.pgn

from microchess.game.arbiter import ARBITER
from microchess.match.clock import PlayerClock
from microchess.match.contestants import Contestant
from microchess.match.starts import Start

_MATE = 100_000
_GRACE = 5.0
"""Seconds over its time after which an engine that still thinks is ended."""


@dataclass(frozen=True)
class Adjudication:
    """When a game is ended by the arbiter of the match. He goes by what engines other than
    MicroChess, whose value says not who stands better, claim of their moves.

    It is drawn after ``max_moves`` moves; decided when one of them has thought itself
    ``resign[1]`` centipawns up or down ``resign[0]`` times running; drawn when, from move
    ``draw[0]`` on, each of them has thought itself at most ``draw[2]`` centipawns up or down
    ``draw[1]`` times running. With ``plain`` only interventions are told in comments.
    """

    max_moves: int = 200
    resign: tuple[int, int] | None = None
    draw: tuple[int, int, int] | None = None
    plain: bool = False

    def __str__(self) -> str:
        """As the header ``Rules`` has it: what differs from the usual."""
        rules = ("resign", self.resign), ("draw", self.draw)
        words = [f"{name} {'/'.join(map(str, rule))}" for name, rule in rules if rule]
        return ", ".join([f"max-moves {self.max_moves}"] * (self.max_moves != 200) + words)


@dataclass(frozen=True)
class Pairing:
    """Game *number* from 1; ``players`` are White and Black."""

    number: int
    players: tuple[Contestant, Contestant]
    start: Start
    rules: Adjudication

    @property
    def headers(self) -> dict[str, str]:
        """What identifies it in a PGN file; empty ones are left out there."""
        white, black = self.players
        controls = [str(one.control or "-") for one in self.players]
        return {
            "Round": str(self.number),
            "White": white.name,
            "Black": black.name,
            "Opening": self.start.name,
            "TimeControl": "" if controls == ["-", "-"] else " ".join(dict.fromkeys(controls)),
            "Rules": str(self.rules),
        }


_Ending: TypeAlias = tuple[str, str]
"""Result and termination."""
_Engines: TypeAlias = tuple[chess.engine.SimpleEngine, chess.engine.SimpleEngine]


def play_game(pairing: Pairing, engines: _Engines, date: str) -> chess.pgn.Game:
    """Play a game with the engines of White and Black, both ready.

    An engine that dies, plays an illegal move or oversteps its time loses. Comments are what
    engines say of their moves: their evaluation, and MicroChess its value, cycles, simulated time
    and the arbiter's interventions; and what is left of their time.
    """
    played = _PlayedGame(pairing)
    while played.ending is None:
        played.move(engines[not played.board.turn])
    result, termination = played.ending
    headers = {"Event": "Match", "Site": "?", "Date": date, **pairing.headers}
    headers |= {"Result": result, "Termination": termination}
    played.game.headers.update({name: value for name, value in headers.items() if value})
    return played.game


class _PlayedGame:
    """A game under way; ``ending`` is None until it has one."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing, self.rules = pairing, pairing.rules
        self.board = pairing.start.board()
        self.game = chess.pgn.Game.from_board(self.board)
        self._node = self.game.end()
        controls = (one.control for one in pairing.players)
        self._clocks = [PlayerClock(control) if control else None for control in controls]
        self._claims: Counter[tuple[chess.Color, str]] = Counter()
        self.ending = self._over()

    def move(self, engine: chess.engine.SimpleEngine) -> None:
        """Have the side to move play, with its engine."""
        board, mover = self.board, self.board.turn
        player, clock = self.pairing.players[not mover], self._clocks[not mover]
        begun = time.perf_counter()
        played, failed = None, f"{player.name} resigns"
        try:
            with _ended_after(clock.left + _GRACE if clock else None, engine):
                played = engine.play(
                    board, self._limit(player), game=self.pairing.number, info=chess.engine.INFO_ALL
                )
        except chess.engine.EngineTerminatedError as error:
            failed = f"{player.name} died: {error}"
        except chess.engine.EngineError as error:
            failed = f"{player.name} broke the rules: {error}"
        if clock and not clock.move(time.perf_counter() - begun):
            hopeless = board.has_insufficient_material(not mover)
            self.ending = "1/2-1/2" if hopeless else _win(not mover), f"{player.name} loses on time"
        elif played is None or not played.move:
            self.ending = _win(not mover), failed
        else:
            board.push(played.move)
            self._node = self._node.add_main_variation(played.move)
            self._comment(player, played.info, clock)
            self.ending = self._over() or self._claimed(player, mover, played.info.get("score"))

    def _limit(self, player: Contestant) -> chess.engine.Limit:
        """That of a move, and the clocks."""
        limit = player.limit
        if player.control:
            white, black = self._clocks
            if white:
                limit.white_clock, limit.white_inc = white.left, white.control.increment
            if black:
                limit.black_clock, limit.black_inc = black.left, black.control.increment
            own = self._clocks[not self.board.turn]
            limit.remaining_moves = own.moves if own else None
        return limit

    def _comment(
        self, player: Contestant, info: chess.engine.InfoDict, clock: PlayerClock | None
    ) -> None:
        said = info.get("string", "") if player.is_microchess else ""
        if self.rules.plain:
            self._node.comment = "".join(said.partition(ARBITER)[1:])
            return
        self._node.comment = said
        if "score" in info:
            self._node.set_eval(info["score"], info.get("depth"))
        if clock:
            self._node.set_clock(clock.left)

    def _over(self) -> _Ending | None:
        board = self.board
        outcome = board.outcome()
        if outcome is not None:
            return outcome.result(), outcome.termination.name.replace("_", " ").lower()
        if board.is_repetition(3):
            return "1/2-1/2", "threefold repetition"
        if board.halfmove_clock >= 100:
            return "1/2-1/2", "fifty moves"
        if board.fullmove_number > self.rules.max_moves:
            return "1/2-1/2", f"adjudication: {self.rules.max_moves} moves"
        return None

    def _claimed(
        self, player: Contestant, mover: chess.Color, score: chess.engine.PovScore | None
    ) -> _Ending | None:
        if player.is_microchess or score is None:
            return None
        value = score.relative.score(mate_score=_MATE)
        if self.rules.resign:
            times, much = self.rules.resign
            for claim, made in ("up", value >= much), ("down", value <= -much):
                if self._times(mover, claim, made) >= times:
                    winner = mover if claim == "up" else not mover
                    return _win(winner), f"adjudication: {player.name} at {value / 100:+.1f}"
        if self.rules.draw:
            first, times, little = self.rules.draw
            late = self.board.fullmove_number - (not mover) >= first
            self._times(mover, "even", late and abs(value) <= little)
            judges = [c for c in chess.COLORS if not self.pairing.players[not c].is_microchess]
            if all(self._claims[color, "even"] >= times for color in judges):
                return "1/2-1/2", f"adjudication: drawn, {player.name} at {value / 100:+.1f}"
        return None

    def _times(self, mover: chess.Color, claim: str, made: bool) -> int:
        """How often running a claim was made, now that it is made or not."""
        self._claims[mover, claim] = self._claims[mover, claim] + 1 if made else 0
        return self._claims[mover, claim]


@contextmanager
def _ended_after(seconds: float | None, engine: chess.engine.SimpleEngine) -> Iterator[None]:
    """End the engine if it is still at work then."""
    if seconds is None:
        yield
        return
    timer = Timer(seconds, engine.close)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _win(color: chess.Color) -> str:
    return "1-0" if color else "0-1"

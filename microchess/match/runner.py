"""A whole match: who plays whom from where, on several processes, gone on with from its PGN."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import chess.engine
import chess.pgn

from emu.files import reading, writing
from emu.files.locks import FileLock
from microchess.errors import PgnError
from microchess.game.pgn import read_games
from microchess.match.contestants import Contestant, MatchError
from microchess.match.game import Adjudication, Pairing, play_game
from microchess.match.rating import Score
from microchess.match.starts import Start
from microchess.processes import ProcessPool, end_with

_RESULTS = {"1-0": (1, 0, 0), "1/2-1/2": (0, 1, 0), "0-1": (0, 0, 1)}
_PATIENCE = 60.0
"""Seconds an engine may take to start or to make ready."""


@dataclass(frozen=True)
class Match:
    """*games* games between two, each opening with both colours before the next: a pair."""

    contestants: tuple[Contestant, Contestant]
    starts: tuple[Start, ...]
    games: int
    rules: Adjudication = field(default_factory=Adjudication)
    date: str = "????.??.??"

    def pairing(self, number: int) -> Pairing:
        """Game *number*, from 1; the first contestant has White in the odd ones."""
        one, two = self.contestants
        start = self.starts[(number - 1) // 2 % len(self.starts)]
        return Pairing(number, (one, two) if number % 2 else (two, one), start)

    @property
    def numbers(self) -> list[int]:
        """The games to play. Where both always play the same, each opening is played once."""
        every = range(1, self.games + 1)
        if not all(one.repeats_itself for one in self.contestants):
            return list(every)
        first: dict[tuple[bool, Start], int] = {}
        for number in every:
            start = replace(self.pairing(number).start, name="")
            first.setdefault((bool(number % 2), start), number)
        return list(first.values())

    def score(self, number: int, result: str) -> Score:
        """What a game alone brought to the first contestant."""
        won, drawn, lost = _RESULTS[result]
        return Score(won, drawn, lost) if number % 2 else Score(lost, drawn, won)


@dataclass(frozen=True)
class Played:
    """A finished game. ``moves`` are all from its first position on, by which copies are known."""

    number: int
    result: str
    termination: str
    pgn: str
    moves: str

    @classmethod
    def of(cls, game: chess.pgn.Game) -> Played:
        """Game number ``Round`` of a match."""
        moves = " ".join([game.board().fen(), *(move.uci() for move in game.mainline_moves())])
        termination = game.headers.get("Termination", "")
        number, result = int(game.headers["Round"]), game.headers["Result"]
        return cls(number, result, termination, str(game), moves)


def run(match: Match, numbers: Sequence[int], jobs: int, on_game: Callable[[Played], bool]) -> None:
    """Play games *numbers* on *jobs* processes; *on_game* returns whether to go on.

    Raises MatchError when an engine cannot be started.
    """
    try:
        with ProcessPool(jobs, end_with, _end_engines) as pool:
            for future in as_completed([pool.submit(_play, match, one) for one in numbers]):
                if not on_game(future.result()):
                    break
    except BrokenProcessPool:
        raise MatchError("a process of the match died; the games played are kept") from None


class MatchPgn:
    """The PGN file of a match. What it holds of the match already is not played again.

    It is this process's until ``close``. Raises FileLocked while another one plays into it, OSError
    when it cannot be written, MatchError when it holds something else.
    """

    def __init__(self, path: Path, match: Match) -> None:
        self.path = path
        self.done: dict[int, Played] = {}
        self._lock = FileLock(path)
        try:
            if path.exists():
                self._read(match)
            writing.append_text(path, "")  # what cannot be written is told before the first game
        except BaseException:
            self._lock.close()
            raise

    def close(self) -> None:
        """Let another process go on with the match."""
        self._lock.close()

    def add(self, played: Played) -> None:
        """Append a game."""
        writing.append_text(self.path, played.pgn + "\n\n")
        self.done[played.number] = played

    def _read(self, match: Match) -> None:
        """Take the finished games over; a last one cut short is dropped from the file.

        Raises MatchError when they belong to another match.
        """
        text = reading.read_text(self.path, reading.MOST_GAMES)
        try:
            whole = list(read_games(io.StringIO(text)))
        except PgnError as error:
            raise MatchError(f"{self.path}: {error}") from None
        finished: list[str] = []
        complete = text.endswith("\n\n") and text[-10:].rstrip().endswith(tuple(_RESULTS))
        for entry in whole if complete else whole[:-1]:
            game = entry.game
            number, result = game.headers.get("Round", ""), game.headers.get("Result", "*")
            if result not in _RESULTS or not entry.whole:
                raise MatchError(f"{self.path}: game {number or '?'} is damaged")
            if not number.isdecimal() or not int(number):
                raise MatchError(f"{self.path}: round {number!r} is of no match of ours")
            for name, value in match.pairing(int(number)).headers.items():
                if game.headers.get(name) != value:
                    raise MatchError(
                        f"{self.path} holds another match: in game {number} {name} is "
                        f"{game.headers.get(name)!r}, not {value!r}; name another file with --pgn"
                    )
            self.done[int(number)] = played = Played.of(game)
            finished.append(played.pgn)
        if len(finished) != len(whole):
            writing.write_text(self.path, "".join(f"{game}\n\n" for game in finished))


_engines: dict[tuple[int, Contestant], chess.engine.SimpleEngine] = {}
"""The engines of this process, the match's first (0) and second (1); they play on from game to
game.
"""


_started: list[chess.engine.Protocol] = []
"""All engines of this process, from the moment they run."""


class _Started(chess.engine.UciProtocol):
    """Known before it has answered for the first time."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        _started.append(self)


def _play(match: Match, number: int) -> Played:
    pairing = match.pairing(number)
    one, two = (_engine(which, who) for which, who in enumerate(match.contestants))
    white, black = (one, two) if number % 2 else (two, one)
    game = play_game(pairing, (white, black), match.rules, match.date)
    if "died" in game.headers["Termination"]:
        for engine in _engines.values():
            engine.close()
        _engines.clear()
    return Played.of(game)


def _end_engines() -> None:
    """Kill the engines of this process and what they have started."""
    for engine in list(_started):
        if engine.transport is None or engine.returncode.done():
            continue
        pid = engine.transport.get_pid()
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                os.kill(pid, signal.SIGTERM)
            else:
                os.killpg(pid, signal.SIGKILL)


def _engine(which: int, one: Contestant) -> chess.engine.SimpleEngine:
    if (which, one) not in _engines:
        try:
            engine = chess.engine.SimpleEngine.popen(
                _Started, list(one.command), timeout=_PATIENCE, setpgrp=True
            )
            engine.configure(dict(one.options))
        except (OSError, chess.engine.EngineError, TimeoutError) as error:
            raise MatchError(f"{one.name} does not start: {error}") from None
        _engines[which, one] = engine
    return _engines[which, one]

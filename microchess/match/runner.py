"""A whole match: who plays whom from where, on several processes, gone on with from its PGN."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations, product
from pathlib import Path

import chess.engine
import chess.pgn

from emu.files import writing
from microchess import batches
from microchess.game.pgn import read_games, written
from microchess.game.pgn_file import PgnFile
from microchess.match.contestants import Contestant, MatchError
from microchess.match.engine_options import LenientUci
from microchess.match.game import Adjudication, Pairing, play_game
from microchess.match.rating import Score
from microchess.match.starts import Start

_RESULTS = {"1-0": (1, 0, 0), "1/2-1/2": (0, 1, 0), "0-1": (0, 0, 1)}
_WHOLE = re.compile(r" (1-0|1/2-1/2|0-1)\n\n$")
"""How a game ends."""
_PATIENCE = 60.0
"""Seconds an engine may take to start or to make ready."""


@dataclass(frozen=True)
class Match:
    """*games* games of every two contestants who meet, each opening with both colours before the
    next: a pair. All meet all, with ``gauntlet`` the first all others.
    """

    contestants: tuple[Contestant, ...]
    starts: tuple[Start, ...]
    games: int
    rules: Adjudication = field(default_factory=Adjudication)
    date: str = "????.??.??"
    gauntlet: bool = False

    @cached_property
    def couples(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom, by place among the contestants; each in turn plays a pair of games."""
        every = combinations(range(len(self.contestants)), 2)
        return tuple(two for two in every if not (self.gauntlet and two[0]))

    def couple(self, number: int) -> tuple[int, int]:
        """Whose game *number* is."""
        return self.couples[(number - 1) // 2 % len(self.couples)]

    def pairing(self, number: int) -> Pairing:
        """Game *number*, from 1; the first of the two has White in the odd ones."""
        one, two = (self.contestants[place] for place in self.couple(number))
        start = self.starts[(number - 1) // 2 // len(self.couples) % len(self.starts)]
        return Pairing(number, (one, two) if number % 2 else (two, one), start, self.rules)

    @cached_property
    def wanted(self) -> list[int]:
        """The numbers of all games."""
        places = product(range(self.games), range(len(self.couples)))
        return sorted(2 * (k // 2 * len(self.couples) + c) + k % 2 + 1 for k, c in places)

    @cached_property
    def numbers(self) -> list[int]:
        """The games to play. Where both always play the same, each opening is played once."""
        first: dict[object, int] = {}
        for number in self.wanted:
            pairing = self.pairing(number)
            repeats = all(one.repeats_itself for one in pairing.players)
            start = replace(pairing.start, name="")
            game = (self.couple(number), number % 2, start) if repeats else number
            first.setdefault(game, number)
        return list(first.values())

    def score(self, number: int, result: str) -> Score:
        """What a game alone brought to the first of its couple."""
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
        termination = game.headers.get("Termination", "")
        number, result = int(game.headers["Round"]), game.headers["Result"]
        return cls(number, result, termination, written(game), cls.moves_of(game))

    @staticmethod
    def moves_of(game: chess.pgn.Game) -> str:
        """All of it."""
        return " ".join([game.board().fen(), *(move.uci() for move in game.mainline_moves())])


def run(
    match: Match,
    numbers: Sequence[int],
    jobs: int,
    on_game: Callable[[Played], bool],
    scheduler: str | None = None,
) -> None:
    """Play games *numbers* on *jobs* processes, or on the Dask cluster at *scheduler*, where the
    engines must be there as here; *on_game* returns whether to go on.

    Raises MatchError when an engine cannot be started, and what `microchess.batches.run` does.
    """
    work = partial(_play, match)
    with closing(batches.run(work, numbers, jobs, scheduler, end=_end_engines)) as results:
        for played in results:
            if not on_game(played):
                break


class MatchPgn:
    """The PGN file of a match. What it holds of the match already is not played again.

    It is this process's until ``close``. Raises FileLocked while another one plays into it, OSError
    when it cannot be written, MatchError when it holds something else.
    """

    def __init__(self, path: Path, match: Match) -> None:
        self.path = path
        self.done: dict[int, Played] = {}
        self._file = PgnFile(path)
        try:
            self._read(match)
            writing.append_text(path, "")  # what cannot be written is told before the first game
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let another process go on with the match."""
        self._file.close()

    def add(self, played: Played) -> None:
        """Append a game."""
        self._file.add(played.pgn + "\n\n")
        self.done[played.number] = played

    def _read(self, match: Match) -> None:
        """Take the finished games over; a last one cut short is dropped from the file.

        Raises MatchError when they belong to another match.
        """
        texts = list(self._file.texts)
        if texts and not _WHOLE.search(texts[-1]):
            texts.pop()
        for text in texts:
            entry = next(read_games(text))
            game = entry.game
            number, result = game.headers.get("Round", ""), game.headers.get("Result", "*")
            if result not in _RESULTS or not entry.whole:
                raise MatchError(f"{self.path}: game {number or '?'} is damaged")
            if not number.isdecimal() or not int(number):
                raise MatchError(f"{self.path}: round {number!r} is of no match of ours")
            pairing, played = match.pairing(int(number)), Played.of(game)
            begins = Played.moves_of(chess.pgn.Game.from_board(pairing.start.board()))
            wanted = {**pairing.headers, "moves": begins}
            found = {**game.headers, "moves": played.moves[: len(begins)]}
            for name, value in wanted.items():
                if found.get(name, "") != value:
                    raise MatchError(
                        f"{self.path} holds another match: in game {number} {name} is "
                        f"{found.get(name, '')!r}, not {value!r}; name another file with --pgn"
                    )
            self.done[int(number)] = played
        self._file.keep(len(texts))


class _Engines(threading.local):
    """Those of this thread by their place among the contestants; they play on from game to game."""

    def __init__(self) -> None:
        self.by_place: dict[tuple[int, Contestant], chess.engine.SimpleEngine] = {}

    def get(self, place: int, one: Contestant) -> chess.engine.SimpleEngine:
        if (place, one) not in self.by_place:
            try:
                engine = chess.engine.SimpleEngine.popen(
                    _Started, list(one.command), timeout=_PATIENCE, setpgrp=True
                )
                engine.configure(dict(one.options))
            except (OSError, chess.engine.EngineError, TimeoutError) as error:
                raise MatchError(f"{one.name} does not start: {error}") from None
            self.by_place[place, one] = engine
        return self.by_place[place, one]

    def close(self, places: Iterable[int]) -> None:
        """End those that have these places; they are started anew for the next game."""
        for key in [key for key in self.by_place if key[0] in places]:
            self.by_place.pop(key).close()


_engines = _Engines()
_started: list[chess.engine.Protocol] = []
"""All engines of this process, from the moment they run."""


class _Started(LenientUci):
    """Known before it has answered for the first time."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        _started.append(self)


def _play(match: Match, number: int) -> Played:
    pairing, couple = match.pairing(number), match.couple(number)
    one, two = (_engines.get(place, match.contestants[place]) for place in couple)
    game = play_game(pairing, (one, two) if number % 2 else (two, one), match.date)
    if game.headers["Termination"].startswith(tuple(f"{p.name} " for p in pairing.players)):
        _engines.close(couple)
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

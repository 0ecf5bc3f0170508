"""The games of a match played: on several processes, or on a Dask cluster."""

import asyncio
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from microchess import batches
from microchess.errors import FenError, MoveError, PositionError
from microchess.game.game_line import GameLine
from microchess.match.contestants import Contestant, MatchError
from microchess.match.engine import GOODBYE, Engine
from microchess.match.game import play_game
from microchess.match.schedule import Match, Played
from microchess.match.starts import Start

_POLL = 0.02


def games(
    match: Match, numbers: Sequence[int], jobs: int, scheduler: str | None = None
) -> Generator[Played, None, None]:
    """Play games *numbers* on *jobs* processes, or on the Dask cluster at *scheduler*, where the
    engines must be there as here; each that was played.

    Raises MatchError, before the first game, when an engine cannot be started, or refuses an option
    or an opening, and what `microchess.batches.run` does.
    """
    if any(one.is_microchess for one in match.contestants):
        for start in match.starts:
            _see_playable(start)
    if len(match.contestants) > 2:  # of two the first game tells
        for _ in batches.run(_see_ready, match.contestants, scheduler=scheduler):
            pass
    ours = uuid4().hex
    work, end = partial(_play, match, ours), partial(_end_engines, ours)
    with closing(batches.run(work, numbers, jobs, scheduler, end=end)) as results:
        yield from results


def _see_playable(start: Start) -> None:
    """Whether MicroChess can play both sides of it; MatchError if not."""
    texts = [move.uci() for move in start.moves]
    try:
        for plies in {len(texts), max(0, len(texts) - 1)}:
            GameLine.read(start.fen, texts[:plies])
    except (FenError, MoveError, PositionError) as error:
        raise MatchError(f"opening {start.name!r}: MicroChess refuses it: {error}") from None


def _see_ready(one: Contestant) -> None:
    """Whether its engine starts with its options; MatchError if not."""

    async def start_and_end() -> None:
        engine = Engine(one)
        try:
            await engine.start()
        finally:
            await engine.end()

    asyncio.run(start_and_end())


@dataclass(frozen=True)
class _Table:
    """A game under way in this process: its engines, and the loop that talks to them."""

    engines: tuple[Engine, Engine]
    loop: asyncio.AbstractEventLoop


_tables: dict[str, list[_Table]] = {}
"""By the run that they are of: a worker of a cluster may play for several."""


def _play(match: Match, ours: str, number: int) -> Played:
    return asyncio.run(_played(match, ours, number))


async def _played(match: Match, ours: str, number: int) -> Played:
    """A game with engines of its own, so that it does not hang on those before it."""
    pairing = match.pairing(number)
    white, black = engines = (Engine(pairing.players[0]), Engine(pairing.players[1]))
    table = _Table(engines, asyncio.get_running_loop())
    tables = _tables.setdefault(ours, [])
    tables.append(table)
    try:
        for failed in await asyncio.gather(white.start(), black.start(), return_exceptions=True):
            if failed is not None:
                raise failed
        return Played.of(await play_game(pairing, engines, match.date))
    finally:
        await asyncio.gather(white.end(), black.end())
        tables.remove(table)


def _end_engines(ours: str) -> None:
    """Have the engines of a run end in this process: ``quit``, time for it, and the end."""
    tables = list(_tables.get(ours, ()))
    engines = [engine for table in tables for engine in table.engines]
    for table in tables:
        for engine in table.engines:
            engine.quit(table.loop)
    until = time.monotonic() + GOODBYE
    while time.monotonic() < until and not all(engine.ended for engine in engines):
        time.sleep(_POLL)
    for engine in engines:
        engine.kill()

"""A ``go`` is answered as by an engine just started, whatever was asked before it."""

import random
import re
from dataclasses import replace
from functools import cache
from itertools import product

import chess
import pytest

from microchess.engine.formula import Formula
from microchess.game.game_line import GameLine
from microchess.program.levels import Level
from microchess.uci.job import Job
from microchess.uci.options import Settings
from microchess.uci.protocol import read_go
from microchess.uci.thinker import Thinker

QUICK = Settings(level=Level.SUPER_BLITZ, player="python")
SETTINGS = {
    "plain": QUICK,
    "blitz": replace(QUICK, level=Level.BLITZ),
    "no book": replace(QUICK, own_book=False),
    "analysis": replace(QUICK, analyse=True),
    "steady": replace(QUICK, steady_book=True),
    "steady blitz": replace(QUICK, steady_book=True, level=Level.BLITZ),
    "opening": replace(QUICK, opening="ruy-lopez"),
    "strict": replace(QUICK, arbiter="strict"),
    "multipv": replace(QUICK, multi_pv=5),
    "formula": replace(QUICK, formula=Formula.from_toml("BMAXC = -1\nbonus = 9")),
}
GOES = {
    "go": "",
    "searchmoves off the book": "searchmoves a2a3 a7a6",
    "searchmoves of the book": "searchmoves e2e4 e7e5",
    "stopped": "nodes 1",
    "depth": "depth 1",
    "out of time": "wtime 1 btime 1",
    "mate": "mate 2",
    "ponder": "ponder",
}
LINES = {
    "start": "",
    "first": "e2e4",
    "own first": "a2a3 e7e5",
    "book": "e2e4 e7e5 g1f3",
    "book on": "e2e4 e7e5",
    "novel": "e2e4 c7c5",
    "long": "e2e4 e7e5 g1f3 b8c6 f1c4 a7a6",
}
ASKED = [
    (settings, go, line)
    for (settings, go), line in product(
        [*((name, "go") for name in SETTINGS), *(("plain", name) for name in GOES if name != "go")],
        LINES,
    )
]


def job(asked: tuple[str, str, str], player: str) -> Job:
    settings, go, line = asked
    wanted = SETTINGS[settings]
    made = Job(
        GameLine.read("startpos", LINES[line].split()),
        wanted if wanted.formula else replace(wanted, player=player),
        read_go(GOES[go].split()),
    )
    made.release.set()
    return made


class Engine:
    """One that was just started; ``said`` is what it has said of the last ``go``, without times."""

    def __init__(self, player: str) -> None:
        self._said: list[str] = []
        self._player, self._thinker = player, Thinker(self._said.append)

    def answer(self, asked: tuple[str, str, str]) -> tuple[chess.Move | None, object, list[str]]:
        self._said.clear()
        move = self._thinker.answer(job(asked, self._player))
        return move, self._thinker.expected, [re.sub(" time [0-9]+", "", s) for s in self._said]


@cache
def fresh(asked: tuple[str, str, str], player: str) -> object:
    return Engine(player).answer(asked)


@pytest.mark.parametrize(("player", "goes"), [("python", 80), ("rom", 6)])
def test_whatever_was_asked_before_an_engine_answers_as_a_fresh_one(player: str, goes: int) -> None:
    dice, engine, before = random.Random(1976), Engine(player), ("", "", "")
    for _ in range(goes):
        asked = dice.choice(ASKED)
        assert engine.answer(asked) == fresh(asked, player), (before, asked)
        before = asked


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(ASKED)))
def test_pairs(number: int) -> None:
    """One with itself and with every third after it, by turns: each follows the other. All pairs
    of settings or kinds of go are among them, and all pairs of lines."""
    one, engine = ASKED[number], Engine("python")
    for other in ASKED[number::3]:
        for asked in (one, other):
            assert engine.answer(asked) == fresh(asked, "python"), (one, other)

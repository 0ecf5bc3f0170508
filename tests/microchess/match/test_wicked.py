"""A match with engines that misbehave in every way, or have odd options: it ends, and says why."""

import asyncio
import sys
from pathlib import Path

import pytest

from microchess.match import engine
from microchess.match.adjudication import Adjudication
from microchess.match.contestants import MatchError, contestant
from microchess.match.engine_options import readable
from microchess.match.schedule import Match, Played
from tests import wicked
from tests.cases import cases
from tests.microchess.match.test_match import KINGS, games_of, play, wicked_one
from tests.microchess.test_processes import see_gone

RULES = Adjudication(max_moves=2, margin=100)
"""The wicked one has White, and a second move if it survives its first."""
FAILS = {way: (word, details) for way, word, details in cases("wicked_engines")}
GOES_ON = ("good", "garbage", "shouts", "twice")
OTHERS = ("answers", "even", "boasts", "boasts at times")
"""What other tests of matches have."""
NOT_STARTED = {
    "mute": "does not start: no answer within 0.3 s",
    "dies at once": "does not start: .*it said 'no licence'",
    "refuses": "does not take its options: error: no hash",
}


def played(way: str, tmp_path: Path, more: str = "movetime=5000") -> Played:
    """A game that it plays with White."""
    pids = tmp_path / "pids"
    bad = contestant(wicked.command(way, pids, f"name=Bad,{more}"))
    result = play(Match((bad, wicked_one(tmp_path, "answers")), (KINGS,), 1, RULES))
    see_gone(wicked.pids(pids))
    return result


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GOODBYE", 0.2)


def test_the_table_is_whole() -> None:
    assert {*FAILS, *GOES_ON, *OTHERS, *NOT_STARTED} == set(wicked.WAYS)


@pytest.mark.skipif(sys.platform == "win32", reason="forks and closes")
@pytest.mark.parametrize("way", FAILS)
def test_who_fails_loses_is_ended_and_the_file_says_why(way: str, tmp_path: Path) -> None:
    word, details = FAILS[way]
    result = played(way, tmp_path, f"movetime={100 if word == 'time forfeit' else 5000}")
    (game,) = games_of(result.pgn)
    assert (result.result, game.headers["Termination"]) == ("0-1", word)
    assert details in game.headers["TerminationDetails"] == result.termination
    assert result.termination.startswith("Bad ")


@pytest.mark.parametrize("way", GOES_ON)
def test_who_is_only_strange_plays_on(way: str, tmp_path: Path) -> None:
    result = played(way, tmp_path)
    assert (result.result, result.termination) == ("1/2-1/2", "adjudication: 2 moves")
    assert (tmp_path / "pids").read_text().endswith("quit\n")


@pytest.mark.parametrize("way", NOT_STARTED)
def test_who_does_not_start_ends_the_match_before_its_first_game(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "mute":
        monkeypatch.setattr(engine, "START", 0.3)
    with pytest.raises(MatchError, match=NOT_STARTED[way]):
        played(way, tmp_path, "movetime=100,Hash=2")


def test_an_engine_without_time_that_hangs_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (engine, sys.modules["microchess.match.game"]):
        monkeypatch.setattr(module, "UNTIMED", 0.3)
    result = played("hangs", tmp_path, "nodes=1")
    assert (result.result, result.termination) == ("0-1", "Bad does not move within 0.3 s")


def test_an_engine_told_to_quit_while_it_is_being_started_leaves_no_error() -> None:
    errors = []

    async def quit_at_once() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: errors.append(context))
        one = engine.Engine(contestant("blitz"))
        starting = asyncio.create_task(one.start())
        await asyncio.sleep(0)
        one.quit(loop)
        await starting
        await one.end()

    asyncio.run(quit_at_once())
    assert not errors


ODD = [
    *cases("odd_options"),
    (f"option name Hash type spin default 1 min 1 max {'9' * 5000}", "string"),
]


@pytest.mark.parametrize(("line", "kind"), ODD, ids=[line[:60] for line, _ in ODD])
def test_an_option_that_python_chess_refuses_becomes_text(line: str, kind: str) -> None:
    name = line.split()[2]
    assert readable(line).startswith(f"option name {name} type {kind}")
    assert kind == "string" or readable(line) == line


def test_other_lines_are_left_as_they_are_and_an_option_without_a_name_is_skipped() -> None:
    for line in ("info string option name x type y", "bestmove e2e4", "options", ""):
        assert readable(line) == line
    for line in ("option", "option ", "option name", " option name  "):
        assert readable(line) == ""

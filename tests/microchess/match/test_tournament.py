"""Several contestants, clocks, adjudication, and matches that lose a process."""

import multiprocessing
import os
import re
import signal
import sys
from pathlib import Path

import chess
import chess.pgn
import pytest

from microchess.errors import MicroChessError
from microchess.match import engine, runner
from microchess.match.adjudication import Adjudication
from microchess.match.contestants import Contestant, MatchError, contestants
from microchess.match.match_pgn import MatchPgn
from microchess.match.rating import Score
from microchess.match.schedule import Match
from microchess.match.starts import Start, default_starts
from microchess.match.tally import Tally
from microchess.match.time_control import PlayerClock, TimeControl
from tests import wicked
from tests.commands import run
from tests.microchess.match.test_match import (
    KINGS,
    against,
    finished,
    games_of,
    kept,
    play,
    recorded,
    wicked_one,
)

LEVELS = ("super-blitz:python", "super-blitz:python,name=second", "blitz:python")


def several(number: int, games: int, gauntlet: bool = False) -> Match:
    players = tuple(Contestant(name, ()) for name in "ABCD"[:number])
    return Match(players, tuple(default_starts()), games, gauntlet=gauntlet)


def test_all_meet_all_from_every_opening_with_both_colours() -> None:
    match = several(4, 4)
    met: dict[frozenset[str], set[tuple[str, str]]] = {}
    for number in match.numbers:
        pairing = match.pairing(number)
        white, black = (one.name for one in pairing.players)
        met.setdefault(frozenset((white, black)), set()).add((white, pairing.start.name))
    assert len(met) == 6
    for two, games in met.items():
        assert {white for white, _ in games} == two
        assert {start for _, start in games} == {start.name for start in match.starts[:2]}
        assert len(games) == 4
    gauntlet = several(4, 3, gauntlet=True)
    assert len(gauntlet.numbers) == 9
    assert all("A" in {one.name for one in gauntlet.pairing(n).players} for n in gauntlet.numbers)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_more_games_are_the_same_ones_and_more(number: int) -> None:
    few, many = several(number, 5), several(number, 8)
    assert set(few.numbers) < set(many.numbers)
    assert all(few.pairing(n).headers == many.pairing(n).headers for n in few.numbers)


def test_two_of_one_name_are_told_apart() -> None:
    one, two = contestants(["blitz:python", "blitz:python"])
    assert (one.name, two.name) == ("MicroChess blitz (python)", "MicroChess blitz (python) #2")
    texts = [*["blitz:python"] * 3, "blitz:python,name=MicroChess blitz (python) #2"]
    assert len({one.name for one in contestants(texts)}) == 4
    (odd,) = contestants(["blitz:python,name=\udcff"])
    assert odd.name == "?", "a name that a file can hold"


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("40/60+0.5", TimeControl(60, 40, 0.5)),
        ("40/1:30", TimeControl(90, 40)),
        ("5", TimeControl(5)),
        ("0.5+0.1", TimeControl(0.5, None, 0.1)),
        *((wrong, None) for wrong in ("", "0", "0/60", "40/", "x", "60+", "-1", "1e3", "9" * 5000)),
    ],
)
def test_time_controls_are_those_of_cutechess(text: str, control: TimeControl | None) -> None:
    if control is None:
        with pytest.raises(MicroChessError, match=r"expected \[MOVES/\]\[MINUTES:\]SECONDS"):
            TimeControl.read(text)
    else:
        assert TimeControl.read(text) == control
        assert TimeControl.read(str(control)) == control


def test_a_clock_gives_time_for_so_many_moves_and_more_for_each() -> None:
    clock = PlayerClock(TimeControl(10, 2, 1))
    assert clock.move(4)
    assert (clock.left, clock.moves) == (7, 1)
    assert clock.move(7)
    assert (clock.left, clock.moves) == (11, 2)
    assert not clock.move(11.5)
    assert clock.left == 0


def test_what_limits_all_spares_who_has_a_limit_of_his_own() -> None:
    one, two, three = contestants(["blitz:python", "blitz:python,tc=5", "blitz,depth=2"], ["tc=9"])
    assert (str(one.control), str(two.control), three.control) == ("9", "5", None)
    assert not one.repeats_itself
    assert three.repeats_itself


def test_who_oversteps_his_time_loses_unless_the_other_cannot_mate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "GOODBYE", 0.2)
    both = (wicked_one(tmp_path, "hangs", "tc=0.3"), wicked_one(tmp_path, "answers"))
    alone = Start("", "k7/8/8/8/8/8/P7/6K1 w - - 0 1", ())
    for start, result in ((alone, "1/2-1/2"), (KINGS, "0-1")):
        played = play(Match(both, (start,), 2))
        assert (played.result, played.termination) == (result, "hangs loses on time")


def test_moves_have_evaluations_and_clocks(tmp_path: Path) -> None:
    both = contestants(
        [wicked.command("even", tmp_path / "pids", "name=Wicked"), "super-blitz:python"],
        ["tc=40/60+0.5"],
    )
    rules = Adjudication(max_moves=3)
    (game,) = games_of(play(Match(both, (KINGS,), 1, rules)).pgn)
    assert game.headers["TimeControl"] == "40/60+0.5"
    nodes = list(game.mainline())
    first = nodes[0].eval()
    assert first is not None
    assert (nodes[0].eval_depth(), first.white().score()) == (1, -9)
    assert all(node.eval() is not None for node in nodes)
    assert all(0 < (node.clock() or 0) <= 61.5 for node in nodes)
    assert "value $" in nodes[1].comment


def test_a_game_is_drawn_when_the_engines_have_long_claimed_nothing(tmp_path: Path) -> None:
    played = against(tmp_path, "even", 8, None, (2, 2, 10))
    assert len(played.moves.split()) == 6 + 6
    assert played.termination == "adjudication: drawn, answers at +0.0"
    assert "drawn" not in against(tmp_path, "even", 8, None, (2, 2, 8)).termination


def test_other_rules_or_openings_are_another_match(tmp_path: Path) -> None:
    pgn, start = tmp_path / "m.pgn", Start("x", chess.STARTING_FEN, ())
    players = contestants(["blitz:python", "super-blitz:python"])
    match = Match(players, (start,), 1, Adjudication(max_moves=1))
    kept(pgn, match, recorded(match, 1, "1-0", "e2e4"))
    moved = (Start("x", chess.STARTING_FEN, (chess.Move.from_uci("a2a3"),)),)
    for other, said in (
        (Match(players, (start,), 1, Adjudication(max_moves=2)), "Rules is 'max-moves 1'"),
        (Match(players, moved, 1, match.rules), "moves is"),
        (Match(contestants(LEVELS[1:]), (start,), 1, match.rules), "White is"),
    ):
        with pytest.raises(MatchError, match=f"holds another match: in game 1 {said}"):
            MatchPgn(pgn, other)
    assert kept(pgn, match) == [1]


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
def test_a_process_that_dies_costs_no_game(tmp_path: Path) -> None:
    played: list[int] = []
    both = (wicked_one(tmp_path, "good"), wicked_one(tmp_path, "answers"))
    match = Match(both, (KINGS,), 8, Adjudication(max_moves=6))
    for one in runner.games(match, match.numbers, 2):
        if not played:
            first, *_ = multiprocessing.active_children()
            assert first.pid is not None
            os.kill(first.pid, signal.SIGKILL)
        played.append(one.number)
    assert sorted(played) == match.numbers


@pytest.mark.parametrize(("swept", "games"), [("", 24), ("A", 24), ("", 2)])
def test_ratings_come_with_enough_pairs(swept: str, games: int, tmp_path: Path) -> None:
    """Who loses all has none; the others have theirs. Names are whole where no terminal reads."""
    pgn = tmp_path / "m.pgn"
    names = ["A", "B" * 90, "C"]
    texts = [f"{text},name={name}" for text, name in zip(LEVELS, names, strict=True)]
    match = Match(contestants(texts), tuple(default_starts()), games)
    played = []
    for number in match.numbers:
        white, black = (one.name for one in match.pairing(number).players)
        upset = (number - 1) // 2 // len(match.couples) % 3 == 0
        result = "1-0" if (white < black) != upset else "0-1"
        if swept in (white, black):
            result = "0-1" if white == swept else "1-0"
        played.append(recorded(match, number, result))
    kept(pgn, match, *played)
    code, said, _ = run("match", *texts, "--games", games, "--pgn", pgn)
    assert code == 0
    assert said.startswith(f"the games go to {pgn}\n")
    assert f"{3 * games} of {3 * games} games" in said
    rated = [line for line in said.splitlines() if re.search(r"\([+-]\d+ to", line)]
    if games == 2:
        assert "no ratings: they need 10 pairs of every two" in said
        assert not rated
        return
    order = [said.index(f"{place} {name}") for place, name in enumerate(names, 1)]
    assert (order == sorted(order)) is not bool(swept)
    assert len(rated) == (2 if swept else 3)
    assert any("+0 (+0 to +0)" in line for line in rated)
    assert (f"no rating of {swept}: " in said) is bool(swept)


def test_copies_count_once_pairs_when_both_games_count_and_who_met_whom_is_kept_apart() -> None:
    match = several(3, 2)
    ab, ac = 1, 3
    tally = Tally(match, [finished(ab, "1-0", "e2e4"), finished(ab + 1, "0-1", "e2e4")])
    tally.add(finished(ac, "0-1", "e2e4"))  # the moves of A - B, but of other players
    assert tally.scores == {(0, 1): Score(2, 0, 0, (0, 0, 0, 0, 1)), (0, 2): Score(0, 0, 1)} | {
        (1, 2): Score()
    }
    assert (tally.copies, tally.games) == (0, 3)
    assert tally.total(0) == Score(2, 0, 1, (0, 0, 0, 0, 1))
    assert tally.total(2) == Score(1, 0, 0)
    games = [finished(1, "1-0", "e2e4"), finished(2, "1/2-1/2", "e2e4"), finished(3, "1-0", "e2e4")]
    tally = Tally(several(2, 6), [*games, finished(4, "0-1", "d2d4"), finished(6, "1-0", "c2c4")])
    assert tally.score == Score(2, 1, 1, (0, 0, 0, 1, 0))
    assert (tally.copies, tally.left_out) == (1, 1)

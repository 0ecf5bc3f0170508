"""Matches with real engines: results, PGN, going on, and what is refused."""

import io
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import chess
import chess.pgn
import pytest

from microchess.errors import MicroChessError
from microchess.match import runner
from microchess.match.adjudication import Adjudication
from microchess.match.contestants import Contestant, MatchError, contestant
from microchess.match.match_pgn import MatchPgn
from microchess.match.schedule import Match, Played
from microchess.match.starts import Start, default_starts, read_starts
from tests import synthetic, wicked
from tests.cases import cases
from tests.commands import ended, run
from tests.gui import talking
from tests.microchess.test_processes import see_gone
from tests.patience import PATIENCE

KINGS = Start("", "k7/pppppppp/8/8/8/8/8/6K1 w - - 0 1", ())


def games_of(text: str) -> list[chess.pgn.Game]:
    stream = io.StringIO(text)
    return list(iter(lambda: chess.pgn.read_game(stream), None))


def play(match: Match, number: int = 1) -> Played:
    """Its first game, or another one, in this process."""
    return runner._play(match, "", number)


def wicked_one(tmp_path: Path, way: str, settings: str = "nodes=1") -> Contestant:
    """An engine that misbehaves like that."""
    return contestant(wicked.command(way, tmp_path / "pids", f"name={way},{settings}"))


def against(tmp_path: Path, way: str, *rules: object) -> Played:
    """A game that it plays with White by these rules of `Adjudication`."""
    both = (wicked_one(tmp_path, way), wicked_one(tmp_path, "answers"))
    return play(Match(both, (KINGS,), 1, Adjudication(*rules)))  # type: ignore[arg-type]


def recorded(match: Match, number: int, result: str, *moves: str, comment: str = "") -> Played:
    """A game of the match as it would be in its file; nobody has played it."""
    pairing = match.pairing(number)
    game = chess.pgn.Game.from_board(pairing.start.board())
    for move in moves:
        game.end().add_main_variation(chess.Move.from_uci(move), comment=comment)
    headers = {"Event": "Match", "Site": "?", "Date": match.date}
    game.headers.update(headers | pairing.headers | {"Result": result})
    return Played.of(game)


def kept(pgn: Path, match: Match, *games: Played) -> list[int]:
    """The games that a file of the match has, those added."""
    store = MatchPgn(pgn, match)
    for game in games:
        store.add(game)
    store.close()
    return list(store.done)


def test_the_openings_it_brings_are_legal_different_and_undecided() -> None:
    starts = default_starts()
    assert len({start.board().fen() for start in starts}) == len(starts) == 24
    assert {len(start.moves) for start in starts} == {8}


def test_openings_are_lines_fens_or_pgn() -> None:
    fens = (
        "4k3/8/8/8/8/8/4P3/4K3 w - - 99 60\n"
        'Draw: 4k3/8/8/8/8/8/4P3/4K3 b - - c0 "1/2"; id "T: 1";\n'
        '4k3/8/8/8/8/8/4P3/4K3 w - - c0 "1/2"; id "T: 1";\n'
    )
    text = f"# mine\nMine: 1. e4! e5 # good\n\n{fens}d4 d5\n"
    mine, fen, draw, titled, plain = read_starts("a.txt", text)
    assert (mine.name, [m.uci() for m in mine.moves]) == ("Mine", ["e2e4", "e7e5"])
    assert fen.board().fen() == "4k3/8/8/8/8/8/4P3/4K3 w - - 99 60"
    assert (draw.name, draw.board().turn, titled.name) == ("Draw", chess.BLACK, "T: 1")
    assert plain.name == "d4 d5"
    line, after = read_starts("a.txt", f"A/B: {fen.fen} moves e4 Kd7\n: e4\n")
    assert (line.name, line.fen, line.moves[1].uci()) == ("A/B", fen.fen, "e8d7")
    assert after.name == "e4"
    (game,) = read_starts("b.pgn", '[Opening "English"]\n\n1. c4 *\n')
    assert (game.name, game.moves) == ("English", (chess.Move.from_uci("c2c4"),))


@pytest.mark.parametrize(("name", "text", "complaint"), cases("refused_openings"))
def test_openings_that_make_no_sense_are_refused(name: str, text: str, complaint: str) -> None:
    with pytest.raises(MatchError, match=complaint):
        read_starts(name, text)


@pytest.mark.parametrize(("text", "complaint"), cases("refused_contestants"))
def test_contestants_that_make_no_sense_are_refused(
    text: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text("BMOB = -3\n")
    Path("wrong.toml").write_text("BMOB = 1e9\n")
    with pytest.raises(MicroChessError, match=complaint):
        contestant(text)


def test_a_game_is_decided_when_an_engine_has_claimed_it_long_enough(tmp_path: Path) -> None:
    played = against(tmp_path, "boasts", 8, (4, 900))
    assert (played.result, played.termination) == ("1-0", "adjudication: boasts at +50.0")
    told = against(tmp_path, "boasts at times", 8, (2, 900)).termination
    assert told == "adjudication: 8 moves", "a move without a claim ends the count"


@pytest.mark.parametrize("added", [False, True])
def test_match_annotate_and_uci_have_the_same_player_by_default(
    tmp_path: Path, added: bool
) -> None:
    if added:
        synthetic.keep()
    with talking() as gui:
        gui.send("uci")
        player, *offered = gui.expect("option name Player").split(" default ")[1].split(" var ")
    assert player == ("original" if added else "rom")
    assert ("original" in offered) is added
    assert dict(contestant("blitz").options)["Player"] == player
    assert f"({player})" in contestant("blitz").name
    pgn = tmp_path / "game.pgn"
    pgn.write_text("1. e4 *\n")
    code, out, _ = run("annotate", pgn, "--level", "super-blitz")
    assert (code, "Janus" in out) == (0, not added)


def test_a_foreign_engine_of_several_files_starts_as_its_user_starts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What keeps our own processes from looking into folders is not for it."""
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    (tmp_path / "beside.py").write_text("WAY = 'illegal'")
    (tmp_path / "begin.py").write_text(
        "import beside, runpy, sys\n"
        f"sys.argv[1:] = [beside.WAY, {str(tmp_path / 'pids')!r}]\n"
        f"runpy.run_path({wicked.__file__!r}, run_name='__main__')\n"
    )
    foreign = contestant(f"{sys.executable} {tmp_path / 'begin.py'},nodes=1")
    match = Match((foreign, wicked_one(tmp_path, "answers")), (KINGS,), 1)
    (played,) = runner.games(match, [1], 1)
    assert "illegal uci: 'e2e5'" in played.termination


def test_our_own_engine_starts_nothing_of_the_folder_it_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chess.py").write_text("raise SystemExit('read')")
    runner._see_ready(contestant("super-blitz:python"))


def test_what_an_engine_refuses_ends_the_match_before_its_first_game(
    tmp_path: Path,
) -> None:
    """It is no move, no resignation, and no other weights."""
    (tmp_path / "mine.toml").write_text("BMOB = -3\n")
    formula = contestant(f"super-blitz,Formula={tmp_path / 'mine.toml'}")
    (tmp_path / "mine.toml").unlink()
    blitz = contestant("blitz:python")
    absent = replace(blitz, options=(("Player", "original"),))
    good = wicked_one(tmp_path, "good")
    for players, said in (
        ((formula, good), r"does not take its options: Formula '.*mine\.toml': No such file"),
        ((good, good, absent), "does not take its options: .*original"),
    ):
        with pytest.raises(MatchError, match=said):
            next(runner.games(Match(players, (KINGS,), 1), [1], 1))
    many = "rnbqkbnr/pppppppp/p7/8/8/8/8/4K3 w - - 0 1"
    for start, said in (
        (Start("many", many, ()), "opening 'many': MicroChess refuses it: .*pawn"),
        (Start("pass", chess.STARTING_FEN, (chess.Move.null(),)), "opening 'pass': .*not legal"),
    ):
        with pytest.raises(MatchError, match=said):
            next(runner.games(Match((blitz, blitz), (start,), 1), [1], 1))


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize(("kill", "way"), [(signal.SIGTERM, "hangs"), (signal.SIGKILL, "mute")])
def test_engines_end_with_a_match_that_is_killed(
    tmp_path: Path, kill: signal.Signals, way: str
) -> None:
    pids = tmp_path / "pids"
    command = ["match", *[wicked.command(way, pids, "nodes=1")] * 2]
    command += ["--jobs", "2", "--games", "2", "--pgn", str(tmp_path / "m.pgn")]
    with ended(
        subprocess.Popen(
            [sys.executable, "-m", "tui.cli.main", *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    ) as match:
        while not pids.exists() or pids.read_text().count("hangs") < 2:
            assert match.poll() is None
            time.sleep(0.01)
        match.send_signal(kill)
        match.wait(PATIENCE)
    see_gone(wicked.pids(pids))


OTHERS = {
    "a diary": "Dear diary,\n",
    "a game under way": '[Event "Mine"]\n[Site "?"]\n\n1. e4 e5 *\n',
    "somebody's game": '[Event "Mine"]\n\n1. e4 e5 1-0\n\n',
    "another match": '[Event "Match"]\n[Site "?"]\n[Date "?"]\n[Round "1"]\n[White "B"]\n',
    "a header alone": '[Event "Match"]\n[Site "Berlin"]\n',
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_with_anything_else_is_not_touched(name: str, tmp_path: Path) -> None:
    match = Match((contestant("blitz:python"), contestant("super-blitz:python")), (KINGS,), 2)
    pgn = tmp_path / "m.pgn"
    pgn.write_text(OTHERS[name])
    with pytest.raises(MatchError, match=r"m\.pgn.*name another"):
        MatchPgn(pgn, match)
    assert pgn.read_text() == OTHERS[name]


def test_a_game_cut_short_anywhere_is_ours_and_whole_ones_stay(tmp_path: Path) -> None:
    """So do a last one without the end of its line, and one without a move."""
    match = Match((contestant("blitz:python"), contestant("super-blitz:python")), (KINGS,), 2)
    long = "value $40, " + "so " * 60
    games = recorded(match, 1, "0-1", "g1h1", comment=long), recorded(match, 2, "0-1")
    one, two = (f"{game.pgn}\n\n" for game in games)
    assert max(map(len, one.splitlines())) <= 80
    pgn = tmp_path / "m.pgn"
    for cut in (*range(0, len(two), 61), len(two) - 3, len(two) - 2):
        pgn.write_text(one + two[:cut])
        whole = two[:cut].rstrip().endswith("\n0-1")
        assert kept(pgn, match, *([] if whole else games[1:])) == [1, 2]
        assert pgn.read_text().rstrip() == (one + two).rstrip()
    pgn.write_text(two.rstrip())
    kept(pgn, match, games[0])
    assert sorted(kept(pgn, match)) == [1, 2]
    for there in (True, False):  # nothing was played: nothing is left where nothing was
        pgn.write_text("") if there else pgn.unlink()
        assert kept(pgn, match) == []
        assert pgn.exists() is there


def finished(number: int, result: str, moves: str) -> Played:
    return Played(number, result, "", "", moves)


def test_two_that_repeat_themselves_play_each_different_opening_once() -> None:
    one, two = (Start("a", chess.STARTING_FEN, ()), Start("b", chess.STARTING_FEN, ()))
    exact = (contestant("blitz"), contestant("normal,depth=3"))
    assert Match(exact, (one, two), 9).numbers == [1, 2]
    assert len(Match(exact, tuple(default_starts()), 100).numbers) == 48
    for other in (
        "normal,movetime=50",
        "normal,OwnBook=true",
        f"{sys.executable} engine.py,nodes=1",
    ):
        match = Match((exact[0], contestant(other)), (one, two), 9)
        assert match.numbers == list(range(1, 10))


def test_the_report_has_pairs_different_games_and_a_verdict(tmp_path: Path) -> None:
    pgn, openings = tmp_path / "m.pgn", tmp_path / "one.txt"
    openings.write_text("e4 e5\n")
    levels = ("super-blitz:python", "blitz:python")
    match = Match(tuple(map(contestant, levels)), tuple(read_starts("", "e4 e5")), 10)
    kept(pgn, match, *(recorded(match, number, "1-0") for number in (1, 2)))
    more = ["--openings", openings, "--sprt", "0", "300", "--alpha", "0.4", "--beta", "0.4"]
    code, said, _ = run("match", *levels, *more, "--games", "10", "--pgn", pgn)
    assert code == 0
    assert "pairs with 0, 1/2, 1, 1 1/2, 2 points: " in said
    assert "2 different games; 8 more would be copies" in said
    assert "SPRT 0/300: LLR" in said


@pytest.mark.stockfish
def test_stockfish_plays_a_game_to_its_end() -> None:
    match = Match(
        (contestant("super-blitz"), contestant("stockfish,nodes=300")), tuple(default_starts()), 1
    )
    played = play(match)
    assert played.result == "0-1"
    assert "checkmate" in played.termination


def test_a_match_of_levels_tells_values_cycles_and_time() -> None:
    start = default_starts()[3]
    both = (contestant("super-blitz"), contestant("super-blitz:python"))
    (game,) = games_of(play(Match(both, (start,), 2, Adjudication(max_moves=6))).pgn)
    assert game.headers["White"] == "MicroChess super-blitz (rom)"
    assert game.errors == []
    assert [node.move for node in game.mainline()][:8] == list(start.moves)
    comments = [" ".join(node.comment.split()) for node in game.mainline()][8:]
    assert any("cycles" in c and "1 MHz" in c for c in comments)
    assert all("value $" in c for c in comments)
    assert game.headers["Result"] in ("1-0", "0-1", "1/2-1/2")


def test_strict_loses_by_what_helpful_mends_and_tells(tmp_path: Path) -> None:
    start = Start("edge", "1q6/P6k/8/8/8/8/8/K7 w - - 0 1", ())
    for more, result, told in (
        (",Arbiter=strict", "0-1", "broke the rules"),
        ("", "1-0", "arbiter: its pawn is made a queen"),
    ):
        both = (contestant(f"blitz:python{more}"), wicked_one(tmp_path, "illegal"))
        played = play(Match(both, (start,), 1))
        assert played.result == result
        assert told in " ".join(played.pgn.split())


def test_the_same_command_goes_on(tmp_path: Path) -> None:
    openings, pgn = tmp_path / "kings.txt", tmp_path / "m.pgn"
    openings.write_text(f"{KINGS.fen}\n")
    both = [wicked.command(way, tmp_path / "pids", "nodes=1") for way in ("good", "answers")]
    command = ["match", *both, "--openings", openings, "--max-moves", "3", "--pgn"]
    assert run(*command, pgn, "--games", "1")[0] == 0
    first = pgn.read_text()
    for already in ("1 game", "2 games"):
        code, said, _ = run(*command, pgn, "--games", "2")
        assert (code, said.count("2 of 2 games")) == (0, 1)
        assert f"{already} of this match already in" in said
    assert pgn.read_text().startswith(first)
    assert len(games_of(pgn.read_text())) == 2
    code, said, told = run(*command, tmp_path / "nowhere" / "m.pgn")
    assert (code, said) == (1, ""), "it is told before the first game"
    assert "No such file or directory" in told

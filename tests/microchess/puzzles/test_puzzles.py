"""The puzzles are true, by the exact engine and a search over all moves."""

import io
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import chess
import chess.pgn
import pytest

from microchess.match import engine
from microchess.program.levels import Level
from microchess.program.position import read_fen
from microchess.puzzles import puzzle as module
from microchess.puzzles.make import candidates, chosen, could_do_better, reply, winning_moves
from microchess.puzzles.puzzle import Puzzle, PuzzleError, puzzle, puzzles
from tests import wicked
from tests.commands import run
from tests.microchess.test_processes import see_gone
from tests.sample import one_in

GAME = """[White "You"]
[Black "MicroChess super-blitz (rom)"]

1. d4 Nc6 2. e4 Nf6 3. Bc4 Nxe4 4. Qf3 Nxd4 5. Qxf7# 1-0
"""


def faults(one: Puzzle) -> list[str]:
    """Why it is not true; empty when it is: the program plays the blunder and could do better,
    all solutions and no other moves do what they should, and nothing mates sooner.
    """
    before, board = read_fen(one.before), one.board
    faults = []
    if (played := reply(before, one.level)) != one.blunder:
        faults.append(f"it plays {played}, not {one.blunder}")
    if not could_do_better(before, one.mate):
        faults.append("it had nothing better")
    if (found := winning_moves(board, one.mate)) != one.solutions:
        faults.append(f"the solutions are {', '.join(map(str, found)) or 'none'}")
    if any(winning_moves(board, sooner) for sooner in range(1, one.mate or 3)):
        faults.append("there is a mate sooner")
    return faults


@pytest.mark.parametrize("one", one_in(10, puzzles()), ids=lambda one: str(one.number))
def test_it_is_true(one: Puzzle) -> None:
    assert faults(one) == []


def test_the_set_is_a_hundred_of_all_kinds_and_says_where_it_is_from() -> None:
    assert [one.number for one in puzzles()] == list(range(1, 101))
    assert len({one.board.epd() for one in puzzles()}) == 100
    assert min(Counter(one.mate for one in puzzles()).values()) >= 20
    assert {one.level for one in puzzles()} == set(Level)
    text = Path(module.__file__).with_name(module.FILE).read_text("utf-8")
    assert "microchess puzzles" in text.splitlines()[0]
    assert text.splitlines()[1:] == [one.epd() for one in puzzles()]


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(PuzzleError, match="no puzzle '101'; expected a number from 1 to 100"):
        puzzle("101")


def game(text: str = GAME) -> chess.pgn.Game:
    found = chess.pgn.read_game(io.StringIO(text))
    assert found is not None
    return found


def test_a_game_gives_the_moves_of_the_program_that_lose() -> None:
    (found,) = candidates(game(), "a game")
    assert [found.board.san(move) for move in found.solutions] == ["Bxf7#", "Qxf7#"]
    assert (found.mate, found.level, str(found.blunder)) == (1, Level.SUPER_BLITZ, "c6d4")
    assert faults(found) == []
    assert not [*candidates(game(GAME.replace("MicroChess super-blitz", "Somebody")), "")]


def test_the_kinds_take_turns_and_a_game_gives_one() -> None:
    (one,) = candidates(game(), "a")
    other = replace(one, before=one.before.replace("KQkq", "KQ"), mate=2)
    given = [one, replace(one, source="b"), replace(other, source="b"), other]
    taken = [*chosen(given, 9, lambda it: it.source == "b" or it.mate == 2)]
    assert [(it.number, it.source, it.mate) for it in taken] == [(1, "b", 1), (2, "a", 2)]
    assert len([*chosen([one, replace(one, source="b")], 9, lambda _: True)]) == 1


@pytest.mark.stockfish
def test_the_command_makes_lines_of_what_a_uci_engine_sees_as_well(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(GAME)
    code, out, _ = run("puzzles", str(file), "--engine", "stockfish,nodes=20000")
    first, line = out.splitlines()
    assert (code, first.split(" by ")[0]) == (0, "# found in game.pgn")
    assert replace(Puzzle.from_epd(line), source="") == replace(*candidates(game(), ""), number=1)


WICKED = {  # all other ways are tried in matches, which have the same reader
    "hangs": "no answer within 0.2 s",
    "endless line": "it writes a line of more than",
    "null": "it gives no score",
    "dies at once": "it said 'no licence'",
}


@pytest.mark.skipif(sys.platform == "win32", reason="forks and closes")
@pytest.mark.parametrize("way", WICKED)
def test_an_engine_that_misbehaves_is_told_of_in_a_line_and_ended(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = WICKED[way].startswith("no answer")
    monkeypatch.setattr(engine, "UNTIMED", 0.2 if late else 60.0)
    monkeypatch.setattr(engine, "GOODBYE", 0.2)
    file = tmp_path / "game.pgn"
    file.write_text(GAME)
    command = wicked.command(way, tmp_path / "pids", "nodes=1,Hash=2,name=Bad")
    code, _, err = run("puzzles", file, "--engine", command)
    assert (code, err.count("\n"), WICKED[way] in err) == (1, 1, True), err
    see_gone(wicked.pids(tmp_path / "pids"))


def test_the_list_a_program_that_is_no_engine_and_a_file_without_blunders(tmp_path: Path) -> None:
    code, out, _ = run("puzzles")
    assert (code, len(out.splitlines())) == (0, 100)
    assert out.splitlines()[6].startswith("puzzle 7: ")
    file = tmp_path / "game.pgn"
    file.write_text(GAME)
    code, _, err = run("puzzles", str(file), "--engine", "true,nodes=1")
    assert (code, "expected a UCI engine" in err) == (1, True), err
    file.write_text(GAME.replace("MicroChess", "Macro"))
    code, out, err = run("puzzles", str(file))
    assert (code, out, "no blunder in game.pgn; expected games" in err) == (1, "", True)

"""The cheap rows of the table of shortest wins in docs/analysis.md."""

from __future__ import annotations

import re
from pathlib import Path

import chess
import pytest

from microchess.machine.choose import choose
from microchess.program.levels import Level
from microchess.program.openings import named
from microchess.solve.lines import lines, prove, san
from microchess.solve.search import ShortestSearch
from microchess.solve.states import End, Quest
from microchess.solve.store import SolveTable
from tests.sample import every_run

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.slow
def test_the_giuoco_piano_loses_in_four() -> None:
    book = named("giuoco-piano", chess.BLACK)
    task = Quest(chess.STARTING_FEN, chess.BLACK, Level.SUPER_BLITZ, choose("rom"), book)
    store = SolveTable(None, {}, 16)
    solved = ShortestSearch(task, store).solve(End.MATE, 6)
    (line,) = lines(store, solved)
    prove(task, line, End.MATE)
    assert solved.moves == 4
    told = (DOCS / "analysis.md").read_text(encoding="utf-8")
    assert f"| Giuoco Piano | 4 moves, 1 line, {sum(solved.replies.values()):,} replies |" in told
    assert f"`{san(task, line)}`" in told
    store.close()


@pytest.mark.parametrize(
    ("level", "most"),
    [*((level, 3) for level in Level), *every_run([(level, 5) for level in Level], 0)],
)
def test_black_mates_at_move_six_and_no_sooner_as_far_as_it_is_cheap(
    level: Level, most: int
) -> None:
    told = (DOCS / "analysis.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| {level.title} \| none; ([\d,]+) replies \| (.*) \|$", told, re.M)
    line = re.search(r"`(1\. e4 .* 6\. .*#)`", told)
    assert row
    assert line
    task = Quest(chess.STARTING_FEN, chess.WHITE, level, choose("rom"))
    board = chess.Board()
    prove(task, tuple(map(board.push_san, re.findall(r"[A-Za-z]\S+", line[1]))), End.MATE)
    store = SolveTable(None, {}, 16)
    solved = ShortestSearch(task, store).solve(End.MATE, most)
    store.close()
    assert solved.moves is None
    if most == 5:
        assert f"{sum(solved.replies.values()):,}" == row[1]
    else:
        assert solved.replies == {0: 1, 1: 20, 2: 252}

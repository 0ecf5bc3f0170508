"""The cheap rows of the table of shortest wins in docs/analysis.md."""

from __future__ import annotations

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

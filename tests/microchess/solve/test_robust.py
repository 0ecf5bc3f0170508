"""A search for the shortest wins in adversity: killed, on a full disk, with damaged files."""

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from microchess.solve.search import ShortestSearch
from microchess.solve.states import End
from microchess.solve.store import SolveTable, TableFault
from tests.commands import run
from tests.microchess.solve.test_solve import TWO_WAYS, lines_of, task

KILLS_ITSELF = """
import os, signal, sys
from pathlib import Path
from tests.microchess.solve.test_solve import *

search.CHUNK = 5
store = SolveTable(Path(sys.argv[1]), {}, 1)
end = lambda at: at.done < 10 or os.kill(os.getpid(), signal.SIGKILL)
ShortestSearch(task(TWO_WAYS), store).solve(End.MATE, 2, end)
"""
MATES = ("--fen", TWO_WAYS, "--level", "super-blitz", "--json")


def test_a_search_killed_at_any_moment_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "table"
    killed = subprocess.run([sys.executable, "-c", KILLS_ITSELF, path], env={"PYTHONPATH": "."})
    assert killed.returncode == -signal.SIGKILL
    with SolveTable(path, {}, 1) as store:
        assert 10 <= store.asked(1) < store.size(1)
    assert lines_of(task(TWO_WAYS), End.MATE, 2, path) == lines_of(task(TWO_WAYS), End.MATE, 2)


def test_a_full_disk_is_told_what_came_before_is_kept_and_none_is_proven(tmp_path: Path) -> None:
    path, quest = tmp_path / "table", task("k7/8/8/8/8/8/8/K6R w - - 0 1")
    with SolveTable(path, {}, 1) as store:
        pages = store._base.execute("PRAGMA page_count").fetchone()[0]
        store._base.execute(f"PRAGMA max_page_count = {pages + 4}")
        with pytest.raises(TableFault, match=r"database or disk is full; what came before is kept"):
            ShortestSearch(quest, store).solve(End.MATE, 3)
        kept = store.asked(1), store.size(1)
    with SolveTable(path, {}, 1) as store:
        assert (store.asked(1), store.size(1)) == kept == (16, 16)
        solved = ShortestSearch(quest, store).solve(End.MATE, 3)
    assert (solved.moves, solved.searched, solved.replies) == (None, 3, {1: 16, 2: 141})


def test_a_table_that_is_damaged_or_from_elsewhere_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "table"
    assert run("solve", *MATES, "--keep", table)[0] == 0
    good = table.read_bytes()
    foreign = "has level 'normal'; expected"
    changes = (
        ("UPDATE node SET reply = 'a8b8' WHERE id = 2", "is damaged: node of position 2"),
        ("UPDATE node SET state = 'frob' WHERE id = 3", "is damaged: node of position 3"),
        ("UPDATE edge SET child = 9", "is damaged: edge of position 0"),
        ("UPDATE ending SET kind = 'frob'", "is damaged: ending of position "),
        ("UPDATE setting SET value = 'normal' WHERE name = 'level'", foreign),
        ("DROP TABLE setting", "no such table: setting; expected a table of microchess solve"),
        ("", "not a database"),
    )
    for number, (change, complaint) in enumerate(changes):
        table = tmp_path / str(number)
        table.write_bytes(good if change else b"no table at all" * 100)
        with closing(sqlite3.connect(table)) as base:
            if change:
                base.execute(change)
                base.commit()
        before = table.read_bytes()
        code, out, err = run("solve", *MATES, "--keep", table)
        assert (code, out, len(err.splitlines())) == (1, "", 1)
        assert complaint in err
        assert table.read_bytes() == before


def test_win_from_here_in_n_or_not() -> None:
    for moves, code, found in ((1, 3, None), (3, 0, 2)):
        done, out, _ = run("solve", *MATES, "--moves", str(moves))
        told = json.loads(out)
        assert (done, told["moves"], told["searched"]) == (code, found, min(moves, 2))

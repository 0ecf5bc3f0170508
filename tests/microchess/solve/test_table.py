"""The cheap rows of docs/development/shortest-wins.md; docs/analysis.md has some of its lines."""

import re
from pathlib import Path

import chess
import pytest

from emu.notation import counted
from microchess.machine.choose import choose
from microchess.program.levels import Level
from microchess.program.openings import named
from microchess.solve.lines import lines, prove, san
from microchess.solve.search import SearchProgress, ShortestSearch
from microchess.solve.states import End, Quest
from microchess.solve.store import SolveTable
from tests.sample import every_run

DOCS = Path(__file__).parents[3] / "docs"
TABLES = (DOCS / "development" / "shortest-wins.md").read_text(encoding="utf-8")
TOLD = " ".join(f"{TABLES}\n{(DOCS / 'analysis.md').read_text(encoding='utf-8')}".split())

ASKED = 400
"""Replies of the last layer that are asked for here; the page's commands ask for all."""


def replies(task: Quest, most: int) -> int:
    """Those it takes to prove that there is no mate sooner than at move *most*, nor, as far as they
    are asked for, then; nor does the game end otherwise.
    """
    sizes: dict[int, int] = {}

    def told(at: SearchProgress) -> None:
        sizes[at.layer] = at.size
        if at.done > ASKED and not at.growing:
            raise KeyboardInterrupt

    with SolveTable(None, {}, 16) as store:
        with pytest.raises(KeyboardInterrupt):
            ShortestSearch(task, store).solve(End.MATE, most, told)
        assert not any(store.ends(end, layer) for end in End for layer in sizes)
    return sum(sizes.values())


@pytest.mark.slow
def test_the_giuoco_piano_loses_in_four() -> None:
    book = named("giuoco-piano", chess.BLACK)
    task = Quest(chess.STARTING_FEN, chess.BLACK, Level.SUPER_BLITZ, choose("python"), book)
    assert f"| Giuoco Piano, Ruy Lopez, Four Knights | 4 | 1 1 1 | {replies(task, 4):,} " in TOLD
    (line,) = re.findall(r"\| 4: `(1\. e4 e5 2\. [^`]*Bc5 4\. Qxf7#)` \|", TOLD)
    prove(task, moves(line), End.MATE)


@pytest.mark.parametrize(
    ("end", "told", "fen", "line"),
    re.findall(r"- `(\w+)`, [^`:]*: (\d [^`]*) from `(.*?)`: `(.*?)`", TOLD),
)
def test_the_other_ends_are_found(end: str, told: str, fen: str, line: str) -> None:
    task = Quest(fen, chess.BLACK, Level.SUPER_BLITZ, choose("python"))
    with SolveTable(None, {}, 1) as store:
        solved = ShortestSearch(task, store).solve(End(end), 2)
        found, asked = list(lines(store, solved)), sum(solved.replies.values())
    names = [counted(solved.moves or 0, "move"), counted(len(found), "line"), f"{asked} replies"]
    assert ", ".join(names) == told
    (shown,) = (one for one in found if san(task, one) == line)
    prove(task, shown, End(end))


def black(level: Level, book: str) -> Quest:
    opening = None if book == "closed" else named(book, chess.WHITE)
    return Quest(chess.STARTING_FEN, chess.WHITE, level, choose("python"), opening)


def moves(line: str) -> tuple[chess.Move, ...]:
    board = chess.Board()
    return tuple(map(board.push_san, re.findall(r"[A-Za-z]\S+", line)))


SIX = "1. e4 Nc6 2. Qh5 Nd4 3. c3 g6 4. Qe5 d6 5. Qxh8 Bg4 6. Qxg8 Nc2#"
FIVE = "1. e4 e5 2. Nf3 Bc5 3. Nxe5 Qg5 4. f4 Qxf4 5. g3 Qf2#"
FAST = "1. e4 e5 2. Nf3 h5 3. Nxe5 Qf6 4. Nc4 Bc5 5. e5 Qxf2#"
E4_BOOKS = ("giuoco-piano", "ruy-lopez", "four-knights")


@pytest.mark.parametrize("level", every_run(Level, 1))
def test_black_mates_by_the_lines_of_the_table(level: Level) -> None:
    assert all(f"`{line}`" in TOLD for line in (SIX, FIVE, FAST))
    for book in ("closed", "french-defence"):
        prove(black(level, book), moves(SIX), End.MATE)
    for book in E4_BOOKS:
        line = FAST if level is Level.SUPER_BLITZ else FIVE
        prove(black(level, book), moves(line), End.MATE)

"""Measurements whose figures nobody compares."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import chess
import pytest

from bench import screenshots
from bench.essay import asked_in_the_essay
from bench.figures import Table, in_page
from bench.ideas import ideas, spent_by_janus
from bench.ladder import matches, play, starts
from bench.players import one_ply
from microchess.engine.timing import thinking_time
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level

ESSAY = Path(__file__).parents[1] / "docs" / "essay.md"
PAGE = "# Page\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n| 3 | |\n\nEnd.\n"


def test_a_table_is_written_below_its_head_and_nothing_else_is_touched() -> None:
    assert in_page(PAGE, [Table(("a", "b"), [("1", "2"), ("3", "")])]) == PAGE
    assert in_page(PAGE, [Table(("a", "b"), [("5", "")])]) == PAGE.replace(
        "| 1 | 2 |\n| 3 | |", "| 5 | |"
    )
    with pytest.raises(ValueError, match="not in list"):
        in_page(PAGE, [Table(("a", "c"), [])])


@pytest.mark.slow
def test_what_each_idea_saves_adds_up_and_stands_in_the_essay() -> None:
    for level in Level:
        asked = replace(asked_in_the_essay(), level=level)
        spent = thinking_time(asked.table, level.check, level.turn)
        saved, ours = ideas(asked), spent_by_janus(asked)
        cycles = MachineSolver(janus()).solve(asked).cycles
        assert sum(one.theirs for one in saved) == spent.reply.cycles
        assert sum(one.ours for one in saved) == sum(ours.values()) == cycles
        if level is Level.NORMAL:
            numbers = [cycles, *(one.theirs - one.ours for one in saved)]
    essay = ESSAY.read_text(encoding="utf-8")
    assert [number for number in numbers if f"{number:,}" not in essay] == []


@pytest.mark.slow
def test_the_picture_of_the_readme_can_be_taken() -> None:
    assert "dxc5" in screenshots.picture()


def test_one_ply_mates_and_else_takes_what_is_worth_most() -> None:
    board = chess.Board("6k1/5ppp/8/q7/8/8/5PPP/R3Q1K1 w - - 0 1")
    assert one_ply(board).uci() == "e1e8"
    board = chess.Board("r5k1/4nppp/8/R7/8/8/5PPP/4Q1K1 w - - 0 1")
    assert one_ply(board).uci() == "a5a8"


def test_all_players_meet_and_each_opening_is_played_with_both_colours() -> None:
    score = play("super-blitz", "random", 0, 3)
    assert (score.games, sum(score.pairs)) == (6, 3)
    assert score.rate > 0.5
    openings = starts(200)
    assert len({one.moves for one in openings}) == 200
    assert all(len(one.moves) == 10 for one in openings[24:])
    met = [frozenset(names) for names in matches()]
    assert len(set(met)) == len(met)
    assert frozenset(("random", "Stockfish 1350")) in met

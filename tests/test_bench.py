"""Measurements whose figures nobody compares."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import screenshots
from bench.essay import asked_in_the_essay
from bench.figures import Table, in_page
from bench.ideas import ideas, spent_by_janus
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
    level = Level.NORMAL
    asked = asked_in_the_essay()._replace(level=level)
    spent = thinking_time(asked.table, level.check, level.turn)
    saved, ours = ideas(asked), spent_by_janus(asked)
    cycles = MachineSolver(janus()).solve(asked).cycles
    assert sum(one.theirs for one in saved) == spent.reply.cycles
    assert sum(one.ours for one in saved) == sum(ours.values()) == cycles
    numbers = [cycles, *(one.theirs - one.ours for one in saved)]
    essay = ESSAY.read_text(encoding="utf-8")
    assert [number for number in numbers if f"{number:,}" not in essay] == []


@pytest.mark.slow
def test_the_picture_of_the_readme_can_be_taken() -> None:
    assert "dxc5" in screenshots.picture()

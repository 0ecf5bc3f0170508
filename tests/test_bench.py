"""Measurements whose figures nobody compares."""

from __future__ import annotations

import pytest

from bench import screenshots
from bench.figures import Table, in_page

PAGE = "# Page\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n| 3 | |\n\nEnd.\n"


def test_a_table_is_written_below_its_head_and_nothing_else_is_touched() -> None:
    assert in_page(PAGE, [Table(("a", "b"), [("1", "2"), ("3", "")])]) == PAGE
    assert in_page(PAGE, [Table(("a", "b"), [("5", "")])]) == PAGE.replace(
        "| 1 | 2 |\n| 3 | |", "| 5 | |"
    )
    with pytest.raises(ValueError, match="not in list"):
        in_page(PAGE, [Table(("a", "c"), [])])


@pytest.mark.slow
def test_the_picture_of_the_readme_can_be_taken() -> None:
    assert "dxc5" in screenshots.picture()

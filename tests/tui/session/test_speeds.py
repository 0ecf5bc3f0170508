"""Times and speeds in words."""

import pytest

from tui.session.speeds import lasting


@pytest.mark.parametrize(
    ("cycles", "told"),
    [(1, "1 microsecond"), (2, "2 microseconds"), (960_000, "0.96 s"), (3_000_000, "3.00 s")],
)
def test_a_short_time_has_a_unit_in_which_it_is_a_number_one_reads(cycles: int, told: str) -> None:
    assert lasting(cycles) == told

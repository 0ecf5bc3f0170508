"""The engine's options, as they are set, and how much time of a clock a move may take."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from microchess.errors import MicroChessError
from microchess.uci.job import TimeLimit, time_limit
from microchess.uci.options import Settings, changed
from microchess.uci.protocol import read_go
from tests.cases import cases


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [*cases("refused_options"), ("Speed", "9" * 5000, "9': expected a number from 0 to 10000")],
)
def test_a_wrong_option_is_refused(name: str, value: str, expected: str) -> None:
    with pytest.raises(MicroChessError, match=expected):
        changed(Settings(), name, value)


def test_names_and_values_may_be_in_any_case() -> None:
    settings = changed(changed(Settings(), "player", "PYTHON"), "STEADYBOOK", "True")
    assert (settings.player, settings.steady_book) == ("python", True)
    assert changed(settings, "uci_chess960", "false") == settings


TIMES = st.integers(0, 10_000_000)


def allowed(go: str, color: chess.Color = chess.WHITE, overhead: int = 0) -> TimeLimit:
    return time_limit(read_go(go.split()), color, overhead)


@pytest.mark.parametrize(("go", "enough", "most"), cases("limits_of_time"))
def test_clock_increment_and_moves_to_go_are_used(go: str, enough: str, most: str) -> None:
    limit = allowed(go)
    assert (str(limit.enough), str(limit.most)) == (enough, most)


def test_black_has_a_clock_and_an_increment_of_its_own_and_the_overhead_is_never_thought() -> None:
    go = "wtime 10000 btime 4000 winc 1000 binc 20"
    assert allowed(go, chess.BLACK) == TimeLimit(420, 4000)
    assert allowed("wtime 1000 winc 500", overhead=100) == TimeLimit(590, 900)
    assert allowed("wtime 60 winc 500", overhead=100) == TimeLimit(0, 0)


@given(left=TIMES, inc=TIMES, moves=st.integers(0, 60), overhead=st.integers(0, 5000))
def test_no_move_takes_more_than_is_left(left: int, inc: int, moves: int, overhead: int) -> None:
    limit = allowed(f"wtime {left} winc {inc} movestogo {moves}", overhead=overhead)
    assert limit.enough is not None
    assert 0 <= limit.enough <= max(0, left - overhead)

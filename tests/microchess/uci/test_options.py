"""The engine's options, as they are set."""

import pytest

from microchess.errors import MicroChessError
from microchess.uci.options import Settings, changed
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

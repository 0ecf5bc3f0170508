"""The engine's options, as they are set."""

import pytest

from microchess.errors import MicroChessError
from microchess.uci.options import Settings, changed


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("Level", "hard", "expected super-blitz, blitz, normal"),
        ("Speed", "-3", "expected a number from 0 to 10000"),
        ("Speed", "9" * 5000, "9': expected a number from 0 to 10000"),
        ("Hash", "16", "the options are Level"),
        ("Move Overhead", "9999", "expected a number from 0 to 5000"),
        ("MultiPV", "\u0663", "expected a number from 1 to 218"),
        ("Ponder", "perhaps", "expected true, false"),
        ("Player", "original", "there is no copy of the program of 1976 yet"),
        ("UCI_Chess960", "true", "UCI_Chess960 is refused: the program knows one array"),
    ],
)
def test_a_wrong_option_is_refused(name: str, value: str, expected: str) -> None:
    with pytest.raises(MicroChessError, match=expected):
        changed(Settings(), name, value)


def test_names_and_values_may_be_in_any_case() -> None:
    settings = changed(changed(Settings(), "player", "PYTHON"), "STEADYBOOK", "True")
    assert (settings.player, settings.steady_book) == ("python", True)
    assert changed(settings, "uci_chess960", "false") == settings

"""Numbers on the command line: every one has bounds, and what is none is told in one line."""

import argparse
from collections.abc import Iterator
from typing import Any

import pytest

from emu.notation import MOST
from tests.cases import cases
from tests.commands import run
from tests.parsers import commands

NONE = (
    "9" * 400, "9" * 5000, "1e400", "1__0", "_1", "1_", "0x10", "\u0663", "nan", "inf", "-inf", "",
    " ", "-1e9999", "1e", ".", "1/2/3/4/5",
)  # fmt: skip
"""What is no number within any bounds."""
STRANGE = (*NONE, "-1", "0", "1", "0.5", "1e300", "1e-300", str(10**15), str(10**18 + 1), "FFFFF")


def numbers() -> Iterator[tuple[str, argparse.Action]]:
    """The options and arguments of all commands that take a number, by their command."""
    for name, parser in commands().items():
        for action in parser._actions:
            if action.type not in (None, str) and not isinstance(action.type, type):
                try:
                    taken = action.type("10")  # type: ignore[operator]
                except (argparse.ArgumentTypeError, ValueError):
                    continue
                if taken in (10, 10_000):  # not hexadecimal; milliseconds as cycles
                    yield name, action


TAKEN = [pytest.param(action, id=f"{name} {action.dest}") for name, action in numbers()]


@pytest.mark.parametrize("action", TAKEN)
def test_a_number_is_within_bounds_or_refused_in_one_line(action: argparse.Action) -> None:
    read: Any = action.type
    for text in STRANGE:
        try:
            taken = read(text)
        except argparse.ArgumentTypeError as error:
            refused = str(error)
        else:
            refused = ""
            assert abs(taken) <= MOST
        assert refused or text not in NONE
        assert len(refused) < 200
        assert "expected" in refused or not refused


def test_no_option_reads_numbers_without_bounds() -> None:
    for name, parser in commands().items():
        for action in parser._actions:
            assert action.type not in (int, float) or action.choices, f"{name} {action.dest}"


@pytest.mark.parametrize("words", [words for (words,) in cases("places_of_numbers")])
def test_what_is_no_number_is_told_in_one_line(words: str) -> None:
    for text in NONE:
        line = [word.format(text).replace("_w_-_-_", " w - - ") for word in words.split()]
        code, out, err = run(*line)
        assert (code in (1, 2), out) == (True, ""), text
        assert len(err.splitlines()) == 1, text
        assert len(err) < 700, text


def test_two_dashes_and_nothing_are_no_value(capsys: pytest.CaptureFixture[str]) -> None:
    for parser in commands().values():
        for action in parser._actions:
            if not action.option_strings or action.nargs is not None:
                continue
            name = action.option_strings[-1]
            place = any(word in str(action.metavar) for word in ("FILE", "FOLDER", "ADDRESS"))
            for value in ("--", "") if place else ("--",):
                with pytest.raises(SystemExit):
                    parser.parse_args([f"{name}={value}"])
                said = capsys.readouterr().err
                assert f"{value!r} is no value" in said

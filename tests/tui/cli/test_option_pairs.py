"""All pairs of options of all commands: one that would have no effect is wrong usage.

``python -m tests.tui.cli.test_option_pairs`` prints the table anew, for somebody who reads it.
"""

import argparse
import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.cases import cases
from tests.commands import run
from tests.parsers import commands, options_of
from tui.cli.parser import Parser

TABLE = Path(__file__).parents[2] / "data" / "option_pairs.txt"
VALUES = (
    *("10", "0200", "0200-02FF", "0400:4K", "01", "rom,original", "rom", "blitz", "4/900"),
    *("40/8/20", "0.5", "8000", "x.bin"),
)
"""One of them is a value of each option and argument."""


def value(action: argparse.Action) -> list[str]:
    """What is given behind an option, or for an argument."""
    if action.nargs == 0:
        return []
    if action.choices:
        known = sorted(map(str, action.choices))
        return ["original" if "original" in known else known[0]]
    if "--players" in action.option_strings:
        return ["rom,original"]
    for text in VALUES:
        try:
            if callable(action.type):
                action.type(text)
        except (argparse.ArgumentTypeError, ValueError):
            continue
        return [text] * (action.nargs if isinstance(action.nargs, int) else 1)
    raise AssertionError(f"no value for {action.dest}")


def refusal(name: str, *actions: argparse.Action) -> str:
    """What is told of these together, with all that is required; empty for nothing."""
    parser = commands()[name]
    needed = [one for one in parser._actions if one.required and one not in actions]
    for group in parser._mutually_exclusive_groups:
        if group.required and not set(group._group_actions) & set(actions):
            needed.append(group._group_actions[0])
    line: list[str] = []
    last: list[str] = []
    for action in (*needed, *actions):
        words = value(action)
        if action.option_strings:
            line += [action.option_strings[-1], *words]
        else:
            last += words
    told = io.StringIO()
    try:
        with redirect_stderr(told):
            parser.parse_args([*line, *(["--", *last] if last else [])])
    except SystemExit as leave:
        return f"{leave.code}: {told.getvalue()}"
    return ""


def written(action: argparse.Action) -> str:
    return action.option_strings[-1] if action.option_strings else str(action.metavar)


def found(name: str) -> Iterator[str]:
    """Of each option and argument of a command what it needs, or what it does not go with."""
    actions = [one for one in commands()[name]._actions if one.dest != "help"]
    alone = {one for one in actions if not refusal(name, one)}
    why = {frozenset(pair): refusal(name, *pair) for pair in combinations(actions, 2)}
    refused = {pair for pair, text in why.items() if text}
    assert all(re.fullmatch(rf"2: microchess {name}: .*\n", why[pair]) for pair in refused)
    for one in actions:
        others = [other for other in actions if other is not one]
        if one in alone:
            apart = [o for o in others if o in alone and {one, o} in refused]
            told = ": not with" if apart else ""
        else:
            apart = [o for o in others if {one, o} not in refused]
            told = ": needs"
        yield " ".join([f"{name} {written(one)}{told}", *map(written, apart)])


@pytest.mark.parametrize("name", commands())
def test_pairs_of_options_are_those_of_the_table(name: str) -> None:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    known = [line for line in lines if line.startswith(f"{name} ")]
    assert list(found(name)) == known


class Read:
    """The values of a command line, and which of them were read."""

    def __init__(self, values: argparse.Namespace) -> None:
        self.__dict__["values"], self.__dict__["read"] = values, set[str]()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.values, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.values, name, value)


WAYS = [one for (one,) in cases("ways_of_commands")]
"""Ways in which commands do different things."""
GIVEN = {option: given for option, given, *_ in cases("values_of_options")}
ELSEWHERE = {
    *("--image", "--formula", "--labels", "--play", "--state-in", "--monitor"),
    *(
        "--only",
        "--mate",
        "--player",
        "--batch",
        "--rom",
        "--state",
        "--fen",
        "--table",
    ),
}
"""Options whose values have to fit: that they are read is shown by tests of their own."""


@pytest.mark.parametrize("way", WAYS)
def test_an_option_that_is_taken_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setenv("MICROCHESS_DATA", str(tmp_path))
    Path("in.hex").write_text(":02020000EAEA28\n:00000001FF\n")
    Path("in.jsonl").write_text('{"fen": "startpos", "level": "super-blitz"}\n')
    parse = Parser.parse_args
    parsed: list[Read] = []

    def parse_args(parser: Parser, words: list[str]) -> Any:
        parsed.append(Read(parse(parser, words)))
        return parsed[-1]

    monkeypatch.setattr(Parser, "parse_args", parse_args)
    name = next(one for one in commands() if f"{way} ".startswith(f"{one} "))
    words = shlex.split(way)
    for action in commands()[name]._actions:
        option = written(action)
        if not action.option_strings or option in {*words, *ELSEWHERE, "--help"}:
            continue
        given = [GIVEN[option]] if option in GIVEN else value(action)
        more = ["--force"] if "--force" in options_of(name) and option != "--force" else []
        code, _, err = run(*words, option, *given)
        if code == 1 and "exists" in err:
            code, _, err = run(*words, option, *given, *more)
        assert code in (0, 2, 3), f"{option}: {err}"
        assert code == 2 or action.dest in parsed[-1].read, option


if __name__ == "__main__":
    for each in commands():
        print(*found(each), sep="\n")

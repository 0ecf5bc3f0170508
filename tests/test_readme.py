"""What the README shows is what happens."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tui.cli.main import main
from tui.cli.parser import build_parser

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^microchess ((?:match|annotate|openings|keys|tape|kim) .+)$", README, re.M)
SESSIONS = re.findall(r"^\$ microchess (.+)\n((?:(?!\$ |```).+\n)+)", README, re.MULTILINE)


def test_there_is_something_to_check() -> None:
    assert SESSIONS


@pytest.mark.parametrize(("command", "shown"), SESSIONS, ids=[s[0] for s in SESSIONS])
def test_commands_print_what_is_shown(
    capsys: pytest.CaptureFixture[str], command: str, shown: str
) -> None:
    assert main(command.split()) == 0
    assert capsys.readouterr().out == shown


def test_the_engine_says_what_is_shown() -> None:
    (example,) = re.findall(
        r"^\$ printf '(.+)' \| microchess-uci \| tail -n 2\n(.+\n.+\n)", README, re.MULTILINE
    )
    said, shown = example
    engine = subprocess.run(
        [sys.executable, "-m", "microchess.uci.main"],
        input=said.replace("\\n", "\n"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "".join(engine.stdout.splitlines(keepends=True)[-2:]) == shown


def test_the_monitor_prints_what_is_shown() -> None:
    (example,) = re.findall(
        r"^\$ printf '(.+)' \| microchess kim tty\n((?:(?!```).*\n)+)", README, re.MULTILINE
    )
    typed, shown = example
    kim = subprocess.run(
        [sys.executable, "-m", "tui.cli.main", "kim", "tty"],
        input=typed,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line.rstrip() for line in kim.stdout.splitlines()] == shown.splitlines()


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_ones_there_are(command: str) -> None:
    words = shlex.split(re.sub(r"\$\(.*?\)", "C", command), comments=True)
    parsed = build_parser(words[0]).parse_args(words)
    assert parsed.command == words[0]


def test_the_strengths_shown_are_those_of_the_games() -> None:
    from bench.strength import table

    assert table() in README


def test_the_python_example_prints_its_comment(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(example, {})
    assert capsys.readouterr().out.strip() == example.rsplit("# ", 1)[1].strip()


def test_every_file_linked_is_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (Path(__file__).parent.parent / target).exists(), target

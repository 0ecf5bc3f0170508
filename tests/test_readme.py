"""What the README shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tui.main import main

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^\$ microchess (.+)\n((?:(?!\$|```).+\n)+)", README, re.MULTILINE)


def test_there_is_something_to_check() -> None:
    assert SESSIONS


@pytest.mark.parametrize(("command", "shown"), SESSIONS, ids=[s[0] for s in SESSIONS])
def test_commands_print_what_is_shown(
    capsys: pytest.CaptureFixture[str], command: str, shown: str
) -> None:
    assert main(command.split()) == 0
    assert capsys.readouterr().out == shown


def test_the_python_example_prints_its_comment(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(example, {})
    assert capsys.readouterr().out.strip() == example.rsplit("# ", 1)[1].strip()


def test_every_file_linked_is_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (Path(__file__).parent.parent / target).exists(), target

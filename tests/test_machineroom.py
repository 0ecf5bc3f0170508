"""What the page on the machine room shows is what happens."""

from __future__ import annotations

from pathlib import Path

from tests import lights
from tests.sessions import replayed

PAGE = (Path(__file__).parent.parent / "docs" / "machineroom.md").read_text(encoding="utf-8")


def test_every_command_prints_what_is_shown() -> None:
    assert replayed(PAGE) == PAGE


def test_the_program_shown_is_the_one_of_the_tests() -> None:
    assert lights.LABELS in PAGE
    assert lights.CODE[:24].hex().upper() in PAGE

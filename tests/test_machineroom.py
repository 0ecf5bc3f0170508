"""What the page on the machine room lists is a program of the tests; test_readme runs it."""

from __future__ import annotations

from pathlib import Path

from tests import lights

PAGE = (Path(__file__).parent.parent / "docs" / "machineroom.md").read_text(encoding="utf-8")


def test_the_program_shown_is_the_one_of_the_tests() -> None:
    assert lights.LABELS in PAGE
    assert lights.CODE[:24].hex().upper() in PAGE

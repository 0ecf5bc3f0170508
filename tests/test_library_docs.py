"""docs/library.md: its session prints what it shows, and it names what is public, no more, no less."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

import microchess

PAGE = (Path(__file__).parent.parent / "docs" / "library.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```(?:\s+```text\n(.*?)```)?", PAGE, re.DOTALL)
ROWS = re.findall(r"^\| (`.+`) \| (.+) \|$", PAGE.partition("## What is stable")[2], re.MULTILINE)
SUBJECTS = {
    name: re.findall(r"`(\w+)`", members)
    for names, members in ROWS
    for name in re.findall(r"`(\w+)`", names)
}


def test_the_session_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for example, shown in EXAMPLES:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example, "docs/library.md", "exec"), names)
        assert printed.getvalue() == shown, example


def test_every_example_that_prints_shows_what() -> None:
    assert len(EXAMPLES) > 5
    assert PAGE.count("```python") == len(EXAMPLES)
    assert PAGE.count("```text") == sum(bool(shown) for _, shown in EXAMPLES)


def test_the_public_names_are_those_promised() -> None:
    assert set(SUBJECTS) == set(microchess.__all__)


@pytest.mark.parametrize("name", ["Game", "Bridge", "PieceTable", "Position", "Level", "Machine"])
def test_promised_members_exist(name: str) -> None:
    promised = PAGE.partition("## What is stable")[2]
    (members,) = re.findall(rf"^\| `{name}` \| ([^;]+?)(?:;.*)? \|$", promised, re.MULTILINE)

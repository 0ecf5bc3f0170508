"""The sessions of docs/library.md and docs/reference.md print what they show, and the library has
what its page promises."""

import contextlib
import inspect
import io
import re
from pathlib import Path
from typing import Any

import pytest

import microchess
from microchess import Candidate, EngineState, Level, ask, boot_microchess, new_game

PAGES = {
    name: (Path(__file__).parent.parent / "docs" / name).read_text(encoding="utf-8")
    for name in ("library.md", "reference.md")
}
PAGE = PAGES["library.md"]
EXAMPLES = {
    name: re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", page, re.DOTALL)
    for name, page in PAGES.items()
}
PROMISED = dict(
    re.findall(r"^- ([^:]*`[^:]*): (.+)$", PAGE.partition("## What is stable")[2], re.MULTILINE)
)
FUNCTIONS = [name for name in PROMISED if "(" in name]


@pytest.mark.parametrize("page", PAGES)
def test_the_session_prints_what_is_shown(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = 2 * sum(1 + bool(shown) for _, shown in EXAMPLES[page])
    assert page != "library.md" or PAGE.count("```") == blocks
    names: dict[str, Any] = {}
    for example, shown in EXAMPLES[page]:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example, f"docs/{page}", "exec"), names)
        assert printed.getvalue() == shown, example


def test_the_public_names_and_parameters_are_those_promised() -> None:
    subjects = {found[1] for found in (re.match(r"`(\w+)", name) for name in PROMISED) if found}
    assert subjects == set(microchess.__all__)
    for promised in FUNCTIONS:
        name, parameters = re.fullmatch(r"`(\w+)\((.*)\)`", promised).groups()  # type: ignore[union-attr]
        function = getattr(microchess, name)
        assert ", ".join(inspect.signature(function).parameters) == parameters
        assert function.__doc__


def test_objects_have_the_members_promised() -> None:
    game = new_game(level=Level.SUPER_BLITZ)
    reply = ask("startpos", Level.BLITZ)
    bridge = boot_microchess()
    objects = {
        "`Game`": game,
        "the answer of a `Game`": game.answer(),
        "`Bridge`": bridge,
        "`PieceTable`": bridge.table,
        "`Position`": game.position,
        "`Level`": Level.NORMAL,
        "`Reply`": reply,
        "the move of a `Reply`": reply.move,
        "`Candidate`": Candidate(0, 0, 0, b""),
        "`EngineState`": EngineState(),
        "`Machine`": bridge.machine,
        "the readout of a `Machine`": bridge.machine.readout(),
    }
    told = {name for name in PROMISED if name not in FUNCTIONS and "Error" not in name}
    assert told == set(objects)
    for name, one in objects.items():
        for member in re.findall(r"`(\w+)`", PROMISED[name]):
            assert hasattr(one, member), f"{name}: {member}"

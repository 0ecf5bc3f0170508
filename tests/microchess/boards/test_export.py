"""The gallery's facts as files: by their schema, the same bytes every time, and true."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import chess
import jsonschema
import pytest

from microchess import __version__
from microchess.boards import export
from microchess.boards.registry import EXHIBITS, exhibit
from tests.commands import run
from tests.sample import every_run

UNLIKE = ("microchess", "prinz", "firstchess", "banksia", "scorpio", "rustic-with-lists")
KEYS = sorted((one.key for one in EXHIBITS), key=lambda key: key not in UNLIKE)
VALIDATOR = jsonschema.Draft202012Validator(json.loads(export.schema()))


@cache
def document(key: str) -> dict[str, Any]:
    """What an exhibit's document says."""
    told: dict[str, Any] = json.loads(export.document(exhibit(key), __version__))
    return told


def facts(key: str, name: str) -> dict[str, Any]:
    """What it says of a position."""
    return next(one for one in document(key)["positions"] if one["name"] == name)


@pytest.mark.parametrize("key", every_run(KEYS, 6))
def test_a_document_is_by_the_schema_and_agrees_with_python_chess(key: str) -> None:
    """Of positions that are told alike, by the schema is one: it takes seconds for all."""
    told = document(key)
    each = {
        (*position, *sorted({tuple(step) for step in position.get("line", ())})): position
        for position in told["positions"]
    }
    VALIDATOR.validate(told | {"positions": [*each.values()]})
    assert len(told["positions"]) == len(export.POSITIONS)
    remarked = any(r["rule"] == "castling" and r["remark"] for r in rules(told))
    assert remarked == (key == "banksia"), "it alone castles out of check"
    for position in told["positions"]:
        if "refused" not in position and all(r["kept"] and not r["limited"] for r in rules(told)):
            legal = {move.uci() for move in chess.Board(position["fen"]).legal_moves}
            assert set(position["legal"]) == legal, position["name"]


def rules(told: dict[str, Any]) -> list[dict[str, Any]]:
    """The rules of a document's system."""
    kept: list[dict[str, Any]] = told["system"]["rules"]
    return kept


def test_what_the_schema_forbids_is_found() -> None:
    VALIDATOR.check_schema(VALIDATOR.schema)
    told = document("8x8")
    right = told["positions"][0]
    wrong = (right | {"moves": [*right["moves"], "e9e4"]}, right | {"refused": ["both"]})
    valid = [VALIDATOR.is_valid(told | {"positions": [one]}) for one in (right, *wrong)]
    assert valid == [True, False, False]


def test_lines_are_taken_back_and_what_a_system_does_not_hold_or_play_has_its_reason() -> None:
    line = facts("loop", "order-of-lists")["line"]
    steps = [(step.get("made"), step.get("unmade")) for step in line]
    assert steps == [("b5b8", None), ("a8b8", None), (None, "a8b8"), (None, "b5b8")]
    assert facts("loop", "fourteen-queens")["refused"] == [
        "white queens: 14, there is room for 9",
    ]
    assert rules(document("firstchess"))[2]["remark"].startswith("by steps only")
    last = facts("firstchess", "capture-on-the-last-rank")["line"][-1]
    assert last["made"] == "a7b8q"
    assert "refused" in last


def test_the_files_are_the_same_to_the_byte_in_another_process(tmp_path: Path) -> None:
    names = ["scorpio", "dorpsgek", "loop", "rustic"]
    code, out, err = run("boards", *names, "--export", str(tmp_path / "new" / "facts"))
    assert (code, err) == (0, "")
    assert out.startswith("4 boards and facts.schema.json in ")
    written = sorted((tmp_path / "new" / "facts").iterdir())
    assert len(written) == 5
    program = (
        "import sys; from microchess.boards import export, registry\n"
        "for key in sys.argv[2:]:\n"
        "    print(export.document(registry.exhibit(key), sys.argv[1]), end='')\n"
    )
    command = [sys.executable, "-c", program, __version__, *names]
    again = subprocess.run(command, capture_output=True, check=True, text=True)
    texts = [(tmp_path / "new" / "facts" / f"{name}.json").read_text() for name in names]
    assert again.stdout == "".join(texts)


def test_a_file_that_is_there_stays_and_what_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "tscp.json").write_text("mine")
    code, _, err = run("boards", "tscp", "--export", tmp_path)
    assert (code, err.endswith("tscp.json exists; --force replaces it\n")) == (1, True)
    told = "microchess: '-' is no folder; expected the name of one\n"
    assert run("boards", "--export", "-") == (1, "", told)
    for more, expected in ((["--export", tmp_path / "tscp.json"], 1), (["--fen", "startpos"], 2)):
        code, _, err = run("boards", "tscp", "--export", tmp_path, *more)
        assert (code, err.count("\n")) == (expected, 1)
    assert [one.name for one in tmp_path.iterdir()] == ["tscp.json"]

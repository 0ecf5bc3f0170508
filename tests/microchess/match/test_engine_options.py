"""Options of other engines, as odd as they come."""

import sys
from pathlib import Path

import chess.engine
import pytest

from microchess.match.engine_options import LenientUci, readable

ENGINE = """\
import sys
for line in sys.stdin:
    if line.split()[0] == "uci":
        print("id name Odd", *{options!r}, "uciok", sep="\\n", flush=True)
    elif line.split()[0] == "isready":
        print("readyok", flush=True)
    elif line.split()[0] == "quit":
        break
    elif line.startswith("setoption"):
        print("info string", line.strip(), file=sys.stderr, flush=True)
"""
ODD = {
    "option name Book type string empty": "string",
    "option name Book type string": "string",
    "option name Hash type spin": "string",
    "option name Hash type spin default x min 1 max 9": "string",
    "option name Hash type spin default 1 min 1 max " + "9" * 5000: "string",
    "option name Hash type spin min 5 max 1 default 9": "string",
    "option name Style type combo var a var b": "string",
    "option name Style type combo default c var a var b": "string",
    "option name Level type slider default 3": "string",
    "option name Level type": "string",
    "option name Level": "string",
    "option name Hash type spin default 16 min 1 max 64": "spin",
    "option name Style type combo default a var a var b": "combo",
    "option name Ponder type check": "check",
    "option name Clear type button": "button",
}


@pytest.mark.parametrize("line", ODD, ids=[line[:60] for line in ODD])
def test_an_option_that_python_chess_refuses_becomes_text(line: str) -> None:
    kind = ODD[line]
    name = line.split()[2]
    assert readable(line).startswith(f"option name {name} type {kind}")
    assert kind == "string" or readable(line) == line


def test_an_engine_with_odd_options_starts_and_takes_them(tmp_path: Path) -> None:
    script = tmp_path / "odd.py"
    script.write_text(ENGINE.format(options=[*ODD, "option", "option name"]))
    with chess.engine.SimpleEngine.popen(LenientUci, [sys.executable, str(script)]) as engine:
        assert {one.name for one in engine.options.values()} == {
            *("Book", "Hash", "Style", "Level", "Ponder", "Clear")
        }
        engine.configure({"Level": "7"})


def test_other_lines_are_left_as_they_are_and_an_option_without_a_name_is_skipped() -> None:
    for line in ("info string option name x type y", "bestmove e2e4", "options", ""):
        assert readable(line) == line
    for line in ("option", "option ", "option name", " option name  "):
        assert readable(line) == ""

"""Options of other engines, as odd as they come."""

import pytest

from microchess.match.engine_options import readable

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


def test_other_lines_are_left_as_they_are_and_an_option_without_a_name_is_skipped() -> None:
    for line in ("info string option name x type y", "bestmove e2e4", "options", ""):
        assert readable(line) == line
    for line in ("option", "option ", "option name", " option name  "):
        assert readable(line) == ""

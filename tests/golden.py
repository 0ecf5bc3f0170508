"""The golden data: what the original did (see ``tests/data/golden/README.md``)."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from microchess.engine.state import EngineState
from microchess.machine.solver import Solver, is_sound
from microchess.program.levels import Level
from microchess.program.request import Request, reply_fields
from microchess.program.table import PieceTable

FOLDER = Path(__file__).parent / "data" / "golden"


@cache
def replies() -> tuple[dict[str, Any], ...]:
    """Every reply of the original."""
    with gzip.open(FOLDER / "replies.jsonl.gz") as lines:
        return tuple(map(json.loads, lines))


@cache
def transcripts() -> tuple[dict[str, Any], ...]:
    """Every session of the original."""
    lines = (FOLDER / "transcripts.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(map(json.loads, lines))


def is_of_sound_table(reply: dict[str, Any]) -> bool:
    """Whether it is the reply to a table that a game can reach."""
    return is_sound(PieceTable.from_hex(reply["table"]))


def sound_replies() -> list[dict[str, Any]]:
    """The replies on tables that a game can reach."""
    return [reply for reply in replies() if is_of_sound_table(reply)]


def cycles_of_positions(level: Level) -> list[int]:
    """How long the original thought at *level* in positions of games."""
    return [
        one["cycles"]
        for one in sound_replies()
        if one["kind"] == "position" and one["level"] == level.title
    ]


def answers_as_the_original(
    solver: Solver, golden: dict[str, Any], what: tuple[str, ...] = ("reply", "after", "candidates")
) -> None:
    """See that a solver's answer to the request of a reply is that reply, counters and all."""
    table, level = PieceTable.from_hex(golden["table"]), Level.named(golden["level"])
    request = Request(table, level, golden.get("fen"))
    fields = reply_fields(request, solver.solve(request))
    assert {name: fields[name] for name in what} == {name: golden[name] for name in what}, (
        golden["table"],
        golden["level"],
    )


def keys_do_as_in_the_original(state: EngineState, session: dict[str, Any]) -> None:
    """See that every key and poke of a session leaves digits, book pointer and table as there."""
    for step in session["steps"]:
        if (key := step["key"]).startswith("@"):
            address, byte = key[1:].split("=")
            state.poke(int(address, 16), int(byte, 16))
        else:
            state.press(key)
        seen = (state.display, f"{state.zero_page[0xDC]:02X}", state.table.hex)
        assert seen == (step["display"], step["omove"], step["table"]), (session["name"], key)

"""The golden data: what the original did (see ``tests/data/golden/README.md``)."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from microchess.machine.solver import is_sound
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

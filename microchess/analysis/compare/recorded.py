"""Replies kept in files, as ``microchess reply --batch`` writes them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from microchess.machine.solver import is_sound
from microchess.program.table import PieceTable


def read_replies(path: Path) -> tuple[dict[str, Any], ...]:
    """The replies in a file of JSON lines, packed with gzip if it is named ``.gz``."""
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as lines
    ):
        return tuple(json.loads(line) for line in lines)


def is_of_sound_table(reply: dict[str, Any]) -> bool:
    """Whether it is the reply to a table that a game can reach."""
    return is_sound(PieceTable.from_hex(reply["table"]))

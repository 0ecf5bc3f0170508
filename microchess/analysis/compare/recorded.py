"""Replies kept in files, as ``microchess reply --batch`` writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from emu.files import reading
from microchess.machine.solver import is_sound
from microchess.program.table import PieceTable


def read_replies(path: Path) -> tuple[dict[str, Any], ...]:
    """The replies in a file of JSON lines, packed with gzip if it is named ``.gz``.

    Raises OSError, ValueError.
    """
    data = reading.read_bytes(path, reading.MOST_GAMES)
    if path.suffix == ".gz":
        data = reading.gunzip(data, reading.MOST_GAMES)
    return tuple(map(reading.parse_json, data.splitlines()))


def is_of_sound_table(reply: dict[str, Any]) -> bool:
    """Whether it is the reply to a table that a game can reach."""
    return is_sound(PieceTable.from_hex(reply["table"]))

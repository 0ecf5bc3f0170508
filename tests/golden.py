"""The golden data: what the original did (see ``tests/data/golden/README.md``)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from microchess.analysis.compare.recorded import is_of_sound_table, read_replies

FOLDER = Path(__file__).parent / "data" / "golden"


@cache
def replies() -> tuple[dict[str, Any], ...]:
    """Every reply of the original."""
    return read_replies(FOLDER / "replies.jsonl.gz")


@cache
def transcripts() -> tuple[dict[str, Any], ...]:
    """Every session of the original."""
    return read_replies(FOLDER / "transcripts.jsonl")


def sound_replies() -> list[dict[str, Any]]:
    """The replies on tables that a game can reach."""
    return [reply for reply in replies() if is_of_sound_table(reply)]

"""The golden data: what the original did (see ``tests/data/golden/README.md``)."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from microchess.program.squares import CAPTURED, on_board

FOLDER = Path(__file__).parent / "data" / "golden"


@cache
def replies() -> tuple[dict[str, Any], ...]:
    """Every reply of the original."""
    with gzip.open(FOLDER / "replies.jsonl.gz", "rt", encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


@cache
def transcripts() -> tuple[dict[str, Any], ...]:
    """Every session of the original."""
    text = (FOLDER / "transcripts.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


def is_sound(reply: dict[str, Any]) -> bool:
    """Whether no two men share a square and every dead man's byte is $CC."""
    data = bytes.fromhex(reply["table"])
    living = [byte for byte in data if on_board(byte)]
    dead = [byte for byte in data if not on_board(byte)]
    return len(set(living)) == len(living) and all(byte == CAPTURED for byte in dead)


def sound_replies() -> list[dict[str, Any]]:
    """The replies on boards whose live squares are all different and whose other bytes are $CC."""
    return [reply for reply in replies() if is_sound(reply)]

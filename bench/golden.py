"""The golden replies that measurements are made on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from microchess.machine.solver import is_sound
from microchess.program.table import PieceTable

REPLIES = Path(__file__).parent.parent / "tests" / "data" / "golden" / "replies.jsonl.gz"


def sound_replies() -> list[dict[str, Any]]:
    """The replies of the original on tables that a game can reach."""
    with gzip.open(REPLIES) as lines:
        replies = [json.loads(line) for line in lines]
    return [one for one in replies if is_sound(PieceTable.from_hex(one["table"]))]

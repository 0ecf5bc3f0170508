"""The golden replies that measurements are made on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from microchess.analysis.compare.recorded import is_of_sound_table, read_replies

REPLIES = Path(__file__).parent.parent / "tests" / "data" / "golden" / "replies.jsonl.gz"


def sound_replies() -> list[dict[str, Any]]:
    """The replies of the original on tables that a game can reach."""
    return [reply for reply in read_replies(REPLIES) if is_of_sound_table(reply)]

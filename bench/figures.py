"""What the measurements share: the golden positions, and pages that show what was measured."""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from microchess.machine.solver import is_sound
from microchess.program.levels import Level
from microchess.program.table import PieceTable

REPLIES = Path(__file__).parent.parent / "tests" / "data" / "golden" / "replies.jsonl.gz"


def golden_positions(level: Level) -> list[dict[str, Any]]:
    """The original's replies at *level* to positions that a game can reach."""
    wanted = (level.title, "position")
    with gzip.open(REPLIES) as lines:
        replies = [one for one in map(json.loads, lines) if (one["level"], one["kind"]) == wanted]
    return [one for one in replies if is_sound(PieceTable.from_hex(one["table"]))]


def parser(description: str | None) -> argparse.ArgumentParser:
    """For a command that prints what pages show: it has ``--check FILE``."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--check", type=Path, metavar="FILE", help="fail unless FILE shows the same")
    return made


def report(lines: Iterable[str], page: Path | None) -> int:
    """Print *lines* as they come; 1 unless all of them are on *page*, if there is one."""
    shown = page.read_text(encoding="utf-8") if page else ""
    wrong = 0
    for line in lines:
        print(line, flush=True)
        if page and line not in shown:
            print(f"{page} does not show: {line}", file=sys.stderr)
            wrong = 1
    return wrong

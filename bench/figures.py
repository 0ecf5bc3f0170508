"""What the measurements share: the golden positions, and pages that show what was measured."""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Callable, Iterable
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


def picture(description: str | None, draw: Callable[[Path], str]) -> int:
    """A command that writes the picture *draw* makes for a FILE; ``--check`` compares it."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("file", type=Path)
    made.add_argument("--check", action="store_true", help="only compare")
    asked = made.parse_args()
    drawn = draw(asked.file)
    if not asked.check:
        asked.file.write_text(drawn, encoding="utf-8")
    elif asked.file.read_text(encoding="utf-8") != drawn:
        print(f"{asked.file} does not show what is measured now", file=sys.stderr)
        return 1
    return 0


def svg(parts: Iterable[str], width: int, height: int, title: str = "") -> str:
    """Parts of a picture on white paper."""
    head = f"<title>{title}</title>\n" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="Helvetica, Arial, sans-serif">\n{head}'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


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

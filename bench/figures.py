"""Tables of measurements, in pages of Markdown, and the golden positions."""

import gzip
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from microchess.machine.solver import is_sound
from microchess.program.levels import Level
from microchess.program.table import PieceTable

REPLIES = Path(__file__).parents[1] / "tests" / "data" / "golden" / "replies.jsonl.gz"


class Table(NamedTuple):
    """The cells of a table; its head says which table of a page it is."""

    head: Sequence[str]
    rows: Iterable[Sequence[str]]


def line(cells: Iterable[str]) -> str:
    """A row as Markdown has it."""
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def in_page(page: str, tables: Iterable[Table]) -> str:
    """*page* with the rows of *tables* below the heads it has. ValueError for a head it lacks."""
    lines = page.split("\n")
    for table in tables:
        first = lines.index(line(table.head)) + 2
        last = first
        while lines[last].startswith("|"):
            last += 1
        lines[first:last] = map(line, table.rows)
    return "\n".join(lines)


def golden_positions(level: Level) -> list[dict[str, Any]]:
    """The original's replies at *level* to positions that a game can reach."""
    wanted = (level.title, "position")
    with gzip.open(REPLIES) as lines:
        replies = [one for one in map(json.loads, lines) if (one["level"], one["kind"]) == wanted]
    return [one for one in replies if is_sound(PieceTable.from_hex(one["table"]))]

"""The eight programs' records (``tests/data/boards``) beside what the exhibits do, as sequences."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import chess

from microchess.boards.export import Recording
from microchess.boards.registry import Exhibit
from microchess.errors import MoveError

FOLDER = Path(__file__).parents[2] / "data" / "boards"
FILES = {
    "tscp": "tscp",
    "gnuchess": "gnuchess4",
    "firstchess": "firstchess",
    "banksia": "banksia",
    "knightcap": "knightcap",
    "dorpsgek": "dorpsgek",
    "scorpio": "scorpio",
    "rustic": "rustic",
}
NOT_COMPARED = frozenset(("stale",))
"""Behind the ends of GNU Chess's lists: left by what the harness ran before."""


@cache
def rows(name: str) -> tuple[dict[str, Any], ...]:
    """The rows of a file."""
    with gzip.open(FOLDER / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return tuple(json.loads(line) for line in file if line.strip())


def differences(exhibit: Exhibit, row: dict[str, Any]) -> list[str]:
    """What differs from a row, each with what is and what should be; empty when all agrees."""
    if "after" not in row:
        return list(_seen(Recording(exhibit, chess.Board(row["fen"])), row, row["id"]))
    found: list[str] = []
    recording = Recording(exhibit, chess.Board(row["start"]))
    for entry in row["after"]:
        where = f"{row['id']} after {entry['made']}"
        if entry.get("refused"):
            try:
                recording.make(chess.Move.from_uci(entry["made"]))
                found.append(f"{where}: made, the program refused it")
            except MoveError:
                pass
            return found
        if entry["made"]:
            recording.make(chess.Move.from_uci(entry["made"]))
        found += _seen(recording, entry, where)
    for number, entry in enumerate(row["unmade"], 1):
        recording.unmake()
        found += _seen(recording, entry, f"{row['id']} after {number} unmade")
    return found


def _seen(recording: Recording, entry: dict[str, Any], where: str) -> Iterator[str]:
    report = recording.report()
    for key in ("moves", "captures", "legal"):
        if key in entry and report[key] != entry[key]:
            yield f"{where}: {key}\n  is        {report[key]}\n  should be {entry[key]}"
    for name, cells in entry["state"].items():
        if name not in NOT_COMPARED and report["cells"].get(name, "none") != cells:
            yield f"{where}: {name}\n  is        {report['cells'].get(name)}\n  should be {cells}"

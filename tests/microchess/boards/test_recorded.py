"""Exhibits against what the programs themselves did: moves, captures, legality, cells, lines."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import chess
import pytest

from microchess.boards.export import Recording
from microchess.boards.hashing import zobrist_keys
from microchess.boards.registry import Exhibit, exhibit
from microchess.boards.representations.gnuthreads import NEXTDIR, NEXTPOS
from microchess.boards.representations.rustic import Rustic
from microchess.boards.representations.scorpio import Scorpio
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


@pytest.mark.parametrize("key", FILES)
def test_positions_and_lines_agree_as_sequences(key: str) -> None:
    recorded = rows(FILES[key])
    found: dict[str, list[str]] = {row["id"]: differences(exhibit(key), row) for row in recorded}
    wrong = [text for texts in found.values() for text in texts]
    same = sum(not texts for texts in found.values())
    assert not wrong, f"{key}: {same} of {len(recorded)} rows agree\n" + "\n".join(wrong[:6])


def test_gnu_chess_threads_are_the_programs() -> None:
    """All 448: seven types from 64 squares, every entry."""
    recorded = rows("gnuchess4_threads")
    assert len(recorded) == 448
    for row in recorded:
        kind, square = row["type"], row["from"]
        assert list(NEXTPOS[kind][square]) == row["nextpos"], (kind, square)
        assert list(NEXTDIR[kind][square]) == row["nextdir"], (kind, square)


def test_rustics_zobrist_words_are_the_programs() -> None:
    """All 851."""
    with gzip.open(FOLDER / "rustic_zobrist.json.gz", "rt", encoding="utf-8") as file:
        recorded = json.load(file)
    keys = zobrist_keys()
    sides = [[[f"{word:016x}" for word in kind] for kind in keys.pieces[first : first + 6]]
             for first in (0, 6)]  # fmt: skip
    assert sides == recorded["pieces"]
    for name in ("castling", "sides", "en_passant"):
        assert [f"{word:016x}" for word in getattr(keys, name)] == recorded[name], name


@pytest.mark.parametrize("key", ["scorpio", "rustic"])
def test_quiet_moves_agree(key: str) -> None:
    for row in rows(FILES[key]):
        if "quiet" not in row:
            continue
        game = exhibit(key).game(chess.Board(row["fen"]))
        assert isinstance(game.men, (Scorpio, Rustic))
        moves = game.men.quiet(game.turn, game.rights)
        assert [game.chess_move(move).uci() for move in moves] == row["quiet"], row["id"]

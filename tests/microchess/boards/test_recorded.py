"""Exhibits against what the programs themselves did: moves, captures, legality, cells, lines."""

import gzip
import json

import chess
import pytest

from microchess.boards.hashing import zobrist_keys
from microchess.boards.registry import exhibit
from microchess.boards.representations.gnuthreads import NEXTDIR, NEXTPOS
from microchess.boards.representations.rustic import Rustic
from microchess.boards.representations.scorpio import Scorpio
from tests.microchess.boards.record import FILES, FOLDER, differences, rows


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

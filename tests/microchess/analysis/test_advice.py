"""What MicroChess would do in somebody's place, in words."""

from __future__ import annotations

import chess
import pytest

from microchess.analysis.advice import hint, in_words, threat
from microchess.program.levels import Level
from microchess.program.position import Position


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "now it threatens your king: you are in check"),
        ("4k3/8/8/7q/8/8/8/4K2R b - - 0 1", "now it threatens Rxh5"),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "now it threatens nothing"),
    ],
)
def test_a_threat_is_a_capture_and_a_check_is_called_that(fen: str, words: str) -> None:
    board = chess.Board(fen)
    table = Position.from_fen(fen, chess.WHITE).table
    level = (Level.NORMAL.check, Level.NORMAL.turn)
    now = table, level, board, chess.WHITE
    assert in_words(hint(*now), threat(*now)).endswith(words)


def test_microchess_in_check_is_no_threat_to_you() -> None:
    fen = "4k3/8/8/8/8/8/3P1P2/K3R3 b - - 0 1"
    table = Position.from_fen(fen, chess.BLACK).table
    level = (Level.NORMAL.check, Level.NORMAL.turn)
    assert threat(table, level, chess.Board(fen), chess.BLACK) is None

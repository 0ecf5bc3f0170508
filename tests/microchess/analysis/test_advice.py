"""What MicroChess would do in somebody's place, in words."""

import chess
import pytest

from microchess.analysis.advice import hint, in_words, threat
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.puzzles.puzzle import puzzle


@pytest.mark.parametrize(
    ("fen", "computer", "words"),
    [
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", True, "threatens your king: you are in check"),
        ("4k3/8/8/7q/8/8/8/4K2R b - - 0 1", True, "MicroChess threatens Rxh5"),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", True, "MicroChess threatens nothing"),
        ("4k3/8/8/8/8/8/3P1P2/K3R3 b - - 0 1", False, "MicroChess threatens nothing"),
    ],
)
def test_a_threat_is_a_capture_and_a_check_of_yours_is_called_that(
    fen: str, computer: chess.Color, words: str
) -> None:
    table = Position.from_board(chess.Board(fen), computer).table
    now = table, (Level.NORMAL.check, Level.NORMAL.turn), chess.Board(fen), computer
    assert in_words(hint(*now), threat(*now)).endswith(words)


def test_a_hint_mates_where_the_formula_would_rather_check() -> None:
    first = puzzle("1")
    table = Position.from_board(first.board, chess.WHITE).table
    now = table, (Level.BLITZ.check, Level.BLITZ.turn), first.board, chess.WHITE
    assert in_words(hint(*now), None) == "hint: Qa1#, which mates; MicroChess threatens nothing"

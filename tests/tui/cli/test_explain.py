"""``microchess explain``."""

import json

import chess
import pytest

from microchess.analysis.explain import explain
from microchess.program.levels import Level
from tests.commands import run

FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


@pytest.mark.parametrize("fen", [FEN, chess.STARTING_FEN])
def test_the_terms_of_every_candidate_add_up_to_its_value(fen: str) -> None:
    """Of equal values the first judged is the best."""
    told = explain(chess.Board(fen), Level.BLITZ)
    values = [one.candidate.value for one in told.judgements]
    assert values == sorted(values, reverse=True)
    assert told.chosen is told.judgements[0]
    for one in told.judgements:
        assert one.parts.exception or one.parts.total == one.candidate.value


@pytest.mark.parametrize(
    ("fen", "move", "says"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "king could be taken next (WMAXP 0): mate"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", "nobody could be taken next (WMAXP 0): stale"),
        ("k7/2K5/8/1Q1R3p/7P/8/8/8 w - - 0 1", "Qb6", ""),
    ],
)
def test_255_is_mate_or_a_stalemate_with_nobody_to_take_next(
    fen: str, move: str, says: str
) -> None:
    board = chess.Board(fen)
    asked = explain(board, Level.NORMAL, board.parse_san(move)).asked
    assert asked is not None
    assert asked.candidate.counters[6] == 0
    assert says in asked.parts.exception
    assert bool(asked.parts.exception) == bool(says) == (asked.candidate.value == 255)


def test_the_move_asked_about_stands_beside_the_chosen_one() -> None:
    asked = ("explain", "--fen", FEN, "--level", "super-blitz")
    code, out, _ = run(*asked, "--move", "Rg1", "--top", "2")
    assert code == 0
    assert "<- chosen" in out
    assert "<- asked" in out
    assert "(27 in all)" in out
    assert next(line for line in out.splitlines() if line.startswith("value")).count("$") == 2
    told = json.loads(run(*asked, "--move", "d2d4", "--json")[1])
    assert len(told["candidates"]) == 27
    assert told["candidates"][told["asked"] - 1]["san"] == "d4"


def test_a_counter_is_explained() -> None:
    position = ("explain", "--fen", "3r3k/8/8/3n4/4P3/8/8/3R3K w - - 0 1", "--level", "blitz")
    told = json.loads(run(*position, "--move", "Rxd5", "--counter", "wcap1", "--json")[1])
    assert (told["move"], told["name"]) == ("Rxd5", "WCAP1")
    assert (told["address"], told["value"]) == (0xE1, 6)
    assert told["changes"][-1]["by"][0]["move"] == "e4xd5"

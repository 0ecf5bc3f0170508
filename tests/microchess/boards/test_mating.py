"""Prinz's solver against python-chess, which is made to leave out the same rules."""

import json

import chess
import pytest

from microchess.boards.mating import first_moves
from microchess.boards.registry import exhibit
from tests.commands import run
from tests.microchess.boards.checks import allowed

ROOK = "k7/8/2K5/8/8/8/8/7R w - - 0 1"
PROBLEMS = {
    "8/1b1P4/8/8/8/3q4/2p2K2/7k b - - 0 1": "b7a6",
    "N1B5/8/8/7k/5Q2/8/P6K/8 w - - 0 1": "c8f5 f4g4 f4f6",
    "4K3/7q/8/5k1P/8/8/8/8 b - - 0 1": "f5e6",
    "k7/4R3/8/8/8/8/2P5/2K3B1 w - - 0 1": "g1h2 g1a7",
}
"""Random positions and their keys, found by python-chess with the same rules left out."""


def legal(board: chess.Board) -> set[chess.Move]:
    return allowed(exhibit("prinz").rules, board, set(board.legal_moves))


@pytest.mark.parametrize("fen", PROBLEMS)
def test_the_keys_are_those_that_python_chess_finds(fen: str) -> None:
    board = chess.Board(fen)
    tried = list(first_moves(board))
    assert {first.move for first in tried} == legal(board)
    assert {str(first.move) for first in tried if not first.refuted} == {*PROBLEMS[fen].split()}
    for first in tried:
        board.push(first.move)
        if not first.refuted:
            assert {reply for reply, _ in first.answers} == legal(board)
        for reply, mate in first.answers:
            board.push(reply)
            board.push(mate)
            assert not legal(board)
            board.pop()
            board.pop()
        board.pop()


def test_a_position_without_a_mate_has_no_key_and_a_stalemate_is_one() -> None:
    none = list(first_moves(chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")))
    assert len(none) == 5
    assert all(first.refuted for first in none)
    queen = {str(f.move): f for f in first_moves(chess.Board("k7/8/8/8/8/8/8/2Q4K w - - 0 1"))}
    assert (queen["c1c7"].refuted, queen["c1c7"].answers) == (None, ())


def test_what_each_first_move_takes_is_counted() -> None:
    first = next(iter(first_moves(chess.Board(ROOK))))
    assert first.counters == (0, 0, 1)
    assert first.made > 20
    assert first.reads > first.writes > 4 * first.made


def test_the_command_tells_of_every_first_move_and_what_prinz_does_not_do() -> None:
    code, out, err = run("boards", "--mate", "--fen", ROOK)
    assert (code, err) == (0, "")
    assert "c6c7   mates " in out
    assert "       a8a7 h1a1\n" in out
    assert out.endswith("mate in two: c6c7 c6b6 (a side without a move is mated)\n")
    lines = run("boards", "--mate", "--fen", ROOK, "--json")[1].splitlines()
    assert [one["move"] for one in map(json.loads, lines) if not one["refuted"]] == ["c6c7", "c6b6"]
    told = "microchess: only prinz searches for mates, not tscp\n"
    assert run("boards", "tscp", "--mate", "--fen", ROOK) == (1, "", told)
    assert run("boards", "--mate")[0] == 2

"""Prinz's solver against python-chess, which is made to leave out the same rules."""

import json

import chess
import pytest

from microchess.boards.mating import first_moves
from microchess.boards.registry import exhibit
from tests.commands import run
from tests.microchess.boards.checks import allowed

ROOK = "k7/8/2K5/8/8/8/8/7R w - - 0 1"
PROBLEMS = (
    "8/1b1P4/8/8/8/3q4/2p2K2/7k b - - 0 1",
    "N1B5/8/8/7k/5Q2/8/P6K/8 w - - 0 1",
    "4K3/7q/8/5k1P/8/8/8/8 b - - 0 1",
    "k7/4R3/8/8/8/8/2P5/2K3B1 w - - 0 1",
)
"""Positions that have one to three keys."""


def legal(board: chess.Board) -> list[chess.Move]:
    return list(allowed(exhibit("prinz").rules, board, set(board.legal_moves)))


def wins(board: chess.Board, plies: int) -> bool:
    """Whether a move leaves the other side without one, now or whatever it replies."""
    return any(loses(board, move, plies - 1) for move in legal(board))


def loses(board: chess.Board, move: chess.Move, plies: int) -> bool:
    board.push(move)
    replies = legal(board)
    lost = not replies or (plies > 0 and all(answered(board, reply, plies) for reply in replies))
    board.pop()
    return lost


def answered(board: chess.Board, reply: chess.Move, plies: int) -> bool:
    board.push(reply)
    won = wins(board, plies - 1)
    board.pop()
    return won


@pytest.mark.parametrize("fen", PROBLEMS)
def test_the_keys_are_those_that_python_chess_finds(fen: str) -> None:
    board = chess.Board(fen)
    tried = list(first_moves(board))
    assert sorted(map(str, legal(board))) == sorted(str(first.move) for first in tried)
    for first in tried:
        assert loses(board, first.move, 2) != bool(first.refuted)
        after = board.copy()
        after.push(first.move)
        if first.refuted:
            assert not first.answers
            assert not answered(after, first.refuted, 2)
            continue
        assert {reply for reply, _ in first.answers} == set(legal(after))
        for reply, mate in first.answers:
            after.push(reply)
            assert loses(after, mate, 0)
            after.pop()


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

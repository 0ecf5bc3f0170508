"""Prinz's solver against python-chess, which is made to leave out the same rules."""

import json
import random
from collections.abc import Iterator

import chess
import pytest

from microchess.boards.mating import first_moves
from microchess.boards.registry import exhibit
from tests.commands import run
from tests.microchess.boards.checks import allowed

ROOK = "k7/8/2K5/8/8/8/8/7R w - - 0 1"


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


def keys(board: chess.Board) -> set[chess.Move]:
    return {move for move in legal(board) if loses(board, move, 2)}


def problems_in_two(count: int) -> Iterator[chess.Board]:
    """Random positions that have at most three keys."""
    chance = random.Random(1951)
    while count:
        board = chess.Board(None)
        squares = chance.sample(chess.SQUARES, chance.randint(4, 6))
        men = ["K", "k", *chance.choices("QRRBNNPPrbnpp", k=len(squares) - 2)]
        for square, man in zip(squares, men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        if chance.random() < 0.5:
            board = board.mirror()
        if board.is_valid() and 0 < len(keys(board)) < 4:
            count -= 1
            yield board


def test_the_keys_are_those_that_python_chess_finds(slow: bool) -> None:
    for board in problems_in_two(8 if slow else 4):
        tried = list(first_moves(board))
        assert sorted(map(str, legal(board))) == sorted(str(first.move) for first in tried)
        assert {first.move for first in tried if not first.refuted} == keys(board), board.fen()
        for first in tried:
            after = board.copy()
            after.push(first.move)
            if first.refuted is None:
                assert {reply for reply, _ in first.answers} == set(legal(after))
                assert all(loses_at_once(after, *answer) for answer in first.answers)
            else:
                assert not first.answers
                assert not answered(after, first.refuted, 2)


def loses_at_once(board: chess.Board, reply: chess.Move, mate: chess.Move) -> bool:
    board = board.copy()
    board.push(reply)
    return loses(board, mate, 0)


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


def test_the_command_tells_of_every_first_move() -> None:
    code, out, err = run("boards", "--mate", "--fen", ROOK)
    assert (code, err) == (0, "")
    assert "c6c7   mates " in out
    assert "       a8a7 h1a1\n" in out
    assert out.endswith("mate in two: c6c7 c6b6 (a side without a move is mated)\n")
    told = [
        json.loads(line)
        for line in run("boards", "--mate", "--fen", ROOK, "--json")[1].split("\n")[:-1]
    ]
    assert [one["move"] for one in told if not one["refuted"]] == ["c6c7", "c6b6"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["tscp", "--mate", "--fen", ROOK], "only prinz searches for mates, not tscp"),
        (["--mate", "--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"], "no black king"),
        (["prinz", "--line", "e4"], "e2e4 needs a rule that Prinz does not know"),
    ],
)
def test_what_prinz_does_not_do_is_told(arguments: list[str], why: str) -> None:
    code, out, err = run("boards", *arguments)
    assert (code, out) == (1, "")
    assert why in err
    assert err.count("\n") == 1
    assert run("boards", "--mate")[0] == 2

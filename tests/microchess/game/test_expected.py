"""The reply that the program expects."""

import chess
import pytest

from microchess.game.expected import expected_by_book, expected_reply
from microchess.program.chess_move import as_chess_move
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.program.squares import from_chess
from microchess.shortcuts.asking import ask
from tests.cases import cases


@pytest.mark.parametrize(("fen", "move", "expected"), cases("expected_captures"))
def test_the_best_capture_is_expected(fen: str, move: str, expected: str) -> None:
    board = chess.Board(fen)
    position = Position.from_board(board, board.turn)
    for candidate in ask(fen, Level.BLITZ, "python").candidates:
        found = as_chess_move(board, position.table[candidate.man], candidate.to, True)
        if str(found.move) == move:
            board.push_uci(move)
            reply = expected_reply(position, Level.BLITZ, candidate, board)
            assert (reply.uci() if reply else "") == expected
            return
    raise AssertionError(f"{move} is no candidate")


def test_a_book_expects_the_one_move_to_its_square() -> None:
    after = chess.Board()
    after.push_uci("e2e4")
    assert expected_by_book(after, from_chess(chess.E5, True), True) == chess.Move.from_uci("e7e5")
    assert expected_by_book(after, 0xCC, True) is None
    after.push_uci("d7d5")
    after.push_uci("d2d3")
    assert expected_by_book(after, from_chess(chess.D7, True), True) is None, (
        "four men can go there"
    )

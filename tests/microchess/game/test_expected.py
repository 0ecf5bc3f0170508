"""The reply that the program expects."""

import chess
import pytest

from microchess.game.expected import expected_by_book, expected_reply
from microchess.program.chess_move import as_chess_move
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.program.squares import from_chess
from microchess.shortcuts.asking import ask


@pytest.mark.parametrize(
    ("fen", "move", "expected"),
    [
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "g1f3", "d5e4"),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e4d5", "d8d5"),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "g1f3", None),
        ("1k6/8/8/8/8/1p6/7N/R6K w - - 0 1", "h2f1", None),
        ("1k6/8/8/8/8/8/1p5N/R6K w - - 0 1", "h2f1", "b2a1q"),
        ("4k3/8/8/8/8/2b5/4r3/4K2R w - - 0 1", "e1f1", None),
    ],
)
def test_the_best_capture_is_expected(fen: str, move: str, expected: str | None) -> None:
    board = chess.Board(fen)
    position = Position.from_board(board, board.turn)
    for candidate in ask(fen, Level.BLITZ, "python").candidates:
        found = as_chess_move(board, position.table[candidate.man], candidate.to, True)
        if str(found.move) == move:
            board.push_uci(move)
            reply = expected_reply(position, Level.BLITZ, candidate, board)
            assert (reply and reply.uci()) == expected
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

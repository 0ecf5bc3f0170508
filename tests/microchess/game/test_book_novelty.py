"""The reply that is expected, and the steady book: kept to after another, while it is sound."""

import chess
import pytest

from microchess.game.answer import Answer
from microchess.game.expected import expected_by_book, expected_reply
from microchess.game.game import Game
from microchess.machine.player import janus
from microchess.program.chess_move import as_chess_move
from microchess.program.levels import Level
from microchess.program.openings import named
from microchess.program.position import Position
from microchess.program.squares import from_chess
from microchess.shortcuts.asking import ask
from tests.cases import cases


def answers(replies: list[str], steady: bool, **options: object) -> list[Answer]:
    """What White's program plays against these replies."""
    game = Game(janus(), steady=steady, **options)  # type: ignore[arg-type]
    found = [game.answer()]
    for reply in replies:
        game.play(game.parse(reply))
        found.append(game.answer())
    return found


def test_a_steady_book_goes_on_and_says_what_was_poked() -> None:
    found = answers(["d6", "Nf6"], steady=True)
    assert [one.san for one in found[:2]] == ["e4", "Nf3"]
    assert found[1].value is None, "out of the book"
    assert [str(poke) for poke in found[1].action.pokes] == ["$D8=54"]


def test_a_book_move_that_loses_a_pawn_is_not_played_and_the_book_stays_closed() -> None:
    found = answers(["d5", "c6"], steady=True)
    assert [one.value is None for one in found] == [True, False, False]
    assert found[1].san == answers(["d5"], steady=False)[1].san


def test_an_expected_reply_needs_no_poke_and_a_steady_book_castles() -> None:
    found = answers(["e5", "Nc6", "d6"], steady=True, opening=named("ruy-lopez", chess.WHITE))
    assert [one.san for one in found] == ["e4", "Nf3", "Bb5", "O-O"]
    assert not any(one.action.pokes for one in found[:3])


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

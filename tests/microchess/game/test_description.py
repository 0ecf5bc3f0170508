"""A board in words."""

import chess
import pytest

from microchess.errors import MicroChessError
from microchess.game import description
from tests.cases import cases


@pytest.mark.parametrize(("asked", "told"), cases("places_in_words"))
def test_a_square_a_rank_and_a_file_are_told(asked: str, told: str) -> None:
    assert description.place(chess.Board("r3k3/8/8/8/8/8/P7/4K3 w - - 0 1"), asked, True) == told


def test_what_is_no_place_is_refused() -> None:
    for asked in ("", "9", "i", "e9", "e44"):
        with pytest.raises(MicroChessError, match="4 for a rank, e for a file"):
            description.place(chess.Board(), asked, True)


def test_the_men_of_a_side_are_told_king_first() -> None:
    board = chess.Board("8/8/8/8/8/8/PP6/4K3 w - - 0 1")
    assert description.men(board, chess.WHITE) == "white: king e1, pawns a2 b2"
    assert description.men(board, chess.BLACK) == "black: nobody"


@pytest.mark.parametrize(("fen", "move", "told"), cases("moves_in_words"))
def test_the_last_move_is_told(fen: str, move: str, told: str) -> None:
    board = chess.Board(fen)
    assert description.last_move(board) == "no move yet"
    board.push_uci(move)
    assert description.last_move(board) == told

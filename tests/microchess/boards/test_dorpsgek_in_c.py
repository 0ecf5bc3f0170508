"""Dorpsgek in C: the generator of captures in the order printed."""

from itertools import groupby

import chess
import pytest

from microchess.boards.registry import exhibit
from tests.microchess.boards.positions import POSITIONS

PROMOTING = "1n2k3/P1P5/8/1r6/2P5/P7/8/R3K3 w Q - 0 1"
BOARDS = [position.board for position in POSITIONS] + [chess.Board(PROMOTING)]


@pytest.mark.parametrize("board", BOARDS, ids=chess.Board.fen)
def test_captures_go_by_target_and_the_least_valuable_attacker_comes_first(
    board: chess.Board,
) -> None:
    game = exhibit("dorpsgek-in-c").game(board)
    captures = game.captures()
    assert captures is not None
    found = [game.chess_move(move) for move in captures]
    wanted = [
        move for move in board.generate_pseudo_legal_captures() if not board.is_en_passant(move)
    ]
    assert sorted(map(str, found)) == sorted(map(str, wanted))
    targets = [target for target, _ in groupby(move.to_square for move in found)]
    assert len(targets) == len(set(targets))
    for _, to_one in groupby(found, key=lambda move: move.to_square):
        kinds = [board.piece_type_at(move.from_square) or 0 for move in to_one]
        assert kinds == sorted(kinds)


def test_a_capture_promotes_to_knight_bishop_rook_queen() -> None:
    game = exhibit("dorpsgek-in-c").game(chess.Board(PROMOTING))
    found = [game.chess_move(move).uci() for move in game.captures() or ()]
    assert found == [
        *(f"{source}b8{kind}" for source in ("a7", "c7") for kind in "nbrq"),
        "c4b5",
    ]

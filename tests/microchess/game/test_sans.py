"""SAN made the short way is python-chess's."""

import io
import random

import chess
import chess.pgn
import pytest

from microchess.game.pgn import written
from microchess.game.sans import may_check, san_of
from microchess.program.legality import LegalMoves


def test_every_move_of_random_games_is_as_legal_as_to_python_chess_and_has_its_san() -> None:
    rng, checks = random.Random(7), 0
    for number in range(4):
        board = chess.Board.from_chess960_pos(number * 23) if number % 4 == 0 else chess.Board()
        while not board.is_game_over() and board.ply() < 90:
            moves, legal = list(board.legal_moves), LegalMoves(board)
            for move in board.pseudo_legal_moves:
                assert (move in legal) == (move in moves), (board.fen(), move)
            assert [move in legal for move in (None, chess.Move(0, 0))] == [False, False]
            for move in moves:
                assert move in legal
                assert san_of(board, move) == board.san(move), board.fen()
                gives = board.gives_check(move)
                checks += gives
                assert may_check(board, move) >= gives, (board.fen(), move)
            captures = [move for move in moves if board.is_capture(move)]
            board.push(rng.choice(captures if captures and rng.random() < 0.3 else moves))
    assert checks > 60


def test_discovered_check_and_castling_are_seen() -> None:
    for fen, move, san in (
        ("4k3/8/8/8/8/8/4B3/4R1K1 w - - 0 1", "e2h5", "Bh5+"),
        ("4k3/8/8/8/8/8/4N3/4R1K1 w - - 0 1", "e2c3", "Nc3+"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        ("8/8/8/1k1pP2R/8/8/8/6K1 w - d6 0 1", "e5d6", "exd6+"),
        ("7k/5K2/8/8/8/8/8/6R1 w - - 0 1", "g1h1", "Rh1#"),
    ):
        board = chess.Board(fen)
        assert san_of(board, chess.Move.from_uci(move)) == san


GAME = """[Event "?"]

{first} 1. e4 {a comment} ({so} 1. d4 d5 (1... Nf6 $1 2. c4) 2. c4) (1. c4) 1... e5 $2 2. Nf3 {x
y} (2. f4) 2... Nc6 1/2-1/2
"""


@pytest.mark.parametrize("fen", ["", '[FEN "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 9"]\n'])
def test_a_game_with_variations_is_written_as_python_chess_does(fen: str) -> None:
    text = f"{fen}\n9... e5 10. Nf3 (10. d4) *" if fen else GAME
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    assert written(game) == str(game)

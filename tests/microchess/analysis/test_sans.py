"""SAN made the short way is python-chess's."""

from __future__ import annotations

import random

import chess
import chess.pgn

from microchess.analysis.sans import SanExporter, Sans, may_check


def test_every_legal_move_of_random_games_has_the_san_of_python_chess() -> None:
    rng, checks = random.Random(7), 0
    for number in range(12):
        board = chess.Board.from_chess960_pos(number * 23) if number % 4 == 0 else chess.Board()
        sans = Sans()
        while not board.is_game_over() and board.ply() < 120:
            moves = list(board.legal_moves)
            for move in moves:
                assert sans(board, move) == board.san(move) == sans(board, move), board.fen()
                gives = board.gives_check(move)
                checks += gives
                assert may_check(board, move) >= gives, (board.fen(), move)
            captures = [move for move in moves if board.is_capture(move)]
            board.push(rng.choice(captures if captures and rng.random() < 0.3 else moves))
    assert checks > 300


def test_discovered_check_and_castling_are_seen() -> None:
    for fen, move, san in (
        ("4k3/8/8/8/8/8/4B3/4R1K1 w - - 0 1", "e2h5", "Bh5+"),
        ("4k3/8/8/8/8/8/4N3/4R1K1 w - - 0 1", "e2c3", "Nc3+"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        ("8/8/8/1k1pP2R/8/8/8/6K1 w - d6 0 1", "e5d6", "exd6+"),
        ("7k/5K2/8/8/8/8/8/6R1 w - - 0 1", "g1h1", "Rh1#"),
    ):
        board = chess.Board(fen)
        assert Sans()(board, chess.Move.from_uci(move)) == san


def test_a_game_with_variations_is_written_as_python_chess_does() -> None:
    game = chess.pgn.Game()
    node = game.add_main_variation(chess.Move.from_uci("e2e4"), comment="a comment")
    game.add_variation(chess.Move.from_uci("d2d4")).add_variation(chess.Move.from_uci("d7d5"))
    node.add_main_variation(chess.Move.from_uci("e7e5")).nags.add(2)
    assert game.accept(SanExporter(Sans())) == str(game)

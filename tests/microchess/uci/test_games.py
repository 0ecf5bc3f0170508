"""Whole games: python-chess's engine client and the real process; the arbiter against dice."""

import random

import chess
import chess.engine

from microchess.game.centipawns import centipawns
from microchess.program.levels import Level
from microchess.shortcuts.asking import ask
from tests.gui import COMMAND

MOST_PLIES = 300


def test_python_chess_plays_a_whole_game_with_it() -> None:
    dice = random.Random("super-blitz")
    games = (
        (chess.WHITE, {"Level": "super-blitz"}, MOST_PLIES),
        (chess.BLACK, {"Level": "blitz", "Player": "python"}, 80),
    )
    with chess.engine.SimpleEngine.popen_uci(COMMAND) as engine:
        for computer, options, plies in games:
            engine.configure(options)
            board = chess.Board()
            while not board.is_game_over() and board.ply() < plies:
                if board.turn == computer:
                    result = engine.play(
                        board, chess.engine.Limit(), game=computer, info=chess.engine.INFO_ALL
                    )
                    assert result.move is not None
                    assert board.is_legal(result.move)
                    assert computer == chess.BLACK or "1 MHz" in result.info["string"]
                    board.push(result.move)
                else:
                    board.push(dice.choice(list(board.legal_moves)))
            assert board.ply() > 10
        engine.quit()


def test_python_chess_analyses_with_it() -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    reply = ask(board, Level.BLITZ, "python")
    with chess.engine.SimpleEngine.popen_uci(COMMAND) as engine:
        engine.configure({"Level": "blitz", "Player": "python"})
        found = engine.analyse(board, chess.engine.Limit(), multipv=40)
        engine.quit()
    values = sorted((one.value for one in reply.candidates), reverse=True)
    assert [info["score"].relative.score() for info in found] == list(map(centipawns, values))
    assert {info["pv"][0] for info in found} == set(board.legal_moves)
    assert any(len(info["pv"]) == 2 for info in found)

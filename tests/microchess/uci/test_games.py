"""Whole games: python-chess's engine client and the real process; the arbiter against dice."""

import random

import chess
import chess.engine
import pytest

from microchess.game.centipawns import centipawns
from microchess.game.game_line import GameLine
from microchess.program.levels import Level
from microchess.shortcuts.asking import ask
from microchess.uci.job import Job
from microchess.uci.options import Settings
from microchess.uci.thinker import Thinker
from tests.gui import COMMAND
from tests.sample import every_run

MOST_PLIES = 300


def test_python_chess_plays_a_whole_game_with_it() -> None:
    dice = random.Random("super-blitz")
    games = ((chess.WHITE, "super-blitz", MOST_PLIES), (chess.BLACK, "blitz", 20))
    with chess.engine.SimpleEngine.popen_uci(COMMAND) as engine:
        for computer, level, plies in games:
            engine.configure({"Level": level})
            board = chess.Board()
            while not board.is_game_over() and board.ply() < plies:
                if board.turn == computer:
                    result = engine.play(
                        board, chess.engine.Limit(), game=computer, info=chess.engine.INFO_ALL
                    )
                    assert result.move is not None
                    assert board.is_legal(result.move)
                    assert "1 MHz" in result.info["string"]
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


@pytest.mark.parametrize("batch", every_run(range(5), 1))
@pytest.mark.parametrize("player", ["rom", "python"])
def test_no_illegal_move_against_dice(player: str, batch: int, slow: bool) -> None:
    thinker = Thinker(lambda _: None)
    settings = Settings(level=Level.SUPER_BLITZ, player=player)
    for game in range(2 if slow else 1):
        seed = f"{batch}/{game}"
        board = play(thinker, settings, random.Random(seed), (batch + game) % 2 == 0)
        assert board.is_valid(), (seed, board.fen())


def play(
    thinker: Thinker, settings: Settings, dice: random.Random, computer: chess.Color
) -> chess.Board:
    """A game against random moves, every answer legal."""
    board = chess.Board()
    while not board.is_game_over() and board.ply() < MOST_PLIES:
        if board.turn == computer:
            line, first = GameLine.of(chess.Board(), board.move_stack), board.ply() < 2
            move = thinker.answer(Job(line, settings, new_game=first))
            assert move is not None
            assert board.is_legal(move), (board.fen(), move)
            board.push(move)
        else:
            board.push(dice.choice(list(board.legal_moves)))
    return board

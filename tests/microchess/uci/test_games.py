"""Whole games: python-chess's engine client and the real process; the arbiter against dice."""

from __future__ import annotations

import random

import chess
import chess.engine
import pytest

from microchess.game.game_line import GameLine
from microchess.program.levels import Level
from microchess.uci.clock import Job
from microchess.uci.options import Settings
from microchess.uci.thinker import Thinker
from tests.gui import COMMAND
from tests.sample import every_run

MOST_PLIES = 300


def test_python_chess_plays_a_whole_game_with_it() -> None:
    dice = random.Random("super-blitz")
    games = ((chess.WHITE, "super-blitz", MOST_PLIES), (chess.BLACK, "normal", 30))
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


@pytest.mark.parametrize("batch", every_run(range(5), 1))
@pytest.mark.parametrize("player", ["rom", "python"])
def test_no_illegal_move_against_dice(player: str, batch: int, slow: bool) -> None:
    thinker = Thinker(lambda _: None)
    settings = Settings(level=Level.SUPER_BLITZ, player=player)
    for game in range(5 if slow else 1):
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

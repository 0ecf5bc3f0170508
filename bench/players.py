"""The players of the ladder of strength, from any legal move to Stockfish."""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, Popen
from typing import TypeAlias

import chess

Player: TypeAlias = Callable[[chess.Board], chess.Move]
"""What it plays on a board, with the moves of the game on its stack."""
_WORTH = {None: 0, 1: 1, 2: 3, 3: 3, 4: 5, 5: 9, 6: 0}
"""Points of a piece by its type in python-chess."""
_MATE = 100


def any_move(board: chess.Board) -> chess.Move:
    """A legal move by chance."""
    return random.choice(list(board.legal_moves))


def one_ply(board: chess.Board) -> chess.Move:
    """Mate, else what takes or promotes to most points; by chance among equals."""
    gains = {move: _gain(board, move) for move in board.legal_moves}
    most = max(gains.values())
    return random.choice([move for move, gain in gains.items() if gain == most])


def _gain(board: chess.Board, move: chess.Move) -> int:
    taken = 1 if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    if board.gives_check(move):
        board.push(move)
        mate = board.is_checkmate()
        board.pop()
        if mate:
            return _MATE
    return _WORTH[taken] + max(0, _WORTH[move.promotion] - 1)


def diluted(player: Player, percent: int) -> Player:
    """*player* in so many moves of 100, any legal move in the others."""
    return lambda board: player(board) if random.random() * 100 < percent else any_move(board)


class Engine:
    """A UCI engine, at depth 1 unless *limit* says otherwise; Debian has some in /usr/games."""

    def __init__(self, command: str, limit: str = "depth 1", **options: object) -> None:
        path = f"{os.environ.get('PATH', os.defpath)}:/usr/games"
        program, *arguments = command.split()
        words = [shutil.which(program, path=path) or program, *arguments]
        self._limit = limit
        self._process = Popen(words, stdin=PIPE, stdout=PIPE, text=True, bufsize=1)
        for name, value in options.items():
            self._tell(f"setoption name {name.replace('__', ' ')} value {value}")

    def __call__(self, board: chess.Board) -> chess.Move:
        moves = " ".join(move.uci() for move in board.move_stack)
        self._tell(f"position fen {board.root().fen()} moves {moves}\ngo {self._limit}")
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("bestmove"):
                return chess.Move.from_uci(line.split()[1])
        raise OSError(f"{self._process.args!r} has ended")

    def _tell(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text + "\n")


def microchess(level: str, formula: Path | None = None) -> Engine:
    """A level of the player ``python``, its book closed, with the helpful arbiter; every piece
    keeps its slot through the game.
    """
    command = f"{sys.executable} -m microchess uci"
    weights = formula or "<empty>"
    return Engine(command, Player="python", Level=level, OwnBook="false", Formula=weights)

"""Counting the leaves of the tree of legal moves: the oldest test of a move generator."""

from __future__ import annotations

import chess

from microchess.boards.board_game import BoardGame


def perft(game: BoardGame, depth: int) -> int:
    """The number of ways to play *depth* plies. Every leaf is made and unmade in the memory."""
    if depth == 0:
        return 1
    nodes = 0
    for move in game.pseudo_legal():
        if game.tried(move):
            nodes += perft(game, depth - 1)
            game.unmake()
    return nodes


def divide(game: BoardGame, depth: int) -> dict[chess.Move, int]:
    """The same, split by the first move; *depth* is 1 or more."""
    split = {}
    for move in game.legal():
        name = game.chess_move(move)
        game.make(move)
        split[name] = perft(game, depth - 1)
        game.unmake()
    return split

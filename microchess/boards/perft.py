"""Counting the leaves of the tree of legal moves: the oldest test of a move generator."""

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.hashing import CountTable


def perft(game: BoardGame, depth: int, table: CountTable | None = None) -> int:
    """The number of ways to play *depth* plies. Every leaf is made and unmade in the memory.

    With a *table*, those below a position that was met before are not counted again: the memory
    has to keep a key.
    """
    if depth == 0:
        return 1
    key = game.men.key.cell[0] if table and game.men.key else None
    if table and key is not None and (known := table.find(key, depth)) is not None:
        return known
    nodes = 0
    for move in game.pseudo_legal():
        if game.tried(move):
            nodes += perft(game, depth - 1, table)
            game.unmake()
    if table and key is not None:
        table.keep(key, depth, nodes)
    return nodes


def divide(game: BoardGame, depth: int, table: CountTable | None = None) -> dict[chess.Move, int]:
    """Perft, split by the first move; *depth* is 1 or more."""
    split = {}
    for move in game.legal():
        name = game.chess_move(move)
        game.make(move)
        split[name] = perft(game, depth - 1, table)
        game.unmake()
    return split

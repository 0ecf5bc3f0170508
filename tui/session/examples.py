"""Moves that can be typed at this moment, and the first thing a newcomer is told."""

from functools import lru_cache

import chess

from microchess.program.squares import from_chess
from tui.session.snapshot import GameView


def first_words(game: GameView) -> str:
    """What to do first, by a move that is legal here."""
    side = chess.COLOR_NAMES[not game.computer].capitalize()
    move = next(iter(examples(game.fen, game.playable, game.computer)), "e4")
    return f"You have {side}. Type {move} and press Enter, or choose a piece, then a square."


@lru_cache(maxsize=2)
def examples(fen: str, legal: tuple[str, ...], computer: chess.Color) -> tuple[str, ...]:
    """Some of the *legal* moves (UCI): a pawn's and a piece's in letters, those in the middle
    first, and the first once more by its squares and as it is keyed in; none where there is none.
    """
    board = chess.Board(fen)

    def rank(move: chess.Move) -> tuple[bool, int, int]:
        far = chess.square_distance(move.from_square, move.to_square)
        middle = abs(4 * chess.square_file(move.to_square) - 15)
        return board.piece_type_at(move.from_square) != chess.PAWN, middle, -far

    if not legal:
        return ()
    first, *moves = sorted(map(chess.Move.from_uci, legal), key=rank)
    pieces = sorted((board.san(one) for one in moves if rank(one)[0]), key=len)
    way = (from_chess(square, computer) for square in (first.from_square, first.to_square))
    return (board.san(first), *pieces[:1], first.uci(), bytes(way).hex())

"""A move of the program as the chess move it is.

The program knows squares and pieces, no rules: what it plays may be legal as it is, be a pawn's
step to the last rank (which in chess has to name a piece), or be no move of chess at all.
"""

from dataclasses import dataclass
from functools import cache

import chess

from microchess.program.squares import SquareByte, on_board, to_chess


@dataclass(frozen=True)
class ChessMove:
    """From- and to-square as ``move`` (None when a captured piece moves) on a board, and whether
    chess allows it: as it is (``legal``), or once it names a piece (``promotes``).

    ``san`` is for people: without the piece of a promotion, and the squares of what is not legal.
    """

    move: chess.Move | None
    legal: bool = False
    promotes: bool = False
    san: str = ""

    @property
    def allowed(self) -> bool:
        """Whether it is a move of chess, the piece of a promotion left open."""
        return self.legal or self.promotes


@cache
def squares_of(source: SquareByte, target: SquareByte, computer_white: bool) -> chess.Move | None:
    """From- and to-square on a chess board; None when one of the bytes is off the board. It is the
    same object each time: leave it as it is.
    """
    if not (on_board(source) and on_board(target)):
        return None
    return chess.Move(to_chess(source, computer_white), to_chess(target, computer_white))


def as_chess_move(
    board: chess.Board, source: SquareByte, target: SquareByte, computer_white: bool
) -> ChessMove:
    """What going from byte *source* to byte *target* is on *board*."""
    move = squares_of(source, target, computer_white)
    if move is None:
        return ChessMove(None, san=f"{source:02X}-{target:02X}")
    if board.is_legal(move):
        return ChessMove(move, legal=True, san=board.san(move))
    queening = chess.Move(move.from_square, move.to_square, chess.QUEEN)
    if board.is_legal(queening):
        return ChessMove(move, promotes=True, san=board.san(queening).replace("=Q", ""))
    return ChessMove(move, san=move.uci())

"""The reply that the program expects, as far as it has one.

It keeps no line of play. Of the replies to a candidate it notes the most valuable piece that can be
taken (BMAXC, BMAXP: it is presumed lost, and makes no continuation), of equals the last. Where
nobody can be taken it expects nothing. A book has, for each answer, the square that the opponent's
move is expected to show.
"""

import chess

from microchess.engine.counters import BMAXC
from microchess.engine.search import Search
from microchess.program.chess_move import squares_of
from microchess.program.levels import Level
from microchess.program.move_entry import shown_square
from microchess.program.position import Position
from microchess.program.reply import Candidate
from microchess.program.table import POINTS_TABLE


def expects(candidate: Candidate) -> bool:
    return candidate.counters[BMAXC] > 0


def expected_reply(
    position: Position, level: Level, candidate: Candidate, after: chess.Board
) -> chess.Move | None:
    """The capture that a *candidate* of *position* expects, where chess allows it; *after* is the
    board once the candidate is played. A pawn that captures on the last rank becomes a queen.
    """
    if not expects(candidate):
        return None
    search = Search(position.table.data, POINTS_TABLE, level.check, level.turn)
    capture = search.expected(candidate)
    move = capture and squares_of(*capture, position.computer_white)
    if not move:
        return None
    queening = chess.Move(move.from_square, move.to_square, chess.QUEEN)
    return next(filter(after.is_legal, (move, queening)), None)


def expected_by_book(after: chess.Board, shown: int, computer_white: bool) -> chess.Move | None:
    """The one legal move of *after* that shows square byte *shown* once it is entered; None when
    there is none, or several.
    """
    moves = [
        move for move in after.legal_moves if shown_square(after, move, computer_white) == shown
    ]
    return moves[0] if len(moves) == 1 else None

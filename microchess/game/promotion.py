"""Positions beyond the table: a piece for which there is no room stands in as the best lost one.

The table has room for one queen a side, two rooks, and so on. When a side makes a second queen, the
program is told of a rook instead (of a bishop, a knight, when no rook is lost; a pawn stays a pawn
when nobody is, until somebody is lost). It goes on with what it can see.
"""

import chess

from microchess.errors import PositionError
from microchess.program.move_entry import play, promoting, vacant_types
from microchess.program.position import Position
from microchess.program.slots import MOST, man_type, misfits
from microchess.program.squares import from_chess, to_chess
from microchess.program.table import HALF, PieceTable

_ROOM = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


def fit(board: chess.Board, computer: chess.Color) -> tuple[Position, tuple[str, ...]]:
    """The canonical table of a position, and what stands in for what.

    Raises PositionError when stand-ins do not help: no king or two, more pieces than 16.
    """
    if not misfits(board):
        return Position.from_board(board, computer), ()
    seen = board.copy(stack=False)
    notes = []
    for color in chess.COLORS:
        for kind in _ROOM:
            while len(squares := seen.pieces(kind, color)) > MOST[kind]:
                square = max(squares)
                room = [k for k in _ROOM if len(seen.pieces(k, color)) < MOST[k]]
                if not room:
                    raise PositionError(board.board_fen(), misfits(board))
                seen.set_piece_at(square, chess.Piece(room[0], color))
                notes.append(_stands_in(room[0], kind, square))
    return Position.from_board(seen, computer), tuple(notes)


def track_promotion(
    position: Position, board: chess.Board, move: chess.Move
) -> tuple[Position, tuple[str, ...]]:
    """The table after a legal *move* of *board*, every piece keeping its slot, and who stands in.

    A promoted pawn takes the slot of a lost piece. So does one that stood in for another, when the
    move has captured somebody in whose slot it is seen better.
    Raises MoveError when nobody stands on a from-square.
    """
    moved = play(position, board, chess.Move(move.from_square, move.to_square))
    if move.promotion is None and not board.is_capture(move):
        return moved, ()
    after = board.copy(stack=False)
    after.push(move)
    table, white = moved.table, moved.computer_white
    for man, byte in moved.table.living.items():
        real = after.piece_type_at(to_chess(byte, white))
        if real is not None and (better := _better_slot(table, man, real)) is not None:
            *_, table = promoting(table, man, better)
    if move.promotion is None:
        return Position(table, white), ()
    promoted = table.standing_on(from_chess(move.to_square, white))
    assert promoted is not None
    kind = man_type(promoted)
    notes = () if kind == move.promotion else (_stands_in(kind, move.promotion, move.to_square),)
    return Position(table, white), notes


def _better_slot(table: PieceTable, man: int, real: chess.PieceType) -> chess.PieceType | None:
    """The type of a lost piece whose slot shows *man*, in truth a *real*, better than its own: the
    right one; for a pawn any, since it could not move.
    """
    if man_type(man) == real:
        return None
    vacant = vacant_types(table, computers=man < HALF)
    if real in vacant:
        return real
    return next(iter(vacant), None) if man_type(man) == chess.PAWN else None


def _stands_in(kind: chess.PieceType, real: chess.PieceType, square: chess.Square) -> str:
    return (
        f"no room for the {chess.piece_name(real)} on {chess.square_name(square)}: "
        f"a {chess.piece_name(kind)} stands in"
    )

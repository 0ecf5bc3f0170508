"""A chess move as MicroChess is told it: one or two pieces moved, and perhaps a poke.

The program checks nothing and knows neither castling nor en passant nor promotion. The manual has
it so: castling is the king's move, then the rook's; en passant a sideways capture, then a step
forward; promotion a pawn's move, then a poke that takes the pawn off and puts a lost piece there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import chess

from emu.notation import Poke
from microchess.errors import MoveError
from microchess.program.memory_map import TABLE
from microchess.program.position import Position
from microchess.program.slots import TYPES
from microchess.program.squares import CAPTURED, from_chess, on_board, to_chess
from microchess.program.table import HALF, PieceTable

_PROMOTION_ORDER = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


@dataclass(frozen=True)
class KeyMove:
    """One move by key F: square bytes from and to."""

    source: int
    target: int

    @property
    def keys(self) -> tuple[str, ...]:
        return (*f"{self.source:02X}{self.target:02X}", "F")


@cache
def _key_move(source: chess.Square, target: chess.Square, computer_white: bool) -> KeyMove:
    return KeyMove(from_chess(source, computer_white), from_chess(target, computer_white))


def steps(board: chess.Board, move: chess.Move, computer_white: bool) -> list[KeyMove]:
    """The moves by key F that carry out a legal *move* of *board*."""

    def step(source: chess.Square, target: chess.Square) -> KeyMove:
        return _key_move(source, target, computer_white)

    rank = chess.square_rank(move.from_square)
    if board.is_castling(move):
        kingside = board.is_kingside_castling(move)
        king_to, rook_from, rook_to = (6, 7, 5) if kingside else (2, 0, 3)
        return [
            step(move.from_square, chess.square(king_to, rank)),
            step(chess.square(rook_from, rank), chess.square(rook_to, rank)),
        ]
    if board.is_en_passant(move):
        beside = chess.square(chess.square_file(move.to_square), rank)
        return [step(move.from_square, beside), step(beside, move.to_square)]
    return [step(move.from_square, move.to_square)]


def shown_square(board: chess.Board, move: chess.Move, computer_white: bool) -> int:
    """The to-square on the display once *move* is entered; the rook's when it is castling."""
    return steps(board, move, computer_white)[-1].target


def vacant_types(table: PieceTable, computers: bool) -> list[chess.PieceType]:
    """The piece types a pawn of that side can become: those with a lost piece, queen first."""
    half = 0 if computers else HALF
    vacant = {TYPES[man] for man in range(1, 8) if not on_board(table[half + man])}
    return [kind for kind in _PROMOTION_ORDER if kind in vacant]


def promotion_pokes(table: PieceTable, pawn: int, kind: chess.PieceType) -> list[Poke]:
    """The pokes that turn piece *pawn* (0-31) into a lost piece of type *kind*.

    Raises MoveError when none of that type is lost.
    """
    half = pawn - pawn % HALF
    for man in range(1, 8):
        if TYPES[man] == kind and not on_board(table[half + man]):
            return [
                Poke(TABLE + pawn, CAPTURED),
                Poke(TABLE + half + man, table[pawn]),
            ]
    name = chess.piece_name(kind)
    able = ", ".join(chess.piece_name(k) for k in vacant_types(table, half == 0)) or "nothing"
    raise MoveError(
        f"no {name} of that side is lost, and a pawn becomes a lost piece; it can become: {able}"
    )


def promoting(table: PieceTable, pawn: int, kind: chess.PieceType) -> Iterator[PieceTable]:
    """The table after each of the `promotion_pokes`."""
    for poke in promotion_pokes(table, pawn, kind):
        table = table.with_man(poke.address - TABLE, poke.value)
        yield table


def playing(position: Position, board: chess.Board, move: chess.Move) -> Iterator[PieceTable]:
    """The table after each key F and each poke of a legal *move* of *board*, every piece keeping
    its slot.

    Raises MoveError when no piece stands on a from-square, or the promotion finds no lost piece.
    """
    table, white, man = position.table, position.computer_white, None
    for step in steps(board, move, white):
        man = table.standing_on(step.source)
        if man is None:
            square = chess.square_name(to_chess(step.source, white))
            raise MoveError(f"no piece stands on {square} in the piece table")
        table = table.moved(man, step.target)
        yield table
    if move.promotion and man is not None:
        yield from promoting(table, man, move.promotion)


def play(position: Position, board: chess.Board, move: chess.Move) -> Position:
    """The table after a legal *move* of *board*; raises what `playing` does."""
    *_, table = playing(position, board, move)
    return Position(table, position.computer_white)

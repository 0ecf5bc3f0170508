"""What MicroChess would do in somebody's place, asked of the Python engine."""

from dataclasses import dataclass

import chess

from microchess.engine.state import think
from microchess.program.chess_move import as_chess_move
from microchess.program.table import PieceTable


@dataclass(frozen=True)
class Advice:
    """From- and to-square of a move, the move in SAN, and its value 0-255; None: no formula's."""

    squares: tuple[chess.Square, chess.Square]
    text: str
    value: int | None


def hint(
    table: PieceTable, level: tuple[int, int], board: chess.Board, computer: chess.Color
) -> Advice | None:
    """A move that mates at once, for the person who plays against *computer*; where there is none,
    what MicroChess would play, None if nothing is worth it. *level* is its two bytes in memory.
    """
    for move in board.legal_moves if board.turn != computer else ():
        if (san := board.san(move)).endswith("#"):
            return Advice((move.from_square, move.to_square), san, None)
    return _advice(table.reversed(), level, board, not computer)


def threat(
    table: PieceTable, level: tuple[int, int], board: chess.Board, computer: chess.Color
) -> Advice | None:
    """The capture MicroChess would make if it were its turn now; None if it would not capture. Of
    who is in check, the king.
    """
    king = board.king(not computer)
    if king is not None and board.turn != computer and board.is_check():
        return Advice((board.checkers().pop(), king), "your king: you are in check", None)
    found = _advice(table, level, board, computer)
    return found if found and board.piece_type_at(found.squares[1]) else None


def in_words(hint: Advice | None, threat: Advice | None) -> str:
    good = "MicroChess finds no move for you"
    if hint:
        own = f"what MicroChess would play for you: its formula gives {hint.value} of 255"
        good = f"{hint.text}, {'which mates' if hint.value is None else own}"
    return f"hint: {good}; MicroChess threatens {threat.text if threat else 'nothing'}"


def _advice(
    table: PieceTable, level: tuple[int, int], board: chess.Board, side: chess.Color
) -> Advice | None:
    reply = think(table, *level)
    if reply.move is None:
        return None
    turned = board.copy(stack=False)
    turned.turn, turned.ep_square = side, board.ep_square if board.turn == side else None
    found = as_chess_move(turned, reply.move.source, reply.move.target, side)
    if found.move is None or not found.allowed:
        return None
    value = max(one.value for one in reply.candidates)
    return Advice((found.move.from_square, found.move.to_square), found.san, value)

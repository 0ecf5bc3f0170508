"""A board in words, for those who hear it: a square, a rank or a file, the pieces of a side."""

import chess

from microchess.errors import MicroChessError, TableError
from microchess.program.squares import read_square, to_chess


def man(piece: chess.Piece | None) -> str:
    """``white knight``, or ``empty``."""
    if piece is None:
        return "empty"
    return f"{chess.COLOR_NAMES[piece.color]} {chess.piece_name(piece.piece_type)}"


def place(board: chess.Board, name: str, computer_white: bool) -> str:
    """What stands on a square (see `read_square`), a rank (``4``) or a file (``e``), in a line.

    Raises MicroChessError when *name* is none of them.
    """
    text = name.lower()
    if len(text) == 1 and text in "12345678":
        return _row(board, f"rank {text}", chess.BB_RANKS[int(text) - 1])
    if len(text) == 1 and text in chess.FILE_NAMES:
        return _row(board, f"file {text}", chess.BB_FILES[chess.FILE_NAMES.index(text)])
    try:
        square = to_chess(read_square(text, computer_white), computer_white)
    except TableError as error:
        raise MicroChessError(f"{error}; 4 for a rank, e for a file") from None
    return f"{chess.square_name(square)}: {man(board.piece_at(square))}"


def _row(board: chess.Board, title: str, squares: chess.Bitboard) -> str:
    found = [
        f"{man(piece)} {chess.square_name(square)}"
        for square in chess.scan_forward(squares)
        if (piece := board.piece_at(square))
    ]
    return f"{title}: {', '.join(found) or 'empty'}"


def men(board: chess.BaseBoard, color: chess.Color) -> str:
    """The pieces of a side, the king first, in a line."""
    found = []
    for kind in reversed(chess.PIECE_TYPES):
        squares = [chess.square_name(square) for square in board.pieces(kind, color)]
        if squares:
            plural = "s" if len(squares) > 1 else ""
            found.append(f"{chess.piece_name(kind)}{plural} {' '.join(squares)}")
    return f"{chess.COLOR_NAMES[color]}: {', '.join(found) or 'nobody'}"


def last_move(board: chess.Board) -> str:
    """The last move: who, from where, to where, what he took, and whether it is check."""
    if not board.move_stack:
        return "no move yet"
    before = board.copy()
    move = before.pop()
    mover = man(before.piece_at(move.from_square))
    words = f"{mover} {chess.square_name(move.from_square)} to {chess.square_name(move.to_square)}"
    if before.is_castling(move):
        side = "king" if before.is_kingside_castling(move) else "queen"
        words = f"{chess.COLOR_NAMES[before.turn]} castles on the {side}'s side"
    elif before.is_en_passant(move):
        words += ", takes the pawn in passing"
    elif taken := before.piece_at(move.to_square):
        words += f", takes {man(taken)}"
    if move.promotion:
        words += f", becomes a {chess.piece_name(move.promotion)}"
    return f"{before.san(move)}: {words}{', check' if board.is_check() else ''}"

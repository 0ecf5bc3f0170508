"""A chess board in plain text, as the player of 1976 saw it: with the digits of each square."""

from collections.abc import Collection

import chess

_UNICODE = {
    "P": "♙", "N": "♘", "B": "♗", "R": "♖", "Q": "♕", "K": "♔",
    "p": "♟\ufe0e", "n": "♞", "b": "♝", "r": "♜", "q": "♛", "k": "♚",
}  # fmt: skip


def draw(
    board: chess.BaseBoard,
    computer_white: bool,
    flipped: bool = False,
    unicode: bool = False,
    last_move: chess.Move | None = None,
    marked: Collection[chess.Square] = (),
) -> str:
    """Ten lines: the board from the player's side, or with *flipped* from the computer's.

    Left and below are ranks and files as everybody writes them, right and above the octal digits;
    White's pieces are upper-case letters, the squares of the last move, and those *marked*, stand
    in brackets.
    """
    if last_move is not None:
        marked = (*marked, last_move.from_square, last_move.to_square)
    down = range(7, -1, -1) if computer_white == flipped else range(8)
    across = range(8) if computer_white == flipped else range(7, -1, -1)
    digits = (str(7 - file if computer_white else file) for file in across)
    lines = ["    " + "  ".join(digits)]
    for rank in down:
        squares = (chess.square(file, rank) for file in across)
        cells = (_cell(board, square, unicode, square in marked) for square in squares)
        digit = rank if computer_white else 7 - rank
        lines.append(f" {rank + 1} {''.join(cells)} {digit}")
    lines.append("    " + "  ".join(chess.FILE_NAMES[file] for file in across))
    return "\n".join(lines)


def _cell(board: chess.BaseBoard, square: chess.Square, unicode: bool, marked: bool) -> str:
    piece = board.piece_at(square)
    symbol = "." if piece is None else piece.symbol()
    if unicode:
        symbol = _UNICODE.get(symbol, "·")
    return f"[{symbol}]" if marked else f" {symbol} "

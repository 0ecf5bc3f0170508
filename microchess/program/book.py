"""Opening books as lines of chess: the game a book tells, and a book made of a game."""

from collections.abc import Sequence

import chess

from microchess.errors import OpeningError
from microchess.program.memory_map import BOOK
from microchess.program.move_entry import play, shown_square
from microchess.program.openings import CLEARED, END, GROUP, SIZE, Opening
from microchess.program.position import Position
from microchess.program.squares import from_chess


def line(opening: Opening) -> list[chess.Move]:
    """The game a book tells, from the initial position, every move legal.

    Raises OpeningError at the first move that is not.
    """
    board = chess.Board()
    moves = []
    for san in opening.moves.split():
        try:
            moves.append(board.push_san(san))
        except ValueError as error:
            raise OpeningError(f"{opening.name}: {error}") from None
    return moves


def compile_book(moves: Sequence[chess.Move], computer: chess.Color) -> bytes:
    """The 28 bytes that answer a game from the initial position as *moves* does.

    Raises OpeningError when a move is illegal, the computer captures en passant or promotes (a book
    can only move a piece), nothing is answered, or there are more answers than the book holds.
    """
    board = chess.Board()
    position = Position.from_board(board, computer)
    book = [CLEARED] if computer == chess.WHITE else []
    for number, move in enumerate(moves):
        if not board.is_legal(move):
            raise OpeningError(f"move {number // 2 + 1}: {move} is not legal in {board.fen()}")
        if board.turn == computer:
            _check_plain(board, move)
            man = position.table.standing_on(from_chess(move.from_square, position.computer_white))
            book += [man or 0, from_chess(move.to_square, position.computer_white)]
        else:
            book.append(shown_square(board, move, position.computer_white))
        position = play(position, board, move)
        board.push(move)
    if moves and board.turn == computer:
        book.pop()
    if len(book) < GROUP:
        name = chess.COLOR_NAMES[computer].capitalize()
        raise OpeningError(f"there is no move of {name} in the line, hence nothing to answer")
    book.append(END)
    if len(book) > SIZE:
        answers, most = len(book) // GROUP, SIZE // GROUP
        raise OpeningError(
            f"{answers} answers make {len(book)} bytes of book; there is room for {SIZE}, "
            f"{most} answers"
        )
    return bytes(reversed(book + [END] * (SIZE - len(book))))


def keypad_script(book: bytes) -> str:
    """The keys that enter a book while the program shows a move: ST, address and bytes, back."""
    return f"ST AD {BOOK:04X} DA {' + '.join(f'{byte:02X}' for byte in book)} PC GO"


def _check_plain(board: chess.Board, move: chess.Move) -> None:
    where = f"{board.fullmove_number}{'.' if board.turn else '...'}{board.san(move)}"
    if board.is_en_passant(move):
        raise OpeningError(f"{where} is en passant; a book can only move a piece to a square")
    if move.promotion:
        raise OpeningError(f"{where} is a promotion; a book can only move a piece to a square")

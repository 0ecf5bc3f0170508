"""Squares as MicroChess writes them, and as everybody else does.

A square is a byte ``$RF``: rank digit R in the high nibble, file digit F in the low one, both 0-7,
rank 0 being the computer's own first rank and file 0 on the *player's* left. The manual calls this
octal, since the two digits are the octal digits of the number 8R+F, 0-63. Reversal, the exchange of
sides, turns the board round: $77 minus the byte, or 077 (octal) minus the number - the same square.

On python-chess's squares (a1 = 0, h8 = 63) the number is turned into a square by ``^ 7`` when the
computer is White and by ``^ 56`` when it is Black.
"""

import re
from functools import cache
from typing import TypeAlias

from microchess.errors import TableError
from microchess.program.fitting import as_color, as_text, whole

ChessSquare: TypeAlias = int
"""A square of python-chess: a1 = 0, h8 = 63."""
SquareByte: TypeAlias = int
"""A square of the piece table: ``$RF``, or a byte off the board for a captured piece."""

CAPTURED = 0xCC
"""The byte of a captured piece, until the table is reversed: then it is $AB (and $CC again)."""
OFF_BOARD = 0x88
REVERSAL = 0x77
REVERSAL_OCTAL = 0o77
_NUMBERS = range(REVERSAL_OCTAL + 1)
_WRITTEN = re.compile(r"(?:\$|0x|0o|0)?([0-7]{2})", re.IGNORECASE)
_NAME = re.compile("([a-h])([1-8])", re.IGNORECASE)


def on_board(byte: int) -> bool:
    """Whether a table byte is a square; all others, $CC among them, stand for a captured piece."""
    return not byte & OFF_BOARD


def square_number(byte: int) -> int:
    """Return the number 0-63 whose octal digits are the two digits of the byte: $64 is 064, or 52.

    Raises TableError if the byte is off the board, CellError if it is not 0-255.
    """
    if not on_board(whole("byte", byte)):
        raise TableError(f"${byte:02X} is no square; both digits must be 0-7")
    return (byte >> 4) * 8 + (byte & 7)


def square_byte(number: int) -> SquareByte:
    """Return the byte $00-$77 of a square number 0-63. Raises CellError for another number."""
    number = whole("square", number, _NUMBERS)
    return number >> 3 << 4 | number & 7


def reverse(byte: int) -> int:
    """The byte after an exchange of sides: $77 minus it. $CC becomes $AB and $AB $CC."""
    return REVERSAL - byte & 0xFF


@cache
def to_chess(byte: int, computer_white: bool) -> ChessSquare:
    """The python-chess square of a byte."""
    return square_number(byte) ^ (7 if computer_white else 56)


def square_name(byte: int, computer_white: bool) -> str:
    """Return the name of the square of a byte, such as ``e4``."""
    rank, file = divmod(
        to_chess(whole("byte", byte), as_color("computer_white", computer_white)), 8
    )
    return f"{'abcdefgh'[file]}{rank + 1}"


def read_square(text: str, computer_white: bool) -> SquareByte:
    """Return the byte of a square in any notation: ``e4``, the digits of the display (``33``), the
    byte (``$33``, ``0x33``), or the octal number (``033``, ``0o33``). Raises TableError.
    """
    as_color("computer_white", computer_white)
    written = as_text("square", text, "e4").strip()
    if digits := _WRITTEN.fullmatch(written):
        return int(digits[1], 16)
    if name := _NAME.fullmatch(written):
        file, rank = "abcdefgh".index(name[1].lower()), int(name[2]) - 1
        return from_chess(8 * rank + file, computer_white)
    raise TableError(f"{text!r} is no square; expected e4, 33, $33 (the byte) or 033 (octal)")


@cache
def from_chess(square: ChessSquare, computer_white: bool) -> int:
    """The byte of a python-chess square."""
    return square_byte(square ^ (7 if computer_white else 56))

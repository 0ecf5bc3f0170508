"""Both spellings of a square, and what the exchange of sides does to it."""

import chess
import pytest

from microchess.errors import CellError, MicroChessError, TableError
from microchess.program.squares import (
    from_chess,
    read_square,
    reverse,
    square_byte,
    square_number,
    to_chess,
)

ALL = range(64)


def test_reversal_in_nibbles_and_in_octal_is_the_same_square_on_all_64() -> None:
    for number in ALL:
        byte = square_byte(number)
        assert f"{byte:02X}" == f"{number:02o}"
        assert square_number(reverse(byte)) == 0o77 - number


@pytest.mark.parametrize(
    ("byte", "computer_white", "name"),
    [
        (0x03, True, "e1"), (0x04, True, "d1"), (0x00, True, "h1"), (0x07, True, "a1"),
        (0x33, True, "e4"), (0x22, True, "f3"), (0x70, True, "h8"), (0x77, True, "a8"),
        (0x04, False, "e8"), (0x03, False, "d8"), (0x00, False, "a8"), (0x77, False, "h1"),
        (0x44, False, "e4"), (0x24, False, "e6"), (0x55, False, "f3"),
    ],
)  # fmt: skip
def test_squares_have_the_names_the_manual_gives_them(
    byte: int, computer_white: bool, name: str
) -> None:
    square = chess.parse_square(name)
    assert to_chess(byte, computer_white) == square
    assert from_chess(square, computer_white) == byte


def test_exchange_leaves_every_man_on_his_square_of_the_board() -> None:
    for number in ALL:
        byte = square_byte(number)
        assert to_chess(byte, True) == to_chess(reverse(byte), False)


@pytest.mark.parametrize("byte", [0x08, 0x80, 0xCC, 0x78, -1, 256])
def test_a_byte_off_the_board_has_no_number(byte: int) -> None:
    with pytest.raises(MicroChessError, match=r"is no square|expected a number from 0 to 255"):
        square_number(byte)


@pytest.mark.parametrize("number", [-1, 64])
def test_a_number_outside_0_to_63_has_no_byte(number: int) -> None:
    with pytest.raises(CellError, match="expected a number from 0 to 63"):
        square_byte(number)


@pytest.mark.parametrize("written", ["e4", "E4", "33", "$33", "0x33", "033", "0o33", " 33 "])
def test_a_square_is_read_however_it_is_written(written: str) -> None:
    assert read_square(written, computer_white=True) == 0x33


@pytest.mark.parametrize("written", ["e9", "", "8", "88", "$88", "064x", "0x1", "\u0663\u0663"])
def test_what_is_no_square_is_told_with_all_ways_to_write_one(written: str) -> None:
    with pytest.raises(TableError, match=r"is no square; expected e4, 33, \$33 .* or 033"):
        read_square(written, computer_white=True)

"""Both spellings of a square, and what the exchange of sides does to it."""

from __future__ import annotations

import chess
import pytest

from microchess.errors import TableError
from microchess.program.squares import (
    from_chess,
    pack,
    reverse,
    to_chess,
    unpack,
)

ALL = range(64)


def test_reversal_in_nibbles_and_in_octal_is_the_same_square_on_all_64() -> None:
    for number in ALL:
        byte = unpack(number)
        assert f"{byte:02X}" == f"{number:02o}"
        assert pack(reverse(byte)) == 0o77 - number


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
        byte = unpack(number)
        assert to_chess(byte, True) == to_chess(reverse(byte), False)


@pytest.mark.parametrize("byte", [0x08, 0x80, 0xCC, 0x78, -1])
def test_a_byte_off_the_board_has_no_number(byte: int) -> None:
    with pytest.raises(TableError, match="is no square"):
        pack(byte)


@pytest.mark.parametrize("number", [-1, 64])
def test_a_number_outside_0_to_63_has_no_byte(number: int) -> None:
    with pytest.raises(TableError, match="expected 0-63"):
        unpack(number)

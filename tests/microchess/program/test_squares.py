"""Both spellings of a square, the 32 bytes as a value, and what the exchange of sides does."""

from functools import partial
from typing import Any

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
from microchess.program.table import PieceTable, man_name

INITIAL = PieceTable.from_hex("0304000702050106101711161215141373747077727571766067616662656463")


def test_reversal_in_nibbles_and_in_octal_is_the_same_square_on_all_64() -> None:
    """The exchange of sides leaves every man on his square of the board."""
    for number in range(64):
        byte = square_byte(number)
        assert f"{byte:02X}" == f"{number:02o}"
        assert square_number(reverse(byte)) == 0o77 - number
        assert to_chess(byte, True) == to_chess(reverse(byte), False)


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


@pytest.mark.parametrize("byte", [0x08, 0x80, 0xCC, 0x78, -1, 256])
def test_a_byte_off_the_board_has_no_number(byte: int) -> None:
    with pytest.raises(MicroChessError, match=r"is no square|expected a number from 0 to 255"):
        square_number(byte)
    with pytest.raises(CellError, match="expected a number from 0 to 63"):
        square_byte(64)


@pytest.mark.parametrize("written", ["e4", "E4", "33", "$33", "0x33", "033", "0o33", " 33 "])
def test_a_square_is_read_however_it_is_written(written: str) -> None:
    assert read_square(written, computer_white=True) == 0x33


@pytest.mark.parametrize("written", ["e9", "", "8", "88", "$88", "064x", "0x1", "\u0663\u0663"])
def test_what_is_no_square_is_told_with_all_ways_to_write_one(written: str) -> None:
    with pytest.raises(TableError, match=r"is no square; expected e4, 33, \$33 .* or 033"):
        read_square(written, computer_white=True)


def test_a_captured_man_is_cc_and_ab_once_the_table_is_reversed() -> None:
    table = INITIAL.moved(0x0F, 0x63)
    assert (table[0x0F], table[0x1F]) == (0x63, 0xCC)
    assert table.reversed()[0x0F] == 0xAB
    assert table.reversed().reversed() == table


def test_of_two_men_on_a_square_the_one_with_the_higher_number_is_found() -> None:
    table = INITIAL.with_man(0x1F, 0x13)
    assert (table.standing_on(0x13), table.standing_on(0x33)) == (0x1F, None)
    wrong: Any
    for wrong in (256, -1, 2.5, "33"):
        for call in (table.standing_on, partial(table.moved, 0)):
            with pytest.raises(ValueError, match=r"^byte .*: expected a number from 0 to 255"):
                call(wrong)
    assert table.problems() == [
        "2 pieces stand on $13: computer's king's pawn and player's king's pawn"
    ]
    assert table.problems(computer_white=True)[0].startswith("2 pieces stand on e2 ($13): ")


def test_a_missing_king_is_a_problem_and_a_missing_queen_is_none() -> None:
    assert INITIAL.with_man(0x10, 0xCC).problems() == ["the player's king is not on the board"]
    assert INITIAL.with_man(0x01, 0xCC).problems() == []


def test_text_that_is_no_table_is_refused_with_the_reason() -> None:
    for text, complaint in (
        ("03", "has 32 bytes, not 1"),
        ("zz" * 32, "'z' is no hex digit"),
        ("0" * 63, "63 hex digits"),
    ):
        with pytest.raises(TableError, match=complaint):
            PieceTable.from_hex(text)


def test_men_have_the_names_of_the_manual() -> None:
    assert [man_name(man) for man in (0x00, 0x0E, 0x0F, 0x1F, 0xFF)] == [
        "K", "QP", "KP", "opponent's KP", "nobody",
    ]  # fmt: skip

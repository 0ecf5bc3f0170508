"""The keypad as the program and the owner see it."""

import pytest

from emu import engines
from emu.board import Board
from emu.chips.keypad import KEYS, MATRIX_KEYS, key_name
from emu.errors import KeyNameError
from tests.rom.at import PADD, PBDD, SAD, SBD

# The key matrix of the schematic: row, and the port A bit pulled low.
MATRIX_TABLE = {
    "0": (0, 6), "1": (0, 5), "2": (0, 4), "3": (0, 3), "4": (0, 2), "5": (0, 1), "6": (0, 0),
    "7": (1, 6), "8": (1, 5), "9": (1, 4), "A": (1, 3), "B": (1, 2), "C": (1, 1), "D": (1, 0),
    "E": (2, 6), "F": (2, 5), "AD": (2, 4), "DA": (2, 3), "+": (2, 2), "GO": (2, 1), "PC": (2, 0),
}  # fmt: skip


@pytest.fixture
def board() -> Board:
    """A board whose port B drives the decoder and whose port A listens."""
    board = engines.board()
    board.bus[PBDD] = 0x3F
    board.bus[PADD] = 0x00
    return board


def columns(board: Board, select: int) -> int:
    """Port A while *select* is in SBD."""
    board.bus[SBD] = select
    return board.bus[SAD]


def test_a_key_pulls_its_column_low_on_its_row_only(board: Board) -> None:
    assert set(MATRIX_KEYS) == set(MATRIX_TABLE)
    for key, (row, bit) in MATRIX_TABLE.items():
        board.keypad.press(key)
        for decoded in range(16):
            expected = 0xFF - (1 << bit) if decoded == row else 0xFF
            assert columns(board, decoded << 1 | 1) == expected, (key, decoded)
        board.keypad.release(key)
        assert columns(board, row << 1 | 1) == 0xFF


@pytest.mark.parametrize("other_bits", [0x00, 0x01, 0x20, 0x21, 0xC0, 0xE1])
def test_only_pb1_to_pb4_select_a_row(board: Board, other_bits: int) -> None:
    """The monitor itself selects rows by $01 03 05 and by $21 23 25."""
    for key in ("3", "4", "A", "GO"):
        board.keypad.press(key)
    assert [columns(board, other_bits | row << 1) for row in range(3)] == [0xF3, 0xF7, 0xFD]


def test_no_row_is_selected_while_port_b_listens(board: Board) -> None:
    for key in MATRIX_TABLE:
        board.keypad.press(key)
    board.bus[PBDD] = 0x00
    assert {columns(board, row << 1 | 1) for row in range(3)} == {0xFF}


def test_a_column_that_port_a_drives_shows_the_latch_and_not_the_key(board: Board) -> None:
    board.bus[SAD] = 0x55
    board.bus[PADD] = 0x7F
    board.keypad.press("0")
    assert columns(board, 0x01) == 0xD5
    board.bus[PADD] = 0x00
    assert board.bus[SAD] == 0xBF


def test_the_terminal_jumper_pulls_pa0_low_on_row_3(board: Board) -> None:
    assert columns(board, 0x07) == 0xFF
    board.tty_jumper = True
    assert [columns(board, n << 1 | 1) for n in range(16)] == [
        0xFE if n == 3 else 0xFF for n in range(16)
    ]


@pytest.mark.parametrize("text", ["", "G", "SST"])
def test_a_key_name_is_taken_in_any_case_and_refused_with_the_keys_there_are(text: str) -> None:
    assert [key_name(one) for one in ("go", " a ", "Ad", "+")] == ["GO", "A", "AD", "+"]
    with pytest.raises(KeyNameError) as caught:
        key_name(text)
    assert repr(text) in str(caught.value)
    assert set(str(caught.value).split()) >= {*KEYS}


def test_the_keys_outside_the_matrix_cannot_be_held_in_it(board: Board) -> None:
    """RS and ST are wired to the processor's lines; neither has a row or a column."""
    for key in set(KEYS) - set(MATRIX_KEYS):
        with pytest.raises(KeyNameError):
            board.keypad.press(key)
    assert board.keypad.down == frozenset()

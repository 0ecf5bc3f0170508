"""The keypad as the program and the owner see it."""

from __future__ import annotations

from itertools import combinations

import pytest

import rom
from emu import engines
from emu.board import Board
from emu.chips.keypad import KEYS, MATRIX_KEYS, key_name
from emu.errors import EmuError, KeyNameError
from emu.machine import Machine

SAD, PADD, SBD, PBDD = range(0x1740, 0x1744)

# The key matrix of the schematic: row, the port A bit pulled low, the monitor's code.
MATRIX_TABLE = {
    "0": (0, 6, 0x00), "1": (0, 5, 0x01), "2": (0, 4, 0x02), "3": (0, 3, 0x03),
    "4": (0, 2, 0x04), "5": (0, 1, 0x05), "6": (0, 0, 0x06),
    "7": (1, 6, 0x07), "8": (1, 5, 0x08), "9": (1, 4, 0x09), "A": (1, 3, 0x0A),
    "B": (1, 2, 0x0B), "C": (1, 1, 0x0C), "D": (1, 0, 0x0D),
    "E": (2, 6, 0x0E), "F": (2, 5, 0x0F), "AD": (2, 4, 0x10), "DA": (2, 3, 0x11),
    "+": (2, 2, 0x12), "GO": (2, 1, 0x13), "PC": (2, 0, 0x14),
}  # fmt: skip
NO_KEY = 0x15
KEY = pytest.mark.parametrize("key", MATRIX_TABLE)


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


def test_the_matrix_has_21_keys_and_two_more_lie_outside() -> None:
    assert set(MATRIX_KEYS) == set(MATRIX_TABLE)
    assert len(MATRIX_KEYS) == 21
    assert set(KEYS) - set(MATRIX_KEYS) == {"RS", "ST"}


@KEY
def test_a_key_pulls_its_column_low_on_its_row_only(board: Board, key: str) -> None:
    row, bit, _ = MATRIX_TABLE[key]
    board.keypad.press(key)
    for decoded in range(16):
        expected = 0xFF - (1 << bit) if decoded == row else 0xFF
        assert columns(board, decoded << 1 | 1) == expected, decoded
    board.keypad.release(key)
    assert columns(board, row << 1 | 1) == 0xFF


@pytest.mark.parametrize("other_bits", [0x00, 0x01, 0x20, 0x21, 0xC0, 0xE1])
def test_only_pb1_to_pb4_select_a_row(board: Board, other_bits: int) -> None:
    """The monitor itself selects rows by $01 03 05 and by $21 23 25."""
    for key in ("3", "A", "GO"):
        board.keypad.press(key)
    assert [columns(board, other_bits | row << 1) for row in range(3)] == [0xF7, 0xF7, 0xFD]


@KEY
def test_no_row_is_selected_while_port_b_listens(board: Board, key: str) -> None:
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


def test_keys_on_one_row_are_all_seen(board: Board) -> None:
    for key in "06":
        board.keypad.press(key)
    assert columns(board, 0x01) == 0xFF - 0x41
    board.keypad.release("0")
    assert columns(board, 0x01) == 0xFF - 0x01


def test_the_keys_of_different_rows_do_not_show_on_each_others_row(board: Board) -> None:
    for key in ("0", "8", "AD"):
        board.keypad.press(key)
    assert [columns(board, s) for s in (1, 3, 5)] == [0xBF, 0xDF, 0xEF]


def test_the_terminal_jumper_pulls_pa0_low_on_row_3(board: Board) -> None:
    assert columns(board, 0x07) == 0xFF
    board.tty_jumper = True
    assert [columns(board, n << 1 | 1) for n in range(16)] == [
        0xFE if n == 3 else 0xFF for n in range(16)
    ]


def test_the_serial_line_idles_at_one_whatever_is_pressed(board: Board) -> None:
    board.tty_jumper = True
    for key in MATRIX_KEYS:
        board.keypad.press(key)
    assert all(columns(board, select) & 0x80 for select in range(0x40))


@pytest.mark.parametrize(
    ("text", "name"), [("go", "GO"), (" a ", "A"), ("Ad", "AD"), ("+", "+"), ("rs", "RS")]
)
def test_a_key_name_is_taken_in_any_case(text: str, name: str) -> None:
    assert key_name(text) == name


@pytest.mark.parametrize("text", ["", "G", "10", "SST", "ADDA", "-", "H"])
def test_a_name_that_is_no_key_is_refused_with_the_keys_there_are(text: str) -> None:
    with pytest.raises(KeyNameError) as caught:
        key_name(text)
    assert repr(text) in str(caught.value)
    assert all(key in str(caught.value).split() for key in KEYS)
    assert isinstance(caught.value, EmuError)
    assert isinstance(caught.value, ValueError)


# Through a program: read keys with GETKEY for ever, the code in $10

READ_KEYS = bytes.fromhex(
    "20 8C 1E"  # $0200 JSR INIT1
    "20 6A 1F"  # $0203 JSR GETKEY
    "85 10"  #    $0206 STA $10
    "4C 03 02"  # $0208 JMP $0203
)


@pytest.fixture
def reader() -> Machine:
    machine = Machine(rom.monitor())
    machine.load_bytes(0x0200, READ_KEYS)
    machine.jump(0x0200)
    machine.run(1000)
    return machine


def code(machine: Machine) -> int:
    machine.run(1000)
    return machine.peek(0x10)


def test_getkey_gives_a_program_all_21_codes_and_15_for_none(reader: Machine) -> None:
    assert code(reader) == NO_KEY
    for key, (row, bit, expected) in MATRIX_TABLE.items():
        assert expected == 7 * row + 6 - bit, "the table of this file"
        reader.key_down(key)
        assert code(reader) == expected, key
        reader.key_up(key)
        assert code(reader) == NO_KEY, key


def test_of_two_keys_down_the_lower_code_wins(reader: Machine) -> None:
    for one, other in combinations(MATRIX_TABLE, 2):
        reader.key_down(other)
        reader.key_down(one)
        assert code(reader) == min(MATRIX_TABLE[one][2], MATRIX_TABLE[other][2]), (one, other)
        reader.key_up(one)
        reader.key_up(other)


def test_letting_one_of_two_keys_go_leaves_the_other(reader: Machine) -> None:
    reader.key_down("PC")
    reader.key_down("3")
    assert code(reader) == 0x03
    reader.key_up("3")
    assert code(reader) == 0x14


@pytest.mark.parametrize("key", ["RS", "ST"])
def test_the_keys_outside_the_matrix_cannot_be_held_in_it(reader: Machine, key: str) -> None:
    """RS and ST are wired to the processor's lines; neither has a row, a column or a code."""
    with pytest.raises(KeyNameError):
        reader.key_down(key)
    assert code(reader) == NO_KEY

"""What was translated is dropped when its bytes change, by whoever changes them."""

import pytest

from emu import engines
from emu.board import Board
from emu.chips.registers import Registers
from emu.errors import Jammed
from emu.turbo.driver import HOST_CYCLES, Turbo

ORIGIN = 0x0200
FEW = 200
"""Instructions left to the interpreter: at the end of a run, but never in a loop."""
OPERAND = ORIGIN + 6
LOOP = bytes.fromhex(
    "A2 00"  # ldx #0
    "A0 05"  # ldy #5
    "18 69 03"  # again: clc / adc #3
    "88 D0 FA"  # dey / bne again
    "CA D0 F5"  # dex / bne ldy
    "4C 00 02"  # jmp start
)
STORES_INTO_ITSELF = bytes.fromhex(
    "A2 20"  # ldx #32
    "EE 08 02"  # inc operand below
    "EA EA"
    "69 00"  # adc #0
    "CA D0 F6"  # dex / bne inc
    "4C 00 02"
)
CHANGES_AN_OPCODE = bytes.fromhex(
    "A5 10 49 20 85 10"  # lda $10 / eor #$20 / sta $10
    "09 C8 8D 21 02"  # ora #$C8 / sta opcode below
    "A0 40 88 D0 FD"  # ldy #64 / dey / bne
    "A2 09 B5 20 95 30 CA D0 F9"  # ldx #9 / again: lda $20,x / sta $30,x / dex / bne again
    "4C 21 02" + "EA" * 5 + "C8 4C 00 02"  # the opcode / jmp start
)
STORES_AT_A_MASKED_INDEX = bytes.fromhex(
    "29 00 A8"  # and #0 / tay
    "A9 29"  # lda #$29, the opcode of and
    "99 00 02"  # sta start,y
    "4C 00 02"
)


def board_with(program: bytes, translated: bool) -> Board:
    """A board about to run *program* at $0200."""
    board = engines.board((), "py65")
    if translated:
        board.engine = Turbo(board, hot_visits=1, patient=True)
    board.bus.program(ORIGIN, program)
    board.cpu.registers = Registers(ORIGIN, 0, 0, 0, 0xFF, 0x30)
    return board


def both(program: bytes) -> tuple[Board, Board]:
    """The same for the interpreter and for translated code."""
    return board_with(program, False), board_with(program, True)


def run(boards: tuple[Board, Board], cycles: int = 40_000) -> None:
    """Run both; they must agree."""
    for board in boards:
        board.run(board.cycles + cycles)
    assert boards[0].state == boards[1].state


def turbo(board: Board) -> Turbo:
    """The board's engine."""
    assert isinstance(board.engine, Turbo)
    return board.engine


def test_a_poked_opcode_counts_from_then_on() -> None:
    boards = both(LOOP)
    run(boards)
    for board in boards:
        board.bus[ORIGIN + 5] = 0xE9
    run(boards)


def test_an_operand_that_was_poked_once_can_be_poked_for_free() -> None:
    boards = both(LOOP)
    run(boards)
    for value in (7, 9):
        for board in boards:
            board.bus[OPERAND] = value
        run(boards)
    before = turbo(boards[1]).interpreted
    for board in boards:
        board.bus[OPERAND] = 0x80
    run(boards)
    assert turbo(boards[1]).interpreted - before < FEW


def test_changed_code_is_made_again_sooner_than_the_first() -> None:
    board = board_with(LOOP, False)
    board.engine = engine = Turbo(board)
    while not engine.heads:
        board.run(board.cycles + 100_000)
    board.bus[ORIGIN + 5] = 0xE9
    board.run(board.cycles + HOST_CYCLES // 4)
    while engine._job:
        board.run(board.cycles + 1)
    assert engine.heads


def test_a_loaded_program_replaces_the_one_before_which_a_restored_state_brings_back() -> None:
    boards = both(LOOP)
    run(boards)
    states = [board.state for board in boards]
    for board in boards:
        board.bus.program(ORIGIN, STORES_INTO_ITSELF)
        board.cpu.pc = ORIGIN
    run(boards)
    for board, state in zip(boards, states, strict=True):
        board.state = state
    run(boards)


@pytest.mark.parametrize("program", [STORES_INTO_ITSELF, STORES_AT_A_MASKED_INDEX])
def test_a_program_that_changes_itself_runs_alike(program: bytes) -> None:
    boards = both(program)
    for cycles in (100, 5_000, 40_000, 100_000):
        run(boards, cycles)


def test_an_instruction_that_changes_all_the_time_is_left_to_the_interpreter_alone() -> None:
    boards = both(CHANGES_AN_OPCODE)
    run(boards)
    before, begun = turbo(boards[1]).interpreted, boards[1].instructions
    run(boards)
    assert turbo(boards[1]).interpreted - before < (boards[1].instructions - begun) / 5


def test_a_stack_that_grows_into_code_changes_it() -> None:
    code = bytes.fromhex("48 69 01 4C 80 01")  # pha / adc #1 / jmp $0180
    boards = both(bytes.fromhex("4C 80 01"))
    for board in boards:
        board.bus.program(0x0180, code)
        board.bus.program(0x0100, bytes(range(1, 0x71)))
    for cycles in (30, 700, 2_000):
        results = []
        for board in boards:
            try:
                results.append(str(board.run(board.cycles + cycles)))
            except Jammed as error:
                results.append(str(error))
        assert results[0] == results[1]
        assert boards[0].state == boards[1].state

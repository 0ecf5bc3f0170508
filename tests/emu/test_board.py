"""The three control lines of the board, its vectors, and what is wired to what."""

from __future__ import annotations

import pytest

from emu import engines
from emu.board import Board
from emu.bus import Expansion
from emu.chips.registers import Registers
from emu.errors import UndocumentedOpcode

RESET, NMI, IRQ = 0x1C22, 0x1D00, 0x1E00
NOP, RTI, JMP, BRK, LDA_ABS = 0xEA, 0x40, 0x4C, 0x00, 0xAD
DISABLE, DECIMAL, B, UNUSED = 0x04, 0x08, 0x10, 0x20


@pytest.fixture
def board() -> Board:
    """NOPs in RAM and ROM, handlers that return, and vectors; reset and about to run at $0200."""
    board = engines.board()
    board.bus.program(0x0000, bytes([NOP]) * 0x400)
    board.bus.program(0x1800, bytes([NOP]) * 0x800)
    board.bus.program(NMI, bytes([RTI]))
    board.bus.program(IRQ, bytes([RTI]))
    for address, target in ((0x1FFA, NMI), (0x1FFC, RESET), (0x1FFE, IRQ)):
        board.bus.program(address, target.to_bytes(2, "little"))
    board.reset()
    start_at(board, 0x0200)
    return board


def start_at(board: Board, address: int, p: int = 0) -> None:
    board.cpu.registers = Registers(address, 0x11, 0x22, 0x33, 0xF0, p)


def visits(board: Board, instructions: int) -> list[int]:
    """Where the processor stands after each of so many instructions."""
    seen = []
    for _ in range(instructions):
        board.step()
        seen.append(board.cpu.pc)
    return seen


# RS


def test_reset_takes_seven_cycles_sets_i_and_keeps_the_registers(board: Board) -> None:
    start_at(board, 0x0200, p=DECIMAL)
    ports = [base + register for base in (0x1700, 0x1740) for register in range(4)]
    for register in ports:
        board.bus[register] = 0x2A
    before = board.cycles
    board.reset()
    after = board.cpu.registers
    assert board.cycles == before + 7
    assert after[:5] == (RESET, 0x11, 0x22, 0x33, 0xED)
    assert after.p & (DISABLE | DECIMAL) == DISABLE | DECIMAL, "an NMOS 6502 does not clear D"
    assert [board.bus[register] for register in ports] == [0xFF, 0x00] * 4, "all are inputs"


# ST


def test_st_is_taken_with_i_set_and_pushes_pc_and_p_without_b(board: Board) -> None:
    start_at(board, 0x0234, p=DECIMAL | DISABLE)
    board.nmi()
    board.step()
    assert [board.bus[0x01F0 - n] for n in range(3)] == [0x02, 0x34, DECIMAL | DISABLE | UNUSED]


# SST


def test_sst_on_a_brk_takes_the_nmi_vector_and_keeps_what_brk_pushed(board: Board) -> None:
    board.bus.program(0x0200, bytes([BRK]))
    board.single_step = True
    accesses, cycles = board.bus.accesses, board.cycles
    assert visits(board, 1) == [NMI]
    assert board.bus.accesses - accesses == board.cycles - cycles == 7
    assert [board.bus[0x01F0 - n] for n in range(3)] == [0x02, 0x02, B | UNUSED]


@pytest.mark.parametrize(
    ("address", "stepped"),
    [(address, True) for address in (0x0000, 0x17FF, 0x1800, 0x1BFF, 0x3BFF)]
    + [(address, False) for address in (0x1C00, 0x1FF0, 0x3C00, 0xFC00)],
)
def test_single_step_interrupts_after_an_instruction_outside_the_monitor(
    board: Board, address: int, stepped: bool
) -> None:
    """The gate sees A10-A12 only: $1C00-$1FFF and its mirrors are masked, $1800-$1BFF is not."""
    board.bus.program(0x1780, bytes([NOP]) * 0x80)
    board.bus.program(NMI, bytes([NOP]) * 4)
    board.single_step = True
    start_at(board, address)
    after = address + 1 & 0xFFFF
    assert visits(board, 2) == [after, NMI + 1 if stepped else after + 1]
    if stepped:
        assert [board.bus[0x01F0], board.bus[0x01EF]] == [after >> 8, after & 0xFF]


def test_single_step_lets_a_call_into_the_monitor_run_and_one_instruction_after_it(
    board: Board,
) -> None:
    board.bus.program(0x0200, bytes([0x20, 0x00, 0x1F, NOP, NOP]))  # JSR $1F00
    board.bus.program(0x1F00, bytes([NOP, NOP, 0x60]))  # RTS
    board.single_step = True
    trail = visits(board, 7)
    assert trail == [0x1F00, 0x1F00, 0x1F01, 0x1F02, 0x0203, 0x0204, 0x0204]


# Interrupts


@pytest.mark.parametrize("base", [0x1700, 0x1740])
def test_a_timers_interrupt_shows_on_pb7_and_does_not_reach_the_processor(
    board: Board, base: int
) -> None:
    """On the stock board nothing drives IRQ, and nothing but ST and SST drives NMI."""
    board.bus.program(0x0200, bytes([0x58, 0xA9, 0x05, 0x8D, base + 0xC & 0xFF, base >> 8]))
    board.run(board.cycles + 8)
    assert visits(board, 8) == list(range(0x0207, 0x020F)), "only NOPs"
    assert board.bus[base + 2] & 0x80 == 0


def test_an_instruction_that_follows_the_timer_reads_it_in_its_last_cycle(board: Board) -> None:
    """STA abs and LDA abs one behind the other are four clocks apart; abs,X over a page five."""
    board.bus.program(
        0x0200,
        bytes([0x8D, 0x04, 0x17, LDA_ABS, 0x04, 0x17, 0x8D, 0x04, 0x17, 0xBD, 0xE4, 0x16, NOP]),
    )
    board.cpu.registers = Registers(0x0200, 0x50, 0x20, 0, 0xFF, 0)
    visits(board, 2)
    assert board.cpu.a == 0x50 - 4
    visits(board, 2)
    assert board.cpu.a == 0x4C - 5


# Running


@pytest.mark.parametrize("single_step", [False, True])
def test_a_run_stops_before_a_stop_address_or_with_the_instruction_that_uses_up_the_cycles(
    board: Board, single_step: bool
) -> None:
    start = board.cycles
    assert not board.run(start + 3)
    assert (board.cycles, board.cpu.pc) == (start + 4, 0x0202)
    board.single_step = single_step
    assert board.run(board.cycles + 1000, stops={0x0203})
    assert board.cpu.pc == 0x0203
    assert not board.nmi_pending, "what comes before it was carried out"


@pytest.mark.parametrize(("select", "stops"), [(0x03, True), (0x07, False), (0x15, False)])
def test_a_run_can_stop_when_the_program_reads_a_keypad_row(
    board: Board, select: int, stops: bool
) -> None:
    board.bus.program(0x0200, bytes([NOP, LDA_ABS, 0x40, 0x17, NOP, NOP]))
    board.bus[0x1743], board.bus[0x1742] = 0x3F, select
    assert board.run(board.cycles + 20, stop_at_keypad=True) == stops
    assert (board.cpu.pc == 0x0204) == stops


# Looking without touching


def test_peeking_everywhere_changes_nothing(board: Board) -> None:
    board.bus[0x170C] = 3
    visits(board, 5)
    saved = board.state
    for address in range(0x10000):
        board.peek(address)
    assert board.state == saved
    assert not board.keypad_read


def test_sst_steps_in_expansion_that_hides_the_monitor_rom() -> None:
    """At $3C00 the board's own decoding would select the monitor ROM; expansion there is other."""
    board = engines.board([Expansion(0x3C00, 0x100)])
    board.bus.program(0x3C00, bytes([NOP, NOP]))
    board.cpu.registers = board.cpu.registers._replace(pc=0x3C00)
    board.single_step = True
    board.step()
    assert board.nmi_pending


def opcode_of_a_timer(program: str, stepped: bool) -> str:
    """How a program ends whose last jump leads to a timer."""
    board = engines.board(name="py65")
    board.bus.program(0x0200, bytes.fromhex(program))
    board.cpu.registers = Registers(0x0200, 0, 0, 0, 0xFF, 0x30)
    while board.cpu.pc != 0x1706:
        board.step()
    try:
        board.step() if stepped else board.run(board.cycles + 1)
        return str(board.cpu.registers)
    except UndocumentedOpcode as stop:
        return str(stop)


@pytest.mark.parametrize("before", ["EA", "EE 00 03"], ids=["nop", "inc"])
def test_an_opcode_read_from_a_timer_is_what_it_shows_at_the_fetch(before: str) -> None:
    """Whether instructions are stepped or run, and whatever was executed before."""
    for start in range(0, 256, 5):
        program = f"A9 {start:02X} 8D 04 17 {before} 4C 06 17"  # lda, sta timer / ... / jmp timer
        ends = {opcode_of_a_timer(program, stepped) for stepped in (False, True)}
        assert len(ends) == 1, program

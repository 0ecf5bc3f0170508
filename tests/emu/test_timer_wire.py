"""The owner's wire from PB7 of the 6530-003, its timer's interrupt, to IRQ or NMI."""

import pytest

from emu import engines
from emu.board import Board
from emu.chips.registers import Registers
from emu.conformance.interrupts import Pull
from emu.errors import EmuError, Jammed

NMI, IRQ, COUNT = 0x1D00, 0x1E00, 0x80
PBDD_003, TIMER_WITH_INTERRUPT = 0x1703, 0x170C
DISABLE = 0x04
HANDLER = bytes([0xE6, COUNT, 0xEE, 0x81, 0x00, 0x40])  # INC $80, INC $0081, RTI
QUIET = bytes([0xE6, COUNT, 0x8D, 0x04, 0x17, 0x40])  # INC $80, STA $1704, RTI


@pytest.fixture
def board() -> Board:
    """NOPs without end, and a handler that counts; the timer is at rest."""
    board = engines.board(name="wasm")
    board.bus.program(0x0200, bytes([0xEA]) * 0x200)
    for address, target in ((0x1FFA, NMI), (0x1FFE, IRQ), (0x1FFC, 0x0200)):
        board.bus.program(address, target.to_bytes(2, "little"))
    board.bus.program(NMI, HANDLER)
    board.bus.program(IRQ, QUIET)
    board.reset()
    board.cpu.registers = Registers(0x0200, 0, 0, 0, 0xF0, 0)
    return board


def interrupts(board: Board, cycles: int) -> int:
    board.run(board.cycles + cycles)
    return board.bus[COUNT]


def test_nmi_takes_the_falling_edge_once(board: Board) -> None:
    board.timer_wire = "NMI"
    board.cpu.p |= DISABLE
    board.bus[TIMER_WITH_INTERRUPT] = 20
    assert interrupts(board, 18) == 0
    assert interrupts(board, 20) == 1
    assert interrupts(board, 200) == 1, "the line stays low: no further edge"


def test_irq_is_held_until_the_timer_is_served(board: Board) -> None:
    board.timer_wire = "IRQ"
    board.bus[TIMER_WITH_INTERRUPT] = 20
    assert interrupts(board, 300) == 1, "its handler writes the timer without interrupt"
    board.bus.program(IRQ, HANDLER)
    board.bus[COUNT] = 0
    board.bus[TIMER_WITH_INTERRUPT] = 20
    assert interrupts(board, 300) > 3, "unserved, it comes again after every RTI"


def test_a_handler_that_enables_interrupts_and_then_serves_the_timer_is_entered_once_more(
    board: Board,
) -> None:
    """Behind CLI one instruction runs; the timer is served in its last cycle, after the look."""
    board.bus.program(IRQ, bytes.fromhex("E680 58 AD0417 40"))  # INC $80, CLI, LDA $1704, RTI
    board.timer_wire = "IRQ"
    board.bus[TIMER_WITH_INTERRUPT] = 0
    assert interrupts(board, 200) == 2
    assert board.cpu.sp == 0xF0


def test_a_timer_that_pulls_nmi_in_the_last_cycle_waits_for_the_next_instruction(
    board: Board,
) -> None:
    """A state in between remembers that the edge was not looked at yet."""
    board.timer_wire = "NMI"
    board.bus[TIMER_WITH_INTERRUPT] = 0  # it pulls in the next cycle but none
    board.step()
    assert board.nmi_pending
    saved = board.state
    for again in (False, True):
        if again:
            board.state = saved
        board.step()
        board.step()
        assert board.cpu.pc == NMI + 2, again


def _released(board: Board, then: str) -> None:
    """NMI was low to the last cycle: its handler has just put the timer off, and goes on *then*."""
    handler = bytes.fromhex("E680 8D0C17" + then)  # INC $80, STA $170C
    board.bus.program(NMI, handler)
    board.cpu.a = 0x80
    board.timer_wire = "NMI"
    board.bus[TIMER_WITH_INTERRUPT] = 0
    assert board.run(board.cycles + 100, stops={NMI + 5})


def test_nmi_that_is_pulled_on_as_the_timer_lets_go_of_it_has_no_edge(board: Board) -> None:
    _released(board, then="CD0617 40")  # CMP $1706, RTI
    now = board.cycles
    board.interrupts.pullers["NMI"].append(Pull(range(now, now + 50)))
    assert interrupts(board, 40) == 1


def test_a_run_without_an_instruction_leaves_nmi_as_it_was(board: Board) -> None:
    _released(board, then="02")  # JAM
    before = board.state
    assert before.timer_line
    with pytest.raises(Jammed):
        board.run(board.cycles + 100)
    assert board.state == before


def test_pb7_as_an_output_hides_the_timer(board: Board) -> None:
    board.timer_wire = "NMI"
    board.bus[PBDD_003] = 0x80
    board.bus[TIMER_WITH_INTERRUPT] = 20
    assert interrupts(board, 100) == 0


def test_a_wire_to_another_line_is_refused(board: Board) -> None:
    with pytest.raises(EmuError, match="'RDY'; expected IRQ, NMI"):
        board.timer_wire = "RDY"  # type: ignore[assignment]

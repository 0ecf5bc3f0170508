"""Translated code against the interpreter: registers, memory, cycles, at every pause."""

import pytest

from emu import engines
from emu.chips.registers import Registers
from emu.conformance.lockstep import Parted, boards, compare, run_round
from emu.conformance.random_programs import CODE, EXPANSIONS
from emu.turbo.driver import Turbo
from tests.sample import every_run


@pytest.mark.parametrize("seed", every_run(range(4), 1))
def test_random_programs_run_alike(seed: int) -> None:
    assert run_round(seed) > 0


def test_code_stops_where_a_return_leads_to_a_stop_set_later() -> None:
    caller = bytes.fromhex("20 20 02 E8 4C 00 02")  # jsr $0220 / back: inx / jmp $0200
    callee = bytes.fromhex("A0 30 88 D0 FD C8 60")  # ldy #$30 / dey, bne / iny / rts
    back = CODE + 3
    board = engines.board(EXPANSIONS, "py65")
    board.bus.program(CODE, caller)
    board.bus.program(CODE + 0x20, callee)
    board.cpu.registers = Registers(CODE, 0, 0, 0, 0xFF, 0x30)
    engine = Turbo(board, hot_visits=1, patient=True)
    board.engine = engine
    for stop in range(CODE + 0x20, CODE + 0x27):
        board.run(board.cycles + 20_000, {stop})
    board.run(board.cycles + 200_000)
    assert back in engine.heads
    reference = engines.board(EXPANSIONS, "py65")
    reference.state = board.state
    for one in (board, reference):
        assert one.run(one.cycles + 100_000, {back})
    compare(reference, board, "at the return")


RETURNS_TO_173F = (
    "A9 01 8D 04 17"  # lda #1 / sta $1704: its interrupt comes at once
    "A9 17 48 A9 3E 48 60"  # lda #$17, pha / lda #$3E, pha / rts
)
CROSSES_FROM_1706 = (
    "A9 01 8D 04 17 EA EA EA EA"
    "A2 07 BD FF 17"  # ldx #7 / lda $17FF,x
    "AD 07 17 85 10 4C 00 02"  # lda $1707: is there an interrupt? / sta $10 / jmp start
)


@pytest.mark.parametrize("code", [RETURNS_TO_173F, CROSSES_FROM_1706])
def test_a_byte_that_is_read_and_dropped_may_be_a_timer_s(code: str) -> None:
    """Read at $173E or $1706, the timer of the 6530-003 forgets its interrupt; $173F, run as code,
    tells, and so does $1707.
    """
    both = boards()
    for board in both:
        board.bus.program(CODE, bytes.fromhex(code))
        board.bus.program(0x17FE, CODE.to_bytes(2, "little"))
        board.cpu.registers = Registers(CODE, 0, 0, 0, 0xFF, 0x34)
    for _ in range(20):
        for board in both:
            board.run(board.cycles + 1_000)
        compare(*both, "there and back")


def test_a_difference_is_told() -> None:
    reference, other = boards()
    other.bus[0x10] = 0x42
    with pytest.raises(Parted, match=r"here: cell \$0010: \$00, translated \$42"):
        compare(reference, other, "here")
    other.bus[0x10] = 0x00
    other.cpu.a = 1
    with pytest.raises(Parted, match=r"here, cycle \d+: registers PC=.* translated PC=.*A=\$01"):
        compare(reference, other, "here")

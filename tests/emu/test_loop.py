"""How a machine that does nothing but look at an input is told from one that works."""

import pytest

import rom
from emu.chips.waveform import Waveform
from emu.machine import Machine
from emu.watch.debug import DebugMachine
from tests.emu.started import about_to_run, started

POLL = "2C 40 17 30 FB"
"""BIT $1740, BMI back to it."""


def machine(code: str) -> Machine:
    """A machine that is about to run *code* at $0200, its serial input open."""
    one = started(code)
    one.board.bus[0x1743], one.board.bus[0x1742] = 0x3F, 0x07
    one.run(20)
    return one


def test_a_program_that_looks_at_the_line_goes_round() -> None:
    one = machine(POLL)
    assert one.loop() == 7
    one.type(b"A")
    assert one.loop() is None
    one.run(2 * one.board.terminal.framing.character)
    assert one.loop() is None, "it has seen the start bit and left"


@pytest.mark.parametrize(
    "code",
    [
        "E6 10 4C 00 02",  # INC $10
        "AD 04 17 4C 00 02",  # LDA $1704, a timer
        "CA 4C 00 02",  # DEX
        "A2 40 CA D0 FD 2C 40 17 30 F6",  # longer than 64 instructions
    ],
    ids=["memory", "timer", "register", "long"],
)
def test_a_program_that_works_does_not(code: str) -> None:
    assert machine(code).loop() is None


def test_time_may_end_a_loop() -> None:
    one = machine(POLL)
    one.play_tape(Waveform(1, (500,), 1000))
    assert one.loop() is None
    one.run(1000)
    assert one.loop() == 7
    one.timer_wire = "IRQ"
    assert one.loop() is None


def test_no_breakpoint_is_passed_unseen() -> None:
    one = about_to_run(DebugMachine(rom.monitor()), POLL)
    one.run(20)
    assert one.loop() == 7
    one.breakpoints, one.slice_length = frozenset({0x0200}), 10
    assert one.loop() is None
    pauses = sum(1 for _ in one.running_for(70, ()))
    assert one.take_halts()
    assert pauses > 1, "a bounded run pauses too"

"""Programs that wait, on the interpreter and translated: the same state, and little is executed."""

import pytest

from emu.chips.registers import Registers
from emu.chips.waveform import Waveform
from emu.conformance.lockstep import boards, compare
from emu.conformance.random_programs import CODE
from emu.turbo.builder import Builder
from emu.turbo.driver import Turbo
from emu.turbo.tree import Exit
from tests.emu.turbo.test_jobs import order

TIMERS = {
    "by 1": "A9 FF 8D 04 17 2C 07 17 10 FB 4C 00 02",
    "by 8": "A9 FF 8D 05 17 2C 07 17 10 FB 4C 00 02",
    "by 64": "A9 80 8D 46 17 2C 47 17 10 FB 4C 00 02",
    "by 1024": "A9 30 8D 07 17 2C 07 17 10 FB 4C 00 02",
    "interrupt enabled": "A9 FF 8D 0D 17 2C 07 17 10 FB 4C 00 02",
    "in a subroutine": "A9 FF 8D 05 17 20 10 02 10 FB 4C 00 02 00 00 00 2C 07 17 60",
    "the count": "A9 40 8D 06 17 AD 06 17 D0 FB 4C 00 02",
    "the count, at once": "A9 A6 8D 05 17 AD 06 17 85 10 AD 0E 17 85 11 4C 00 02",
    "PB7 of the 6530-003": "A9 20 8D 0D 17 2C 02 17 30 FB 4C 00 02",
    "half waves": "A9 BF 8D 43 17 A9 7D 8D 44 17 AD 42 17 49 80 8D 42 17 2C 47 17 10 FB 4C 05 02",
    "for ever": "4C 00 02",
}
LINES = {
    "a tape": "2C 42 17 10 FB E6 10 2C 42 17 30 FB E6 11 4C 00 02",
    "a character": "2C 40 17 10 FB E6 10 2C 40 17 30 FB E6 11 4C 00 02",
}
MUCH = "A9 7F 8D 41 17 A9 1E 8D 43 17 EE 00 03 AD 00 03 8D 40 17 29 1E 8D 42 17 4C 0A 02"
"""Segments and digits changed all the time."""


def both_run(code: str, cycles: tuple[int, ...]) -> Turbo:
    """Both boards run the *code* for so many *cycles* again and again, alike; the engine."""
    both = boards()
    for board in both:
        board.bus.program(CODE, bytes.fromhex(code))
        board.cpu.registers = Registers(CODE, 0, 0, 0, 0xFF, 0x34)
        board.bus[0x1743] = 0x1F
        board.terminal.set_line(1200)
        board.terminal.send(b"KIM" * 4, board.cycles)
        edges = tuple(range(300, 60_000, 517))
        board.deck.play(Waveform(1, edges, 70_000), board.cycles)
    for number in cycles:
        for board in both:
            board.run(board.cycles + number)
        compare(*both, f"after {number} cycles")
    engine = both[1].engine
    assert isinstance(engine, Turbo)
    return engine


@pytest.mark.parametrize("name", TIMERS)
def test_a_timer_is_waited_for(name: str) -> None:
    engine = both_run(TIMERS[name], (20_000, 3, 999, 30_000))
    if name != "PB7 of the 6530-003":
        before = engine.interpreted
        engine._board.run(engine._board.cycles + 1_000_000)
        assert engine.interpreted - before < 50


@pytest.mark.parametrize("name", LINES)
def test_a_line_is_waited_for(name: str) -> None:
    both_run(LINES[name], (9_000, 1_001, 40_000, 77, 60_000))


WAITS = {name: (code, CODE + 5) for name, code in TIMERS.items() if "2C" in code} | {
    "half waves": (TIMERS["half waves"], CODE + 18),
    "for ever": (TIMERS["for ever"], CODE),
    "counted": ("A0 50 A6 10 CA D0 FD 88 D0 F8 4C 00 02", CODE),
    **{name: (code, CODE) for name, code in LINES.items()},
}
"""What waits, with the address at which it does."""


@pytest.mark.parametrize("name", WAITS)
def test_the_rounds_of_a_wait_are_computed(name: str) -> None:
    code, head = WAITS[name]
    wanted = order(bytes.fromhex(code), head)
    tree = Builder(wanted.layout, wanted.memory, lambda _: False).build(head)
    assert tree is not None
    assert any(isinstance(b.end, Exit) and b.end.charges for b in tree.root.walk())


def test_the_digits_follow_however_often_they_change() -> None:
    both_run(MUCH, (30_000, 500_000, 123))


def test_a_stop_that_is_set_at_a_wait_is_met_each_time_round() -> None:
    both = boards()
    for board in both:
        board.bus.program(CODE, bytes.fromhex(TIMERS["by 1024"]))
        board.cpu.registers = Registers(CODE, 0, 0, 0, 0xFF, 0x34)
    for stops in ((), (), {CODE + 5}, {CODE + 5}, {CODE + 8}, ()):
        assert len({board.run(board.cycles + 5_000, stops) for board in both}) == 1
        compare(*both, f"stops {stops}")


def test_registers_that_come_in_the_middle_of_a_run_are_those_of_the_chips() -> None:
    """The first 2,560 rounds reach none."""
    both_run("C6 10 D0 FC E6 11 A5 11 C9 0A D0 F4 AD 06 17 85 12 4C 00 02", (60_000, 9_000))

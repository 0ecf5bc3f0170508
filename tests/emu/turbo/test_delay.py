"""Before any code is compiled, a loop that only counts down is gone through at once, and ends where
py65 ends it.
"""

import pytest

import rom
from emu.machine import Machine
from emu.turbo.driver import Turbo

WAITS = "A2{count:02X} CA D0FD A0{count:02X} EA 88 D0FC 4C0002"


def running(engine: str, code: str, at: int = 0x0200) -> Machine:
    machine = Machine(rom.monitor(), engine=engine)
    machine.load_bytes(at, bytes.fromhex(code))
    machine.jump(at)
    return machine


@pytest.mark.parametrize("count", [0x00, 0x01, 0x02, 0x90])
def test_a_delay_may_be_cut_off_anywhere(count: int) -> None:
    code = WAITS.format(count=count)
    one, other = (running(engine, code) for engine in ("py65", "auto"))
    for cycles in (*range(1, 40), 700, *range(650, 660), 1_300):
        one.run(cycles)
        other.run(cycles)
        assert other.snapshot() == one.snapshot()


def test_a_stop_in_a_delay_is_met_each_time() -> None:
    machine = running("auto", WAITS.format(count=9))
    for x in range(8, -1, -1):
        machine.run_until({0x0203})
        assert machine.registers.x == x


def test_a_delay_across_a_page_takes_its_extra_cycles() -> None:
    code = "A280 CA D0FD EA"
    one, other = (running(engine, code, 0x02FB) for engine in ("py65", "auto"))
    assert one.run_until({0x0300}) == other.run_until({0x0300})
    assert other.snapshot() == one.snapshot()


def test_waiting_is_not_left_to_the_interpreter() -> None:
    machine = running("auto", WAITS.format(count=0x90))
    machine.run(20_000)
    engine = machine.board.engine
    assert isinstance(engine, Turbo)
    assert engine.interpreted < machine.instructions / 20

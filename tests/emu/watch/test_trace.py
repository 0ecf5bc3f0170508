"""The bus trace: what goes over the bus, in every cycle."""

from __future__ import annotations

import json

import pytest

from emu.bus import REGISTERS
from emu.machine import Machine
from emu.watch.trace import FETCHED, READ, WRITTEN, BusAccess, Filter, Trace, tapped
from tests import lights
from tests.emu.started import started


def traced(machine: Machine, steps: int = 1, wanted: Filter | None = None) -> list[BusAccess]:
    found: list[BusAccess] = []
    with tapped(machine.board, Trace(found.append, wanted)):
        for _ in range(steps):
            machine.step()
    return found


CASES = """
LDA (z)Y+! B124            f0200 r0201 r0024 r0025 r027F r037F
INC abs    EE0003          f0200 r0201 r0202 r0300 w0300 w0300
JSR        200003          f0200 r0201 r01F7 w01F7 w01F6 r0202
BRK        00              f0200 r0201 w01F7 w01F6 w01F5 rFFFE rFFFF
SLO (zp,X) 031C            f0200 r0201 r001C r0020 r0021 r0310 w0310 w0310
"""


@pytest.mark.parametrize("case", CASES.strip().splitlines(), ids=lambda case: case[:10].strip())
def test_each_access_has_its_cycle(case: str) -> None:
    code, *expected = case[11:].split()
    machine = started(code)
    machine.load_bytes(0x20, bytes.fromhex("1003 0003 FF02"))
    machine.registers = machine.registers._replace(x=4, y=0x80, sp=0xF7)
    start = machine.cycles
    found = traced(machine)
    assert [f"{a.kind[0]}{a.address:04X}" for a in found] == expected
    assert [a.cycle for a in found] == list(range(start, machine.cycles))


def test_an_interrupt_is_seen_before_its_first_instruction() -> None:
    machine = lights.machine()
    pc, start = machine.registers.pc, machine.cycles
    machine.stop()
    found = traced(machine)
    kinds = [READ, READ, WRITTEN, WRITTEN, WRITTEN, READ, READ]
    assert [(a.cycle - start, a.kind, a.pc) for a in found[:7]] == [
        (cycle, kind, pc) for cycle, kind in enumerate(kinds)
    ]
    assert [a.address for a in found[5:8]] == [0xFFFA, 0xFFFB, 0x1C1C]
    assert (found[7].cycle - start, found[7].kind) == (7, FETCHED)


def test_a_register_is_read_in_the_cycle_in_which_the_timer_is() -> None:
    """The timer counts clocks: two reads n cycles apart differ by n."""
    machine = started("A9C8 8D0417 AD0417 A000 B90417 20401F AD0417")
    wanted = Filter((REGISTERS,), frozenset((READ, WRITTEN)), monitor=False)
    found = traced(machine, 9, wanted)
    assert [a.address for a in found] == [0x1704] * 3
    first, *later = found
    assert [200 - a.value for a in later] == [a.cycle - first.cycle for a in later]


def test_tapped_or_not_the_machine_does_the_same() -> None:
    plain, other = lights.machine(), lights.machine()
    found: list[BusAccess] = []
    start = other.instructions
    plain.run(10_000)
    with tapped(other.board, Trace(found.append)):
        other.run(10_000)
    assert plain.snapshot() == other.snapshot()
    assert sum(a.kind == FETCHED for a in found) == other.instructions - start
    plain.run(10_000)
    other.run(10_000)
    assert plain.snapshot() == other.snapshot()
    assert [a.cycle for a in found] == sorted(a.cycle for a in found)


def test_filters_by_address_kind_and_monitor() -> None:
    machine = lights.machine()
    wanted = Filter((range(0x1740, 0x1744),), frozenset((WRITTEN,)), monitor=False)
    found = traced(machine, 5_000, wanted)
    assert found
    assert {a.kind for a in found} == {WRITTEN}
    assert {a.address for a in found} <= {0x1740, 0x1741, 0x1742, 0x1743}
    assert {a.pc for a in found} == {0x231, 0x238, 0x23F, 0x245}


def test_an_access_as_text_and_as_json() -> None:
    access = BusAccess(123, 0x1742, 0x15, WRITTEN, 0x23F)
    assert str(access) == "         123 write $1742 15  at $023F"
    fields = {"cycle": 123, "address": 0x1742, "value": 0x15, "kind": "write", "pc": 0x23F}
    assert json.loads(access.as_json()) == fields

"""The bus trace: what goes over the bus, and when.

The expected cycles are those of the MCS6500 Hardware Manual, appendix A.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import rom
from emu.bus import REGISTERS
from emu.chips.mpu import NMOS6502, _refuse
from emu.machine import Machine
from emu.watch.bus_probe import tapped
from emu.watch.trace import FETCHED, KINDS, READ, WRITTEN, BusAccess, Filter, Trace
from tests import lights

DATA = 0x300
KIND = {"f": FETCHED, "r": READ, "w": WRITTEN}


def traced(machine: Machine, steps: int = 1, wanted: Filter | None = None) -> list[BusAccess]:
    found: list[BusAccess] = []
    with tapped(machine.board, Trace(found.append, wanted)):
        for _ in range(steps):
            machine.step()
    return found


CASES = """
LDA #      A955            f0 0200 r1 0201
LDA zp     A510            f0 0200 r1 0201 r2 0010
LDA zp,X   B510            f0 0200 r1 0201 r3 0014
LDX zp,Y   B610            f0 0200 r1 0201 r3 0090
LDA abs    AD0003          f0 0200 r1 0201 r2 0202 r3 0300
LDA abs,X  BD0003          f0 0200 r1 0201 r2 0202 r3 0304
LDA abs,X+ BDFE02          f0 0200 r1 0201 r2 0202 r4 0302
STA abs,X  9D0003          f0 0200 r1 0201 r2 0202 w4 0304
STA abs,Y+ 99F002          f0 0200 r1 0201 r2 0202 w4 0370
LDA (zp,X) A11C            f0 0200 r1 0201 r3 0020 r4 0021 r5 0310
LDA (zp),Y B122            f0 0200 r1 0201 r2 0022 r3 0023 r4 0380
LDA (z),Y+ B120            f0 0200 r1 0201 r2 0020 r3 0021 r4 0390
LDA (z)Y+! B124            f0 0200 r1 0201 r2 0024 r3 0025 r5 037F
STA (zp),Y 9122            f0 0200 r1 0201 r2 0022 r3 0023 w5 0380
STA zp     8510            f0 0200 r1 0201 w2 0010
INC zp     E610            f0 0200 r1 0201 r2 0010 w4 0010
INC zp,X   F610            f0 0200 r1 0201 r3 0014 w5 0014
INC abs    EE0003          f0 0200 r1 0201 r2 0202 r3 0300 w5 0300
DEC abs    CE0003          f0 0200 r1 0201 r2 0202 r3 0300 w5 0300
ASL abs,X  1E0003          f0 0200 r1 0201 r2 0202 r4 0304 w6 0304
ROL A      2A              f0 0200
NOP        EA              f0 0200
BNE taken  D002            f0 0200 r1 0201
JMP abs    4C0003          f0 0200 r1 0201 r2 0202
JMP (abs)  6C2000          f0 0200 r1 0201 r2 0202 r3 0020 r4 0021
JSR        200003          f0 0200 r1 0201 w3 01F7 w4 01F6 r5 0202
RTS        60              f0 0200 r3 01F8 r4 01F9
RTI        40              f0 0200 r3 01F8 r4 01F9 r5 01FA
PHA        48              f0 0200 w2 01F7
PLA        68              f0 0200 r3 01F8
BRK        00              f0 0200 w2 01F7 w3 01F6 w4 01F5 r5 FFFE r6 FFFF
"""


@pytest.mark.parametrize("case", CASES.strip().splitlines(), ids=lambda case: case[:10].strip())
def test_each_access_has_its_cycle(case: str) -> None:
    code, *expected = case[11:].split()
    machine = Machine(rom.monitor())
    machine.load_bytes(0x20, bytes.fromhex("1003 0003 FF02"))
    machine.load_bytes(0x200, bytes.fromhex(code))
    machine.jump(0x200)
    machine.registers = replace(machine.registers, x=4, y=0x80, sp=0xF7)
    start = machine.cycles
    found = [(f"{a.kind[0]}{a.cycle - start}", f"{a.address:04X}") for a in traced(machine)]
    assert found == list(zip(expected[::2], expected[1::2], strict=True))


DOCUMENTED = [op for op, handler in enumerate(NMOS6502.instruct) if handler is not _refuse]


@pytest.mark.parametrize("opcode", DOCUMENTED, ids="{:02X}".format)
def test_the_accesses_of_an_instruction_come_one_after_another(opcode: int) -> None:
    for x in (0, 0xFF):
        machine = Machine(rom.monitor())
        machine.load_bytes(0x200, bytes((opcode, 0x80, 0x03)))
        machine.load_bytes(0x7F, bytes.fromhex("038003"))
        machine.jump(0x200)
        machine.registers = replace(machine.registers, x=x, y=x, sp=0x80)
        start = machine.cycles
        cycles = [a.cycle - start for a in traced(machine)]
        length = machine.cycles - start
        assert cycles == sorted(set(cycles))
        assert cycles[0] == 0
        implied = len(cycles) == 1 or NMOS6502.disassemble[opcode][1] == "rel"
        own = NMOS6502.disassemble[opcode][0] in ("RTS", "JSR", "JMP")
        assert cycles[-1] == length - 1 or ((implied or own) and cycles[-1] < length)


def test_an_interrupt_is_seen_before_its_first_instruction() -> None:
    machine = lights.machine()
    pc, start = machine.registers.pc, machine.cycles
    machine.stop()
    found = traced(machine)
    assert [(a.cycle - start, a.kind, a.pc) for a in found[:5]] == [
        (2, WRITTEN, pc),
        (3, WRITTEN, pc),
        (4, WRITTEN, pc),
        (5, READ, pc),
        (6, READ, pc),
    ]
    assert [a.address for a in found[3:6]] == [0xFFFA, 0xFFFB, 0x1C1C]
    assert (found[5].cycle - start, found[5].kind) == (7, FETCHED)


def test_a_register_is_read_in_the_cycle_in_which_the_timer_is() -> None:
    """The timer counts clocks: two reads n cycles apart differ by n."""
    machine = Machine(rom.monitor())
    machine.load_bytes(0x200, bytes.fromhex("A9C8 8D0417 AD0417 A000 B90417 20401F AD0417"))
    machine.jump(0x200)
    wanted = Filter((REGISTERS,), frozenset((READ, WRITTEN)), monitor=False)
    found = traced(machine, 9, wanted)
    assert [a.address for a in found] == [0x1704] * 3
    started = found[0].cycle
    assert [200 - a.value for a in found[1:]] == [a.cycle - started for a in found[1:]]


def test_tapped_or_not_the_machine_does_the_same() -> None:
    plain, other = lights.machine(), lights.machine()
    found: list[BusAccess] = []
    start = other.instructions
    plain.run(30_000)
    with tapped(other.board, Trace(found.append)):
        other.run(30_000)
    assert plain.snapshot() == other.snapshot()
    assert sum(a.kind == FETCHED for a in found) == other.instructions - start
    plain.run(30_000)
    other.run(30_000)
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
    assert json.loads(access.as_json()) == {
        "cycle": 123,
        "address": 0x1742,
        "value": 0x15,
        "kind": "write",
        "pc": 0x23F,
    }
    assert access.kind in KINDS

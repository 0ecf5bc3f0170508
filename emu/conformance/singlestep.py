"""SingleStepTests: what one instruction does to registers and memory, case by case.

The format is that of Tom Harte's ``65x02`` collection, version 1. A file is a JSON list of ::

    {"name": "a9 12 34",
     "initial": {"pc": 4660, "s": 253, "a": 1, "x": 2, "y": 3, "p": 36, "ram": [[4660, 169], ...]},
     "final": {the same},
     "cycles": [[4660, 169, "read"], ...]}

Registers, RAM and the number of cycles are compared. Of P it is the six real flags: bits 4 and 5
exist only in the byte that is pushed. What is on the bus in each cycle is not compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from emu.chips.mpu import NMOS6502, is_documented
from emu.chips.registers import Registers
from emu.errors import ConformanceError, UndocumentedOpcode
from emu.units import ADDRESS_SPACE

_FLAGS = 0b1100_1111
_LARGEST = {"pc": 0xFFFF, "s": 0xFF, "a": 0xFF, "x": 0xFF, "y": 0xFF, "p": 0xFF}


class CpuState(NamedTuple):
    """Registers, and the bytes of RAM that matter by address."""

    registers: Registers
    ram: dict[int, int]


@dataclass(frozen=True)
class SingleStepCase:
    """One instruction: the states before and after it, and how many cycles it takes."""

    name: str
    initial: CpuState
    final: CpuState
    cycles: int

    @property
    def opcode(self) -> int:
        """The byte at PC."""
        return self.initial.ram[self.initial.registers.pc]


@dataclass
class OpcodeTally:
    """The cases of one opcode: how many went how; ``first`` is the first that failed, and how."""

    opcode: int
    passed: int = 0
    failed: int = 0
    unsupported: int = 0
    first: tuple[str, tuple[str, ...]] | None = None

    @property
    def instruction(self) -> str:
        """Mnemonic and addressing mode, ``LDA imm``; ``undocumented`` of the others."""
        if not is_documented(self.opcode):
            return "undocumented"
        return " ".join(NMOS6502.disassemble[self.opcode])


def read_cases(blob: bytes, name: str) -> list[SingleStepCase]:
    """The cases in a file; ConformanceError names the case and the value that is wrong."""
    try:
        found = json.loads(blob)
    except (ValueError, RecursionError) as error:
        raise ConformanceError(f"{name} is not JSON: {error}") from None
    if not isinstance(found, list) or not found:
        raise ConformanceError(f"{name}: expected a list of cases")
    return [_case(raw, f"{name}, case {number}") for number, raw in enumerate(found, 1)]


def run_cases(cases: Iterable[SingleStepCase], undocumented: bool = False) -> list[OpcodeTally]:
    """Run *cases*; a tally an opcode, in the order they come.

    Those of undocumented opcodes are counted as not supported, or with *undocumented* run, to
    fail since the processor refuses them.
    """
    memory = _Memory()
    cpu = NMOS6502(memory)
    tallies: dict[int, OpcodeTally] = {}
    for case in cases:
        opcode = case.opcode
        tally = tallies.setdefault(opcode, OpcodeTally(opcode))
        if not (undocumented or is_documented(opcode)):
            tally.unsupported += 1
        elif differences := _differences(cpu, memory, case):
            tally.failed += 1
            tally.first = tally.first or (case.name, differences)
        else:
            tally.passed += 1
    return list(tallies.values())


class _Memory:
    """64 KB of RAM that knows where it was written."""

    def __init__(self) -> None:
        self.bytes = bytearray(ADDRESS_SPACE)
        self.written: set[int] = set()

    def __getitem__(self, address: int) -> int:
        return self.bytes[address]

    def __setitem__(self, address: int, value: int) -> None:
        self.written.add(address)
        self.bytes[address] = value

    def hold(self, ram: dict[int, int]) -> None:
        """Be all 0 but for *ram*, with nothing written yet, as it was before the last run."""
        self.bytes[:] = bytes(ADDRESS_SPACE)
        for address, value in ram.items():
            self.bytes[address] = value
        self.written.clear()


def _differences(cpu: NMOS6502, memory: _Memory, case: SingleStepCase) -> tuple[str, ...]:
    """Where the processor leaves another state than the case's, in words."""
    memory.hold(case.initial.ram)
    cpu.registers = case.initial.registers
    cpu.processorCycles = 0
    try:
        cpu.step()
    except UndocumentedOpcode as error:
        return (str(error),)
    found, expected = cpu.registers, case.final.registers
    pairs = [
        (name.upper(), getattr(found, name), getattr(expected, name), 4 if name == "pc" else 2)
        for name in ("pc", "a", "x", "y", "sp")
    ]
    pairs.append(("P", found.p & _FLAGS, expected.p & _FLAGS, 2))
    for address in sorted(case.final.ram.keys() | memory.written):
        right = case.final.ram.get(address, case.initial.ram.get(address, 0))
        pairs.append((f"byte at ${address:04X}", memory[address], right, 2))
    differences = [
        f"{what} ${is_:0{digits}X}, expected ${right:0{digits}X}"
        for what, is_, right, digits in pairs
        if is_ != right
    ]
    if cpu.processorCycles != case.cycles:
        differences.append(f"{cpu.processorCycles} cycles, expected {case.cycles}")
    return tuple(differences)


def _case(raw: Any, where: str) -> SingleStepCase:
    if not isinstance(raw, dict):
        raise ConformanceError(f"{where}: expected an object with name, initial, final and cycles")
    name = raw.get("name")
    if not isinstance(name, str):
        raise ConformanceError(f"{where}: name is {_shown(name)}, expected text")
    where = f"{where} ({name})"
    initial, final = (_state(raw.get(key), f"{where}: {key}") for key in ("initial", "final"))
    if initial.registers.pc not in initial.ram:
        raise ConformanceError(f"{where}: initial.ram has no opcode at ${initial.registers.pc:04X}")
    cycles = raw.get("cycles")
    if not isinstance(cycles, list) or not cycles:
        raise ConformanceError(f"{where}: cycles is {_shown(cycles)}, expected a list of them")
    return SingleStepCase(name, initial, final, len(cycles))


def _state(raw: Any, where: str) -> CpuState:
    if not isinstance(raw, dict):
        raise ConformanceError(f"{where} is {_shown(raw)}, expected an object")
    pc, s, a, x, y, p = (
        _number(raw.get(name), largest, f"{where}.{name}") for name, largest in _LARGEST.items()
    )
    cells = raw.get("ram")
    if not isinstance(cells, list):
        raise ConformanceError(f"{where}.ram is {_shown(cells)}, expected a list")
    return CpuState(Registers(pc, a, x, y, s, p), dict(_cell(one, f"{where}.ram") for one in cells))


def _cell(raw: Any, where: str) -> tuple[int, int]:
    if not isinstance(raw, list) or len(raw) != 2:
        raise ConformanceError(f"{where} has {_shown(raw)}, expected an address and a byte")
    return _number(raw[0], 0xFFFF, where), _number(raw[1], 0xFF, where)


def _number(value: Any, largest: int, where: str) -> int:
    if type(value) is not int or not 0 <= value <= largest:
        raise ConformanceError(f"{where} is {_shown(value)}, expected 0 to {largest}")
    return value


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return "missing" if value is None else text if len(text) <= 32 else f"{text[:32]}..."

"""SingleStepTests: what one instruction does to registers, memory and the bus, case by case, and
where a processor leaves another state, in words; and what a chip did when it was interrupted.

The format is that of Tom Harte's ``65x02`` collection, version 1. A file is a JSON list of ::

    {"name": "a9 12 34",
     "initial": {"pc": 4660, "s": 253, "a": 1, "x": 2, "y": 3, "p": 36, "ram": [[4660, 169], ...]},
     "final": {the same},
     "cycles": [[4660, 169, "read"], ...]}

or has one such object a line, and may be packed with gzip. A case of interrupts has no ``final``::

    {"name": "cli, irq 0-24",
     "initial": {the same; memory that is not in it is 234},
     "low": {"irq": [0, 24], "nmi": [3, 4]},
     "cycles": [[512, 88, "read", 1], ...]}

``low`` says of each line that is pulled from which cycle on, and from which cycle on no longer,
counted from the first fetch; the fourth item is 1 where an opcode is fetched, be it dropped.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from emu.chips.interrupts import LINES, InterruptLine
from emu.chips.registers import NEGATIVE, ZERO, Registers
from emu.errors import ConformanceError
from emu.files import reading
from emu.units import ADDRESS_SPACE, Address, Byte, Cycles

ENDINGS = (".json", ".jsonl", ".json.gz", ".jsonl.gz")
FETCH, READ, WRITE = "fetch", "read", "write"
_LARGEST = {"pc": 0xFFFF, "s": 0xFF, "a": 0xFF, "x": 0xFF, "y": 0xFF, "p": 0xFF}
_FLAGS = 0b1100_1111
_NOP = b"\xea"
_MOST_CYCLES = 1_000_000
ANE, LXA = 0x8B, 0xAB
Differences = tuple[str, ...]


class CpuState(NamedTuple):
    """Registers, and the bytes of RAM that matter by address."""

    registers: Registers
    ram: dict[int, int]


class BusCycle(NamedTuple):
    """One byte over the bus, ``READ`` or ``WRITE``; ``FETCH`` of an opcode where that is told."""

    address: Address
    value: Byte
    kind: str

    def __str__(self) -> str:
        return f"{self.kind} ${self.address:04X} {self.value:02X}"


@dataclass(frozen=True)
class SingleStepCase:
    """One instruction: the states before and after it, and what goes over the bus meanwhile."""

    name: str
    initial: CpuState
    final: CpuState
    cycles: tuple[BusCycle, ...]

    @property
    def opcode(self) -> int:
        """The byte at PC."""
        return self.initial.ram[self.initial.registers.pc]


@dataclass(frozen=True)
class InterruptCase:
    """A program, the cycles in which lines are ``low``, and what goes over the bus meanwhile."""

    name: str
    initial: CpuState
    low: dict[InterruptLine, range]
    cycles: tuple[BusCycle, ...]
    opcode: None = None

    @property
    def memory(self) -> bytes:
        """64 KB before it."""
        memory = bytearray(_NOP * ADDRESS_SPACE)
        for address, value in self.initial.ram.items():
            memory[address] = value
        return bytes(memory)


Case = SingleStepCase | InterruptCase


def read_file(path: str | Path) -> list[Case]:
    """The cases in a file with one of :data:`ENDINGS`. Raises OSError and ConformanceError."""
    name = Path(path).name
    blob = reading.read_bytes(path, reading.MOST_GAMES)
    if name.lower().endswith(".gz"):
        try:
            blob = reading.inflate(blob, reading.MOST_GAMES, reading.GZIP)
        except ValueError as error:
            raise ConformanceError(f"{name}: {error}") from None
    if not name.lower().removesuffix(".gz").endswith(".jsonl"):
        return read_cases(blob, name)
    lines = [(f"{name}, line {n}", line) for n, line in enumerate(blob.splitlines(), 1)]
    found = [_case(_parsed(line, where), where) for where, line in lines if line.strip()]
    if not found:
        raise ConformanceError(f"{name}: expected a case a line")
    return found


def read_cases(blob: bytes, name: str) -> list[Case]:
    """The cases in a JSON list; ConformanceError names the case and the value that is wrong."""
    found = _parsed(blob, name)
    if not isinstance(found, list) or not found:
        raise ConformanceError(f"{name}: expected a list of cases")
    return [_case(raw, f"{name}, case {number}") for number, raw in enumerate(found, 1)]


def _parsed(blob: bytes, where: str) -> Any:
    try:
        return reading.parse_json(blob)
    except ValueError as error:
        raise ConformanceError(f"{where} is not JSON: {error}") from None


def _case(raw: Any, where: str) -> Case:
    _check(isinstance(raw, dict), where, raw, "an object with name, initial, final and cycles")
    name = raw.get("name")
    _check(isinstance(name, str), f"{where}: name", name, "text")
    where = f"{where} ({name})"
    initial = _state(raw.get("initial"), f"{where}: initial")
    cycles = raw.get("cycles")
    _check(isinstance(cycles, list) and bool(cycles), f"{where}: cycles", cycles, "a list of them")
    if "low" in raw:
        low = _low(raw["low"], f"{where}: low")
        return InterruptCase(name, initial, low, tuple(_told_cycle(one, where) for one in cycles))
    final = _state(raw.get("final"), f"{where}: final")
    if initial.registers.pc not in initial.ram:
        raise ConformanceError(f"{where}: initial.ram has no opcode at ${initial.registers.pc:04X}")
    return SingleStepCase(name, initial, final, tuple(_cycle(one, where) for one in cycles))


def _low(raw: Any, where: str) -> dict[InterruptLine, range]:
    known = isinstance(raw, dict) and {"irq", "nmi"}.issuperset(raw)
    _check(known, where, raw, "cycles for irq, nmi or both")
    found: dict[InterruptLine, range] = {}
    for line in LINES:
        if (cycles := raw.get(line.lower())) is None:
            continue
        _check(_has(cycles, 2), where, cycles, "first cycle and end")
        first, end = (_number(one, _MOST_CYCLES, where) for one in cycles)
        found[line] = range(first, end)
    return found


def _told_cycle(raw: Any, where: str) -> BusCycle:
    """A cycle that tells whether an opcode is fetched."""
    *cycle, fetched = raw if _has(raw, 4) else (None, None)
    right = type(fetched) is int and fetched in (0, cycle[2:] == [READ])
    expected = "address, byte, read or write, and 1 where an opcode is read"
    _check(right, f"{where}: cycles", raw, expected)
    found = _cycle(cycle, where)
    return found._replace(kind=FETCH) if fetched else found


def _state(raw: Any, where: str) -> CpuState:
    _check(isinstance(raw, dict), where, raw, "an object")
    pc, s, a, x, y, p = (
        _number(raw.get(name), largest, f"{where}.{name}") for name, largest in _LARGEST.items()
    )
    cells = raw.get("ram")
    _check(isinstance(cells, list), f"{where}.ram", cells, "a list")
    return CpuState(Registers(pc, a, x, y, s, p), dict(_cell(one, f"{where}.ram") for one in cells))


def _cell(raw: Any, where: str) -> tuple[int, int]:
    _check(_has(raw, 2), where, raw, "an address and a byte")
    return _number(raw[0], 0xFFFF, where), _number(raw[1], 0xFF, where)


def _cycle(raw: Any, where: str) -> BusCycle:
    where = f"{where}: cycles"
    right = _has(raw, 3) and raw[2] in (READ, WRITE)
    _check(right, where, raw, "address, byte, read or write")
    return BusCycle(_number(raw[0], 0xFFFF, where), _number(raw[1], 0xFF, where), raw[2])


def _number(value: Any, largest: int, where: str) -> int:
    _check(type(value) is int and 0 <= value <= largest, where, value, f"0 to {largest}")
    return int(value)


def _has(raw: Any, parts: int) -> bool:
    return isinstance(raw, list) and len(raw) == parts


def _check(right: bool, where: str, raw: Any, expected: str) -> None:
    """Raises ConformanceError that shows *raw* unless it is *right*."""
    if not right:
        text = "missing" if raw is None else json.dumps(raw)
        shown = text if len(text) <= 32 else f"{text[:32]}..."
        raise ConformanceError(f"{where} is {shown}, expected {expected}")


def hold(memory: bytearray | memoryview, ram: dict[int, int]) -> None:
    """Make *memory* 0 but for *ram*."""
    memory[:] = bytes(len(memory))
    for address, value in ram.items():
        memory[address] = value


def state_differences(
    case: SingleStepCase, found: Registers, memory: bytearray | memoryview, cycles: Cycles | None
) -> Differences:
    """Where *found* and *memory* differ from *case*, in words; *cycles* is None after a JAM."""
    expected = case.final.registers
    names, flags = ["pc", "a", "x", "y", "sp"], _FLAGS
    if cycles is None:
        names.remove("pc")
    if _shows_constant(case):
        names = [one for one in names if one != "a" and (one != "x" or case.opcode == ANE)]
        flags &= ~(NEGATIVE | ZERO)
    pairs = [(n, getattr(found, n), getattr(expected, n), 4 if n == "pc" else 2) for n in names]
    pairs.append(("p", found.p & flags, expected.p & flags, 2))
    differences = [
        f"{what.upper()} ${is_:0{digits}X}, expected ${right:0{digits}X}"
        for what, is_, right, digits in pairs
        if is_ != right
    ]
    right = bytearray(ADDRESS_SPACE)
    hold(right, case.initial.ram | case.final.ram)
    if memory != right:
        differences += [
            f"byte at ${at:04X} ${is_:02X}, expected ${byte:02X}"
            for at, (is_, byte) in enumerate(zip(memory, right, strict=True))
            if is_ != byte
        ]
    if cycles is not None and cycles != len(case.cycles):
        differences.append(f"{cycles} cycles, expected {len(case.cycles)}")
    return tuple(differences)


def _shows_constant(case: SingleStepCase) -> bool:
    """Whether the result depends on the constant: a bit clear in A is let through."""
    before = case.initial
    if case.opcode not in (ANE, LXA):
        return False
    through = before.ram[before.registers.pc + 1 & 0xFFFF] & ~before.registers.a
    return bool(through & (before.registers.x if case.opcode == ANE else 0xFF))

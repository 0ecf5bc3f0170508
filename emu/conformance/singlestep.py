"""The processor on SingleStepTests, instruction by instruction, interpreted and translated.

Registers, RAM and the number of cycles are compared, and on request what is on the bus in each
cycle. Of P it is the six real flags: bits 4 and 5 exist only in the byte that is pushed.

A JAM never ends: PC is not compared, and the bus as far as the case goes. ANE and LXA depend on a
constant that differs between chips: where it shows in a result, A (of LXA X too), N and Z are not
compared.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, repeat

from emu.chips.mpu import NMOS6502, is_documented
from emu.conformance.cases import (
    READ,
    WRITE,
    BusCycle,
    Case,
    Differences,
    InterruptCase,
    SingleStepCase,
    hold,
    state_differences,
)
from emu.conformance.interrupts import InterruptRunner
from emu.conformance.translated import differences
from emu.errors import Jammed
from emu.units import ADDRESS_SPACE


@dataclass
class OpcodeTally:
    """The cases of one opcode, or (None) of interrupts: how many went how; ``translated`` are those
    that ran in translated form too, ``first`` is the first that failed, and how."""

    opcode: int | None
    passed: int = 0
    failed: int = 0
    unsupported: int = 0
    translated: int = 0
    first: tuple[str, Differences] | None = None

    @property
    def instruction(self) -> str:
        """Mnemonic and addressing mode, ``LDA imm``."""
        if self.opcode is None:
            return "interrupts"
        return " ".join(NMOS6502.disassemble[self.opcode])

    def count(self, name: str, differences: Differences) -> None:
        """A case with that *name* was run, with these *differences*."""
        if differences:
            self.failed += 1
            self.first = self.first or (name, differences)
        else:
            self.passed += 1


def run_cases(
    cases: Iterable[Case],
    undocumented: bool = False,
    bus: bool = False,
    engine: str = "py65",
) -> list[OpcodeTally]:
    """Run *cases*; a tally an opcode, in the order they come.

    Those of undocumented opcodes are counted as not supported, or with *undocumented* run. With
    *bus* every cycle's access is compared. With *engine* ``wasm`` each case runs on the
    interpreter and, unless it is left to that, once more in translated form; cases of interrupts
    run as that engine runs a whole machine.
    """
    tallies: dict[int | None, OpcodeTally] = {}
    wanted: list[SingleStepCase] = []
    interrupted: list[InterruptCase] = []
    for case in cases:
        tally = tallies.setdefault(case.opcode, OpcodeTally(case.opcode))
        if isinstance(case, InterruptCase):
            interrupted.append(case)
        elif undocumented or is_documented(case.opcode):
            wanted.append(case)
        else:
            tally.unsupported += 1
    reference = _Reference(bus)
    translated: Iterable[Differences | None] = repeat(None, len(wanted))
    if engine != "py65":
        translated = differences(wanted)
    for case, again in zip(wanted, translated, strict=True):
        found = reference.differences(case)
        found += tuple(f"translated: {one}" for one in again or ())
        tallies[case.opcode].translated += again is not None
        tallies[case.opcode].count(case.name, found)
    if interrupted:
        runner = InterruptRunner(engine, bus)
        for each in interrupted:
            tallies[None].count(each.name, runner.differences(each))
    return list(tallies.values())


class _Memory:
    """64 KB of RAM that keeps what went over the bus."""

    def __init__(self) -> None:
        self.bytes = bytearray(ADDRESS_SPACE)
        self.cycles: list[BusCycle] = []

    def __getitem__(self, address: int) -> int:
        value = self.bytes[address]
        self.cycles.append(BusCycle(address, value, READ))
        return value

    def __setitem__(self, address: int, value: int) -> None:
        self.bytes[address] = value
        self.cycles.append(BusCycle(address, value, WRITE))


class _Reference:
    """Our processor on a memory of its own."""

    def __init__(self, bus: bool) -> None:
        self._bus = bus
        self._memory = _Memory()
        self._cpu = NMOS6502(self._memory)

    def differences(self, case: SingleStepCase) -> Differences:
        """Where the processor leaves another state than the case's, in words."""
        cpu, memory = self._cpu, self._memory
        hold(memory.bytes, case.initial.ram)
        memory.cycles.clear()
        cpu.registers = case.initial.registers
        cpu.processorCycles = 0
        jammed = False
        try:
            cpu.step()
        except Jammed:
            jammed = True
        count = None if jammed else cpu.processorCycles
        found = state_differences(case, cpu.registers, memory.bytes, count)
        return found + self._on_the_bus(case, jammed) if self._bus else found

    def _on_the_bus(self, case: SingleStepCase, jammed: bool) -> Differences:
        """The first cycle that differs, in words."""
        still = BusCycle(0xFFFF, self._memory.bytes[0xFFFF], READ)
        made = chain(self._memory.cycles, repeat(still) if jammed else ())
        for number, expected in enumerate(case.cycles):
            found = next(made, None)
            if found != expected:
                return (f"cycle {number}: {found or 'nothing'}, expected {expected}",)
        return ()

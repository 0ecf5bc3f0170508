"""SingleStepTests in translated form: a tree of one instruction for each case.

A tree is entered as `emu.turbo.driver` enters it, with the case's own code marked as such. Decimal
mode, and what its guards give back to the interpreter, is not translated; a case that has D set
though its instruction does not look at it is run with D clear.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from emu.chips.mpu import NMOS6502
from emu.chips.registers import DECIMAL
from emu.conformance.cases import CpuState, Differences, SingleStepCase, hold, state_differences
from emu.passing import result_of
from emu.turbo.builder import Builder
from emu.turbo.code import Code, measure_stack
from emu.turbo.compiled import Compiled
from emu.turbo.hosts import host
from emu.turbo.layout import Layout
from emu.turbo.linear import Linear
from emu.turbo.tree import Tree
from emu.turbo.wasmsource import Writer
from emu.units import ADDRESS_SPACE, Address, Cell

_EVERYWHERE = range(ADDRESS_SPACE)
"""To stop at, so that a tree ends after one instruction."""
BATCH = 200
"""Cases compiled at once."""
_DECIMAL = ("ADC", "SBC", "BRK", "CLD", "PHP", "PLP", "RTI", "SED")
"""What computes in decimal, or moves D."""


class _Flat:
    """64 KB of RAM, as trees see it."""

    def __init__(self) -> None:
        cells = list(map(Cell, range(ADDRESS_SPACE)))
        self._host = host()
        self._layout = Layout(cells, cells, ADDRESS_SPACE)
        self._memory = bytearray(ADDRESS_SPACE)
        self._cpu = NMOS6502(self._memory)

    def tree(self, case: SingleStepCase) -> Tree | None:
        """What the instruction is translated to; None if it is the interpreter's."""
        if case.initial.registers.p & DECIMAL:
            return None
        hold(self._memory, case.initial.ram)
        builder = Builder(self._layout, self._memory, lambda _: False, stops=_EVERYWHERE)
        return builder.build(case.initial.registers.pc)

    def compiled(self, trees: list[Tree]) -> Compiled:
        """One compilation for all."""
        writer = Writer(trees, _EVERYWHERE, self._host.placed)
        deque(writer.steps(), maxlen=0)
        module = result_of(self._host.compile(writer.module))
        return Compiled.of(trees, module, frozenset(_EVERYWHERE))

    def run(
        self, case: SingleStepCase, made: Tree, code: Code, linear: Linear
    ) -> Differences | None:
        """What differs after it; None if a guard gave the instruction back."""
        cpu = self._cpu
        hold(linear.memory, case.initial.ram)
        linear.code_map[:] = bytes(ADDRESS_SPACE)
        for cell in made.code:
            linear.code_map[cell] = 1
        measure_stack(linear.code_map, linear.stack_free)
        cpu.registers, cpu.processorCycles = case.initial.registers, 0
        instructions, _ = code.run(cpu, max(1, made.longest))
        if not instructions:
            return None
        return state_differences(case, cpu.registers, linear.memory, cpu.processorCycles)

    def batch(self, batch: dict[Address, SingleStepCase]) -> Iterator[Differences | None]:
        """Cases at different addresses."""
        trees = {pc: self.tree(case) for pc, case in batch.items()}
        known = [tree for tree in trees.values() if tree is not None]
        span = self._host.span()
        linear = Linear(span.bytes, self._layout)
        code = Code(self.compiled(known), span, linear, frozenset(_EVERYWHERE))
        for pc, case in batch.items():
            tree = trees[pc]
            yield None if tree is None else self.run(case, tree, code, linear)


def differences(cases: list[SingleStepCase]) -> Iterator[Differences | None]:
    """For each case what differs after it in translated form; None if it is the interpreter's."""
    flat = _Flat()
    batch: dict[Address, SingleStepCase] = {}
    for case in map(_binary, cases):
        pc = case.initial.registers.pc
        if pc in batch or len(batch) == BATCH:
            yield from flat.batch(batch)
            batch = {}
        batch[pc] = case
    yield from flat.batch(batch)


def _binary(case: SingleStepCase) -> SingleStepCase:
    """*case* with D clear, if D does not matter in it."""
    if NMOS6502.disassemble[case.opcode][0] in _DECIMAL:
        return case
    initial, final = (
        CpuState(one.registers._replace(p=one.registers.p & ~DECIMAL), one.ram)
        for one in (case.initial, case.final)
    )
    return replace(case, initial=initial, final=final)

"""SingleStepTests in translated form: a tree of one instruction for each case.

A tree is entered as `emu.turbo.driver` enters it, with the case's own code marked as such. Decimal
mode, and what its guards give back to the interpreter, is not translated; a case that has D set
though its instruction does not look at it is run with D clear.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from emu.chips.mpu import NMOS6502
from emu.chips.registers import DECIMAL
from emu.conformance.cases import CpuState, Differences, SingleStepCase, hold, state_differences
from emu.turbo.builder import Builder
from emu.turbo.driver import measure_stack
from emu.turbo.layout import Layout
from emu.turbo.pyengine import PythonEngine, Tables
from emu.turbo.pysource import compile_tree
from emu.turbo.tree import Tree
from emu.units import ADDRESS_SPACE, Address, Cell

if TYPE_CHECKING:
    from emu.turbo.native import NativeEngine

_EVERYWHERE = range(ADDRESS_SPACE)
"""To stop at, so that a tree ends after one instruction."""
BATCH = 200
"""Cases compiled at once."""
_DECIMAL = ("ADC", "ARR", "ISC", "RRA", "SBC", "USBC", "BRK", "CLD", "PHP", "PLP", "RTI", "SED")
"""What computes in decimal, or moves D."""


class _Flat:
    """64 KB of RAM, as trees see it."""

    def __init__(self) -> None:
        cells = list(map(Cell, range(ADDRESS_SPACE)))
        self.memory, self.code_map = bytearray(ADDRESS_SPACE), bytearray(ADDRESS_SPACE)
        self.layout = Layout(cells, cells, ADDRESS_SPACE)
        self.tables = Tables(self.memory, self.code_map, bytearray(256), cells, cells)
        self._cpu = NMOS6502(self.memory)

    def tree(self, case: SingleStepCase) -> Tree | None:
        """What the instruction is translated to; None if it is the interpreter's."""
        if case.initial.registers.p & DECIMAL:
            return None
        hold(self.memory, case.initial.ram)
        builder = Builder(self.layout, self.memory, lambda _: False, frozenset(), _EVERYWHERE)
        return builder.build(case.initial.registers.pc)

    def run(
        self, case: SingleStepCase, tree: Tree, engine: PythonEngine | NativeEngine
    ) -> Differences | None:
        """What differs after it; None if a guard gave the instruction back."""
        hold(self.memory, case.initial.ram)
        for cell in tree.dependencies.code:
            self.code_map[cell] = 1
        measure_stack(self.code_map, self.tables.stack_free)
        cpu = self._cpu
        cpu.registers, cpu.processorCycles = case.initial.registers, 0
        instructions, _ = engine.run(cpu, max(1, tree.dependencies.longest))
        for cell in tree.dependencies.code:
            self.code_map[cell] = 0
        if not instructions:
            return None
        return state_differences(case, cpu.registers, self.memory, cpu.processorCycles)


def differences(cases: list[SingleStepCase], native: bool) -> Iterator[Differences | None]:
    """For each case what differs after it in translated form; None if it is the interpreter's."""
    flat = _Flat()
    cases = list(map(_binary, cases))
    if not native:
        python = PythonEngine(flat.tables, lambda _: False)
        for case in cases:
            tree = flat.tree(case)
            if tree is None:
                yield None
                continue
            python.install(tree.head, compile_tree(tree), tree.dependencies.longest)
            yield flat.run(case, tree, python)
            python.remove(tree.head)
        return
    batch: dict[Address, SingleStepCase] = {}
    for case in cases:
        pc = case.initial.registers.pc
        if pc in batch or len(batch) == BATCH:
            yield from _in_native(flat, batch)
            batch = {}
        batch[pc] = case
    yield from _in_native(flat, batch)


def _binary(case: SingleStepCase) -> SingleStepCase:
    """*case* with D clear, if D does not matter in it."""
    if NMOS6502.disassemble[case.opcode][0] in _DECIMAL:
        return case
    initial, final = (
        CpuState(replace(one.registers, p=one.registers.p & ~DECIMAL), one.ram)
        for one in (case.initial, case.final)
    )
    return replace(case, initial=initial, final=final)


def _in_native(flat: _Flat, batch: dict[Address, SingleStepCase]) -> Iterator[Differences | None]:
    """One compilation for cases at different addresses."""
    from emu.turbo.native import NativeEngine, compile_trees

    trees = {pc: flat.tree(case) for pc, case in batch.items()}
    known = [tree for tree in trees.values() if tree is not None]
    code = compile_trees(known, _EVERYWHERE, ADDRESS_SPACE) if known else b""
    engine = NativeEngine(flat.tables, code, [tree.head for tree in known]) if known else None
    for pc, case in batch.items():
        tree = trees[pc]
        yield None if tree is None or engine is None else flat.run(case, tree, engine)

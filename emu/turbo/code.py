"""Compiled code, ready to run on one machine's memory."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct

from emu.chips.mpu import NMOS6502
from emu.chips.registers import ALWAYS_SET, CARRY, INTERRUPT, NEGATIVE, OVERFLOW, ZERO
from emu.passing import Passing
from emu.turbo.compiled import Compiled
from emu.turbo.contract import STACK, ExitReason
from emu.turbo.hosts import Span
from emu.turbo.linear import SEEN_SIZE, SLOTS, Linear, Past
from emu.turbo.wasmsource import CYCLE
from emu.units import Address, Cycles

MAX_RUN_CYCLES = CYCLE // 4
"""In one run, so that neither part of the time overflows."""
_REASONS = tuple(ExitReason)
_STATE, _PAST = Struct(f"{len(SLOTS)}q"), Struct(f"{len(Past)}q")
_NOWHERE = (-1, 0, 0, 0, 0, 0)


class Code:
    """Runs *compiled* on *linear*, which lies in *span*; computed jumps to *stops* return.

    Python's lock is free while it runs: nobody else may touch the machine then.
    """

    def __init__(
        self, compiled: Compiled, span: Span, linear: Linear, stops: frozenset[Address]
    ) -> None:
        self.compiled = compiled
        self.heads = compiled.heads
        self._linear = linear
        self._function = span.start(compiled.module)
        none = len(self.heads).to_bytes(2, "little")
        linear.numbers[:] = memoryview(none * len(linear.numbers)).cast("H")
        for head, number in self.heads.items():
            linear.numbers[head] = number
        self.stop_at(stops)
        for cell in compiled.code:
            linear.code_map[cell] = 1
        _PAST.pack_into(linear.past, 0, *_NOWHERE)
        measure_stack(linear.code_map, linear.stack_free)

    def stop_at(self, stops: frozenset[Address]) -> None:
        """Have computed jumps to *stops* return; that it fits them is for others to see."""
        for head in stops & self.heads.keys():
            self._linear.numbers[head] = len(self.heads)

    def run(
        self, cpu: NMOS6502, cycles: Cycles, past: Passing | None = None
    ) -> tuple[int, ExitReason]:
        """Run from a head until the longest path of a tree would take more than *cycles*, or a side
        exit is taken; on where *past* lets it. The instructions executed, and why it ended.
        """
        linear = self._linear
        limit = min(cycles, MAX_RUN_CYCLES) * CYCLE
        _STATE.pack_into(linear.state, 0, *from_cpu(cpu), cpu.pc, 0, limit, self.heads[cpu.pc])
        if past is not None and past.address not in self.heads:
            past = None
        if past is not None:
            room, number = SEEN_SIZE // past.size, self.heads[past.address]
            where = past.address, past.start, past.length, room, 0, number
            _PAST.pack_into(linear.past, 0, *where)
        reason = self._function()
        if past is not None:
            past.seen += linear.seen[: linear.past[Past.USED]]
            _PAST.pack_into(linear.past, 0, *_NOWHERE)
        *values, cpu.pc, time, _, _ = _STATE.unpack_from(linear.state)
        to_cpu(cpu, values)
        spent, instructions = divmod(time, CYCLE)
        cpu.processorCycles += spent
        return instructions, _REASONS[reason]


def from_cpu(cpu: NMOS6502) -> tuple[int, ...]:
    """What trees are entered with, in the order of ``TREE_REGISTERS``."""
    p = cpu.p
    flags = (p & CARRY, p & NEGATIVE, ~p & ZERO, (p & OVERFLOW) << 1, p & INTERRUPT)
    return (cpu.a, cpu.x, cpu.y, cpu.sp, *flags)


def to_cpu(cpu: NMOS6502, values: Sequence[int]) -> None:
    """The processor's registers after trees, from *values* in the order of ``TREE_REGISTERS``."""
    cpu.a, cpu.x, cpu.y, cpu.sp, c, n, z, overflow, i = values
    zero = 0 if z else ZERO
    cpu.p = c | zero | i | ALWAYS_SET | (overflow & NEGATIVE) >> 1 | n & NEGATIVE


def measure_stack(code_map: memoryview, stack_free: memoryview) -> None:
    """``stack_free[sp]``: how many bytes can be pushed before page one ends or code begins."""
    free = 0
    for sp in range(256):
        stack_free[sp] = free = 0 if code_map[STACK + sp] else min(free + 1, sp)

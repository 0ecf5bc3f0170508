"""The processor's registers as trees keep them, and back."""

from __future__ import annotations

from collections.abc import Sequence

from emu.chips.mpu import NMOS6502
from emu.chips.registers import ALWAYS_SET, CARRY, INTERRUPT, NEGATIVE, OVERFLOW, ZERO

TREE_REGISTERS = ("a", "x", "y", "s", "c", "n", "z", "v0", "v1", "v2", "i")
"""What passes between trees. The flags are kept as what they come from, P is put together only
where it is seen: C is ``c``; N is bit 7 of ``n``; Z is set when ``z`` is 0; V is bit 7 of
``(v0 ^ v2) & (v1 ^ v2)``, operands and result of the last addition; I is ``i`` (4 or 0). D is clear
while trees run."""


def from_cpu(cpu: NMOS6502) -> tuple[int, ...]:
    """What trees are entered with, in the order of ``TREE_REGISTERS``."""
    p = cpu.p
    overflow = (p & OVERFLOW) << 1
    flags = (p & CARRY, p & NEGATIVE, ~p & ZERO, 0, 0, overflow, p & INTERRUPT)
    return (cpu.a, cpu.x, cpu.y, cpu.sp, *flags)


def to_cpu(cpu: NMOS6502, values: Sequence[int]) -> None:
    """The processor's registers after trees, from *values* in the order of ``TREE_REGISTERS``."""
    cpu.a, cpu.x, cpu.y, cpu.sp, c, n, z, v0, v1, v2, i = values
    overflow = (v0 ^ v2) & (v1 ^ v2) & NEGATIVE
    zero = 0 if z else ZERO
    cpu.p = c | zero | i | ALWAYS_SET | overflow >> 1 | n & NEGATIVE

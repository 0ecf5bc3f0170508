"""The processor's registers as trees keep them, and back."""

from __future__ import annotations

from emu.chips.mpu import NMOS6502
from emu.chips.registers import ALWAYS_SET, CARRY, INTERRUPT, NEGATIVE, OVERFLOW, ZERO, Registers
from emu.units import Address

TREE_REGISTERS = ("a", "x", "y", "s", "c", "n", "z", "v0", "v1", "v2", "i")
"""What passes between trees. The flags are kept as what they come from, P is put together only
where it is seen: C is ``c``; N is bit 7 of ``n``; Z is set when ``z`` is 0; V is bit 7 of
``(v0 ^ v2) & (v1 ^ v2)``, operands and result of the last addition; I is ``i`` (4 or 0). D is clear
while trees run."""


def from_cpu(cpu: NMOS6502) -> dict[str, int]:
    """What trees are entered with (see ``TREE_REGISTERS``)."""
    p = cpu.p
    return {
        "a": cpu.a,
        "x": cpu.x,
        "y": cpu.y,
        "s": cpu.sp,
        "c": p & CARRY,
        "n": p & NEGATIVE,
        "z": ~p & ZERO,
        "v0": 0,
        "v1": 0,
        "v2": (p & OVERFLOW) << 1,
        "i": p & INTERRUPT,
    }


def to_cpu(pc: Address, r: dict[str, int]) -> Registers:
    """The processor's registers after trees, at *pc*."""
    overflow = (r["v0"] ^ r["v2"]) & (r["v1"] ^ r["v2"]) & NEGATIVE
    zero = 0 if r["z"] else ZERO
    p = r["c"] | zero | r["i"] | ALWAYS_SET | overflow >> 1 | r["n"] & NEGATIVE
    return Registers(pc, r["a"], r["x"], r["y"], r["s"], p)

"""Where a processor leaves another state than a case of SingleStepTests, in words."""

from __future__ import annotations

from emu.chips.registers import NEGATIVE, ZERO, Registers
from emu.conformance.cases import SingleStepCase
from emu.units import ADDRESS_SPACE, Cycles

_FLAGS = 0b1100_1111
ANE, LXA = 0x8B, 0xAB
Differences = tuple[str, ...]


def hold(memory: bytearray, ram: dict[int, int]) -> None:
    """Make *memory* 0 but for *ram*."""
    memory[:] = bytes(len(memory))
    for address, value in ram.items():
        memory[address] = value


def state_differences(
    case: SingleStepCase, found: Registers, memory: bytearray, cycles: Cycles | None
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

"""The processor where a few cases of each opcode say too little (see test_singlestep): the cycles
that the manual gives, arithmetic with all operands, and what wraps or is easily missed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from emu.chips.mpu import NMOS6502, is_documented
from emu.chips.registers import (
    ALWAYS_SET,
    CARRY,
    DECIMAL,
    INTERRUPT,
    NEGATIVE,
    OVERFLOW,
    ZERO,
    Registers,
)
from emu.errors import UndocumentedOpcode
from tests.cases import cases

TABLE = Path(__file__).parents[2] / "data" / "nmos6502_cycles.txt"
MODES = {"zp": "zpg", "izx": "inx", "izy": "iny"}
"""The table's names that are not py65's."""
NVZC = NEGATIVE | OVERFLOW | ZERO | CARRY


def test_every_documented_instruction_takes_the_cycles_of_the_manual() -> None:
    text = TABLE.read_text(encoding="ascii").splitlines()
    rows = [line.split() for line in text if line and not line.startswith("#")]
    assert {int(code, 16) for code, *_ in rows} == set(filter(is_documented, range(256)))
    for code, mnemonic, mode, _, cycles in rows:
        opcode = int(code, 16)
        assert NMOS6502.disassemble[opcode] == (mnemonic, MODES.get(mode, mode))
        taken = NMOS6502.cycletime[opcode], NMOS6502.extracycles[opcode]
        assert taken == (int(cycles.rstrip("*")), cycles.count("*")), code


def signed(value: int, bits: int = 8) -> int:
    """The two's complement reading of an unsigned value."""
    return value - (1 << bits) if value >> (bits - 1) else value


def flags(n: object, v: object, z: object, c: object) -> int:
    return NEGATIVE * bool(n) | OVERFLOW * bool(v) | ZERO * bool(z) | CARRY * bool(c)


def added(a: int, m: int, carry: int, decimal: int) -> tuple[int, int]:
    """A and NVZC after ADC, on an NMOS chip: Bruce Clark, "Decimal Mode" (6502.org), appendix A.

    In decimal mode Z is that of the binary sum; N and V are taken after the low digit has been
    adjusted but before the high one; at most 1 is carried out of a digit, however far over 9.
    """
    total = a + m + carry
    if not decimal:
        overflow = not -128 <= signed(a) + signed(m) + carry <= 127
        return total & 0xFF, flags(total & 0x80, overflow, total & 0xFF == 0, total > 0xFF)
    low, high = (a & 15) + (m & 15) + carry, (a >> 4) + (m >> 4)
    half = signed(a >> 4, 4) + signed(m >> 4, 4)
    if low > 9:
        low, high, half = low + 6, high + 1, half + 1
    told = flags(high & 8, not -8 <= half <= 7, total & 0xFF == 0, high > 9)
    return (high + 6 * (high > 9) & 15) << 4 | low & 15, told


def subtracted(a: int, m: int, carry: int, decimal: int) -> tuple[int, int]:
    """A and NVZC after SBC; the flags are those of the binary difference, decimal or not."""
    result, told = added(a, m ^ 0xFF, carry, 0)
    if not decimal:
        return result, told
    low, high = (a & 15) - (m & 15) - (1 - carry), (a >> 4) - (m >> 4)
    if low < 0:
        low, high = low - 6, high - 1
    return (high - 6 * (high < 0) & 15) << 4 | low & 15, told


@pytest.mark.parametrize("decimal", [0, DECIMAL], ids=["binary", "decimal"])
@pytest.mark.parametrize(("opcode", "operation"), [(0x69, added), (0xE9, subtracted)])
def test_adding_and_subtracting_are_right_for_all_operands(
    opcode: int, operation: Any, decimal: int
) -> None:
    memory = bytearray(0x10000)
    memory[0x0200] = opcode
    cpu = NMOS6502(memory)
    wrong = []
    for m in range(256):
        memory[0x0201] = m
        for a in range(256):
            for carry in (0, CARRY):
                # the flags about to be replaced start out set and clear in turn
                cpu.a, cpu.p, cpu.pc = a, decimal | carry | (NVZC ^ CARRY) * (a + m & 1), 0x0200
                cpu.step()
                if (cpu.a, cpu.p & NVZC) != operation(a, m, carry, decimal):
                    wrong.append((a, m, carry, cpu.a, cpu.p & NVZC))
    assert not wrong, f"{len(wrong)} of 131072 differ, first (a, m, carry, ours): {wrong[0]}"


BEFORE = Registers(0x0200, 0x11, 0x22, 0x33, 0xF0, INTERRUPT | ALWAYS_SET)


def numbers(text: str) -> list[tuple[str, int]]:
    """Names and hexadecimal numbers, as in ``pc=17B sp=7D``; none in a dash."""
    words = (word.split("=") for word in text.split(" ") if text != "-")
    return [(name, int(value, 16)) for name, value in words]


@pytest.mark.parametrize(
    ("before", "memory", "after", "cycles", "written"),
    [pytest.param(*case, id=name) for name, *case in cases("wrapping_instructions")],
)
def test_what_wraps_or_is_easily_missed(
    before: str, memory: str, after: str, cycles: str, written: str
) -> None:
    cells = bytearray(0x10000)
    for address, byte in numbers(memory):
        cells[int(address, 16)] = byte
    expected = bytearray(cells)
    for address, byte in numbers(written):
        expected[int(address, 16)] = byte
    cpu = NMOS6502(cells)
    cpu.registers = BEFORE._replace(**dict(numbers(before)))
    cpu.step()
    assert cpu.registers == BEFORE._replace(**dict([*numbers(before), *numbers(after)]))
    assert (cpu.processorCycles, cells) == (int(cycles), expected)


def test_an_undocumented_opcode_is_refused_on_request_and_changes_nothing() -> None:
    for opcode in range(256):
        if not is_documented(opcode):
            memory = bytearray(0x10000)
            memory[BEFORE.pc] = opcode
            cpu = NMOS6502(memory, documented_only=True)
            cpu.registers = BEFORE
            with pytest.raises(UndocumentedOpcode):
                cpu.step()
            assert (cpu.registers, cpu.processorCycles) == (BEFORE, 0)

"""The 105 opcodes that MOS left undocumented, as the NMOS chip carries them out.

Most are two documented operations at once, because the decoder selects both. Eight are unstable:
what they do differs between chips and with temperature, and ours follows the usual account. Twelve
stop the chip for good (JAM).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from py65.devices.mpu6502 import MPU

from emu.errors import Jammed
from emu.units import Address, Byte

ANE_CONSTANT = 0xEE
"""What some bits of A read as in ANE and LXA; 00, EE, EF, FE and FF were seen on chips."""
_JAM_READS = (0xFFFF, 0xFFFE, 0xFFFE)
"""What the chip reads behind the byte after a JAM, before it reads $FFFF for ever."""

Cpu = Any
"""An `emu.chips.mpu.NMOS6502`."""


class Undocumented(NamedTuple):
    """One opcode; ``page_penalty`` tells whether a crossed page costs a cycle more."""

    mnemonic: str
    mode: str
    cycles: int
    page_penalty: bool
    execute: Callable[[Cpu], None]


_FIND = {
    "zpg": MPU.ZeroPageAddr.__name__,
    "zpx": MPU.ZeroPageXAddr.__name__,
    "zpy": MPU.ZeroPageYAddr.__name__,
    "inx": MPU.IndirectXAddr.__name__,
    "iny": MPU.IndirectYAddr.__name__,
    "abs": MPU.AbsoluteAddr.__name__,
    "abx": MPU.AbsoluteXAddr.__name__,
    "aby": MPU.AbsoluteYAddr.__name__,
    "imm": MPU.ProgramCounter.__name__,
}
_READ, _WRITE, _MODIFY = range(3)
_CYCLES = {
    "imm": (2, 0, 0), "zpg": (3, 3, 5), "zpx": (4, 0, 6), "zpy": (4, 4, 0), "inx": (6, 6, 8),
    "iny": (5, 6, 8), "abs": (4, 4, 6), "abx": (4, 5, 7), "aby": (4, 5, 7),
}  # fmt: skip
"""By mode, of an instruction that reads, writes or modifies its operand; 0: there is none."""
_PENALISED = ("iny", "abx", "aby")
_LENGTHS = {"abs": 2, "abx": 2, "aby": 2}
_MODIFIED_AT = {0x07: "zpg", 0x17: "zpx", 0x0F: "abs", 0x1F: "abx", 0x1B: "aby", 0x03: "inx",
                0x13: "iny"}  # fmt: skip


def _apply(cpu: Cpu, operate: Callable[[Cpu, Callable[[], int]], None], value: Byte) -> None:
    """An operation of py65 on a byte that is in no memory."""
    memory, cpu.memory = cpu.memory, (value,)
    try:
        operate(cpu, lambda: 0)
    finally:
        cpu.memory = memory


_MODIFIERS: dict[int, tuple[str, Any, Any]] = {
    0x00: ("SLO", MPU.opASL, MPU.opORA),
    0x20: ("RLA", MPU.opROL, MPU.opAND),
    0x40: ("SRE", MPU.opLSR, MPU.opEOR),
    0x60: ("RRA", MPU.opROR, MPU.opADC),
    0xC0: ("DCP", MPU.opDECR, lambda cpu, find: cpu.opCMPR(find, cpu.a)),
    0xE0: ("ISC", MPU.opINCR, MPU.opSBC),
}


def _modifying(first: Any, second: Any) -> Callable[[Cpu, Address], None]:
    """Modify the byte at an address, then combine it with A."""

    def act(cpu: Cpu, address: Address) -> None:
        value, a = cpu.memory[address], cpu.a
        cpu.memory[address] = value
        cpu.a = value
        first(cpu, None)
        value, cpu.a = cpu.a, a
        cpu.memory[address] = value
        _apply(cpu, second, value)

    return act


def _read(act: Callable[[Cpu, Byte], None]) -> Callable[[Cpu, Address], None]:
    return lambda cpu, address: act(cpu, cpu.memory[address])


def _load_both(cpu: Cpu, value: Byte) -> None:
    cpu.a = cpu.x = value
    cpu.FlagsNZ(value)


def _anc(cpu: Cpu, value: Byte) -> None:
    cpu.a &= value
    cpu.FlagsNZ(cpu.a)
    cpu.p = cpu.p & ~cpu.CARRY | cpu.a >> 7


def _alr(cpu: Cpu, value: Byte) -> None:
    cpu.a &= value
    MPU.opLSR(cpu, None)


def _arr(cpu: Cpu, value: Byte) -> None:
    """AND, then ROR; C and V come from the sum that the adder forms, decimal digits apart."""
    both, carry = cpu.a & value, cpu.p & cpu.CARRY
    result = both >> 1 | carry << 7
    cpu.FlagsNZ(result)
    cpu.p &= ~(cpu.CARRY | cpu.OVERFLOW)
    cpu.p |= (both ^ result) & cpu.OVERFLOW
    if cpu.p & cpu.DECIMAL:
        if (both & 0x0F) + (both & 0x01) > 5:
            result = result & 0xF0 | result + 6 & 0x0F
        if (both & 0xF0) + (both & 0x10) > 0x50:
            result = result + 0x60 & 0xFF
            cpu.p |= cpu.CARRY
    else:
        cpu.p |= result >> 6 & cpu.CARRY
    cpu.a = result


def _sbx(cpu: Cpu, value: Byte) -> None:
    both = cpu.a & cpu.x
    _apply(cpu, lambda cpu, find: cpu.opCMPR(find, both), value)
    cpu.x = both - value & 0xFF


def _ane(cpu: Cpu, value: Byte) -> None:
    cpu.a = (cpu.a | ANE_CONSTANT) & cpu.x & value
    cpu.FlagsNZ(cpu.a)


def _las(cpu: Cpu, value: Byte) -> None:
    cpu.sp &= value
    _load_both(cpu, cpu.sp)


def _store_high(value: Callable[[Cpu], Byte], index: str) -> Callable[[Cpu, Address], None]:
    """Store *value* AND the base's high byte + 1; across a page that is the address's too."""

    def act(cpu: Cpu, address: Address) -> None:
        base = address - getattr(cpu, index) & 0xFFFF
        stored = value(cpu) & (base >> 8) + 1 & 0xFF
        if (base ^ address) & 0xFF00:
            address = stored << 8 | address & 0xFF
        cpu.memory[address] = stored

    return act


def _both_to_stack(cpu: Cpu) -> Byte:
    cpu.sp = cpu.a & cpu.x
    stored: Byte = cpu.sp
    return stored


def _jam(cpu: Cpu) -> None:
    for address in (cpu.pc, *_JAM_READS):
        cpu.memory[address]
    cpu.pc = cpu.pc - 1 & 0xFFFF
    raise Jammed(cpu.opcode, cpu.pc)


def _at_operand(mode: str, act: Callable[[Cpu, Address], None]) -> Callable[[Cpu], None]:
    name, length = _FIND[mode], _LENGTHS.get(mode, 1)

    def execute(cpu: Cpu) -> None:
        act(cpu, getattr(cpu, name)())
        cpu.pc += length

    return execute


_READERS: dict[str, tuple[Callable[[Cpu, Byte], None], dict[str, tuple[int, ...]]]] = {
    "NOP": (lambda *_: None, {
        "imm": (0x80, 0x82, 0x89, 0xC2, 0xE2), "zpg": (0x04, 0x44, 0x64), "abs": (0x0C,),
        "zpx": (0x14, 0x34, 0x54, 0x74, 0xD4, 0xF4), "abx": (0x1C, 0x3C, 0x5C, 0x7C, 0xDC, 0xFC),
    }),
    "LAX": (_load_both, {
        "zpg": (0xA7,), "zpy": (0xB7,), "abs": (0xAF,), "aby": (0xBF,), "inx": (0xA3,),
        "iny": (0xB3,),
    }),
    "ANC": (_anc, {"imm": (0x0B, 0x2B)}),
    "ALR": (_alr, {"imm": (0x4B,)}),
    "ARR": (_arr, {"imm": (0x6B,)}),
    "SBX": (_sbx, {"imm": (0xCB,)}),
    "USBC": (lambda cpu, value: _apply(cpu, MPU.opSBC, value), {"imm": (0xEB,)}),
    "ANE": (_ane, {"imm": (0x8B,)}),
    "LXA": (lambda cpu, value: _load_both(cpu, (cpu.a | ANE_CONSTANT) & value), {"imm": (0xAB,)}),
    "LAS": (_las, {"aby": (0xBB,)}),
}  # fmt: skip
_WRITERS: dict[str, tuple[Callable[[Cpu, Address], None], dict[str, int]]] = {
    "SAX": (
        lambda cpu, at: cpu.memory.__setitem__(at, cpu.a & cpu.x),
        {"zpg": 0x87, "zpy": 0x97, "abs": 0x8F, "inx": 0x83},
    ),
    "SHA": (_store_high(lambda cpu: cpu.a & cpu.x, "y"), {"aby": 0x9F, "iny": 0x93}),
    "SHX": (_store_high(lambda cpu: cpu.x, "y"), {"aby": 0x9E}),
    "SHY": (_store_high(lambda cpu: cpu.y, "x"), {"abx": 0x9C}),
    "TAS": (_store_high(_both_to_stack, "y"), {"aby": 0x9B}),
}


def instructions() -> dict[int, Undocumented]:
    """All 105, by opcode."""
    found = {
        opcode: Undocumented("JAM", "imp", 0, False, _jam)
        for opcode in (*range(0x02, 0x80, 0x10), 0x92, 0xB2, 0xD2, 0xF2)
    }
    for opcode in (0x1A, 0x3A, 0x5A, 0x7A, 0xDA, 0xFA):
        found[opcode] = Undocumented("NOP", "imp", 2, False, lambda cpu: cpu.memory[cpu.pc])

    def add(opcode: int, mnemonic: str, mode: str, kind: int, act: Any) -> None:
        penalty = kind == _READ and mode in _PENALISED
        execute = _at_operand(mode, act)
        found[opcode] = Undocumented(mnemonic, mode, _CYCLES[mode][kind], penalty, execute)

    for base, (mnemonic, first, second) in _MODIFIERS.items():
        for offset, mode in _MODIFIED_AT.items():
            add(base + offset, mnemonic, mode, _MODIFY, _modifying(first, second))
    for mnemonic, (reading, modes) in _READERS.items():
        for mode, opcodes in modes.items():
            for opcode in opcodes:
                add(opcode, mnemonic, mode, _READ, _read(reading))
    for mnemonic, (act, places) in _WRITERS.items():
        for mode, opcode in places.items():
            add(opcode, mnemonic, mode, _WRITE, act)
    return found

"""The NMOS 6502: py65's processor, put right where it misses the chip.

What is corrected is listed in ``docs/machine.md``, each line with the test that shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, Protocol

from py65.devices.mpu6502 import MPU

from emu.chips.registers import ALWAYS_SET, Registers
from emu.errors import UndocumentedOpcode
from emu.units import Address, Byte, Cycle

NMI_VECTOR, RESET_VECTOR = 0xFFFA, 0xFFFC

FETCH = 256
"""In place of an opcode: the first cycle of an instruction, in which its opcode is read."""
Handler = Callable[[Any], None]


class AddressSpace(Protocol):
    """What the processor needs of a bus: bytes by 16-bit address."""

    def __getitem__(self, address: Address, /) -> Byte: ...
    def __setitem__(self, address: Address, value: Byte, /) -> None: ...


def is_documented(opcode: int) -> bool:
    """Whether *opcode* is one of the 151 that MOS documented."""
    return bool(MPU.disassemble[opcode][0] != "???")


def _refuse(cpu: NMOS6502) -> NoReturn:
    cpu.pc = (cpu.pc - 1) & 0xFFFF
    raise UndocumentedOpcode(cpu.opcode, cpu.pc)


class NMOS6502(MPU):  # type: ignore[misc]
    """A 6502 on *memory*; ``processorCycles`` counts cycles since construction."""

    instruct: ClassVar[list[Handler]] = [
        MPU.instruct[op] if is_documented(op) else _refuse for op in range(256)
    ]
    cycletime: ClassVar[list[int]] = list(MPU.cycletime)
    cycletime[0xCE] = 6  # DEC absolute; py65 1.2.0 has 3
    cycletime.append(1)  # FETCH

    def __init__(self, memory: AddressSpace, pc: Address = 0) -> None:
        self.opcode = 0xEA
        self.executing = False
        self.p = 0
        super().__init__(memory, pc)

    @property
    def bus_cycle(self) -> Cycle:
        """The present cycle: within an instruction that of its last bus access."""
        total: int = self.processorCycles
        if self.executing:
            total += self.cycletime[self.opcode] + self.excycles - 1
        return total

    @property
    def registers(self) -> Registers:
        """The registers between two instructions."""
        return Registers(self.pc, self.a, self.x, self.y, self.sp, self.p | ALWAYS_SET)

    @registers.setter
    def registers(self, r: Registers) -> None:
        self.pc, self.a, self.x, self.y, self.sp = r.pc, r.a, r.x, r.y, r.sp
        self.p = r.p | ALWAYS_SET

    def step(self) -> NMOS6502:
        """Execute one instruction.

        Raises UndocumentedOpcode, with the registers untouched.
        """
        self.executing = True
        try:
            self.opcode, self.excycles = FETCH, 0
            self.opcode = opcode = self.memory[self.pc]
            self.pc = self.pc + 1 & 0xFFFF
            self.addcycles = self.extracycles[opcode]
            self.instruct[opcode](self)
            self.pc &= 0xFFFF
            self.processorCycles += self.cycletime[opcode] + self.excycles
        finally:
            self.executing = False
        return self

    def power_up(self) -> None:
        """Take the reset vector, as the RES line does: I set, SP moved down by three.

        The registers keep what they held (MOS Programming Manual 9.1).
        """
        self.sp = (self.sp - 3) & 0xFF
        self.p |= self.INTERRUPT
        self.pc = self.WordAt(RESET_VECTOR)
        self.processorCycles += 7

    def WordAt(self, addr: Address) -> int:  # noqa: N802 - py65's name
        """The word at *addr*, its high byte behind the wrap at $FFFF."""
        memory = self.memory
        word: int = memory[addr & 0xFFFF] | memory[addr + 1 & 0xFFFF] << 8
        return word

    def ByteAt(self, addr: Address) -> Byte:  # noqa: N802
        """The byte at *addr*, wrapped to 16 bits."""
        value: Byte = self.memory[addr & 0xFFFF]
        return value


def _jsr(cpu: NMOS6502) -> None:
    """JSR reads its low operand byte, pushes, and only then reads the high one."""
    low = cpu.ByteAt(cpu.pc)
    last = (cpu.pc + 1) & 0xFFFF
    cpu.stPushWord(last)
    cpu.pc = low | cpu.ByteAt(last) << 8


NMOS6502.instruct[0x20] = _jsr

"""The NMOS 6502: py65's processor, put right where it misses the chip.

py65 computes results and flags. What is ours is the bus: every cycle of the chip is one access, in
the chip's order, so an instruction makes as many accesses as it takes cycles, those included whose
byte is thrown away. The undocumented opcodes are in `emu.chips.undocumented`. What is corrected is
listed in ``docs/machine.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, Protocol

from py65.devices.mpu6502 import MPU

from emu.chips import undocumented
from emu.chips.interrupts import IRQ_VECTOR, SEQUENCE
from emu.chips.registers import ALWAYS_SET, Registers
from emu.errors import UndocumentedOpcode
from emu.units import Address, Byte

RESET_VECTOR = 0xFFFC
STACK = 0x100

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


def _on_memory(operate: Callable[[Any, None], None]) -> Callable[[NMOS6502, Any], None]:
    """A read-modify-write operation of py65: the old byte is written back before the new one."""

    def modify(cpu: NMOS6502, find: Callable[[], Address] | None) -> None:
        if find is None:
            operate(cpu, None)
            return
        address, a = find(), cpu.a
        cpu.a = cpu.memory[address]
        cpu.memory[address] = cpu.a
        operate(cpu, None)
        cpu.memory[address], cpu.a = cpu.a, a

    return modify


class NMOS6502(MPU):  # type: ignore[misc]
    """A 6502 on *memory*; ``processorCycles`` counts cycles since construction.

    With *documented_only* it refuses the opcodes that MOS did not document. ``vector`` is asked in
    the sequences of BRK and of interrupts, after P was pushed, where the address is to be found.
    ``instruction`` is the address of the one that is being executed, for an interrupt that of the
    one it comes before.
    """

    instruct: ClassVar[list[Handler]] = list(MPU.instruct)
    cycletime: ClassVar[list[int]] = list(MPU.cycletime)
    extracycles: ClassVar[list[int]] = list(MPU.extracycles)
    disassemble: ClassVar[list[tuple[str, str]]] = list(MPU.disassemble)
    cycletime[0xCE] = 6  # DEC absolute; py65 1.2.0 has 3

    def __init__(self, memory: AddressSpace, documented_only: bool = False) -> None:
        self.opcode = 0xEA
        self.executing = self.interrupting = False
        self.instruction = 0
        self.vector: Callable[[], Address] = lambda: IRQ_VECTOR
        self.documented_only = documented_only
        self.handlers = _DOCUMENTED if documented_only else self.instruct
        self.p = 0
        super().__init__(memory)

    @property
    def registers(self) -> Registers:
        return Registers(self.pc, self.a, self.x, self.y, self.sp, self.p | ALWAYS_SET)

    @registers.setter
    def registers(self, r: Registers) -> None:
        self.pc, self.a, self.x, self.y, self.sp = r.pc, r.a, r.x, r.y, r.sp
        self.p = r.p | ALWAYS_SET

    def step(self) -> NMOS6502:
        """Execute one instruction.

        Raises UndocumentedOpcode, or Jammed, with the registers untouched.
        """
        self.executing = True
        try:
            self.excycles = 0
            self.instruction = self.pc
            self.opcode = opcode = self.memory[self.pc]
            self.pc = self.pc + 1 & 0xFFFF
            self.addcycles = self.extracycles[opcode]
            self.handlers[opcode](self)
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

    def interrupt(self) -> None:
        """Take an interrupt: the opcode at PC is fetched twice and dropped."""
        self.interrupting = True
        self.instruction = self.pc
        try:
            self.memory[self.pc]
            self.memory[self.pc]
            self._enter_handler(self.pc, self.p & ~self.BREAK | self.UNUSED)
            self.processorCycles += SEQUENCE
        finally:
            self.interrupting = False

    def _enter_handler(self, back: Address, p: Byte) -> None:
        self.stPushWord(back)
        self.stPush(p)
        self.p |= self.INTERRUPT
        self.pc = self.WordAt(self.vector())

    # What py65 calls to find operands; names are its own

    def WordAt(self, addr: Address) -> int:  # noqa: N802
        """The word at *addr*, its high byte behind the wrap at $FFFF."""
        memory = self.memory
        word: int = memory[addr & 0xFFFF] | memory[addr + 1 & 0xFFFF] << 8
        return word

    def ByteAt(self, addr: Address) -> Byte:  # noqa: N802
        """The byte at *addr*, wrapped to 16 bits."""
        value: Byte = self.memory[addr & 0xFFFF]
        return value

    def ZeroPageXAddr(self) -> Address:  # noqa: N802
        """Read at the unindexed address while X is added."""
        return self._zero_page(self.x)

    def ZeroPageYAddr(self) -> Address:  # noqa: N802
        """Read at the unindexed address while Y is added."""
        return self._zero_page(self.y)

    def IndirectXAddr(self) -> Address:  # noqa: N802
        """Read at the unindexed pointer, then the pointer."""
        pointer, memory = self._zero_page(self.x), self.memory
        address: Address = memory[pointer] | memory[pointer + 1 & 0xFF] << 8
        return address

    def IndirectYAddr(self) -> Address:  # noqa: N802
        memory = self.memory
        pointer = memory[self.pc]
        return self._indexed(memory[pointer], memory[pointer + 1 & 0xFF], self.y)

    def AbsoluteXAddr(self) -> Address:  # noqa: N802
        memory = self.memory
        return self._indexed(memory[self.pc], memory[self.pc + 1 & 0xFFFF], self.x)

    def AbsoluteYAddr(self) -> Address:  # noqa: N802
        memory = self.memory
        return self._indexed(memory[self.pc], memory[self.pc + 1 & 0xFFFF], self.y)

    def _zero_page(self, index: Byte) -> Address:
        base: Address = self.memory[self.pc]
        self.memory[base]
        return base + index & 0xFF

    def _indexed(self, low: Byte, high: Byte, index: Byte) -> Address:
        """Read in the page of the base while its high byte is put right.

        An instruction that only reads skips that if nothing is to be put right.
        """
        low += index
        if low > 0xFF:
            self.excycles += self.addcycles
            self.memory[high << 8 | low & 0xFF]
        elif not self.addcycles:
            self.memory[high << 8 | low]
        return (high << 8) + low & 0xFFFF

    def BranchRelAddr(self) -> None:  # noqa: N802
        """Read the next opcode while the offset is added, and once more in the wrong page."""
        memory = self.memory
        offset = memory[self.pc]
        following = self.pc + 1 & 0xFFFF
        memory[following]
        self.excycles += 1
        target = following + (offset ^ 0x80) - 0x80 & 0xFFFF
        if (following ^ target) & 0xFF00:
            memory[following & 0xFF00 | target & 0xFF]
            self.excycles += 1
        self.pc = target

    def opBCL(self, x: int) -> None:  # noqa: N802
        """Branch if the flag is clear; the offset is read in any case."""
        if self.p & x:
            self.memory[self.pc]
            self.pc += 1
        else:
            self.BranchRelAddr()

    def opBST(self, x: int) -> None:  # noqa: N802
        """Branch if the flag is set; the offset is read in any case."""
        if self.p & x:
            self.BranchRelAddr()
        else:
            self.memory[self.pc]
            self.pc += 1

    opASL, opLSR = _on_memory(MPU.opASL), _on_memory(MPU.opLSR)  # noqa: N815
    opROL, opROR = _on_memory(MPU.opROL), _on_memory(MPU.opROR)  # noqa: N815
    opINCR, opDECR = _on_memory(MPU.opINCR), _on_memory(MPU.opDECR)  # noqa: N815


def _brk(cpu: NMOS6502) -> None:
    cpu.memory[cpu.pc]
    cpu._enter_handler(cpu.pc + 1 & 0xFFFF, cpu.p | ALWAYS_SET)


def _jsr(cpu: NMOS6502) -> None:
    """JSR reads its low operand byte, pushes, and only then reads the high one."""
    low = cpu.memory[cpu.pc]
    last = (cpu.pc + 1) & 0xFFFF
    cpu.memory[STACK | cpu.sp]
    cpu.stPushWord(last)
    cpu.pc = low | cpu.memory[last] << 8


def _rts(cpu: NMOS6502) -> None:
    cpu.memory[cpu.pc]
    cpu.memory[STACK | cpu.sp]
    back = cpu.stPopWord()
    cpu.memory[back]
    cpu.pc = back + 1


def _after_next(handler: Handler) -> Handler:
    """The byte behind a one-byte instruction is read first, and dropped."""

    def execute(cpu: NMOS6502) -> None:
        cpu.memory[cpu.pc]
        handler(cpu)

    return execute


def _after_stack(handler: Handler) -> Handler:
    """A byte of the stack is read and dropped before S moves."""

    def execute(cpu: NMOS6502) -> None:
        cpu.memory[STACK | cpu.sp]
        handler(cpu)

    return execute


def _complete() -> None:
    for opcode, (mnemonic, mode) in enumerate(MPU.disassemble):
        if mnemonic != "???" and mode in ("imp", "acc"):
            handler = NMOS6502.instruct[opcode]
            pulls = mnemonic in ("PLA", "PLP", "RTI")
            NMOS6502.instruct[opcode] = _after_next(_after_stack(handler) if pulls else handler)
    for opcode, handler in ((0x00, _brk), (0x20, _jsr), (0x60, _rts)):
        NMOS6502.instruct[opcode] = handler
    for opcode, one in undocumented.instructions().items():
        NMOS6502.instruct[opcode] = one.execute
        NMOS6502.disassemble[opcode] = one.mnemonic, one.mode
        NMOS6502.cycletime[opcode] = one.cycles
        NMOS6502.extracycles[opcode] = int(one.page_penalty)


_complete()
_DOCUMENTED: list[Handler] = [
    handler if is_documented(op) else _refuse for op, handler in enumerate(NMOS6502.instruct)
]

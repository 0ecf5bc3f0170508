"""Programs that test the processor from within and end in a jump to themselves.

The one meant is Klaus Dormann's ``6502_functional_test``: 64 KB of RAM from $0000, started at
$0400; every failure is a trap, a jump or branch to itself, of its own address, and success is the
trap at $3469 in the binary he publishes. His and Bruce Clark's ``6502_decimal_test`` ends at one
address either way and leaves the verdict in a byte, 0 if all went well.
"""

from __future__ import annotations

from dataclasses import dataclass

from emu.chips.mpu import NMOS6502
from emu.chips.registers import Registers
from emu.errors import ConformanceError, UndocumentedOpcode
from emu.files.formats.image import Program
from emu.units import ADDRESS_SPACE, Address, Cycles

START = 0x0400
SUCCESS = 0x3469
MAX_CYCLES = 200_000_000


@dataclass(frozen=True)
class Verdict:
    """How a program ended: what happened in words, the registers then, instructions and cycles."""

    passed: bool
    end: str
    registers: Registers
    instructions: int
    cycles: Cycles


def run(
    program: Program,
    start: Address = START,
    success: Address = SUCCESS,
    error_byte: Address | None = None,
    max_cycles: Cycles = MAX_CYCLES,
) -> Verdict:
    """Run *program* from *start* in 64 KB of RAM, 0 where it has nothing.

    It passes when it reaches *success*, with 0 at the address *error_byte* if that is given. It
    fails by a trap elsewhere, an undocumented opcode, or *max_cycles*. ConformanceError if there is
    nothing at *start*.
    """
    if not program.covers(start, start):
        raise ConformanceError(f"{program.name} has no byte at its start, ${start:04X}")
    memory = bytearray(ADDRESS_SPACE)
    for segment in program.segments:
        memory[segment.address : segment.end] = segment.data
    cpu = NMOS6502(memory, start)
    instructions, before = 0, -1
    passed, end = False, f"nothing reached in {max_cycles:,} cycles"
    try:
        while cpu.processorCycles < max_cycles:
            if cpu.pc == success:
                passed, end = _at_success(memory, success, error_byte)
                break
            if cpu.pc == before:
                end = f"trap at ${before:04X}, success is at ${success:04X}"
                break
            before = cpu.pc
            cpu.step()
            instructions += 1
    except UndocumentedOpcode as error:
        end = str(error)
    return Verdict(passed, end, cpu.registers, instructions, cpu.processorCycles)


def _at_success(
    memory: bytearray, success: Address, error_byte: Address | None
) -> tuple[bool, str]:
    """The verdict where a program ends that may yet have failed."""
    if error_byte is None or memory[error_byte] == 0:
        return True, f"success at ${success:04X}"
    return False, f"the byte at ${error_byte:04X} is ${memory[error_byte]:02X}, expected $00"

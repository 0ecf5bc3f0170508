"""Programs that test the processor from within and end in a jump to themselves.

The one meant is Klaus Dormann's ``6502_functional_test``: 64 KB of RAM from $0000, started at
$0400; every failure is a trap, a jump or branch to itself, of its own address, and success is the
trap at $3469 in the binary he publishes. His and Bruce Clark's ``6502_decimal_test`` ends at one
address either way and leaves the verdict in a byte, 0 if all went well.
"""

from dataclasses import dataclass

from emu import engines
from emu.board import Board
from emu.bus import Bus
from emu.chips.registers import Registers
from emu.errors import ConformanceError, Jammed
from emu.files.formats.image import Program
from emu.units import ADDRESS_SPACE, Address, Cell, Cycles

START = 0x0400
SUCCESS = 0x3469
MAX_CYCLES = 200_000_000


_SLICE = 100_000
"""Cycles after which a trap is looked for."""


@dataclass(frozen=True)
class Verdict:
    """How a program ended: what happened in words, the registers then, instructions and cycles."""

    passed: bool
    end: str
    registers: Registers
    instructions: int
    cycles: Cycles


class FlatBus(Bus):
    """64 KB of RAM and nothing else."""

    def _decode(self) -> None:
        self.store: bytearray | memoryview = bytearray(ADDRESS_SPACE)
        self.code_map: bytearray | memoryview = bytearray(ADDRESS_SPACE)
        self.code_changed = False
        self.read_cells = self.write_cells = list(map(Cell, range(ADDRESS_SPACE)))


class FlatBoard(Board):
    """A processor on 64 KB of RAM."""

    bus_type = FlatBus


def run(
    program: Program,
    start: Address = START,
    success: Address = SUCCESS,
    error_byte: Address | None = None,
    max_cycles: Cycles = MAX_CYCLES,
    engine: str = "py65",
) -> Verdict:
    """Run *program* from *start* on *engine* in 64 KB of RAM, 0 where it has nothing.

    It passes when it reaches *success*, with 0 at the address *error_byte* if that is given. It
    fails by a trap elsewhere, a JAM, or *max_cycles*. ConformanceError if there is nothing at
    *start*.
    """
    if not program.covers(start, start):
        raise ConformanceError(f"{program.name} has no byte at its start, ${start:04X}")
    board = FlatBoard(lambda made: engines.engine(made, engine))
    cpu = board.cpu
    for segment in program.segments:
        board.bus.store[segment.address : segment.end] = segment.data
    cpu.pc = start
    passed, end = False, f"nothing reached in {max_cycles:,} cycles"
    try:
        while board.cycles < max_cycles:
            if cpu.pc == success or board.run(min(board.cycles + _SLICE, max_cycles), {success}):
                passed, end = True, f"success at ${success:04X}"
                error = 0 if error_byte is None else board.bus.store[error_byte]
                if error:
                    wrong = f"${error:02X}, expected $00"
                    passed, end = False, f"the byte at ${error_byte:04X} is {wrong}"
                break
            before = cpu.pc
            board.step()
            if cpu.pc == before:
                end = f"trap at ${before:04X}, success is at ${success:04X}"
                break
    except Jammed as error:
        end = str(error)
    return Verdict(passed, end, cpu.registers, board.instructions, board.cycles)

"""The bus trace: every byte that goes over the bus, one in each cycle.

A traced board runs on the reference interpreter, one instruction after another, whatever its
engine; what happens is the same. It makes the accesses of the chip, those included whose byte is
thrown away; only the five cycles of a reset before its vector have none.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from emu.board import Board
from emu.chips.mpu import RESET_VECTOR, AddressSpace
from emu.interpreter import Interpreter
from emu.units import ADDRESS_SPACE, Address, Byte, Cycle

FETCHED, READ, WRITTEN = "fetch", "read", "write"
KINDS = (FETCHED, READ, WRITTEN)
_RESET_VECTOR = {RESET_VECTOR: 5, RESET_VECTOR + 1: 6}
"""The cycles of a reset in which its vector is read."""


class BusAccess(NamedTuple):
    """One byte over the bus. ``pc`` is the address of the instruction, for an interrupt that of
    the one it comes before; ``kind`` one of :data:`KINDS`."""

    cycle: Cycle
    address: Address
    value: Byte
    kind: str
    pc: Address

    def __str__(self) -> str:
        return (
            f"{self.cycle:>12} {self.kind:<5} ${self.address:04X} {self.value:02X}  "
            f"at ${self.pc:04X}"
        )

    def as_json(self) -> str:
        """One line of JSON; numbers are decimal."""
        return json.dumps(self._asdict())


@dataclass(frozen=True)
class Filter:
    """Which accesses count: within ``ranges`` (none: everywhere), of ``kinds``, and with
    ``monitor`` those of instructions in the board's ROM too."""

    ranges: tuple[range, ...] = ()
    kinds: frozenset[str] = frozenset(KINDS)
    monitor: bool = True


class Trace:
    """A tap that tells *listener* of each access that *wanted* lets through."""

    def __init__(self, listener: Callable[[BusAccess], None], wanted: Filter | None = None) -> None:
        self._listener = listener
        self._wanted = wanted or Filter()

    def connect(self, board: Board, bus: AddressSpace) -> None:
        self._board, self._bus = board, bus
        self._reads, self._writes = bytearray(ADDRESS_SPACE), bytearray(ADDRESS_SPACE)
        for one in self._wanted.ranges or (range(ADDRESS_SPACE),):
            for table, kinds in ((self._reads, {FETCHED, READ}), (self._writes, {WRITTEN})):
                if kinds & self._wanted.kinds:
                    table[one.start : one.stop] = b"\1" * len(one)

    def __getitem__(self, address: Address) -> Byte:
        if not self._reads[address]:
            return self._bus[address]
        cycle, kind, cpu = self._board.next_cycle, READ, self._board.cpu
        if address in _RESET_VECTOR and not (cpu.executing or cpu.interrupting):
            cycle = cpu.processorCycles + _RESET_VECTOR[address]
        elif cpu.executing and cycle == cpu.processorCycles:
            kind = FETCHED
        value = self._bus[address]
        if kind in self._wanted.kinds:
            self._tell(cycle, address, value, kind)
        return value

    def __setitem__(self, address: Address, value: Byte) -> None:
        if not self._writes[address]:
            self._bus[address] = value
            return
        cycle = self._board.next_cycle
        self._bus[address] = value
        self._tell(cycle, address, value, WRITTEN)

    def _tell(self, cycle: Cycle, address: Address, value: Byte, kind: str) -> None:
        cpu = self._board.cpu
        pc = cpu.instruction if cpu.executing or cpu.interrupting else cpu.pc
        if self._wanted.monitor or not self._board.bus.is_rom(pc):
            self._listener(BusAccess(cycle, address, value, kind, pc))


class BusProbe(AddressSpace, Protocol):
    """A tap between processor and bus: stands where the processor expects the bus."""

    def connect(self, board: Board, bus: AddressSpace) -> None:
        """Pass on to *bus*, which may be another tap, what *board*'s processor asks."""


@contextmanager
def tapped(board: Board, *taps: BusProbe) -> Iterator[None]:
    """Within it *taps* are in the line; the first is next to the bus."""
    if not taps:
        yield
        return
    engine, bus = board.engine, board.cpu.memory
    board.engine = Interpreter(board)
    for tap in taps:
        tap.connect(board, board.cpu.memory)
        board.cpu.memory = tap
    try:
        yield
    finally:
        board.engine, board.cpu.memory = engine, bus

"""The bus trace: every byte that goes over the bus, one in each cycle.

A traced board runs on the reference interpreter, one instruction after another, whatever its
engine; what happens is the same. It makes the accesses of the chip, those included whose byte is
thrown away; only the five cycles of a reset before its vector have none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from emu.board import Board
from emu.chips.mpu import RESET_VECTOR, AddressSpace
from emu.interpreter import Interpreter
from emu.units import Address, Byte, Cycle

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
        """See `BusProbe`."""
        self._board, self._bus = board, bus
        self._pc = 0
        self._hidden = False

    def __getitem__(self, address: Address) -> Byte:
        cycle, kind = self._begin(), READ
        cpu = self._board.cpu
        if address in _RESET_VECTOR and not (cpu.executing or cpu.interrupting):
            cycle = cpu.processorCycles + _RESET_VECTOR[address]
        elif cpu.executing and cycle == cpu.processorCycles:
            kind = FETCHED
        value = self._bus[address]
        self._tell(cycle, address, value, kind)
        return value

    def __setitem__(self, address: Address, value: Byte) -> None:
        cycle = self._begin()
        self._bus[address] = value
        self._tell(cycle, address, value, WRITTEN)

    def _begin(self) -> Cycle:
        """The cycle of the access that comes now; an instruction or interrupt may begin with it."""
        cycle, cpu = self._board.next_cycle, self._board.cpu
        if cycle == cpu.processorCycles:
            hides = not self._wanted.monitor and self._board.bus.is_rom(cpu.pc)
            self._pc, self._hidden = cpu.pc, hides
        return cycle

    def _tell(self, cycle: Cycle, address: Address, value: Byte, kind: str) -> None:
        wanted = self._wanted
        if self._hidden or kind not in wanted.kinds:
            return
        if not wanted.ranges or any(address in one for one in wanted.ranges):
            self._listener(BusAccess(cycle, address, value, kind, self._pc))


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

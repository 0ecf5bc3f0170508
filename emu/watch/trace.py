"""The bus trace: every byte that goes over the bus, with the cycle in which it does.

The interpreter makes the accesses of an instruction in the chip's order, and each has its fixed
cycle within the instruction (MCS6500 Hardware Manual, appendix A). What the chip reads or writes
and throws away is not made, and so not seen: see ``docs/machineroom.md``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from py65.devices.mpu6502 import MPU

from emu.board import Board
from emu.chips.mpu import FETCH, NMOS6502, AddressSpace
from emu.units import Address, Byte, Cycle

FETCHED, READ, WRITTEN = "fetch", "read", "write"
KINDS = (FETCHED, READ, WRITTEN)

_FINDING = {
    **dict.fromkeys(("imp", "acc", "imm"), ()),
    "rel": (1,),
    **dict.fromkeys(("zpg", "zpx", "zpy"), (1,)),
    **dict.fromkeys(("abs", "abx", "aby"), (1, 2)),
    "inx": (1, 3, 4),
    "iny": (1, 2, 3),
    "ind": (1, 2, 3),
}
"""Cycles of the accesses that find the operand."""
_OWN = {"BRK": (2, 3, 4, 5), "JSR": (1, 3, 4), "RTI": (3, 4), "RTS": (3, 4)}
_MODIFY = ("ASL", "DEC", "INC", "LSR", "ROL", "ROR")
_PUSHES = 2
_VECTOR = (5, 6)
"""Cycles of an interrupt: its three pushes from _PUSHES on, both bytes of its vector."""


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
    kinds: frozenset[str] = field(default_factory=lambda: frozenset(KINDS))
    monitor: bool = True

    def lets_through(self, address: Address, kind: str) -> bool:
        """Whether an access of *kind* at *address* counts, whatever instruction makes it."""
        if kind not in self.kinds:
            return False
        return not self.ranges or any(address in one for one in self.ranges)


class Trace:
    """A tap that tells *listener* of each access that *wanted* lets through."""

    def __init__(self, listener: Callable[[BusAccess], None], wanted: Filter | None = None) -> None:
        self._listener = listener
        self._wanted = wanted or Filter()

    def connect(self, board: Board, bus: AddressSpace) -> None:
        """See `emu.watch.bus_probe.Tap`."""
        self._cpu, self._bus, self._board_bus = board.cpu, bus, board.bus
        self._pc = self._count = self._pushed = 0
        self._hidden = False

    def __getitem__(self, address: Address) -> Byte:
        cpu = self._cpu
        if not cpu.executing:
            self._pushed = 0
            cycle, kind = cpu.processorCycles + _VECTOR[address & 1], READ
        elif cpu.opcode == FETCH:
            self._pc, self._count, self._hidden = address, 0, self._hides(address)
            cycle, kind = cpu.processorCycles, FETCHED
        else:
            cycle, kind = self._cycle(), READ
        value = self._bus[address]
        self._tell(cycle, address, value, kind)
        return value

    def __setitem__(self, address: Address, value: Byte) -> None:
        cpu = self._cpu
        if cpu.executing:
            cycle = self._cycle()
        else:
            self._pc, self._hidden = cpu.pc, self._hides(cpu.pc)
            cycle = cpu.processorCycles + _PUSHES + self._pushed
            self._pushed += 1
        self._bus[address] = value
        self._tell(cycle, address, value, WRITTEN)

    def _cycle(self) -> int:
        """The cycle of the access an instruction makes now."""
        offsets = _OFFSETS[self._cpu.opcode]
        number, self._count = self._count, self._count + 1
        if number < len(offsets):
            start: int = self._cpu.processorCycles
            return start + offsets[number]
        return self._cpu.bus_cycle

    def _tell(self, cycle: Cycle, address: Address, value: Byte, kind: str) -> None:
        if not self._hidden and self._wanted.lets_through(address, kind):
            self._listener(BusAccess(cycle, address, value, kind, self._pc))

    def _hides(self, pc: Address) -> bool:
        """Whether the instruction at *pc* is none of those that count."""
        return not self._wanted.monitor and self._board_bus.is_rom(pc)


def _offsets(opcode: int) -> tuple[int, ...]:
    """Cycles within the instruction of its accesses before the last one, which is in the last."""
    mnemonic, mode = MPU.disassemble[opcode]
    if mnemonic in _OWN:
        return _OWN[mnemonic]
    if mnemonic in _MODIFY and mode != "acc":
        return (*_FINDING[mode], NMOS6502.cycletime[opcode] - 3)
    return _FINDING[mode]


_OFFSETS = [_offsets(opcode) for opcode in range(256)]

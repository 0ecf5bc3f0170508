"""The commonest way to wait: a loop of DEX or DEY, with or without a NOP before it, and BNE."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from py65.devices.mpu6502 import MPU

from emu.units import Address, Cycle

if TYPE_CHECKING:
    from emu.board import Board

NOP, DEX, DEY, BNE = 0xEA, 0xCA, 0x88, 0xD0


def skip(board: Board, until: Cycle, stops: Collection[Address]) -> int:
    """Where *board* stands at such a loop, between two instructions, take it through all rounds but
    the last that end before *until*, at once; how many instructions that are.
    """
    cpu, bus = board.cpu, board.bus
    pc, cell = cpu.pc, bus.read_cells[cpu.pc]
    if cell < 0 or bus.store[cell] not in (NOP, DEX, DEY):
        return 0
    instructions = 3 if bus.store[cell] == NOP else 2
    size = instructions + 1
    code = bus.slice(pc, size)
    crosses = pc & 0xFF > 0x100 - size - 1
    if (
        code is None
        or crosses
        or code[-3] not in (DEX, DEY)
        or code[-2:] != bytes((BNE, -size & 0xFF))
    ):
        return 0
    if any(pc + place in stops for place in range(instructions)):
        return 0
    cycles = 1 + 2 * instructions
    left: int = cpu.x if code[-3] == DEX else cpu.y
    rounds = max(0, min(left - 1, (until - board.cycles - 1) // cycles))
    if rounds:
        left -= rounds
        setattr(cpu, "x" if code[-3] == DEX else "y", left)
        cpu.p = cpu.p & ~(MPU.ZERO | MPU.NEGATIVE) | left & MPU.NEGATIVE
        cpu.processorCycles += cycles * rounds
        bus.accesses += cycles * rounds
        board.instructions += instructions * rounds
    return instructions * rounds

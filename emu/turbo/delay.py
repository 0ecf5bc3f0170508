"""The commonest way to wait: a loop of DEX or DEY, with or without a NOP before it, and BNE."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from py65.devices.mpu6502 import MPU

from emu.turbo.decode import Instruction, decode
from emu.units import Address, Cycle, Cycles

if TYPE_CHECKING:
    from emu.board import Board

Decode = Callable[[Address], Instruction | None]
"""The instruction at an address, if there is one that can be translated."""
_FIRST = (0xEA, 0xCA, 0x88)
"""Opcodes: NOP, DEX, DEY."""
_MOST, _LENGTH = 3, 4
"""Instructions and bytes of the longest."""
_DELAYS = [(*nop, count, "BNE") for nop in ((), ("NOP",)) for count in ("DEX", "DEY")]


class Delay(NamedTuple):
    """A loop of *instructions* that only counts *register* down; *cycles* of all rounds but the
    last.
    """

    instructions: tuple[Instruction, ...]
    register: str
    cycles: Cycles


def find(instruction_at: Decode, head: Address) -> Delay | None:
    """The one that starts at *head*."""
    found: list[Instruction] = []
    following = head
    while len(found) < _MOST and (ins := instruction_at(following)) is not None:
        found.append(ins)
        following = ins.next
        if ins.mnemonic == "BNE":
            break
    if tuple(ins.mnemonic for ins in found) not in _DELAYS or found[-1].target != head:
        return None
    cycles = sum(ins.cycles for ins in found[:-1]) + found[-1].taken_cycles
    return Delay(tuple(found), found[-2].mnemonic[2].lower(), cycles)


@lru_cache
def _find_in(code: bytes, address: Address) -> Delay | None:
    return find(lambda at: decode(code[at - address :], at), address)


def skip(board: Board, until: Cycle, stops: Collection[Address]) -> int:
    """Where *board* stands at such a loop, between two instructions, take it through all rounds but
    the last that end before *until*, at once; how many instructions that are.
    """
    cpu, bus = board.cpu, board.bus
    cell = bus.read_cells[cpu.pc]
    if cell < 0 or bus.store[cell] not in _FIRST:
        return 0
    delay = _find_in(bus.slice(cpu.pc, _LENGTH) or b"", cpu.pc)
    if delay is None or any(ins.address in stops for ins in delay.instructions):
        return 0
    left: int = getattr(cpu, delay.register)
    rounds = max(0, min(left - 1, (until - board.cycles - 1) // delay.cycles))
    if rounds:
        left -= rounds
        setattr(cpu, delay.register, left)
        cpu.p = cpu.p & ~(MPU.ZERO | MPU.NEGATIVE) | left & MPU.NEGATIVE
        cpu.processorCycles += delay.cycles * rounds
        bus.accesses += delay.cycles * rounds
    instructions = len(delay.instructions) * rounds
    board.instructions += instructions
    return instructions

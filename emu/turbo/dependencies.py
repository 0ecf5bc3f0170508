"""What a tree relies on."""

from __future__ import annotations

from typing import NamedTuple

from emu.units import Address, Byte, Cell, Cycles


class Dependencies(NamedTuple):
    """What a translation relies on, and how many cycles its ``longest`` path takes.

    ``code`` maps each physical cell an instruction was read from to the byte found there, but for
    operands read when they are used; ``addresses`` are those of the instructions; ``immediates``
    are the cells of ``code`` that hold nothing but an immediate operand; ``stores`` the cells
    written at known addresses; ``targets`` the addresses its paths go on at, and the head if a
    loop within passes it; those in ``stops`` return to the driver. ``registers`` tells whether a
    6530's are reached.
    """

    head: Address
    code: dict[Cell, Byte]
    addresses: frozenset[Address]
    immediates: frozenset[Cell]
    stores: frozenset[Cell]
    targets: frozenset[Address]
    stops: frozenset[Address]
    longest: Cycles = 0
    registers: bool = False

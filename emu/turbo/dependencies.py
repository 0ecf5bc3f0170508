"""What a translation was made from, and when it no longer holds."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, NamedTuple

from emu.units import Address, Byte, Cell, Cycles


class Dependencies(NamedTuple):
    """What a translation relies on, and how many cycles its ``longest`` path takes.

    ``code`` maps each physical cell an instruction was read from to the byte found there, but for
    operands read when they are used; ``addresses`` are those of the instructions; ``immediates``
    are the cells of ``code`` that hold nothing but an immediate operand; ``stores`` the cells
    written at known addresses; ``targets`` the addresses its paths go on at, and the head if a
    loop within passes it; those in ``stops`` return to the driver.
    """

    head: Address
    code: dict[Cell, Byte]
    addresses: frozenset[Address]
    immediates: frozenset[Cell]
    stores: frozenset[Cell]
    targets: frozenset[Address]
    stops: frozenset[Address]
    longest: Cycles = 0

    def holds(self, memory: bytes | bytearray) -> bool:
        """Whether *memory* still holds the code."""
        return all(memory[cell] == byte for cell, byte in self.code.items())

    def packed(self) -> tuple[int | bytes, ...]:
        """Numbers as bytes, for a file."""
        sets = (self.addresses, self.immediates, self.stores, self.targets, self.stops)
        parts: list[Iterable[int]] = [self.code.keys(), self.code.values(), *map(sorted, sets)]
        return (self.head, self.longest, *(array("H", part).tobytes() for part in parts))

    @classmethod
    def unpacked(cls, data: tuple[Any, ...]) -> Dependencies:
        """What `packed` gave."""
        head, longest, *parts = data
        numbers: list[Any] = [memoryview(part).cast("H") for part in parts]
        cells, values, *sets = numbers
        addresses, immediates, stores, targets, stops = map(frozenset, sets)
        code = dict(zip(cells, values, strict=True))
        return cls(head, code, addresses, immediates, stores, targets, stops, longest)

    def passes(self, addresses: frozenset[Address]) -> bool:
        """Whether it would run past one of *addresses* without returning there."""
        passed = self.addresses - {self.head} | self.targets - self.stops
        return not passed.isdisjoint(addresses)

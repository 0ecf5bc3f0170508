"""What a job made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from emu.turbo.tree import Tree
from emu.units import Address, Byte, Cell


@dataclass(frozen=True)
class Compiled:
    """A compiled *module*.

    ``heads`` has the number of the tree at each address where it can be entered; ``code`` what was
    in the cells that its instructions were read from; ``passed`` the addresses that it runs past
    without returning there. ``registers`` tells whether a 6530's are reached.
    """

    module: Any
    heads: dict[Address, int]
    code: dict[Cell, Byte]
    passed: frozenset[Address]
    registers: bool

    @classmethod
    def of(
        cls,
        trees: Sequence[Tree],
        module: Any,
        stops: frozenset[Address],
    ) -> Compiled:
        """For the *trees* of *module*, in the order of their numbers."""
        return cls(
            module,
            {tree.head: number for number, tree in enumerate(trees)},
            dict(chain.from_iterable(tree.code.items() for tree in trees)),
            frozenset().union(
                *(tree.addresses - {tree.head} | tree.targets - stops for tree in trees)
            ),
            any(tree.registers for tree in trees),
        )

    @cached_property
    def _cells(self) -> tuple[int, int]:
        """The bytes it was made from, and $FF for each, as numbers with a byte for each cell."""
        found, mask = bytearray(max(self.code) + 1), bytearray(max(self.code) + 1)
        for cell, byte in self.code.items():
            found[cell], mask[cell] = byte, 0xFF
        return int.from_bytes(found, "little"), int.from_bytes(mask, "little")

    def changed(self, memory: bytes | bytearray | memoryview) -> list[Cell]:
        """The cells it was made from that hold something else in *memory*."""
        found, mask = self._cells
        if int.from_bytes(memory, "little") & mask == found:
            return []
        return [cell for cell, byte in self.code.items() if memory[cell] != byte]

"""Which physical cells answer where: the bus's decoding, asked the way translated code needs it."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from functools import cache, cached_property
from typing import cast

from emu.bus import Bus
from emu.units import Address, Cell

SPAN = 256


class Layout:
    """The decoding of a bus, which never changes: physical cell by address, negative for none, as
    it is read and as it is written; *size* cells in all."""

    def __init__(self, read_cells: Sequence[Cell], write_cells: Sequence[Cell], size: int) -> None:
        self.read_cells = read_cells
        self.write_cells = write_cells
        self.size = size
        self.read_span = cache(lambda base: _span(read_cells, base))
        self.write_span = cache(lambda base: _span(write_cells, base))

    @cached_property
    def fingerprint(self) -> str:
        """The same for machines with the same decoding."""
        cells = array("i", self.read_cells).tobytes() + array("i", self.write_cells).tobytes()
        return hashlib.sha256(cells + self.size.to_bytes(4, "little")).hexdigest()[:16]

    @classmethod
    def of(cls, bus: Bus) -> Layout:
        """The decoding of *bus*."""
        read, write = (array("i", table) for table in (bus.read_cells, bus.write_cells))
        return cls(cast("Sequence[Cell]", read), cast("Sequence[Cell]", write), len(bus.store))


def _span(cells: Sequence[Cell], base: Address) -> tuple[Cell, int]:
    """The cell of *base*, and how many of the 256 addresses from there are cells in a row."""
    first = cells[base]
    if first < 0:
        return first, 0
    length = 1
    for cell in cells[base + 1 : base + SPAN]:
        if cell != first + length:
            break
        length += 1
    return first, length

"""Which physical cells answer where: the bus's decoding, asked the way translated code needs it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache, cached_property

from emu.bus import BOARD_SIZE, NOTHING, REGISTER, REGISTERS, Bus, Expansion
from emu.turbo.compiled import Compiled
from emu.units import Address, Cell

SPAN = 256


class Layout:
    """The decoding of a bus, which never changes: physical cell by address, negative for none, as
    it is read and as it is written; *size* cells in all.

    ``tables`` are both as compiled code reads them, the first without the addresses that (zp),Y
    may reach by way of a register, read and dropped in the page before.
    """

    def __init__(self, read_cells: Sequence[Cell], write_cells: Sequence[Cell], size: int) -> None:
        self.read_cells, self.write_cells = read_cells, write_cells
        self.size = size
        self.kept: tuple[Compiled, ...] = ()
        self.read_span = cache(self._read_span)
        self.write_span = cache(lambda base: _span(self.write_cells, base))

    def is_register(self, address: Address) -> bool:
        """Whether a read at *address* may have side effects."""
        return self.read_cells[address] <= REGISTER

    @cached_property
    def tables(self) -> tuple[memoryview, memoryview]:
        """See the class."""
        cells = list(self.read_cells)
        for first in range(REGISTERS.start, len(cells), BOARD_SIZE):
            for register in range(first, first + len(REGISTERS)):
                if self.is_register(register):
                    cells[register + SPAN & 0xFFFF] = NOTHING
        return memoryview(array("i", cells)), memoryview(array("i", self.write_cells))

    def _read_span(self, base: Address) -> tuple[Cell, int]:
        """`_span`; it ends with the page where a crossing could touch a register on the way."""
        first, length = _span(self.read_cells, base)
        page = base & 0xFF00
        if min(self.read_cells[page : page + SPAN]) <= REGISTER:
            length = min(length, page + SPAN - base)
        return first, length

    def keep(self, made: Compiled) -> None:
        """Keep code for other machines of this layout."""
        self.kept = (made, *self.kept)[:_KEPT]

    @classmethod
    def of(cls, bus: Bus) -> Layout:
        """The decoding of *bus*, one object for all machines with the same expansions."""
        key = type(bus), bus.expansions
        if key not in _LAYOUTS:
            if len(_LAYOUTS) >= _KEPT:
                _LAYOUTS.clear()
            layout = cls(bus.read_cells, bus.write_cells, len(bus.store))
            _LAYOUTS[key] = layout
        return _LAYOUTS[key]


_KEPT = 16
_LAYOUTS: dict[tuple[type[Bus], tuple[Expansion, ...]], Layout] = {}
"""By kind of bus, and expansions."""


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

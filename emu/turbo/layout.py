"""Which physical cells answer where: the bus's decoding, asked the way translated code needs it."""

from __future__ import annotations

from functools import cache

from emu.bus import Bus

SPAN = 256


class Layout:
    """The decoding of *bus*; it never changes in a machine's life."""

    def __init__(self, bus: Bus) -> None:
        self.reads = bus.read_cells
        self.writes = bus.write_cells
        self.size = len(bus.store)
        self.read_span = cache(lambda base: _span(self.reads, base))
        self.write_span = cache(lambda base: _span(self.writes, base))


def _span(cells: list[int], base: int) -> int | None:
    """The cell of *base* if the 256 addresses from there are 256 memory cells in a row."""
    if base + SPAN > len(cells) or cells[base] < 0:
        return None
    first = cells[base]
    return first if cells[base : base + SPAN] == list(range(first, first + SPAN)) else None

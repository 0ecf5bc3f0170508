"""What a line did: its level over time."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from emu.units import Cycle, Cycles, Level


@dataclass(frozen=True)
class Waveform:
    """A line that starts at level ``first`` (0 or 1) and changes it at each of ``edges``.

    Times are counted from the beginning, ascending; ``length`` is all of it.
    """

    first: Level
    edges: tuple[Cycle, ...]
    length: Cycles

    def at(self, time: Cycle) -> Level:
        """The level at *time*."""
        return self.first ^ bisect_right(self.edges, time) & 1

    def next_edge(self, time: Cycle) -> Cycle:
        """When the level at *time* ends."""
        place = bisect_right(self.edges, time)
        return self.edges[place] if place < len(self.edges) else self.length

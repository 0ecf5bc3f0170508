"""What a line did: its level over time."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True)
class Waveform:
    """A line that starts at level ``first`` (0 or 1) and changes it at each of ``edges``.

    Times are cycles (microseconds) from the beginning, ascending; ``length`` is all of it.
    """

    first: int
    edges: tuple[int, ...]
    length: int

    def at(self, time: int) -> int:
        """The level at *time*."""
        return self.first ^ bisect_right(self.edges, time) & 1

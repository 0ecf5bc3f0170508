"""What a line did: its level over time."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import overload

from emu.units import Cycle, Cycles, Level


class Edges(Sequence[int]):
    """Times in ascending order, of eight bytes each; a copy shares them, and keeps its own when
    either one is added to.
    """

    __slots__ = ("_count", "_times")

    def __init__(self, times: Iterable[Cycle] = ()) -> None:
        self._times = array("q", times)
        self._count = len(self._times)

    def append(self, time: Cycle) -> None:
        """Add *time* behind the others."""
        if self._count < len(self._times):
            self._times = self._times[: self._count]
        self._times.append(time)
        self._count += 1

    def copy(self) -> Edges:
        made = Edges()
        made._times, made._count = self._times, self._count
        return made

    def until(self, time: Cycle) -> int:
        """How many there are up to *time*."""
        return bisect_right(self._times, time, 0, self._count)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Cycle: ...
    @overload
    def __getitem__(self, index: slice) -> Edges: ...
    def __getitem__(self, index: int | slice) -> Cycle | Edges:
        if isinstance(index, slice):
            return Edges(self._times[: self._count][index])
        return self._times[range(self._count)[index]]

    def __iter__(self) -> Iterator[Cycle]:
        return islice(self._times, self._count)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Edges):
            mine, its = (memoryview(one._times)[: one._count] for one in (self, other))
            return mine == its
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self._times[: self._count].tobytes())

    def __repr__(self) -> str:
        return f"Edges({list(self)})"


@dataclass(frozen=True)
class Waveform:
    """A line that starts at level ``first`` (0 or 1) and changes it at each of ``edges``.

    Times are counted from the beginning, ascending; ``length`` is all of it.
    """

    first: Level
    edges: Sequence[Cycle]
    length: Cycles

    def __post_init__(self) -> None:
        if not isinstance(self.edges, Edges):
            object.__setattr__(self, "edges", Edges(self.edges))

    def at(self, time: Cycle) -> Level:
        """The level at *time*."""
        return self.first ^ self._until(time) & 1

    def next_edge(self, time: Cycle) -> Cycle:
        """When the level at *time* ends."""
        place = self._until(time)
        return self.edges[place] if place < len(self.edges) else self.length

    def _until(self, time: Cycle) -> int:
        assert isinstance(self.edges, Edges)
        return self.edges.until(time)

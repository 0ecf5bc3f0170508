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
    """Times in ascending order, of eight bytes each; one that was made of another by adding a time
    shares them with it.
    """

    __slots__ = ("_count", "_times")

    def __init__(self, times: Iterable[Cycle] = ()) -> None:
        self._times = array("q", times)
        self._count = len(self._times)

    def plus(self, time: Cycle) -> Edges:
        """These, and *time* behind them."""
        made = Edges()
        shared = self._count == len(self._times)
        made._times = self._times if shared else self._times[: self._count]
        made._times.append(time)
        made._count = self._count + 1
        return made

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
        return self.first ^ bisect_right(self.edges, time) & 1

    def next_edge(self, time: Cycle) -> Cycle:
        """When the level at *time* ends."""
        place = bisect_right(self.edges, time)
        return self.edges[place] if place < len(self.edges) else self.length

"""What a run goes past without stopping, and a run as a whole."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")
Y = TypeVar("Y")


def result_of(work: Generator[Y, None, T], seen: Callable[[Y], object] | None = None) -> T:
    """Do *work* from beginning to end; *seen* gets what it yields on the way."""
    while True:
        try:
            passing = next(work)
            if seen is not None:
                seen(passing)
        except StopIteration as done:
            result: T = done.value
            return result


@dataclass
class Passing:
    """An *address* that a run may go past, where it is one of the stops: at each coming there A and
    the memory *cells* are kept in ``seen``.
    """

    address: int
    cells: slice
    seen: list[tuple[int, bytes]] = field(default_factory=list)

    def see(self, a: int, memory: bytearray) -> None:
        """Be there."""
        self.seen.append((a, bytes(memory[self.cells])))

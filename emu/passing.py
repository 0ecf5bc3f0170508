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
    *length* bytes of memory from *start* on are kept in ``seen``, one behind the other.
    """

    address: int
    start: int
    length: int
    seen: list[bytes] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Of what is kept of one coming, in bytes."""
        return 1 + self.length

    def see(self, a: int, memory: bytearray) -> None:
        """Be there."""
        self.seen.append(bytes((a, *memory[self.start : self.start + self.length])))

    def see_all(self, notes: bytes) -> None:
        """Have been there as often as *notes* tell, one behind the other."""
        self.seen += (notes[at : at + self.size] for at in range(0, len(notes), self.size))

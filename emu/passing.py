"""What a run goes past without stopping, and a run as a whole."""

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
    *length* bytes of memory from *start* on are added to ``seen``, ``size`` bytes in all.
    """

    address: int
    start: int
    length: int
    seen: bytearray = field(default_factory=bytearray)

    @property
    def size(self) -> int:
        """Of what is kept of one coming, in bytes."""
        return 1 + self.length

    def see(self, a: int, memory: bytearray | memoryview) -> None:
        self.seen.append(a)
        self.seen += memory[self.start : self.start + self.length]

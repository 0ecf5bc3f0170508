"""What a program file holds: bytes and the addresses they belong at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from emu.units import ADDRESS_SPACE, Address, Byte


def overrun(address: Address, size: int) -> str | None:
    """What is wrong with *size* bytes at *address*; None if they end within $0000-$FFFF."""
    last = address + size - 1
    return f"data at ${address:04X}-${last:04X} runs past $FFFF" if last >= ADDRESS_SPACE else None


@dataclass(frozen=True)
class Segment:
    """An unbroken run of bytes; never empty, and within $0000-$FFFF (else ``ValueError``)."""

    address: Address
    data: bytes

    def __post_init__(self) -> None:
        if not self.data:
            raise ValueError("a segment holds at least one byte")
        if self.address < 0 or self.end > ADDRESS_SPACE:
            raise ValueError(f"{len(self.data)} bytes at ${self.address:04X} leave $0000-$FFFF")

    @property
    def end(self) -> int:
        """The address after the last byte: up to $10000."""
        return self.address + len(self.data)


@dataclass(frozen=True)
class Program:
    """The contents of one program file.

    ``segments`` are sorted by address with a gap between neighbours, so equal memory is equal
    segments; anything else is a ``ValueError``. ``format`` names the file format in words,
    ``notes`` tell what was odd but harmless about the file. ``start`` is the start address and
    ``tape_id`` the ID of the cassette record ($00-$FF), where the file gives them.
    """

    name: str
    segments: tuple[Segment, ...]
    format: str
    notes: tuple[str, ...] = ()
    start: Address | None = None
    tape_id: int | None = None

    def __post_init__(self) -> None:
        for before, after in zip(self.segments, self.segments[1:], strict=False):
            if after.address <= before.end:
                raise ValueError(
                    f"segments at ${before.address:04X} and ${after.address:04X} "
                    "are out of order or not merged"
                )

    @classmethod
    def from_bytes_map(
        cls,
        name: str,
        memory: Mapping[Address, Byte],
        format: str = "memory",
        notes: tuple[str, ...] = (),
        start: Address | None = None,
    ) -> Program:
        """The program that has byte ``memory[address]`` at each address, in any order.

        ``ValueError`` for an address outside $0000-$FFFF or a value outside $00-$FF.
        """
        runs: list[tuple[int, bytearray]] = []
        for address in sorted(memory):
            if not runs or address != runs[-1][0] + len(runs[-1][1]):
                runs.append((address, bytearray()))
            runs[-1][1].append(memory[address])
        segments = tuple(Segment(address, bytes(data)) for address, data in runs)
        return cls(name, segments, format, notes, start)

    @property
    def memory(self) -> dict[Address, Byte]:
        """Address to byte, ascending; a new dictionary each time."""
        return {
            address: byte
            for segment in self.segments
            for address, byte in enumerate(segment.data, segment.address)
        }

    def slice(self, first: Address, last: Address) -> bytes | None:
        """The bytes at ``first`` to ``last`` inclusive, or None unless all of them are there."""
        for segment in self.segments:
            if segment.address <= first <= last < segment.end:
                return segment.data[first - segment.address : last + 1 - segment.address]
        return None

    def covers(self, first: Address, last: Address) -> bool:
        """Whether there is a byte at every address from ``first`` to ``last`` inclusive."""
        return self.slice(first, last) is not None

    def within(self, first: Address, last: Address) -> Program:
        """Whatever this program has at ``first`` to ``last`` inclusive."""
        return self._with_memory({a: b for a, b in self.memory.items() if first <= a <= last})

    def filled(self, byte: Byte) -> Program:
        """This program with ``byte`` in every gap between its first and last address."""
        if not self.segments:
            return self
        gaps = range(self.segments[0].address, self.segments[-1].end)
        return self._with_memory(dict.fromkeys(gaps, byte) | self.memory)

    def chunks(self, size: int) -> Iterator[Segment]:
        """The contents in pieces of at most ``size`` bytes, as the records of a file take them."""
        for segment in self.segments:
            for offset in range(0, len(segment.data), size):
                yield Segment(segment.address + offset, segment.data[offset : offset + size])

    def _with_memory(self, memory: Mapping[Address, Byte]) -> Program:
        segments = Program.from_bytes_map(self.name, memory).segments
        return replace(self, segments=segments)

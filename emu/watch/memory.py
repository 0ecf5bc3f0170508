"""A frozen picture of what the machine's addresses hold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from emu.bus import BOARD_SIZE, RAM, REGISTERS, RIOT_RAM, ROM_START, TOP
from emu.files.formats.image import Program
from emu.machine import Machine
from emu.units import ADDRESS_SPACE, Address, Byte

ROM = range(ROM_START, BOARD_SIZE)


@dataclass(frozen=True)
class Region:
    """Bytes that answer from ``start`` on."""

    start: Address
    data: bytes
    writable: bool

    def __contains__(self, address: Address) -> bool:
        return self.start <= address < self.start + len(self.data)


@dataclass(frozen=True)
class MemoryImage:
    """The memory of a machine, region by region in the order of addresses.

    At addresses of ``repeated`` where no region is, the 8 KB of the board answer again.
    """

    regions: tuple[Region, ...]
    repeated: range = range(0)

    @classmethod
    def of(cls, machine: Machine) -> MemoryImage:
        """The memory of *machine* as it is now."""
        places = [(RAM, True), (REGISTERS, True), (RIOT_RAM, True), (ROM, False)]
        for one in machine.board.bus.expansions:
            places.append((range(one.address, one.address + one.size), one.writable))
        return cls(
            tuple(
                Region(place.start, machine.read(place.start, len(place)), writable)
                for place, writable in sorted(places, key=lambda place: place[0].start)
            ),
            range(BOARD_SIZE, ADDRESS_SPACE) if machine.board.bus.repeats else TOP,
        )

    @classmethod
    def of_program(cls, program: Program) -> MemoryImage:
        """What *program* puts into memory, and nothing else."""
        return cls(tuple(Region(s.address, s.data, True) for s in program.segments))

    def region(self, address: Address) -> Region | None:
        """The region *address* lies in, or the one that is repeated there."""
        found = next((one for one in self.regions if address in one), None)
        if found is None and address in self.repeated:
            below = self.region(address % BOARD_SIZE)
            away = address - address % BOARD_SIZE
            found = below and replace(below, start=below.start + away)
        return found

    def __getitem__(self, address: Address) -> Byte | None:
        """The byte at *address*, None where nothing of the image answers."""
        region = self.region(address)
        return None if region is None else region.data[address - region.start]

    def read(self, address: Address, length: int) -> bytes:
        """*length* bytes from *address*, as a floating bus reads where nothing answers."""
        region = self.region(address)
        if region is not None and address + length <= region.start + len(region.data):
            return region.data[address - region.start :][:length]
        cells = (self[a & 0xFFFF] for a in range(address, address + length))
        return bytes(
            (address + i >> 8) & 0xFF if byte is None else byte for i, byte in enumerate(cells)
        )

"""Address decoding of the KIM-1 as a table: every address names one physical cell, or none.

A 74145 turns A10-A12 into eight selects of 1 KB; a bare board does not decode A13-A15, so it
appears eight times in 64 KB and the processor finds its vectors, $FFFA-$FFFF, in the monitor ROM at
$1FFA-$1FFF::

    $0000-$03FF  K0     RAM                       $1780-$17BF  K5  RAM of the 6530-003
    $0400-$13FF  K1-K4  free (expansion)          $17C0-$17FF  K5  RAM of the 6530-002
    $1400-$16FF  K5     nothing                   $1800-$1BFF  K6  ROM of the 6530-003
    $1700-$173F  K5     6530-003, 16 registers    $1C00-$1FFF  K7  ROM of the 6530-002
    $1740-$177F  K5     6530-002, 16 registers

Expansion at $0400-$13FF sits on the board's own selects and repeats with it. A card at $2000-$FFF7
decodes all addresses and drives DECODE ENABLE, as a KIM-4 does: the board then answers below $2000
and at $FFF8-$FFFF only.
Source: the redrawn schematic of revision G; where nothing answers, the bus keeps the last byte
that was on it, nearly always the high byte of the address, and that is what is read here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

from emu.errors import AddressError
from emu.units import ADDRESS_SPACE, Address, Byte, Cell

BOARD_SIZE = 0x2000
ROM_START = 0x1800
RAM = range(0x0400)
RIOT_RAM = range(0x1780, 0x1800)
REGISTERS = range(0x1700, 0x1780)
MONITOR_ROM = range(0x1C00, 0x2000)
SELECTED_EXPANSION = range(0x0400, 0x1400)
TOP = range(0xFFF8, 0x10000)
"""Where an expanded board still answers, for the vectors."""
DECODED_EXPANSION = range(0x2000, TOP.start)

NOTHING = Cell(-1)
REGISTER = -2
"""This cell and those below: I/O register r is REGISTER - r, 0-15 of the 003, 16-31 of the 002."""


@dataclass(frozen=True)
class Expansion:
    """Memory plugged into the expansion connector: ``size`` bytes at ``address``.

    With ``repeats`` it leaves DECODE ENABLE alone: around it the bare board's 8 KB still repeat.
    """

    address: Address
    size: int
    writable: bool = True
    repeats: bool = False

    def __str__(self) -> str:
        kind, around = "RAM" if self.writable else "ROM", ", the board repeats around it"
        return f"{self.size} bytes of {kind} at ${self.address:04X}{around * self.repeats}"

    def __post_init__(self) -> None:
        last = self.address + self.size - 1
        homes = (SELECTED_EXPANSION, DECODED_EXPANSION)
        if self.size <= 0 or not any(self.address in h and last in h for h in homes):
            raise AddressError(
                f"expansion memory at ${self.address:04X}, {self.size} bytes: "
                "expected to lie within $0400-$13FF or $2000-$FFF7"
            )


def storage(expansions: Iterable[Expansion]) -> list[tuple[Address, int, bool]]:
    """Address, size and writability of each piece of memory, as ``Bus.store`` holds them.

    RAM is first, the board's ROM last.
    """
    pieces = [(RAM.start, len(RAM), True), (RIOT_RAM.start, len(RIOT_RAM), True)]
    pieces += [(e.address, e.size, e.writable) for e in expansions]
    pieces.append((ROM_START, BOARD_SIZE - ROM_START, False))
    return sorted(pieces, key=lambda piece: not piece[2])


class Bus:
    """64 KB of addresses in front of RAM, ROM, two times 16 I/O registers, and nothing.

    ``store`` is all physical memory, cell by cell, RAM first; ``read_cells`` and ``write_cells``
    give each address its cell, a negative number where there is none. Whoever keeps something
    made from program code marks its cells in ``code_map`` and finds ``code_changed`` set when one
    of them may have been written. ``accesses`` counts reads and writes.

    ``read_register(r)`` and ``write_register(r, byte)`` are called for I/O, r = 0-15 for the
    6530-003 and 16-31 for the 6530-002.
    """

    store: bytearray | memoryview
    code_map: bytearray | memoryview

    def __init__(
        self,
        read_register: Callable[[int], Byte],
        write_register: Callable[[int, Byte], None],
        expansions: Iterable[Expansion] = (),
    ) -> None:
        self._read_register = read_register
        self._write_register = write_register
        self.expansions = tuple(sorted(expansions, key=lambda e: e.address))
        for one, other in pairwise(self.expansions):
            if one.address + one.size > other.address:
                raise AddressError(f"two expansions answer at ${other.address:04X}")
        self.read_cells = [NOTHING] * ADDRESS_SPACE
        self.write_cells = [NOTHING] * ADDRESS_SPACE
        self.accesses = 0
        self._piece = lru_cache(self._find_piece)
        self._decode()

    def __getitem__(self, address: Address) -> Byte:
        self.accesses += 1
        cell = self.read_cells[address]
        if cell >= 0:
            return self.store[cell]
        return address >> 8 if cell == NOTHING else self._read_register(REGISTER - cell)

    def __setitem__(self, address: Address, value: Byte) -> None:
        self.accesses += 1
        cell = self.write_cells[address]
        if cell >= 0:
            self.store[cell] = value
            if self.code_map[cell]:
                self.code_changed = True
        elif cell != NOTHING:
            self._write_register(REGISTER - cell, value)

    def peek(self, address: Address) -> Byte:
        """The byte that is read where no register answers; it does not count as an access."""
        cell = self.read_cells[address]
        return self.store[cell] if cell >= 0 else address >> 8

    def is_memory(self, address: Address) -> bool:
        """Whether RAM or ROM answers at *address*."""
        return self.read_cells[address & 0xFFFF] >= 0

    def is_repetition(self, address: Address) -> bool:
        """Whether *address* is one below $2000 over again."""
        cell, below = self.read_cells[address], self.read_cells[address % BOARD_SIZE]
        return address >= BOARD_SIZE and cell == below != NOTHING

    def is_writable(self, address: Address) -> bool:
        """Whether RAM answers at *address*."""
        return self.write_cells[address & 0xFFFF] >= 0

    def selects_monitor(self, address: Address) -> bool:
        """Whether the board's select K7, the monitor ROM, answers at *address*."""
        return self.read_cells[address & 0xFFFF] in self._monitor_cells

    def is_rom(self, address: Address) -> bool:
        """Whether the board's own ROM answers at *address*."""
        return self.read_cells[address & 0xFFFF] >= len(self.store) - (BOARD_SIZE - ROM_START)

    def is_register(self, address: Address) -> bool:
        """Whether an I/O register answers at *address*."""
        return self.read_cells[address & 0xFFFF] <= REGISTER

    def slice(self, address: Address, length: int) -> bytes | None:
        """*length* bytes of memory from *address* on; None if they are not all in one piece."""
        first = self._piece(address, length)
        return None if first is None else bytes(self.store[first : first + length])

    def _find_piece(self, address: Address, length: int) -> Cell | None:
        cells = self.read_cells[address : address + length]
        if not cells or cells[0] < 0 or cells != list(range(cells[0], cells[0] + length)):
            return None
        return cells[0]

    def program(self, address: Address, data: bytes) -> None:
        """Put bytes into memory, ROM too, as a programmer of EPROMs does.

        Raises AddressError, before anything is written, where there is no memory.
        """
        self.code_changed = True
        if address < 0:
            raise AddressError(f"no memory at address {address}; expected $0000-$FFFF")
        if (first := self._piece(address, len(data))) is not None:
            self.store[first : first + len(data)] = data
            return
        cells = [*self.read_cells[address : address + len(data)], NOTHING][: len(data)]
        if min(cells, default=0) < 0:
            missing = next(at for at, cell in enumerate(cells, address) if cell < 0)
            raise AddressError(f"no memory at ${missing:04X}")
        for cell, byte in zip(cells, data, strict=True):
            self.store[cell] = byte

    @property
    def contents(self) -> bytes:
        """All physical memory, RAM first."""
        return bytes(self.store)

    @contents.setter
    def contents(self, data: bytes) -> None:
        if len(data) != len(self.store):
            raise AddressError(f"{len(data)} bytes for {len(self.store)} bytes of memory")
        self.store[:] = data
        self.code_changed = True

    @property
    def writable_contents(self) -> bytes:
        """All RAM, as one run of bytes."""
        return bytes(self.store[: self._ram_size])

    def move(self, store: memoryview, code_map: memoryview) -> None:
        """Have the memory and the marks of its code in these places from now on."""
        store[:], code_map[:] = self.store, self.code_map
        self.store, self.code_map = store, code_map

    def _decode(self) -> None:
        regions = storage(self.expansions)
        self._ram_size = sum(size for _, size, writable in regions if writable)
        self.store = bytearray(sum(size for _, size, _ in regions))
        self.code_map = bytearray(len(self.store))
        self.code_changed = False
        starts = accumulate((size for _, size, _ in regions), initial=0)
        placed = [(*region, start) for region, start in zip(regions, starts, strict=False)]
        for region in placed:
            if region[0] < BOARD_SIZE:
                self._place(*region)
        first = self.read_cells[MONITOR_ROM.start]
        self._monitor_cells = range(first, first + len(MONITOR_ROM))
        for address in REGISTERS:
            register = Cell(REGISTER - (address & 0x0F) - (0x10 if address & 0x40 else 0))
            self.read_cells[address] = self.write_cells[address] = register
        self.repeats = all(e.address < BOARD_SIZE or e.repeats for e in self.expansions)
        for table in (self.read_cells, self.write_cells):
            if self.repeats:
                table[BOARD_SIZE:] = table[:BOARD_SIZE] * 7
            else:
                table[TOP.start :] = table[BOARD_SIZE - len(TOP) : BOARD_SIZE]
        for region in placed:
            if region[0] >= BOARD_SIZE:
                self._place(*region)

    def _place(self, address: Address, size: int, writable: bool, start: int) -> None:
        cells = list(map(Cell, range(start, start + size)))
        self.read_cells[address : address + size] = cells
        self.write_cells[address : address + size] = cells if writable else [NOTHING] * size

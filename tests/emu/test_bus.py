"""Who answers at which address.

The facts are those of the redrawn schematic of revision G: a 74145 decodes A10-A12, A13-A15 are
not decoded, and inside $1400-$17FF each 6530 looks at A6-A9 itself.
"""

from collections.abc import Iterable

import pytest

from emu.bus import Bus, Expansion
from emu.errors import AddressError

BOARD = 0x2000
MIRRORS = range(0, 0x10000, BOARD)

RAM_RANGES = [(0x0000, 0x03FF), (0x1780, 0x17BF), (0x17C0, 0x17FF)]
ROM_RANGES = [(0x1800, 0x1BFF), (0x1C00, 0x1FFF)]
IO_RANGES = [(0x1700, 0x173F), (0x1740, 0x177F)]
EMPTY_RANGES = [(0x0400, 0x16FF)]


class Registers:
    """Stands for the two 6530s: answers with the register's number and remembers writes."""

    def __init__(self) -> None:
        self.reads: list[int] = []
        self.writes: list[tuple[int, int]] = []

    def read(self, register: int) -> int:
        self.reads.append(register)
        return 0x40 + register

    def write(self, register: int, value: int) -> None:
        self.writes.append((register, value))


def a_bus(expansions: Iterable[Expansion] = ()) -> tuple[Bus, Registers]:
    registers = Registers()
    return Bus(registers.read, registers.write, expansions), registers


def inside(ranges: list[tuple[int, int]]) -> list[int]:
    """Every address of the ranges, in all eight copies of the board."""
    return [m + a for m in MIRRORS for first, last in ranges for a in range(first, last + 1)]


def test_ram_rom_registers_and_nothing_answer_where_the_schematic_says() -> None:
    bus, _ = a_bus()
    memory = set(inside(RAM_RANGES + ROM_RANGES))
    writable = set(inside(RAM_RANGES))
    registers = set(inside(IO_RANGES))
    for address in range(0x10000):
        assert bus.is_memory(address) == (address in memory), hex(address)
        assert bus.is_writable(address) == (address in writable), hex(address)
        assert bus.is_register(address) == (address in registers), hex(address)


def test_every_cell_of_ram_is_one_of_its_own_and_answers_again_every_8_kilobytes() -> None:
    bus, _ = a_bus()
    cells = [a for a in inside(RAM_RANGES) if a < BOARD]
    assert len(cells) == 1024 + 64 + 64
    for mirror in MIRRORS:
        for n, address in enumerate(cells):
            bus[mirror + address] = n * 7 + (mirror >> 8) & 0xFF
        held = [n * 7 + (mirror >> 8) & 0xFF for n in range(len(cells))]
        assert [bus[a] for a in cells] == [bus[0xE000 + a] for a in cells] == held


def test_rom_answers_again_every_8_kilobytes_and_holds_the_vectors() -> None:
    bus, _ = a_bus()
    bus.program(0x1800, bytes(n * 5 & 0xFF for n in range(0x800)))
    for mirror in MIRRORS:
        assert all(bus[mirror + 0x1800 + n] == n * 5 & 0xFF for n in range(0x800))
    for address in inside(ROM_RANGES):
        bus[address] = 0xA5
    assert all(bus[0x1800 + n] == n * 5 & 0xFF for n in range(0x800)), "writes are ignored"
    assert [bus[a] for a in range(0xFFFA, 0x10000)] == [bus[a] for a in range(0x1FFA, 0x2000)]


def test_where_nothing_answers_writes_are_lost_and_the_high_byte_of_the_address_is_read() -> None:
    bus, registers = a_bus()
    before = bus.contents
    for address in inside(EMPTY_RANGES):
        bus[address] = 0xA5
        assert bus[address] == address >> 8
    assert bus.contents == before
    assert (registers.reads, registers.writes) == ([], [])


@pytest.mark.parametrize(("base", "first"), [(0x1700, 0), (0x1740, 16)])
def test_the_sixteen_registers_of_each_chip_are_repeated_four_times(base: int, first: int) -> None:
    bus, registers = a_bus()
    for mirror in MIRRORS:
        for offset in range(0x40):
            address = mirror + base + offset
            register = first + offset % 16
            registers.reads.clear()
            registers.writes.clear()
            assert bus[address] == 0x40 + register, hex(address)
            bus[address] = offset
            assert registers.reads == [register], "one read of the program is one of the chip"
            assert registers.writes == [(register, offset)]


@pytest.mark.parametrize(
    ("address", "size", "bad"),
    [
        (0x03FE, 3, r"\$0400"),
        (0x1740, 1, r"\$1740"),
        (-0x2000, 1, "-8192"),
        (0xFFFF, 2, r"\$10000"),
    ],
)
def test_programming_where_there_is_no_memory_is_refused_and_writes_nothing(
    address: int, size: int, bad: str
) -> None:
    bus, _ = a_bus()
    before = bus.contents
    with pytest.raises(AddressError, match=bad):
        bus.program(address, b"\xff" * size)
    assert bus.contents == before


def test_expansion_on_the_boards_own_selects_repeats_with_the_board() -> None:
    bus, _ = a_bus([Expansion(0x0400, 0x1000)])
    bus[0x0400], bus[0x13FF] = 0x11, 0x22
    for mirror in MIRRORS:
        assert (bus[mirror + 0x0400], bus[mirror + 0x13FF]) == (0x11, 0x22)
    assert bus[0x1400] == 0x14, "the next select is free as before"


def test_with_memory_above_it_the_board_answers_below_2000_and_for_the_vectors() -> None:
    bus, registers = a_bus([Expansion(0x0400, 0x400), Expansion(0x2000, 0x1000)])
    bus.program(0x1800, bytes(n & 0xFF for n in range(0x800)))
    bus[0x2FFF] = 0x22
    assert bytes(bus[a] for a in (0x2FFF, 0x3000, 0x3400, 0x3740, 0xF800)).hex() == "22303437f8"
    assert [bus[a] for a in range(0xFFF7, 0x10000)] == [0xFF, *range(0xF8, 0x100)]
    bus[0x4000] = bus[0xE000] = 0x99
    assert (bus[0x0000], registers.writes) == (0, [])
    assert bus.selects_monitor(0xFFFA)
    assert not bus.selects_monitor(0xDC00)


def test_expansion_that_leaves_decode_enable_alone_hides_the_repetition_only_where_it_is() -> None:
    bus, _ = a_bus([Expansion(0x2000, 0x1000, repeats=True)])
    bus[0x0000], bus[0x2000] = 0x11, 0x22
    assert [bus[m] for m in MIRRORS] == [0x11, 0x22, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11]
    bus.program(0x1800, b"\x33")
    assert bus[0x3800] == 0x33, "behind the expansion the board answers again"


@pytest.mark.parametrize(
    ("address", "size"),
    [
        (0x0300, 0x200),
        (0x0400, 0x1001),
        (0x1400, 0x100),
        (0x1800, 0x400),
        (0xFFF8, 1),
        (0x0400, 0),
        (-0x400, 0x400),
    ],
)
def test_expansion_outside_its_two_places_is_refused(address: int, size: int) -> None:
    with pytest.raises(AddressError, match="expansion"):
        Expansion(address, size)


def test_two_expansions_may_touch_but_not_overlap() -> None:
    a_bus([Expansion(0x2400, 0x400), Expansion(0x2000, 0x400)])
    with pytest.raises(AddressError, match=r"\$23FF"):
        a_bus([Expansion(0x23FF, 0x400), Expansion(0x2000, 0x400)])


def test_contents_are_all_physical_memory_and_can_be_put_back() -> None:
    bus, _ = a_bus([Expansion(0x2000, 0x100)])
    zeros = bytes(1024 + 128 + 2048 + 0x100)
    bus.program(0x1800, b"\x99")
    bus[0x0000], bus[0x17FF], bus[0x2080] = 1, 2, 3
    saved, bus.contents = bus.contents, zeros
    assert bus.contents == zeros
    bus.contents = saved
    assert (bus[0x1800], bus[0x0000], bus[0x17FF], bus[0x2080]) == (0x99, 1, 2, 3)
    with pytest.raises(AddressError):
        bus.contents = saved[:-1]


def test_writable_contents_change_with_ram_and_not_with_rom() -> None:
    bus, _ = a_bus([Expansion(0x2000, 0x100), Expansion(0x3000, 0x100, writable=False)])
    assert (bus.is_memory(0x3000), bus.is_writable(0x3000)) == (True, False)
    before = bus.writable_contents
    assert len(before) == 1024 + 128 + 0x100
    bus.program(0x1800, b"\x99")
    bus.program(0x3000, b"\x99")
    bus[0x3000] = 0x00
    assert bus[0x3000] == 0x99
    assert bus.writable_contents == before
    for address in (0x03FF, 0x17FF, 0x2000):
        before = bus.writable_contents
        bus[address] = 0x77
        assert bus.writable_contents != before, hex(address)

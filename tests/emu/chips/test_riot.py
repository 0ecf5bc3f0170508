"""The 6530: ports as the data sheet of March 1976 has them, and its timer to the clock."""

import pytest

from emu.chips.riot import Riot6530
from tests.emu.started import started

PA, PADD, PB, PBDD = range(4)
DIVIDED_BY = {1: 4, 8: 5, 64: 6, 1024: 7}
"""Register to write by divider; plus 8 with the interrupt enabled."""
COUNT, FLAG = 6, 7
ENABLE = 8


class Chip:
    """A 6530 on the bench: a clock that is set by hand and pins that are."""

    def __init__(self) -> None:
        self.now = 1000
        self.pins_a = self.pins_b = 0xFF
        self.riot = Riot6530(lambda: self.now, lambda: self.pins_a, lambda: self.pins_b)

    def start(self, count: int, divider: int, enable: int = 0) -> None:
        self.started = self.now
        self.riot.write(DIVIDED_BY[divider] | enable, count)

    def at(self, clock: int) -> Riot6530:
        """The chip so many clocks after the timer was started."""
        self.now = self.started + clock
        return self.riot


@pytest.fixture
def chip() -> Chip:
    return Chip()


# Ports


@pytest.mark.parametrize(("data", "direction"), [(PA, PADD), (PB, PBDD)], ids=["A", "B"])
@pytest.mark.parametrize("outputs", [0x00, 0xFF, 0x0F, 0x55, 0x81])
def test_a_port_reads_its_latch_where_it_drives_and_the_pin_where_not(
    chip: Chip, data: int, direction: int, outputs: int
) -> None:
    chip.riot.write(direction, outputs)
    assert chip.riot.read(direction) == outputs
    for latch in (0x00, 0xFF, 0x3C):
        for pins in (0x00, 0xFF, 0x69):
            chip.pins_a = chip.pins_b = pins
            chip.riot.write(data, latch)
            assert chip.riot.read(data) == (latch & outputs) | (pins & (0xFF - outputs))


def test_the_port_registers_are_seen_again_eight_further_on(chip: Chip) -> None:
    chip.riot.write(PADD | 8, 0x0F)
    chip.riot.write(PBDD | 8, 0xF0)
    assert (chip.riot.outputs_a, chip.riot.outputs_b) == (0xF0, 0x0F), "input pins float high"
    for register, value in ((PADD, 0xFF), (PBDD, 0xFF), (PA, 0x12), (PB, 0x34)):
        chip.riot.write(register | 8, value)
        assert chip.riot.read(register) == chip.riot.read(register | 8) == value
    assert (chip.riot.read(PA), chip.riot.read(PB)) == (0x12, 0x34)


def test_reset_makes_every_pin_an_input_and_clears_the_latches(chip: Chip) -> None:
    chip.riot.write(PA, 0x5A)
    assert chip.riot.read(PA) == 0xFF
    chip.riot.write(PADD, 0xFF)
    assert chip.riot.read(PA) == 0x5A, "the latch keeps what was written behind an input"
    for register in (PADD, PB, PBDD):
        chip.riot.write(register, 0xA5)
    chip.riot.reset()
    assert [chip.riot.read(r) for r in range(4)] == [0xFF, 0x00, 0xFF, 0x00]
    chip.riot.write(PADD, 0xFF)
    chip.riot.write(PBDD, 0xFF)
    assert (chip.riot.read(PA), chip.riot.read(PB)) == (0x00, 0x00)


def test_reset_leaves_count_and_flag_and_switches_the_interrupt_off(chip: Chip) -> None:
    chip.start(52, 8, ENABLE)
    chip.at(213).reset()
    assert chip.riot.read(COUNT | ENABLE) == 25
    chip.at(417).reset()
    assert (chip.riot.read(FLAG), chip.riot.interrupt) == (0x80, False)


# The timer, on the bench

WORKED_EXAMPLE = [(213, 25), (415, 0), (417, 0xFF), (444, 0xE4), (500, 0xAC)]
"""52 divided by 8, the worked example of the data sheet: clock after the write, count read."""


def test_the_worked_example_of_the_data_sheet_comes_out(chip: Chip) -> None:
    chip.start(52, 8)
    assert [(clock, chip.at(clock).peek(COUNT)) for clock, _ in WORKED_EXAMPLE] == WORKED_EXAMPLE
    for clock in range(1, 410, 7):
        chip.at(clock).read(COUNT)
    assert chip.at(415).read(COUNT) == 0, "reading before zero does not disturb it"
    assert (chip.at(416).read(FLAG), chip.at(417).read(FLAG)) == (0x00, 0x80)


@pytest.mark.parametrize("divider", DIVIDED_BY)
@pytest.mark.parametrize("start", [0, 1, 2, 52, 255])
def test_a_count_drops_every_so_many_clocks_and_then_every_clock(
    chip: Chip, start: int, divider: int
) -> None:
    """One clock after the write it is one less; clock N*k+1 finds it at $FF with the flag set."""
    chip.start(start, divider)
    end = start * divider + 1
    steps = [1 + n * divider for n in range(start)]
    for n, clock in enumerate(steps):
        assert chip.at(clock).peek(COUNT) == start - 1 - n
        assert chip.at(clock + divider - 1).peek(COUNT) == start - 1 - n
        assert chip.riot.peek(FLAG) == 0x00
    assert chip.at(end - 1).peek(FLAG) == 0x00
    for beyond in (0, 1, 2, 100, 255, 256, 1000):
        assert chip.at(end + beyond).peek(COUNT) == 0xFF - beyond & 0xFF
        assert chip.riot.peek(FLAG) == 0x80


@pytest.mark.parametrize("register", [5, 7, 0xD, 0xF])
def test_reading_the_flag_shows_bit_7_only_and_does_not_clear_it(chip: Chip, register: int) -> None:
    chip.start(1, 64)
    assert chip.at(64).read(register) == 0x00
    for _ in range(3):
        assert chip.at(65).read(register) == 0x80
    assert chip.at(80).read(COUNT) == 0x100 - 16, "and the count runs on at full rate"


@pytest.mark.parametrize("register", [4, 6, 0xC, 0xE])
def test_reading_the_count_clears_the_flag(chip: Chip, register: int) -> None:
    chip.start(1, 64, ENABLE)
    assert chip.at(70).read(FLAG) == 0x80
    assert chip.riot.interrupt
    assert chip.riot.read(register) == 0xFF - 5
    assert chip.at(71).read(FLAG) == 0x00
    assert (chip.riot.read(PB), chip.riot.interrupt) == (0xFF, False)


def test_reading_the_count_in_the_clock_that_sets_the_flag_does_not_clear_it(chip: Chip) -> None:
    chip.start(1, 64)
    assert chip.at(65).read(COUNT) == 0xFF
    assert chip.at(66).read(FLAG) == 0x80
    assert chip.riot.read(COUNT) == 0xFE
    assert chip.at(67).read(FLAG) == 0x00


@pytest.mark.parametrize("divider", [8, 1024])
def test_reading_the_count_after_zero_brings_the_divider_back(chip: Chip, divider: int) -> None:
    chip.start(1, divider)
    seen = chip.at(divider + 1 + 15).read(COUNT)
    assert seen == 0xF0
    for periods in (1, 2, 100):
        clocks = divider + 16 + periods * divider
        assert abs(chip.at(clocks).peek(COUNT) - (seen - periods)) <= 1
    assert chip.at(divider + 16 + 239 * divider).peek(FLAG) == 0x00
    assert chip.at(divider + 16 + 242 * divider).peek(FLAG) == 0x80, "it times out a second time"


def test_the_timer_runs_from_power_on_without_being_started(chip: Chip) -> None:
    """Many game programs read $1704 as a random number and never start it."""
    seen = set()
    for chip.now in range(0, 2 * 256 * 1024, 4096 + 17):
        seen.add(chip.riot.read(4))
    assert len(seen) > 50
    first = chip.riot.read(4)
    chip.now += 23
    assert chip.riot.read(4) == first - 23 & 0xFF, "two dice in a row are two dice"


def test_the_interrupt_pulls_pb7_low_when_the_timer_was_started_with_it(chip: Chip) -> None:
    chip.start(2, 64, ENABLE)
    assert chip.at(128).read(PB) == 0xFF
    assert chip.at(129).read(PB) == 0x7F
    assert chip.riot.interrupt
    for register in (PB, PBDD):
        chip.riot.write(register, 0x80)
    assert (chip.riot.read(PB), chip.riot.interrupt) == (0xFF, True), "an output is left alone"
    chip.riot.write(PBDD, 0x00)
    chip.start(2, 64)
    assert chip.riot.read(FLAG) == 0x00, "started again, the flag is clear"
    assert chip.at(129).read(PB) == 0xFF
    assert not chip.riot.interrupt


def test_reading_the_count_enables_or_disables_the_interrupt_by_address(chip: Chip) -> None:
    chip.start(5, 1)
    chip.at(2).read(COUNT | ENABLE)
    assert chip.at(6).read(PB) == 0x7F
    chip.start(5, 1, ENABLE)
    chip.at(2).read(COUNT)
    assert chip.at(6).read(PB) == 0xFF


# The timer, through a program


@pytest.mark.parametrize(("base", "other"), [(0x1700, 0x1740), (0x1740, 0x1700)])
@pytest.mark.parametrize(
    ("divider", "start", "flag", "count"),
    [(1, 20, 0x80, 0xE1), (8, 10, 0x00, 3), (64, 10, 0x00, 9), (1024, 1, 0x00, 0)],
)
def test_a_program_reads_flag_and_count_in_the_last_cycle_of_its_instruction(
    base: int, other: int, divider: int, start: int, flag: int, count: int
) -> None:
    """The flag 44 clocks after the write, the count 51; the other chip's timer stays alone."""
    written, *read = (
        address.to_bytes(2, "little")
        for address in (base + DIVIDED_BY[divider], base + FLAG, base + COUNT, other + FLAG)
    )
    program = bytes((0xA9, start, 0x8D)) + written + b"\xea" * 20
    for place, address in enumerate(read, 0x10):
        program += b"\xad" + address + bytes((0x85, place))
    machine = started(program)
    machine.run_until({0x0200 + len(program)}, budget=10_000)
    assert list(machine.read(0x10, 3)) == [flag, count, 0x00]

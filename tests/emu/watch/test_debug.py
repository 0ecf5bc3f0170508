"""Breakpoints, watchpoints, pictures of memory, listings and states that are refused."""

import itertools
from collections.abc import Callable

import pytest

import rom
from emu.bus import Expansion
from emu.machine import Machine, Steps, T
from emu.turbo.driver import Turbo
from emu.watch.debug import DebugMachine, Halt
from emu.watch.listing import Listing
from emu.watch.memory import MemoryImage, Region
from emu.watch.rewind import Rewind
from emu.watch.way import LONGEST_STEP
from tests.emu.started import about_to_run, started

COUNT_TO_FIVE = bytes.fromhex("A200 E8 8610 201002 E005 D0F6 4C0C02 00 E611 60")
"""$0200: LDX #0; $0202: INX, STX $10, JSR $0210, CPX #5, BNE $0202, JMP self; $0210: INC $11."""


@pytest.fixture
def machine() -> DebugMachine:
    machine = about_to_run(DebugMachine(rom.monitor()), COUNT_TO_FIVE)
    machine.slice_length = 50
    return machine


def carried_out(work: Steps[T], at_pause: Callable[[int], object] = lambda _: None) -> T:
    """The result of *work*, somebody looking in at every pause, which is told by number."""
    for number in itertools.count(1):
        try:
            next(work)
        except StopIteration as done:
            result: T = done.value
            return result
        at_pause(number)
    raise AssertionError


@pytest.mark.parametrize("slice_length", [1_000, 20_000])
def test_slices_are_as_long_as_they_should_be_and_translated(
    monkeypatch: pytest.MonkeyPatch, slice_length: int
) -> None:
    """A slow host asks for short ones; were those shorter still, it would never get on."""
    monkeypatch.setenv("KIM1_ENGINE", "wasm")
    endless = COUNT_TO_FIVE.replace(b"\x4c\x0c", b"\x4c\x00")
    one, other = about_to_run(DebugMachine(rom.monitor()), endless), started(endless)
    one.slice_length, slices = slice_length, list[int]()
    carried_out(one.running(400_000), slices.append)
    other.run(400_000)
    assert one.snapshot() == other.snapshot()
    engine = one.board.engine
    assert isinstance(engine, Turbo)
    assert engine.interpreted < other.board.instructions / 5
    assert len(slices) < 1.4 * 400_000 / slice_length


def test_work_goes_on_from_where_the_machine_was_taken_back_to(machine: DebugMachine) -> None:
    past = Rewind(machine)
    moments: list[int] = []

    def back_once(pause: int) -> None:
        if pause == 3:
            past.to(max(past.first, machine.cycles - 60))
        if pause in (3, 4):
            moments.append(machine.cycles)

    assert carried_out(machine.running_until({0x20C}), back_once) == 0x20C
    assert moments[1] - moments[0] in range(50, 50 + LONGEST_STEP)
    assert machine.peek(0x10) == machine.peek(0x11) == 5


def test_a_run_for_some_cycles_is_watched_too(machine: DebugMachine) -> None:
    machine.breakpoints = frozenset({0x205})
    assert carried_out(machine.running_for(1_000, {0x20C})) == 0x20C
    assert machine.take_halts() == [Halt(0x205)] * 5
    assert carried_out(machine.running_for(100, {0x300})) is None


def test_a_breakpoint_halts_before_its_instruction_and_the_run_goes_on_to_its_goal(
    machine: DebugMachine,
) -> None:
    machine.breakpoints = frozenset({0x210, 0x20C})
    at: list[int] = []

    def look(_: int) -> None:
        at.extend(machine.registers.pc for _ in machine.take_halts())

    assert carried_out(machine.running_until({0x20C}), look) == 0x20C
    assert at == [0x210] * 5
    assert machine.take_halts() == [Halt(0x20C)], "a breakpoint at the goal is one as well"
    assert str(Halt(0x210)) == "breakpoint at $0210"


def test_a_watchpoint_tells_old_and_new(machine: DebugMachine) -> None:
    machine.watchpoints = frozenset({0x10})
    carried_out(machine.running_until({0x20C}))
    halts = machine.take_halts()
    assert [(h.before, h.after) for h in halts] == [(n, n + 1) for n in range(5)]
    assert {h.pc for h in halts} == {0x205}
    assert str(halts[0]) == "$0010 changed from $00 to $01"


def test_work_can_be_given_up_and_what_is_done_at_once_is_not_watched(
    machine: DebugMachine,
) -> None:
    machine.breakpoints = frozenset({0x205})
    work = machine.pressing("5")
    next(work)
    next(work)
    assert machine.board.keypad.down == {"5"}
    cycles = machine.cycles
    work.close()
    assert machine.cycles == cycles
    assert not machine.board.keypad.down
    machine.take_halts()
    machine.run(1_000)
    assert machine.cycles >= cycles + 1_000
    assert machine.take_halts() == []


def test_a_call_is_seen_before_it_is_made(machine: DebugMachine) -> None:
    assert machine.after_call() is None
    machine.run_until({0x205})
    assert machine.after_call() == 0x208


def test_a_picture_of_memory_names_what_answers_also_where_the_board_repeats(
    machine: DebugMachine,
) -> None:
    picture = MemoryImage.of(machine)
    assert picture.read(0x200, 3) == picture.read(0x2200, 3) == COUNT_TO_FIVE[:3]
    assert picture.read(0xFFFA, 6) == machine.read(0xFFFA, 6)
    assert picture[0x1400] is picture[0x3400] is None
    for address, writable in ((0x3FF, True), (0x1780, True), (0x1C00, False), (0xFFFA, False)):
        region = picture.region(address)
        assert region is not None
        assert (address in region, region.writable) == (True, writable)
    for repeats, there in ((False, None), (True, COUNT_TO_FIVE[0])):
        other = Machine(rom.monitor(), (Expansion(0x4000, 0x100, repeats=repeats),))
        other.load_bytes(0x200, COUNT_TO_FIVE)
        image = MemoryImage.of(other)
        assert image[0x2200] == there
        assert image[0xFFFC] == other.peek(0xFFFC)
        assert image[0x4000] == 0


def test_a_listing_has_labels_and_around_the_counter_what_led_there(
    machine: DebugMachine,
) -> None:
    picture = MemoryImage.of(machine)
    lines = Listing(picture, {0x210: "count", 0x200: "start"}).lines(0x200, 4)
    assert [(one.address, one.text, one.label) for one in lines] == [
        (0x200, "LDX #$00", "start"),
        (0x202, "INX", ""),
        (0x203, "STX $10", ""),
        (0x205, "JSR count", ""),
    ]
    lines = Listing(picture).around(0x208, 6, 3)
    assert [one.address for one in lines[1:4]] == [0x203, 0x205, 0x208]
    assert Listing(picture).around(0, 3, 3)[0].address == 0


def test_before_the_counter_stand_the_instructions_that_are_known(machine: DebugMachine) -> None:
    """A byte of data that looks like JSR would swallow the instruction behind it."""
    machine.load_bytes(0x300, bytes.fromhex("20 A901 A710 8511"))
    picture = MemoryImage.of(machine)
    guess = Listing(picture).around(0x305, 4, 3)
    assert "LDA #$01" not in [one.text for one in guess]
    for known in ({"executed": {0x301, 0x303}}, {"labels": {0x301: "go"}, "executed": {0x303}}):
        lines = Listing(picture, **known).around(0x305, 4, 3)
        at = [one.address for one in lines].index(0x305)
        assert [(one.address, one.text) for one in lines[at - 2 : at + 1]] == [
            (0x301, "LDA #$01"),
            (0x303, "LAX $10"),
            (0x305, "STA $11"),
        ]
    data, *_ = Listing(picture, executed={0x301}).lines(0x300, 2)
    assert data.text == ".byte $20"
    machine.load_bytes(0x300, b"\x02")
    assert Listing(MemoryImage.of(machine)).lines(0x300, 1)[0].text == ".byte $02"


def test_where_nothing_answers_no_instruction_is_shown() -> None:
    image = MemoryImage((Region(0, bytes((0xEA, 0xEA)), True),))
    assert [line.text for line in Listing(image).lines(0, 4)] == ["NOP", "NOP", "--", "--"]
    assert Listing(image, executed={2}).lines(2, 1)[0].text != "--"


def test_what_stands_before_a_known_instruction_does_not_begin_inside_one() -> None:
    code = bytes.fromhex(
        "A200 A005 B550 C94C F010 C906 F048 C907 F04C C906 F048 60".replace(" ", "")
    )
    image = MemoryImage((Region(0x2500, code, True),))
    names = {0x2514: "here"}
    for before in (1, 2, 3):
        lines = Listing(image, names).around(0x2514, 2 + before, before)
        assert [line.text for line in lines][-3:] == ["CMP #$06", "BEQ $255E", "RTS"]


def test_data_is_shown_as_bytes_up_to_the_next_label_and_where_it_was_not_executed() -> None:
    image = MemoryImage((Region(0x0200, bytes.fromhex("60A9A9A9A9EA"), True),))
    table = frozenset(range(0x0201, 0x0205))
    lines = Listing(image, {0x0204: "low"}, data=table).lines(0x0200, 5)
    assert [line.text for line in lines] == ["RTS", ".byte $A9, $A9, $A9", ".byte $A9", "NOP", "--"]
    assert Listing(image, executed={0x0201}, data=table).lines(0x0201, 1)[0].text == "LDA #$A9"
    assert Listing(image, data=table).around(0x0202, 3, 2)[-1].text == ".byte $A9, $A9, $A9"
    behind = Listing(image, executed={0x0204}, data=table).lines(0x0203, 2)
    assert [line.text for line in behind] == [".byte $A9", "LDA #$EA"]

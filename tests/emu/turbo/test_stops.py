"""Pauses of translated code: at every address one asks for, after exactly so many cycles."""

from collections.abc import Callable

import pytest

import rom
from emu.machine import Machine
from emu.passing import Passing
from emu.turbo.driver import HOT_VISITS, MAX_STOPS
from tests.emu.turbo.test_code_changes import ORIGIN, board_with, both, run, turbo

LABELS = rom.labels("census")
INSIDE = [LABELS[name] for name in ("who", "walk", "met", "try", "seek", "back", "heap", "fold")]


def census(engine: str) -> Machine:
    """A machine about to run the census."""
    machine = Machine(rom.monitor(), engine=engine)
    machine.load_bytes(0x0200, rom.census())
    machine.jump(LABELS["start"])
    return machine


def alike(work: Callable[[Machine], object]) -> Machine:
    """Do *work* in the census on the interpreter and in translated code, which is given back: both
    must end in the same state.
    """
    reference, translated = census("py65"), census("wasm")
    for machine in (reference, translated):
        work(machine)
    assert reference.snapshot() == translated.snapshot()
    return translated


@pytest.mark.parametrize("stop", INSIDE)
def test_a_breakpoint_set_under_way_is_met_as_by_the_interpreter(stop: int) -> None:
    def met_four_times(machine: Machine) -> None:
        machine.run(60_000)
        for _ in range(4):
            assert machine.run_until({stop}, 200_000) == stop

    alike(met_four_times)


def test_what_a_run_goes_past_is_seen_as_by_the_interpreter() -> None:
    went = []
    for machine in (census("py65"), census("wasm")):
        machine.run(60_000)
        past = Passing(LABELS["who"], 0, 16)
        for _ in range(3):
            assert machine.run_past(past, {LABELS["walk"]}, 3_000_000) == LABELS["walk"]
        went.append((past.seen, machine.snapshot()))
    assert went[0] == went[1]
    assert len(went[0][0]) == 64 * past.size


def test_a_stop_that_was_taken_away_is_run_past() -> None:
    machine = census("wasm")
    machine.run_until({LABELS["walk"]}, 100_000)
    machine.run(200_000)
    assert machine.run_until({LABELS["met"]}, 100_000) == LABELS["met"]


def test_more_stops_than_are_kept_still_stop() -> None:
    machine = census("wasm")
    machine.run(50_000)
    for address in range(0x1000, 0x1000 + 2 * MAX_STOPS):
        machine.run_until({address, LABELS["who"]}, 100_000)
        assert machine.registers.pc == LABELS["who"]


def test_single_stepping_and_interrupts_go_on_from_translated_code() -> None:
    def stepped(machine: Machine) -> None:
        machine.run(90_000)
        machine.press("ST")
        machine.single_step = True
        machine.press("GO")
        machine.press("GO")
        machine.single_step = False
        machine.press("GO")
        machine.run(30_000)

    alike(stepped)


def test_the_census_hardly_needs_the_interpreter() -> None:
    machine = census("wasm")
    start = machine.snapshot()
    engine = turbo(machine.board)
    for _ in range(2):
        machine.restore(start)
        before = engine.interpreted
        machine.run_until({LABELS["done"]})
    assert machine.instructions - start.instructions > 7_000_000
    assert engine.interpreted - before < HOT_VISITS


def test_short_runs_end_at_their_cycle_with_little_left_to_the_interpreter() -> None:
    reference, translated = census("py65"), census("wasm")
    for machine in (reference, translated):
        machine.run(300_000)
    engine = turbo(translated.board)
    long, short, each = (20_000, 20_001, 19_999, 3_000, 700), (1_000, 997, 301), range(1, 200)
    for slices in (short * 20, each, long * 4):
        before, begun = engine.interpreted, translated.board.instructions
        for cycles in slices:
            for machine in (reference, translated):
                machine.run(cycles)
            assert translated.snapshot() == reference.snapshot()
    assert engine.interpreted - before < (translated.board.instructions - begun) / 5


@pytest.mark.parametrize("stop", [ORIGIN + 2, ORIGIN + 3])
def test_a_stop_within_a_loop_that_is_one_operation_is_met_in_every_round(stop: int) -> None:
    delay = bytes.fromhex("A0 30 88 D0 FD C8 4C 00 02")  # ldy #$30 / dey, bne / iny / jmp start
    reference, translated = board_with(delay, False), board_with(delay, True)
    for board in (reference, translated):
        board.cpu.pc = stop
        board.run(board.cycles + 5_000)
        for _ in range(60):
            assert board.run(board.cycles + 8_000, {stop})
    assert reference.state == translated.state


@pytest.mark.parametrize("count", [0x00, 0x01, 0x90])
def test_a_delay_may_be_cut_off_anywhere(count: int) -> None:
    boards = both(bytes.fromhex(f"A2 {count:02X} CA D0 FD A0 {count:02X} EA 88 D0 FC 4C 00 02"))
    for cycles in (*range(1, 40), 700, *range(650, 660), 1_300):
        run(boards, cycles)

"""Rewind: back, and forward again to the very same state."""

import random
from itertools import pairwise

import pytest

from emu.machine import Machine
from emu.watch import timeline
from emu.watch.rewind import Rewind, RewindError
from tests import lights


def played(machine: Machine, past: Rewind, presses: int) -> None:
    """Keys pressed and bytes poked at odd moments."""
    luck = random.Random(1)
    for _ in range(presses):
        machine.key_down(key := luck.choice("0123456789ABCDEF"))
        machine.run(luck.randrange(1, 9_000))
        past.keep()
        machine.key_up(key)
        machine.poke(0x12, luck.randrange(256))
        machine.run(luck.randrange(1, 30_000))
        past.keep()


@pytest.fixture
def machine() -> Machine:
    return lights.machine()


def test_a_recording_is_gone_through_on_another_machine_both_ways(machine: Machine) -> None:
    """States restored meanwhile too: what a look ahead has changed, and one of a later cycle."""
    past = Rewind(machine)
    played(machine, past, 3)
    machine.key_down("7")
    ahead = machine.snapshot()
    machine.poke(0x10, 0x77)
    machine.run(30_000)
    machine.restore(ahead)
    machine.run(40_000)
    machine.key_up("7")
    later = machine.snapshot()
    machine.restore(ahead)
    machine.run(5_000)
    machine.restore(later)
    states = []
    for _ in range(3):
        machine.run(1_000)
        states.append(machine.snapshot())
        machine.run(1_000)
        played(machine, past, 1)
    again = Machine(machine.read(0x1800, 0x800))
    way = Rewind.again(again, past.recording, 10_000)
    for state in (states[-1], *states, states[1], states[0]):
        way.to(state.cycles)
        assert again.snapshot() == state
    assert way.last == machine.cycles


def test_the_states_are_bounded_and_sparser_the_older(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeline, "MOST_STATES", 12)
    past = Rewind(machine, interval=1_000)
    first = machine.cycles
    for _ in range(100):
        machine.run(1_000)
        past.keep()
    held = [one.cycle for one in past._stretches]
    assert len(held) == 12
    assert past.first == first
    gaps = [b - a for a, b in pairwise(held)]
    assert gaps[0] > 8 * gaps[-1]


def test_the_events_are_bounded_too(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeline, "MOST_EVENTS", 10)
    past = Rewind(machine, interval=20_000)
    first = machine.cycles
    played(machine, past, presses=8)
    assert past.first > first
    end = machine.snapshot()
    past.to(past.first)
    past.to(end.cycles)
    assert machine.snapshot() == end


def test_there_is_no_way_before_the_beginning_or_beyond_the_end(machine: Machine) -> None:
    past = Rewind(machine)
    with pytest.raises(RewindError, match="no way to cycle 5"):
        past.to(5)
    with pytest.raises(RewindError, match="no way back by 3 instructions"):
        past.back_instructions(3)
    machine.press("F")
    assert past.last == machine.cycles
    with pytest.raises(RewindError, match=r"no way to cycle .*; known is"):
        past.to(machine.cycles + 1)


def test_the_past_is_kept_between_slices_and_the_way_back_is_not_watched() -> None:
    machine = lights.debugged()
    past = Rewind(machine, interval=10_000)
    machine.breakpoints, machine.slice_length = frozenset({0x210}), 2_500
    for _ in machine.pressing("5"):
        past.keep()
    assert len(machine.take_halts()) > 10
    end = machine.snapshot()
    assert len(past._stretches) > 5
    past.to(machine.cycles - 45_000)
    assert machine.board.keypad.down == {"5"}
    past.to(end.cycles)
    assert machine.snapshot() == end
    assert machine.take_halts() == []
    past.close()
    assert machine.listeners == []

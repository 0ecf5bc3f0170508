"""A program from end to end, seen through the trace, the profile and the digits."""

from __future__ import annotations

from emu.machine import Machine
from emu.watch.profile import Profile
from emu.watch.trace import READ, WRITTEN, BusAccess, Filter, Trace, tapped
from tests import lights

TIMER = 0x1704
"""Cycles in which a timer nobody started counts down from $FF: 1,024 for each count."""
ROUNDS, PATTERNS, SUM = 0x10, 0x12, 0x18
DRAW = range(0x220, 0x22F)


def observed(machine: Machine, cycles: int) -> tuple[list[BusAccess], Profile]:
    found: list[BusAccess] = []
    profile = Profile()
    with tapped(machine.board, Trace(found.append, Filter(monitor=False)), profile):
        machine.run(cycles)
    return found, profile


def test_the_timer_nobody_started_is_the_source_of_the_patterns() -> None:
    found, _ = observed(lights.machine(), 60_000)
    reads = [a for a in found if (a.address, a.kind) == (TIMER, READ)]
    assert len(reads) > 100
    assert all(a.value == -1 - a.cycle & 0xFF for a in reads), "a count less each cycle"
    patterns = range(PATTERNS, PATTERNS + 6)
    places = [(TIMER, READ), (ROUNDS, READ), *((a, WRITTEN) for a in patterns)]
    drawn = [a for a in found if (a.address, a.kind) in places and a.pc in DRAW]
    assert [a.address for a in drawn[:3]] == [TIMER, ROUNDS, PATTERNS + 5]
    for timer, rounds, pattern in zip(drawn[::3], drawn[1::3], drawn[2::3], strict=False):
        assert (timer.value ^ rounds.value) & 0x7F == pattern.value


def test_a_key_adds_its_code_once_a_round_while_it_is_down() -> None:
    machine = lights.machine()
    machine.key_down("+")
    _, profile = observed(machine, 100_000)
    taken = next(r.calls for r in profile.routines if r.address == 0x1F6A)
    assert taken > 40
    assert abs(machine.peek(SUM) - 0x12 * taken) % 256 in (0, 0x12, 256 - 0x12)

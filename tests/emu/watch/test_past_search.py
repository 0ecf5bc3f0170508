"""The past, asked: what is found is what a trace of the whole run holds last."""

from __future__ import annotations

import pytest

from emu.machine import Machine
from emu.watch.past_search import PastAccess, PastSearch
from emu.watch.rewind import Rewind
from emu.watch.trace import FETCHED, READ, WRITTEN, BusAccess, Trace, tapped
from tests import lights

RUN = 60_000
ADDRESSES = (0x0010, 0x0012, 0x01FE, 0x0200, 0x1740)


@pytest.fixture(scope="module")
def traced() -> tuple[Machine, PastSearch, list[BusAccess]]:
    """A machine that has run, its past, and every access to the bus since that began."""
    machine, seen = lights.machine(), list[BusAccess]()
    past = Rewind(machine, interval=7_000)
    with tapped(machine.board, Trace(seen.append)):
        for _ in range(RUN // 5_000):
            machine.run(5_000)
            past.keep()
    return machine, PastSearch(machine, past), seen


def last(seen: list[BusAccess], address: int, *kinds: str) -> tuple[int, int, int] | None:
    for one in reversed(seen):
        if one.address == address and one.kind in kinds:
            return one.cycle, one.value, one.pc
    return None


def plain(access: PastAccess | None) -> tuple[int, int, int | None] | None:
    return None if access is None else (access.cycle, access.value, access.pc)


@pytest.mark.parametrize("address", ADDRESSES, ids=hex)
def test_the_last_access_is_the_last_of_a_trace(
    traced: tuple[Machine, PastSearch, list[BusAccess]], address: int
) -> None:
    machine, history, seen = traced
    before = machine.snapshot()
    assert plain(history.last_write(address)) == last(seen, address, WRITTEN)
    assert plain(history.last_read(address)) == last(seen, address, READ, FETCHED)
    assert plain(history.last_visit(address)) == last(seen, address, FETCHED)
    assert machine.snapshot() == before, "it stays where it was"


def test_one_goes_to_the_instruction_before_it_happens(
    traced: tuple[Machine, PastSearch, list[BusAccess]],
) -> None:
    machine, history, _ = traced
    now = machine.cycles
    for found in (history.last_write(0x10), history.last_visit(0x0220), history.last_read(0x12)):
        assert found is not None
        history.go(found)
        assert machine.registers.pc == found.pc
        if found.kind == WRITTEN:
            assert machine.peek(0x10) == found.before
            history._past.to(found.cycle + 1)
            assert machine.peek(0x10) == found.value
        history._past.to(now)


def test_conditions_see_the_machine_where_it_stood(
    traced: tuple[Machine, PastSearch, list[BusAccess]],
) -> None:
    machine, history, seen = traced
    third = [one for one in seen if one.kind == FETCHED and one.pc == 0x0229][-3]
    wanted = history.last_visit(0x0229, lambda _: machine.registers.x == 2)
    assert wanted is not None
    history.go(wanted)
    assert (machine.registers.pc, machine.registers.x) == (0x0229, 2)
    assert wanted.cycle <= third.cycle
    history._past.to(history._past.last)


def test_all_writes_of_a_while_in_order(
    traced: tuple[Machine, PastSearch, list[BusAccess]],
) -> None:
    machine, history, seen = traced
    since = machine.cycles - 30_000
    expected = [
        (one.cycle, one.value, one.pc)
        for one in seen
        if (one.address, one.kind) == (0x10, WRITTEN) and one.cycle >= since
    ]
    assert [plain(one) for one in history.writes(0x10, since)] == expected
    assert expected


def test_what_was_done_from_outside_is_found_too() -> None:
    machine = lights.machine()
    past = Rewind(machine)
    machine.run(1_000)
    machine.poke(0x0070, 0x12)
    poked = machine.cycles
    machine.run(1_000)
    history = PastSearch(machine, past)
    assert history.last_write(0x0070) == PastAccess(poked, 0x70, 0x12, 0x00, "poke", None)
    machine.load_bytes(0x006E, bytes((1, 2, 3)))
    assert history.last_write(0x0070) == PastAccess(machine.cycles, 0x70, 3, 0x12, "load", None)
    assert history.last_write(0x2070) == PastAccess(machine.cycles, 0x2070, 3, 0x12, "load", None)


def test_no_further_back_than_the_past_or_what_an_answer_may_cost() -> None:
    machine = lights.machine()
    past = Rewind(machine)
    machine.poke(0x0070, 0x12)
    machine.run(60_000)
    assert PastSearch(machine, past).last_write(0x0070) is not None
    assert PastSearch(machine, past, most=50_000).last_write(0x0070) is None
    assert PastSearch(machine, past).last_write(0x0071) is None

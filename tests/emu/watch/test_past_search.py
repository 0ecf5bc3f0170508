"""The past, asked; that it is what a log of everything holds, test_past_is_one shows."""

from emu.watch.past_search import PastAccess, PastSearch
from emu.watch.rewind import Rewind
from tests import lights


def test_conditions_see_the_machine_where_it_stood() -> None:
    machine = lights.machine()
    past = Rewind(machine, interval=7_000)
    machine.run(20_000)
    found = PastSearch(machine, past).last_visit(0x0229, lambda _: machine.registers.x == 2)
    assert found is not None
    PastSearch(machine, past).go(found)
    assert (machine.registers.pc, machine.registers.x) == (0x0229, 2)


def test_what_was_done_from_outside_is_found_as_far_back_as_an_answer_may_cost() -> None:
    machine = lights.machine()
    past = Rewind(machine)
    machine.run(1_000)
    machine.poke(0x0070, 0x12)
    poked = machine.cycles
    machine.run(1_000)
    history = PastSearch(machine, past)
    assert history.last_write(0x0070) == PastAccess(poked, 0x70, 0x12, 0x00, "poke", None)
    assert PastSearch(machine, past, most=900).last_write(0x0070) is None
    assert history.last_write(0x0071) is None
    machine.load_bytes(0x006E, bytes((1, 2, 3)))
    assert history.last_write(0x0070) == PastAccess(machine.cycles, 0x70, 3, 0x12, "load", None)
    assert history.last_write(0x2070) == PastAccess(machine.cycles, 0x2070, 3, 0x12, "load", None)

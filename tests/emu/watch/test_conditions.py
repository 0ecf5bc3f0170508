"""Conditions of breakpoints: what can be written, and what is said of anything else."""

import pytest

import rom
from emu.machine import Machine
from emu.notation import NotationError
from emu.watch.conditions import Break, Condition
from tests.cases import cases


def test_registers_and_bytes_are_compared_with_bytes_and_registers() -> None:
    machine = Machine(rom.monitor())
    machine.poke(0x0200, 0x83)
    holding = ("A=00", "x<=Y", "0200>x", "0200=83", "$0200!=84", "0200&80", "P&20", "SP>=0")
    assert Break.parse(list(holding)).holds(machine)
    assert not any(Condition.parse(one).holds(machine) for one in ("A!=0", "0200&04", "0200<X"))


@pytest.mark.parametrize(("text", "told"), cases("no_conditions"))
def test_what_is_no_condition_is_told_with_what_can_be_written(text: str, told: str) -> None:
    with pytest.raises(NotationError) as refused:
        Break.parse([text])
    assert told in str(refused.value)


def test_a_count_is_for_breakpoints_and_no_label() -> None:
    with pytest.raises(NotationError, match="'count=5' is for breakpoints alone; expected A=3C"):
        Condition.parse("count=5", {"count": 0x0210, ".count": 0x0210}.__getitem__)
    assert Break.parse(["count=5"]).left == 5
    assert Condition.parse(".count=05", {".count": 0x0210}.__getitem__).what == 0x0210

"""Interrupts: every engine takes them as the simulated chip does, and a wrong one is found."""

from typing import Any

import pytest

from emu.conformance.cases import read_file
from emu.conformance.singlestep import OpcodeTally, run_cases
from tests.emu.conformance.singlestep_cases import INTERRUPTED, INTERRUPTS, changed, run


@pytest.mark.parametrize(("engine", "bus"), [("py65", True), ("wasm", False), ("wasm", True)])
def test_every_engine_takes_an_interrupt_in_the_cycle_in_which_the_chip_does(
    engine: str, bus: bool
) -> None:
    (tally,) = run_cases(read_file(INTERRUPTS), bus=bus, engine=engine)
    assert tally.first is None
    assert (tally.opcode, tally.instruction, tally.passed) == (None, "interrupts", 236)


def test_a_wrong_cycle_is_named_a_wrong_read_with_the_bus_alone() -> None:
    def pushed(case: dict[str, Any]) -> None:
        next(one for one in case["cycles"] if one[2] == "write")[1] ^= 1

    def read(case: dict[str, Any]) -> None:
        case["cycles"][1][1] ^= 1

    (tally,) = run(changed(pushed, INTERRUPTED))
    assert tally.first is not None
    assert "write $" in tally.first[1][0]
    assert run(changed(read, INTERRUPTED)) == [OpcodeTally(None, passed=1)]
    (tally,) = run(changed(read, INTERRUPTED), bus=True)
    assert tally.first is not None
    assert tally.first[1][0].startswith("cycle 1: read $")


def test_a_line_pulled_elsewhere_fails_in_whole_runs_too() -> None:
    (tally,) = run(
        changed(lambda case: case.update(low={"nmi": [9, 10]}), INTERRUPTED), engine="wasm"
    )
    assert tally.first is not None
    assert [one.split(":")[0] for one in tally.first[1]][1] == "run"

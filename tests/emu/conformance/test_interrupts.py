"""Interrupts: every engine takes them as the simulated chip does, and a wrong one is found."""

import copy
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from emu.conformance.cases import read_cases, read_file
from emu.conformance.singlestep import OpcodeTally, run_cases
from emu.errors import ConformanceError

SAMPLE = Path(__file__).parents[2] / "data" / "cpu" / "interrupts.jsonl.gz"
CASE: dict[str, Any] = json.loads(gzip.decompress(SAMPLE.read_bytes()).splitlines()[0])


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    case = copy.deepcopy(CASE)
    change(case)
    return json.dumps([case]).encode()


@pytest.mark.parametrize(("engine", "bus"), [("py65", True), ("wasm", False), ("wasm", True)])
def test_every_engine_takes_an_interrupt_in_the_cycle_in_which_the_chip_does(
    engine: str, bus: bool
) -> None:
    (tally,) = run_cases(read_file(SAMPLE), bus=bus, engine=engine)
    assert tally.first is None
    assert (tally.opcode, tally.instruction, tally.passed) == (None, "interrupts", 236)


def test_a_wrong_cycle_is_named_a_wrong_read_with_the_bus_alone() -> None:
    def pushed(case: dict[str, Any]) -> None:
        next(one for one in case["cycles"] if one[2] == "write")[1] ^= 1

    def read(case: dict[str, Any]) -> None:
        case["cycles"][1][1] ^= 1

    (tally,) = run_cases(read_cases(changed(pushed), "one.json"))
    assert tally.first is not None
    assert "write $" in tally.first[1][0]
    assert run_cases(read_cases(changed(read), "one.json")) == [OpcodeTally(None, passed=1)]
    (tally,) = run_cases(read_cases(changed(read), "one.json"), bus=True)
    assert tally.first is not None
    assert tally.first[1][0].startswith("cycle 1: read $")


def test_a_line_pulled_elsewhere_fails_in_whole_runs_too() -> None:
    later = read_cases(changed(lambda case: case.update(low={"nmi": [9, 10]})), "one.json")
    (tally,) = run_cases(later, engine="wasm")
    assert tally.first is not None
    assert [one.split(":")[0] for one in tally.first[1]][1] == "run"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda case: case["low"].update(rdy=[0, 1]), "expected cycles for irq, nmi or both"),
        (lambda case: case.update(low={"irq": [0]}), "low is [0], expected first cycle and end"),
        (lambda case: case["cycles"][0].pop(), "expected address, byte, read or write, and 1"),
        (lambda case: case["cycles"][0].__setitem__(3, 2), "and 1 where an opcode is read"),
    ],
)
def test_a_damaged_case_is_refused(change: Callable[[dict[str, Any]], object], fault: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        read_cases(changed(change), "one.json")
    assert str(caught.value).startswith("one.json, case 1 (")
    assert fault in str(caught.value)

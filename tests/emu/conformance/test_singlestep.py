"""SingleStepTests, and interrupts: right ones pass, and whatever differs is found and named."""

from dataclasses import replace
from typing import Any

import pytest

from emu.chips.mpu import is_documented
from emu.conformance.cases import read_cases, read_file
from emu.conformance.singlestep import OpcodeTally, run_cases
from emu.errors import ConformanceError
from emu.turbo import semantics
from tests.cases import cases, put
from tests.emu.conformance.singlestep_cases import (
    CODE,
    INTERRUPTED,
    INTERRUPTS,
    REGISTERS,
    SAMPLE,
    STA,
    changed,
    run,
)


@pytest.mark.parametrize(("path", "value", "difference"), cases("wrong_opcode_cases"))
def test_what_differs_is_named(path: str, value: str, difference: str) -> None:
    (tally,) = run(changed(lambda case: put(case, path, value)))
    assert tally.first == ("8d 34 12", (difference,))


def test_bits_4_and_5_of_p_do_not_matter() -> None:
    cases = [STA | {"final": {**STA["final"], "p": 0x04 | bits}} for bits in (0x00, 0x10, 0x30)]
    assert run(*cases)[0].passed == 3


def test_memory_of_one_case_is_not_there_in_the_next() -> None:
    load = {
        "name": "ad",
        "initial": REGISTERS | {"pc": 0x200, "ram": [[0x200, 0xAD], *CODE[1:]]},
        "final": REGISTERS | {"pc": 0x203, "a": 0, "p": 0x26, "ram": []},
        "cycles": [[0x200, 0xAD, "read"]] * 4,
    }
    assert [tally.passed for tally in run(STA, load)] == [1, 1]


def test_the_first_failure_of_an_opcode_is_kept_and_all_are_counted() -> None:
    bad = changed(lambda case: case["cycles"].pop())
    worse = changed(lambda case: case.update(cycles=[[0, 0, "read"]]))
    (tally,) = run(STA, bad, worse)
    assert (tally.passed, tally.failed, tally.instruction) == (1, 2, "STA abs")
    assert tally.first == ("8d 34 12", ("4 cycles, expected 3",))


NEVER_TRANSLATED = ("BRK", "RTI", "SED")


@pytest.mark.parametrize("engine", ["py65", "wasm"])
def test_all_256_opcodes_do_what_the_chip_does_in_every_cycle(engine: str) -> None:
    tallies = run_cases(read_file(SAMPLE), undocumented=True, bus=True, engine=engine)
    assert [tally for tally in tallies if tally.failed] == []
    assert len(tallies) == 256
    documented = (tally for tally in tallies if is_documented(tally.opcode or 0))
    idle = {tally.instruction[:3] for tally in documented if not tally.translated}
    assert engine == "py65" or idle == {*NEVER_TRANSLATED}


def test_undocumented_opcodes_are_run_on_request() -> None:
    (case,) = [one for one in read_file(SAMPLE) if one.opcode == 0xA7][:1]
    assert run_cases([case]) == [OpcodeTally(0xA7, unsupported=1)]
    assert run_cases([case], undocumented=True) == [OpcodeTally(0xA7, passed=1)]


@pytest.mark.parametrize("engine", ["py65", "wasm"])
def test_a_wrong_access_and_a_wrong_translation_are_found(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (case,) = [one for one in read_file(SAMPLE) if one.opcode == 0xEA][:1]
    read = case.cycles[1]
    wrong = replace(case, cycles=(case.cycles[0], read._replace(value=read.value ^ 1)))
    (tally,) = run_cases([wrong], bus=True)
    assert tally.first == (case.name, (f"cycle 1: {read}, expected {wrong.cycles[1]}",))
    monkeypatch.setitem(semantics._CONSTANTS, "NOP", {"x": case.initial.registers.x ^ 1})
    (tally,) = run_cases([case], engine=engine)
    assert (tally.failed, tally.translated) == ((1, 1) if engine == "wasm" else (0, 0))


@pytest.mark.parametrize(("kind", "path", "value", "fault"), cases("damaged_opcode_cases"))
def test_a_damaged_case_is_refused_by_number_and_name(
    kind: str, path: str, value: str, fault: str
) -> None:
    case = changed(lambda case: put(case, path, value), STA if kind == "STA" else INTERRUPTED)
    with pytest.raises(ConformanceError) as caught:
        run(STA, case)
    assert str(caught.value).startswith("x.json, case 2")
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("blob", "fault"),
    [
        (b"", "x.json is not JSON: "),
        (b"[" * 100_000, "x.json is not JSON: "),
        (b"{}", "x.json: expected a list of cases"),
        (b"[1]", "x.json, case 1 is 1, expected an object with name, initial, final and cycles"),
    ],
)
def test_a_file_of_something_else_is_refused(blob: bytes, fault: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        read_cases(blob, "x.json")
    assert str(caught.value).startswith(fault)


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

"""``microchess kim conform`` and ``kim fuzz``: what they tell, and how they end."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from emu.files.programs import Program, write_program
from tests import commands
from tests.emu.conformance.singlestep_cases import cases
from tests.emu.conformance.test_selftest import SUCCESS, program
from tests.patience import PATIENCE


def run(*arguments: str) -> tuple[int, list[str], str]:
    code, out, err = commands.run("kim", "conform", *arguments)
    return code, out.splitlines(), err


@pytest.fixture(autouse=True)
def files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests of both kinds."""
    monkeypatch.delenv("KIM1_ENGINE", raising=False)
    whole = Program.from_bytes_map("test", dict.fromkeys(range(0x10000), 0) | program().memory)
    Path("good.bin").write_bytes(write_program(whole, "raw"))
    Path("good.hex").write_bytes(write_program(program(), "hex"))
    Path("code.bin").write_bytes(write_program(program(), "raw"))
    Path("bad.hex").write_bytes(write_program(program({0x40A: 0}), "hex"))
    Path("v1").mkdir()
    for opcode in (0x02, 0x69, 0xA9):
        Path("v1", f"{opcode:02x}.json").write_text(json.dumps(cases(opcode, 3)))
    wrong = cases(0xA9, 3)
    wrong[1]["final"]["x"] ^= 0xFF
    Path("wrong.json").write_text(json.dumps(wrong))


@pytest.mark.parametrize("file", ["good.bin", "good.hex", "code.bin@0400"])
def test_a_program_passes_whatever_its_file(file: str) -> None:
    code, out, err = run(file, "--success", f"{SUCCESS:04X}")
    assert (code, err) == (0, "")
    assert out == [f"{file}: passed: success at $0410", "  9 instructions, 19 cycles"]


def test_a_failure_shows_where_and_ends_with_1() -> None:
    code, out, _ = run("good.hex", "bad.hex", "--success", "0410")
    assert (code, out[2]) == (1, "bad.hex: FAILED: trap at $040B, success is at $0410")
    assert out[4].startswith("  PC=$040B A=$80")
    code, out, _ = run("wrong.json")
    assert (code, out[0]) == (1, "$A9 LDA imm      2 passed, 1 FAILED")
    assert out[1].startswith("    first of wrong.json: a9 00 3e: X $")


def test_every_opcode_of_a_folder_is_told_of_and_nothing_run_is_no_success() -> None:
    code, out, err = run("v1")
    assert (code, err) == (0, "")
    assert out == [
        "$02 JAM imp      3 not run",
        "$69 ADC imm      3 passed",
        "$A9 LDA imm      3 passed",
        "opcodes: 2 run, 0 with failures, 1 not run; cases: 6 passed, 0 failed",
    ]
    assert run("v1/02.json")[0] == 1


def test_json_is_an_object_a_line() -> None:
    code, out, _ = run("wrong.json", "v1/02.json", "bad.hex", "--json")
    wrong, skipped, bad = map(json.loads, out)
    assert code == 1
    assert (wrong["opcode"], wrong["passed"], wrong["failed"]) == (0xA9, 2, 1)
    assert wrong["first"]["name"] == "a9 00 3e"
    assert (skipped["unsupported"], skipped["first"]) == (3, None)
    assert (bad["passed"], bad["registers"]["pc"]) == (False, 0x40B)


def test_lines_packed_or_not_are_run_on_the_engine_that_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = "".join(json.dumps(case) + "\n" for case in cases(0xA9, 3))
    Path("a.jsonl").write_text(lines)
    Path("b.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    monkeypatch.setenv("KIM1_ENGINE", "wasm")
    code, out, _ = run("a.jsonl", "b.jsonl.gz")
    assert (code, out[:2]) == (0, ["$A9 LDA imm      3 passed, 3 translated too"] * 2)
    wrong = cases(0xA9, 1)
    wrong[0]["cycles"][1][1] ^= 1
    Path("bus.json").write_text(json.dumps(wrong))
    assert [run("bus.json")[0], run("bus.json", "--bus")[0]] == [0, 1]
    Path("b.jsonl.gz").write_bytes(b"no gzip")
    code, _, err = run("b.jsonl.gz")
    assert (code, err.startswith("microchess: b.jsonl.gz: packed data are damaged")) == (1, True)


HANGING = """
import sys, time
from emu.conformance import lockstep
from emu.turbo.driver import Turbo
from tui.cli.main import main

def hang(*_):
    while True:
        pass

run_round = lockstep.run_round

def wait_once(seed, begun):
    begun("asleep")
    if seed > 6:
        return run_round(seed, begun)
    time.sleep(1.2)
    return 0

Turbo.run = hang
lockstep.run_round = wait_once
sys.exit(main(["kim", "fuzz", "--seed", "6", "--limit", "1"]))
"""


@pytest.mark.slow
def test_a_round_that_does_not_end_is_named() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HANGING],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "seed 7, program 0: no end after 1 s of the processor"
    assert " in hang\n" in done.stderr

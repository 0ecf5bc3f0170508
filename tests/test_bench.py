"""Measurements whose figures nobody compares."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rom
from emu.files.programs import Program, Segment, write_program
from microchess.machine.player import ENTRY

ROOT = Path(__file__).parents[1]
JANUS_AT, JANUS_START = 0x2000, 0x2003


def run(*words: str | Path) -> str:
    """What Python prints."""
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.mark.slow
def test_a_copy_of_the_original_need_not_have_been_added(tmp_path: Path) -> None:
    jump = bytes((0x4C, *JANUS_START.to_bytes(2, "little")))
    parts = Segment(ENTRY, jump), Segment(JANUS_AT, rom.janus())
    image = tmp_path / "own.ptp"
    image.write_bytes(write_program(Program("own", parts, ""), "ptp"))
    few = ("--positions", "20", "--games", "1")
    printed = run("-m", "bench.turbo", "commands", "--original", image, *few)
    assert re.search(r"^match +normal:original +[\d,]+ games a minute", printed, re.MULTILINE)


def test_a_ratio_has_two_figures_however_small_it_is() -> None:
    code = (
        "from bench.engine import two_figures as t; print(*map(t, (0.0351, 0.4, 4.24, 41.2, 313)))"
    )
    assert run("-c", code) == "0.035 0.4 4.2 41 310\n"

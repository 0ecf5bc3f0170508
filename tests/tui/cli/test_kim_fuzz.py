"""``microchess kim fuzz``: an engine that hangs, and a round that has to wait."""

import subprocess
import sys

import pytest

from tests.patience import PATIENCE

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

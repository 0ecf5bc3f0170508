"""``microchess kim fuzz``: an engine that hangs."""

from __future__ import annotations

import subprocess
import sys

from tests.patience import PATIENCE

HANGING = """
import sys, time
from emu.turbo.driver import Turbo
from tui.cli.main import main

def hang(*_):
    while True:
        time.sleep(0.1)

Turbo.run = hang
sys.exit(main(["kim", "fuzz", "--seed", "7", "--limit", "1"]))
"""


def test_a_round_that_does_not_end_is_named() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HANGING],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "seed 7, program 0: no end after 1 s"
    assert " in hang\n" in done.stderr

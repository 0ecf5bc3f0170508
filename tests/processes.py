"""Commands in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from tests.patience import PATIENCE


def interrupted(*arguments: str) -> tuple[int, str]:
    """Run ``microchess`` until its first line of output, send Ctrl-C to it and its children.

    Returns its exit code and all it wrote to stderr.
    """
    child = subprocess.Popen(
        [sys.executable, "-m", "tui.cli.main", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout is not None
    child.stdout.readline()
    os.killpg(child.pid, signal.SIGINT)
    _, err = child.communicate(timeout=PATIENCE)
    return child.returncode, err

"""Logs of what a command does to its machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from emu.machine import Machine
from emu.watch.log import LogRecorder
from tui.cli.outfile import OutFile


@contextmanager
def recorded(machine: Machine, out: OutFile | None) -> Iterator[None]:
    """Within it a log is written to *out*, if there is one; it gets its end in any case.

    Raises OSError.
    """
    if out is None:
        yield
        return
    with out.growing() as stream:
        recorder = LogRecorder(machine, stream)
        try:
            yield
        finally:
            recorder.close()

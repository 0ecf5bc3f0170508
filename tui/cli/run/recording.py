"""Logs of what a command does to its machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from emu.files import writing
from emu.machine import Machine
from emu.watch.log import LogRecorder


@contextmanager
def recorded(machine: Machine, path: Path | None) -> Iterator[None]:
    """Within it a log is written to *path*, if there is one; it gets its end in any case.

    Raises OSError.
    """
    if path is None:
        yield
        return
    with writing.text_stream(path) as stream:
        recorder = LogRecorder(machine, stream)
        try:
            yield
        finally:
            recorder.close()

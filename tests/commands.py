"""``microchess`` as a script calls it: in this process, or in one of its own."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.patience import PATIENCE
from tui.cli.main import main


def run(*words: object, typed: str | bytes = "") -> tuple[int, str, str]:
    """Run a command here, *typed* on its standard input; exit code, stdout and stderr."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(3)]
    streams[0].buffer.write(typed.encode() if isinstance(typed, str) else typed)
    streams[0].buffer.seek(0)
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        try:
            code = main([str(word) for word in words])
        except SystemExit as leave:
            code = int(leave.code or 0)
    for stream in streams:
        stream.seek(0)
    return code, streams[1].read(), streams[2].read()


@contextmanager
def ended(process: subprocess.Popen[Any]) -> Iterator[subprocess.Popen[Any]]:
    """A *process* that does not outlive its test, whatever it does."""
    with process:
        try:
            yield process
        finally:
            process.kill()


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


@contextmanager
def small_disk() -> Iterator[None]:
    """Nothing larger than 10 bytes can be written."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)

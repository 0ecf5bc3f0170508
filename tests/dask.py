"""A Dask cluster for tests: a scheduler and workers as processes of their own."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.patience import PATIENCE


class Cluster:
    """A scheduler and workers as processes of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._scheduler()

    def _start(self, what: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", what]
        quiet = subprocess.DEVNULL
        environ = os.environ | environment
        cwd = self.folder
        return subprocess.Popen(
            [*command, *options], cwd=cwd, env=environ, stdout=quiet, stderr=quiet
        )

    def _scheduler(self) -> subprocess.Popen[bytes]:
        options = ("--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")
        started = self._start("scheduler", *options)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return started
            except ConnectionRefusedError:
                assert time.monotonic() < until, "no scheduler"
                time.sleep(0.05)

    def add_worker(self, threads: int = 1, **environment: str) -> None:
        options = ("--nthreads", str(threads), "--no-nanny", "--no-dashboard")
        self.workers.append(self._start("worker", self.address, *options, **environment))

    def restart(self) -> None:
        self.scheduler.kill()
        self.scheduler.wait()
        self.scheduler = self._scheduler()

    def close(self) -> None:
        for one in (*self.workers, self.scheduler):
            one.kill()
            one.wait()


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """One without workers, which ends with all it has."""
    pytest.importorskip("distributed", reason="needs Dask: the extra dask")
    made = Cluster(folder)
    try:
        yield made
    finally:
        made.close()

"""Live sessions for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from microchess.game import session as save
from microchess.machine.player import janus
from microchess.program.levels import Level
from tests.tui.listener import Listener, Start
from tui.session import commands as c
from tui.session.worker import Worker


@pytest.fixture
def start() -> Iterator[Start]:
    workers: list[Worker] = []

    def make(
        setup: c.NewGame = c.NewGame(level=Level.SUPER_BLITZ),  # noqa: B008
        path: Path | None = None,
        resume: save.Session | None = None,
        speed: float | None = None,
    ) -> tuple[Worker, Listener]:
        listener = Listener()
        worker = Worker(janus(), None, listener, setup, resume, path, speed)
        workers.append(worker)
        worker.start()
        return worker, listener

    yield make
    for worker in workers:
        worker.stop()
        assert not worker.is_alive()

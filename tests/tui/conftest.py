"""Live sessions for tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from microchess.game import session as save
from microchess.machine.player import janus
from microchess.program.levels import Level
from tests.tui.listener import LiveSession, Start, your_move
from tui.session.new_game import NewGame
from tui.session.session import Session


@pytest.fixture
def start() -> Iterator[Start]:
    begun: list[LiveSession] = []

    def make(
        setup: NewGame = NewGame(level=Level.SUPER_BLITZ),  # noqa: B008
        path: Path | None = None,
        resume: save.KeptSession | None = None,
        speed: float | None = None,
        wait: bool = True,
    ) -> LiveSession:
        """A session of its own, by default when the person is to move."""
        live = LiveSession()
        live.session = Session(janus(), None, live, setup, resume, path, speed)
        begun.append(live)
        live.session.start()
        if wait:
            live.wait(your_move)
        return live

    yield make
    for live in begun:
        live.stop()

"""A live session in another worker of the page: commands go there, snapshots come back."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

from microchess.game.session import Session
from microchess.machine.solver import PlayerSpec
from tui.session import commands as c
from tui.session.snapshot import Item, Publish

Post = Callable[[bytes], None]
"""Sends bytes to the other worker."""


Begin = tuple[PlayerSpec, c.NewGame, Session | None, Path | None, float | None]
"""The player of a session, and what `tui.session.worker.Worker` takes after ``publish``."""


class RemoteWorker:
    """Stands for the session in the worker that *post* reaches; *publish* hears what comes back."""

    def __init__(self, post: Post, publish: Publish, begin: Begin) -> None:
        self._post, self._publish, self._begin = post, publish, begin

    def start(self) -> None:
        """Begin the session."""
        self._post(pickle.dumps(self._begin))

    def ask(self, command: c.Command) -> None:
        """Ask for something; it happens in its turn."""
        self._post(pickle.dumps(command))

    def stop(self) -> None:
        """End it, without waiting."""
        self.ask(c.Quit())

    def arrived(self, data: bytes) -> None:
        """Something came from the session."""
        item: Item = pickle.loads(data)
        self._publish(item)

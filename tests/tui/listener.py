"""Hears what a live session publishes; waits for snapshots, never for time."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tests.patience import PATIENCE
from tui.session import commands as c
from tui.session.snapshot import Activity, Handed, Item, Notice, Snapshot
from tui.session.worker import Worker


class LiveSession:
    """A live session: keeps what it publishes, and waits for what is wanted."""

    worker: Worker

    def __init__(self) -> None:
        self.latest: Snapshot | None = None
        self.notices: list[Notice] = []
        self.handed: list[Handed] = []
        self._changed = threading.Condition()

    def __call__(self, item: Item) -> None:
        with self._changed:
            if isinstance(item, Notice):
                self.notices.append(item)
            elif isinstance(item, Handed):
                self.handed.append(item)
            elif isinstance(item, Snapshot):
                self.latest = item
            self._changed.notify_all()

    def wait(self, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        with self._changed:
            if not self._changed.wait_for(
                lambda: self.latest is not None and wanted(self.latest), PATIENCE
            ):
                pytest.fail(f"never came; last {self.latest and self.latest.activity}")
            assert self.latest is not None
            return self.latest

    def hear(self, text: str, after: c.Command | None = None) -> None:
        if after is not None:
            self.ask(after)
        with self._changed:
            if not self._changed.wait_for(
                lambda: any(text in notice.text for notice in self.notices), PATIENCE
            ):
                pytest.fail(f"{text!r} was never said, only {self.notices}")

    def ask(self, *commands: c.Command) -> None:
        for command in commands:
            self.worker.ask(command)

    def press(self, *keys: str) -> None:
        self.ask(*map(c.PressKey, keys))

    def after(self, *commands: c.Command, until: Callable[[Snapshot], bool]) -> Snapshot:
        """Ask, then wait until something is seen."""
        self.ask(*commands)
        return self.wait(until)

    def stop(self) -> None:
        assert self.worker.stop()


def idle(s: Snapshot) -> bool:
    return s.activity is Activity.WAITING


def your_move(s: Snapshot) -> bool:
    return idle(s) and s.game.players_turn


def played(half_moves: int) -> Callable[[Snapshot], bool]:
    """Whether the person is to move, so many half-moves having been made."""
    return lambda s: your_move(s) and len(s.game.sans) == half_moves


Start = Callable[..., LiveSession]

"""Hears what a live session publishes; waits for snapshots, never for time."""

import threading
from collections.abc import Callable, Generator
from pathlib import Path
from types import coroutine

import chess
import pytest

from microchess.game import session as save
from microchess.machine.player import janus
from microchess.program.levels import Level
from tests.patience import PATIENCE
from tui.session.debugger import Debugger
from tui.session.hand import Hand
from tui.session.host import Host
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.session import Session
from tui.session.snapshot import Activity, Handed, Item, Notice, Snapshot
from tui.session.verbs import Asked

BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)
"""A game in which the person begins, and the reply comes at once."""


class LiveSession:
    """A live session: keeps what it publishes, and waits for what is wanted."""

    session: Session

    def __init__(self) -> None:
        self.shown: list[Snapshot] = []
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
                self.shown.append(item)
            self._changed.notify_all()

    def wait(self, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        """The first that is wanted of those since the last one that was waited for, or since
        something was asked: one that was soon followed by others is not missed."""

        def came() -> bool:
            while self.shown and not wanted(self.shown[0]):
                if len(self.shown) == 1:
                    return False
                del self.shown[0]
            return bool(self.shown)

        with self._changed:
            if not self._changed.wait_for(came, PATIENCE):
                pytest.fail(f"never came; last {[one.activity for one in self.shown]}")
            return self.shown[0]

    def hear(self, text: str, after: Asked | None = None) -> None:
        if after is not None:
            self.ask(after)
        with self._changed:
            if not self._changed.wait_for(
                lambda: any(text in notice.text for notice in self.notices), PATIENCE
            ):
                pytest.fail(f"{text!r} was never said, only {self.notices}")
            self.shown = self.shown[-1:]

    def ask(self, *commands: Asked) -> None:
        with self._changed:
            self.shown = self.shown[-1:]
        for command in commands:
            self.session.ask(command)

    def press(self, *keys: str) -> None:
        self.ask(*map(Hand.press, keys))

    def after(self, *commands: Asked, until: Callable[[Snapshot], bool]) -> Snapshot:
        """Ask, then wait until something is seen."""
        self.ask(*commands)
        return self.wait(until)

    def stop(self) -> None:
        assert self.session.stop()


class _ByHand(Host):
    """What is to be sent to a life is asked for by hand."""

    @coroutine
    def next(self, patience: float | None) -> Generator[float | None, Asked | None, Asked | None]:
        return (yield patience)


class Stepped:
    """A live session that goes on slice by slice, when it is told to."""

    shown: Snapshot

    def __init__(self, setup: NewGame, path: Path | None = None) -> None:
        self.notices: list[str] = []
        host, kept = _ByHand(), save.read(path) if path and path.exists() else None
        self.session = Session(janus(), None, self._hear, setup, kept, path, host=host)
        self._life = self.session.life()
        self.patience = self._life.send(None)

    def _hear(self, item: Item) -> None:
        if isinstance(item, Notice):
            self.notices.append(item.text)
        elif isinstance(item, Snapshot):
            self.shown = item

    def ask(self, *commands: Asked | None) -> None:
        """They are taken, and nothing goes on; None: a slice."""
        for command in commands:
            self.patience = self._life.send(command)

    def close(self) -> None:
        self._life.close()


def idle(s: Snapshot) -> bool:
    return s.activity is Activity.WAITING


def your_move(s: Snapshot) -> bool:
    return idle(s) and s.game.players_turn


def played(half_moves: int) -> Callable[[Snapshot], bool]:
    """Whether the person is to move, so many half-moves having been made."""
    return lambda s: your_move(s) and len(s.game.sans) == half_moves


def hold_in_thought(live: LiveSession, move: str) -> None:
    """Make a move, and hold the program where it judges its first candidate."""
    live.ask(Debugger.set_breakpoints({janus().judge: ""}), Play.play(move))
    live.wait(lambda s: s.activity is Activity.HELD and s.thought is not None)
    live.ask(Debugger.set_breakpoints({}))


Start = Callable[..., LiveSession]

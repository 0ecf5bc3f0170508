"""A session on an event loop, reached by pickled messages only: as in the page, without one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import chess
import pytest

from microchess.game import session as save
from microchess.machine.solver import PlayerSpec
from microchess.program.levels import Level
from tests.patience import PATIENCE
from tui.page.machine import MachineSide
from tui.page.remote import Begin, RemoteWorker
from tui.page.storage import StoredFolder
from tui.session import commands as c
from tui.session.snapshot import Activity, Handed, Item, Snapshot

pytestmark = pytest.mark.asyncio


class Pair:
    """Both ends, each in the other's turn of the loop."""

    def __init__(self, setup: c.NewGame, folder: Path, speed: float | None = None) -> None:
        self.seen: list[Item] = []
        self.stored: dict[str, bytes | None] = {}
        self._news = asyncio.Event()
        loop = asyncio.get_running_loop()

        def to_screen(data: bytes) -> None:
            loop.call_soon(self.screen.arrived, data)

        def to_machine(data: bytes) -> None:
            loop.call_soon(self.machine.arrived, data)

        stored = StoredFolder(folder, self.stored.__setitem__)
        self.machine = MachineSide(to_screen, stored.look)
        begin = Begin(PlayerSpec("rom"), setup, None, folder / "session.json", speed)
        self.screen = RemoteWorker(to_machine, self._see, begin)

    def _see(self, item: Item) -> None:
        self.seen.append(item)
        self._news.set()

    async def until(self, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        async with asyncio.timeout(PATIENCE):
            while True:
                for item in self.seen:
                    if isinstance(item, Snapshot) and wanted(item):
                        self.seen.clear()
                        return item
                self._news.clear()
                await self._news.wait()


async def test_a_game_is_played_and_kept_without_a_thread(tmp_path: Path) -> None:
    pair = Pair(c.NewGame(chess.WHITE, Level.SUPER_BLITZ), tmp_path)
    pair.screen.start()
    await pair.until(lambda s: s.activity is Activity.WAITING and len(s.game.sans) == 1)
    pair.screen.ask(c.PlayMove("e5"))
    await pair.until(lambda s: s.activity is Activity.WAITING and len(s.game.sans) == 3)
    pair.screen.ask(c.Undo())
    await pair.until(lambda s: len(s.game.sans) == 1)
    pair.screen.ask(c.HandState("here"))
    while not (handed := [item for item in pair.seen if isinstance(item, Handed)]):
        await asyncio.sleep(0)
    assert handed[0].name == "here"
    data = pair.stored["session.json"]
    assert data is not None
    (tmp_path / "copy.json").write_bytes(data)
    session = save.read(tmp_path / "copy.json")
    assert session is not None
    assert session.now.record.plies in (1, 3)
    pair.screen.stop()


async def test_thinking_is_broken_off_at_once_however_long_it_would_take(tmp_path: Path) -> None:
    setup = c.NewGame(chess.WHITE, Level.NORMAL, book=False)
    pair = Pair(setup, tmp_path, speed=0.001)
    pair.screen.start()
    await pair.until(lambda s: s.activity is Activity.THINKING)
    pair.screen.ask(c.Cancel())
    snapshot = await pair.until(lambda s: s.activity is Activity.WAITING)
    assert snapshot.game.sans == ()
    pair.screen.stop()


async def test_what_changes_in_a_folder_is_stored_and_what_goes_forgotten(
    tmp_path: Path,
) -> None:
    (tmp_path / "old").write_bytes(b"1")
    told: list[tuple[str, bytes | None]] = []
    stored = StoredFolder(tmp_path, lambda name, data: told.append((name, data)))
    stored.look()
    assert told == []
    (tmp_path / "new").write_bytes(b"2")
    (tmp_path / ".lock").write_bytes(b"")
    stored.look()
    (tmp_path / "old").unlink()
    stored.look()
    assert told == [("new", b"2"), ("old", None)]

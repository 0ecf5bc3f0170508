"""The application of the page, both its workers in one loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from emu.notation import Poke
from microchess.game import session as save
from microchess.program.levels import Level
from microchess.puzzles.puzzle import puzzles
from tests.patience import PATIENCE
from tests.tui.listener import played
from tui.page import machine
from tui.page.app import Page, PageApp, application
from tui.page.storage import StoredFolder
from tui.session import commands as c
from tui.session.snapshot import Activity, Snapshot

pytestmark = pytest.mark.asyncio


@asynccontextmanager
async def opened(
    fragment: str = "", stored: dict[str, bytes | None] | None = None
) -> AsyncIterator[tuple[PageApp, list[Any]]]:
    """The application as an address with *fragment* opens it, and what it tells the page; the
    files it writes are *stored*.
    """
    told: list[Any] = []

    def arrived(data: bytes) -> None:
        assert app.remote is not None
        app.remote.arrived(data)

    post = machine.start(arrived, ({} if stored is None else stored).__setitem__)
    app = application(Page(told.append, post, "http://here/", fragment))
    async with app.run_test(size=(100, 40)):
        yield app, told


async def until(app: PageApp, wanted: Callable[[Snapshot], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while app.snapshot is None or not wanted(app.snapshot):
            await asyncio.sleep(0.01)


def ask(app: PageApp, *commands: c.Command) -> None:
    assert app.worker is not None
    for command in commands:
        app.worker.ask(command)


async def test_a_game_is_played_stored_and_broken_off_without_a_thread(tmp_path: Path) -> None:
    stored: dict[str, bytes | None] = {}
    async with opened(stored=stored) as (app, _):
        await until(app, played(1))
        ask(app, c.SetSpeed(None), c.SetLevel(Level.SUPER_BLITZ), c.PlayMove("e5"))
        await until(app, played(3))
        ask(app, c.Undo())
        await until(app, played(1))
        async with asyncio.timeout(PATIENCE):
            while not stored:
                await asyncio.sleep(0.01)
        ((name, data),) = stored.items()
        assert data is not None
        (tmp_path / name).write_bytes(data)
        session = save.read(tmp_path / name)
        assert session is not None
        assert session.now.record.plies in (1, 3)
        ask(app, c.SetSpeed(0.001), c.PlayMove("a6"))
        await until(app, lambda s: s.activity is Activity.THINKING)
        ask(app, c.Cancel())
        await until(app, lambda s: s.activity is Activity.WAITING)


async def test_what_changes_in_a_folder_is_stored_and_what_goes_forgotten(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"1")
    told: list[tuple[str, bytes | None]] = []
    folder = StoredFolder(tmp_path, lambda name, data: told.append((name, data)))
    folder.look()
    assert told == []
    (tmp_path / "new").write_bytes(b"2")
    (tmp_path / ".lock").write_bytes(b"")
    folder.look()
    (tmp_path / "old").unlink()
    folder.look()
    assert told == [("new", b"2"), ("old", None)]


async def test_a_link_to_the_machine_opens_it_as_it_stood() -> None:
    async with opened() as (app, told):
        await until(app, played(1))
        ask(app, c.PokeBytes((Poke(0x51, 0x23),)))
        await until(app, lambda s: s.game.table[1] == 0x23)
        app.action_link_machine()
        async with asyncio.timeout(PATIENCE):
            while not (links := [one["what"] for one in told if one["type"] == "link"]):
                await asyncio.sleep(0.01)
    assert links[0].startswith("http://here/#state=")
    async with opened(links[0].removeprefix("http://here/")) as (app, _):
        await until(app, lambda s: "machine loaded from the link" in s.game.log)
        await until(app, lambda s: s.game.table[1] == 0x23)


async def test_a_link_to_a_puzzle_opens_it_for_whoever_solves_it() -> None:
    one = puzzles()[6]
    async with opened("#puzzle=7") as (app, _):
        await until(app, lambda s: s.activity is Activity.WAITING)
        assert app.snapshot is not None
        game = app.snapshot.game
        assert (game.fen, game.level, game.players_turn) == (one.board.fen(), one.level, True)

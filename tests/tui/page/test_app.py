"""The application of the page, both its workers in one loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from emu.notation import Poke
from tests.patience import PATIENCE
from tui.page.app import Page, PageApp, application
from tui.page.machine import MachineSide
from tui.session import commands as c
from tui.session.snapshot import Snapshot

pytestmark = pytest.mark.asyncio


@asynccontextmanager
async def opened(fragment: str = "") -> AsyncIterator[tuple[PageApp, list[Any]]]:
    """The application as an address with *fragment* opens it, and what it tells the page."""
    told: list[Any] = []

    def arrived(data: bytes) -> None:
        assert app.remote is not None
        app.remote.arrived(data)

    machine = MachineSide(arrived, lambda: None)
    app = application(Page(told.append, machine.arrived, "http://here/", fragment))
    async with app.run_test(size=(100, 40)):
        yield app, told


async def until(app: PageApp, wanted: Callable[[Snapshot], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while app.snapshot is None or not wanted(app.snapshot):
            await asyncio.sleep(0.01)


async def test_a_link_to_the_machine_opens_it_as_it_stood() -> None:
    async with opened() as (app, told):
        await until(app, lambda s: len(s.game.sans) == 1 and s.game.players_turn)
        assert app.worker is not None
        app.worker.ask(c.PokeBytes((Poke(0x51, 0x23),)))
        await until(app, lambda s: s.game.table[1] == 0x23)
        app.action_link_machine()
        async with asyncio.timeout(PATIENCE):
            while not (links := [one["what"] for one in told if one["type"] == "link"]):
                await asyncio.sleep(0.01)
    assert links[0].startswith("http://here/#state=")
    async with opened(links[0].removeprefix("http://here/")) as (app, _):
        await until(app, lambda s: "machine loaded from the link" in s.game.log)
        await until(app, lambda s: s.game.table[1] == 0x23)

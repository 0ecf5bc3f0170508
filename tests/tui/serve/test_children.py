"""The processes behind the pages: none outlives its page or its server, each is told why."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import pytest_asyncio

pytest.importorskip("aiohttp", reason="needs aiohttp")

from microchess.game import session as save
from tests.sample import every_run
from tests.tui.serve.page import page
from tests.tui.serve.process import Served, applications, gone, serving
from tui.serve import limits

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.node,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]
SHORTLY = 0.75 * limits.DROPPED
"""Seconds in which a child must be gone: less than a server waits for a line that broke."""
PLANTED = ("json.py", "tui.py")
"""Files in the folder of the programs that would be taken for modules."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("data")) as server:
        for name in PLANTED:
            (server.childrens_folder / name).write_text("raise SystemExit('taken over')")
        yield server


@pytest_asyncio.fixture
async def server(shared: Served) -> Served:
    """A server no page is open at."""
    assert await gone(applications(shared.pid))
    return shared


@pytest.fixture
def browser() -> str:
    """One that was never there before."""
    return secrets.token_hex(16)


@pytest.mark.parametrize(
    ("signal_", "state"),
    every_run(
        [
            (signal.SIGINT, "hanging"),
            (signal.SIGKILL, "running"),
            (signal.SIGTERM, "running"),
            (signal.SIGHUP, "starting"),
            (signal.SIGKILL, "starting"),
        ],
        1,
    ),
)
async def test_no_program_outlives_the_server(
    tmp_path: Path, signal_: signal.Signals, state: str
) -> None:
    with serving(tmp_path) as server:
        async with page(server) as one:
            if state != "starting":
                await one.ready()
            await one.until(lambda p: p.tab)
            while not (children := applications(server.pid)):
                await asyncio.sleep(0.01)
            if state == "hanging":
                os.kill(children[0], signal.SIGSTOP)
            await one.ask("there is no such message")
            server.process.send_signal(signal_)
            assert await gone([server.pid, *children], SHORTLY)
        assert server.process.stdout is not None
        assert server.process.stdout.read() == b"", "the server says nothing of all that"
        told = -signal_ if signal_ is signal.SIGKILL else 128 + signal_
        assert server.process.wait() == told


async def test_a_program_belongs_to_its_tab_until_that_is_closed(
    server: Served, browser: str
) -> None:
    async with page(server, browser) as one:
        await one.ready()
        (child,) = before = applications(server.pid)
        assert os.getpgid(child) == child
        folder = Path(f"/proc/{child}/cwd").resolve()
        assert sorted(file.name for file in folder.iterdir()) == [*PLANTED]

        async with page(server, browser, tab=one.tab) as second_line:
            assert "another window" in await one.until(lambda p: p.last("ended", "why"))
            await second_line.ready()
            assert applications(server.pid) == before
            second_line.ws._response.connection.transport.abort()
    await asyncio.sleep(2 * limits.RELOAD)
    async with page(server, browser, tab=one.tab) as again:
        await again.ready()
        assert applications(server.pid) == before
        await again.ask("play", "e5")
        await again.ready(3)
    async with page(server, browser, tab=one.tab) as reloaded:
        await reloaded.ready(3)
        assert applications(server.pid) == before
        async with page(server, browser) as new_tab, page(server, "f" * 32) as stranger:
            await new_tab.until(lambda p: p.tab)
            await stranger.ready()
            assert new_tab.tab != one.tab
            assert len(applications(server.pid)) == 3
        everyone = applications(server.pid)
    assert await gone(everyone, SHORTLY)
    async with page(server, browser) as later:
        await later.ready(3)


async def test_a_link_takes_the_place_of_the_game_of_its_tab(server: Served, browser: str) -> None:
    async with page(server, browser) as one:
        await one.ready()
        tab = one.tab
    async with page(server, browser, tab, "#fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1") as linked:
        await linked.ready(0)
        assert linked.shown["game"]["board"] == "4k3/8/8/8/8/8/4P3/4K3"


async def test_a_program_that_ends_says_why_and_starts_again_where_it_was(
    server: Served, browser: str
) -> None:
    def stored() -> set[Path]:
        return set(server.folder.glob("visitors/*.json"))

    before = stored()
    async with page(server, browser) as one:
        await one.ready()
        await one.ask("play", "e5")
        await one.ready(3)
        while not any(plies(path) == 3 for path in stored() - before):
            await asyncio.sleep(0.01)
        os.kill(applications(server.pid)[0], signal.SIGSEGV)
        assert await one.until(lambda p: p.last("ended", "why")) == "ended by SIGSEGV"
    async with page(server, browser, tab=one.tab) as again:
        await again.ready(3)
    assert await gone(applications(server.pid), SHORTLY)


def plies(path: Path) -> int:
    """How long the game is that was kept."""
    session = save.read(path)
    return 0 if session is None else session.now.record.plies

"""The processes behind the pages: none outlives its page or its server, each is told why."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import pytest_asyncio

pytest.importorskip("aiohttp", reason="needs textual-serve")

from tests.sample import every_run
from tests.tui.serve.page import PageStandIn, page
from tests.tui.serve_process import Served, applications, gone, serving
from tui.serve import limits

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]
CTRL_Q, F8 = "\x11", "\x1b[19~"
SHORTLY = 20.0
"""Seconds in which a child must be gone: less than a server waits for a line that broke."""
PLANTED = ("json.py", "tui.py")
"""Files in the folder of the programs that would be taken for modules."""


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The key table of the shared server's programs."""
    path = tmp_path_factory.mktemp("keys") / "keys.json"
    path.write_text("{}")
    return path


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, keys: Path) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MICROCHESS_KEYS", str(keys))
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


async def to_move(one: PageStandIn) -> None:
    await one.until(lambda p: "Black to move" in (p.last("title") or "") or p.last("ended"))
    assert not one.last("ended")


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
                await to_move(one)
            await one.until(lambda p: p.tab)
            while not (children := applications(server.pid)):
                await asyncio.sleep(0.01)
            if state == "hanging":
                os.kill(children[0], signal.SIGSTOP)
            await one.download("nothing")
            await one.say("there is no such message")
            server.process.send_signal(signal_)
            assert await gone([server.pid, *children], SHORTLY)
        assert server.process.stdout is not None
        assert server.process.stdout.read() == b"", "the server says nothing of all that"


async def test_a_program_belongs_to_its_tab_until_that_is_closed(
    server: Served, browser: str
) -> None:
    async with page(server, browser) as one:
        await to_move(one)
        (child,) = before = applications(server.pid)
        assert os.getpgid(child) == child
        folder = Path(f"/proc/{child}/cwd").resolve()
        assert sorted(file.name for file in folder.iterdir()) == [*PLANTED]

        async with page(server, browser, tab=one.tab) as second_line:
            await one.until(lambda p: ["taken"] in p.messages)
            await second_line.until(lambda p: "e4: PC" in p.text)
            assert applications(server.pid) == before
            second_line.ws._response.connection.transport.abort()
    await asyncio.sleep(2 * limits.RELOAD)
    async with page(server, browser, tab=one.tab) as again:
        await again.until(lambda p: "book" in p.text or "e4: PC" in p.text)
        assert applications(server.pid) == before
        await again.type("e5\r")
        await again.until(lambda p: "Nf3: PC" in p.text)
    async with page(server, browser, tab=one.tab) as reloaded:
        await reloaded.until(lambda p: "Nf3: PC" in p.text)
        assert applications(server.pid) == before
        async with page(server, browser) as new_tab, page(server, "f" * 32) as stranger:
            await new_tab.until(lambda p: p.tab)
            await to_move(stranger)
            assert new_tab.tab != one.tab
            assert len(applications(server.pid)) == 3
            assert "Nf3: PC" not in stranger.text
        everyone = applications(server.pid)
    assert await gone(everyone, SHORTLY)
    async with page(server, browser) as later:
        await later.until(lambda p: "Your last session" in p.text)
        await later.until(lambda p: "move 2" in p.text)


async def test_a_program_that_ends_says_why_unless_asked_to_and_starts_again(
    server: Served, browser: str, keys: Path
) -> None:
    def stored() -> set[Path]:
        return set(server.folder.glob("visitors/*.json"))

    before = stored()
    async with page(server, browser) as one:
        await to_move(one)
        while not stored() - before:
            await asyncio.sleep(0.01)
        os.kill(applications(server.pid)[0], signal.SIGSEGV)
        assert await one.until(lambda p: p.last("ended")) == "ended by SIGSEGV"
    keys.write_text("[")
    async with page(server, browser, tab=one.tab) as one:
        assert "keys.json" in await one.until(lambda p: p.last("ended"))
    keys.write_text("{}")
    async with page(server, browser, tab=one.tab) as again:
        await again.until(lambda p: "Your last session" in p.text)
        await again.type(CTRL_Q)
        await again.until(lambda p: p.messages[-1] == ["ended", ""])
        assert await gone(applications(server.pid), SHORTLY)


@pytest.mark.slow
async def test_the_keys_stay_alive_when_the_window_is_dragged_while_it_thinks(
    tmp_path: Path,
) -> None:
    drawn = random.Random(0)
    width, height = 130, 45
    position = "r2q1rk1/pp2bppp/2n1bn2/2pp4/3P1B2/2NBPN2/PPQ2PPP/R4RK1 b - - 0 1"
    with serving(tmp_path, "--fen", position, level="normal") as server:
        async with page(server, size="130x45") as one:
            await to_move(one)
            await one.type("a5\r")
            for _ in range(25):
                width = max(50, min(170, width + drawn.randint(-6, 6)))
                height = max(20, min(60, height + drawn.randint(-3, 3)))
                await one.say("resize", {"width": width, "height": height})
                await asyncio.sleep(0.03)
            await one.until(lambda p: "Black to move" in p.last("title") and "Black" in p.text)
            one.text = ""
            await one.type(F8)
            await one.until(lambda p: "TTY jumper" in p.text)

"""The processes behind the pages: none outlives its page or its server, each is told why."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

pytest.importorskip("aiohttp", reason="needs textual-serve")

from tests.tui.serve.page import PageStandIn, page
from tests.tui.serve_process import Served, applications, gone, serving

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]
CTRL_Q = "\x11"
SHORTLY = 2.0
"""Seconds in which a child must be gone."""


async def to_move(one: PageStandIn) -> None:
    await one.until(lambda p: "Black to move" in (p.last("title") or ""))


async def test_a_closed_tab_ends_its_program(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with page(server) as one:
            await to_move(one)
            children = applications(server.pid)
        assert children
        assert await gone(children, SHORTLY)


@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("stopped", [False, True], ids=["running", "hanging"])
async def test_no_program_outlives_the_server(
    tmp_path: Path, signal_: signal.Signals, stopped: bool
) -> None:
    if stopped and signal_ is signal.SIGKILL:
        pytest.skip("a process that is stopped can do nothing about it")
    with serving(tmp_path) as server:
        async with page(server) as one:
            await to_move(one)
            children = applications(server.pid)
            assert children
            if stopped:
                os.kill(children[0], signal.SIGSTOP)
            server.process.send_signal(signal_)
            assert await gone([server.pid, *children], SHORTLY)


async def test_a_program_that_is_still_starting_does_not_outlive_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with page(server) as one:
            await one.until(lambda p: p.tab)
            while not (children := applications(server.pid)):
                await asyncio.sleep(0.01)
            server.process.kill()
            assert await gone(children)


async def test_every_program_leads_its_own_group_in_a_clean_folder(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    for name in ("emu", "struct", "tempfile", "tui"):
        (tmp_path / "here" / f"{name}.py").write_text("raise SystemExit('taken over')")
    with serving(tmp_path, cwd=tmp_path / "here") as server:
        async with page(server) as one:
            await to_move(one)
            child = applications(server.pid)[0]
            assert os.getpgid(child) == child
            folder = Path(f"/proc/{child}/cwd").resolve()
            assert not any(folder.iterdir())
            environment = Path(f"/proc/{child}/environ").read_bytes().split(b"\0")
            assert b"PYTHONSAFEPATH=1" in environment


async def test_a_program_that_was_killed_says_so_and_starts_again(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with page(server) as one:
            await to_move(one)
            os.kill(applications(server.pid)[0], signal.SIGSEGV)
            assert await one.until(lambda p: p.last("ended")) == "ended by SIGSEGV"
            tab = one.tab
        async with page(server, tab=tab) as again:
            await again.until(lambda p: "Your last session" in p.text)


async def test_a_program_that_cannot_start_says_why(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text("{}")
    os.environ["MICROCHESS_KEYS"] = str(keys)
    try:
        with serving(tmp_path) as server:
            keys.write_text("[")
            async with page(server) as one:
                assert "keys.json" in await one.until(lambda p: p.last("ended"))
    finally:
        del os.environ["MICROCHESS_KEYS"]


async def test_quitting_ends_the_session_without_a_reason(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with page(server) as one:
            await to_move(one)
            await one.type(CTRL_Q)
            await one.until(lambda p: p.messages[-1] == ["ended", ""])
            assert await gone(applications(server.pid), SHORTLY)


async def played(server: Served, tab: str = "") -> tuple[str, list[int]]:
    """Play 1...e5; the tab, and the processes."""
    async with page(server, tab=tab) as one:
        await to_move(one)
        await one.type("e5\r")
        await one.until(lambda p: "Nf3: PC" in p.text)
        return one.tab, applications(server.pid)


async def test_a_reload_finds_the_same_program(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        tab, before = await played(server)
        async with page(server, tab=tab) as again:
            await again.until(lambda p: "Nf3: PC" in p.text)
            assert applications(server.pid)[0] == before[0]


async def test_a_dropped_line_finds_the_same_program(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with page(server) as one:
            await to_move(one)
            before = applications(server.pid)
            one.ws._response.connection.transport.abort()
        await asyncio.sleep(SHORTLY)
        async with page(server, tab=one.tab) as again:
            await again.until(lambda p: "book" in p.text or "e4: PC" in p.text)
            assert applications(server.pid)[0] == before[0]


async def test_a_closed_tab_is_offered_its_game_the_next_time(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        _, before = await played(server)
        assert await gone(before, SHORTLY)
        async with page(server) as later:
            await later.until(lambda p: "Your last session" in p.text)
            await later.until(lambda p: "3 plies" in p.text)


async def test_another_browser_is_not_offered_it(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        await played(server)
        async with page(server, browser="f" * 32) as other:
            await to_move(other)
            assert "Nf3: PC" not in other.text


async def test_a_second_line_to_a_session_takes_it_over(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with page(server) as one:
            await to_move(one)
            async with page(server, tab=one.tab) as other:
                await one.until(lambda p: ["taken"] in p.messages)
                await other.until(lambda p: "e4: PC" in p.text)
                assert len(applications(server.pid)) == 1


async def test_a_new_tab_has_a_machine_of_its_own(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with page(server) as one:
            await to_move(one)
            async with page(server) as other:
                await to_move(other)
                assert other.tab != one.tab
                assert len(applications(server.pid)) >= 2

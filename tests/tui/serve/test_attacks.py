"""What a stranger sends to the server: it answers 403, or closes, and starts nothing.

All that the gate tells apart is in `test_gate`; here it stands before everything.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("aiohttp", reason="needs aiohttp")

import aiohttp

from microchess.machine.published import ADDRESS
from tests.patience import PATIENCE
from tests.tui.serve.page import PageStandIn, page
from tests.tui.serve.process import BROWSER, Served, applications, serving
from tui.page import door
from tui.serve import limits

pytestmark = [
    pytest.mark.node,
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]
FILES = ("", "favicon.svg", "page.css", "page.js")
NO_FILES = ("index.html", "static/", "built/page.js", "..%2f", "worker.js", "%2e%2e/", "docs/")
CUT_OFF = 1006


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("data"), "--sessions", "2") as served:
        yield served


async def status(url: str, method: str = "GET", **headers: str) -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, url, headers=headers, allow_redirects=False) as answer,
    ):
        return int(answer.status)


async def shakes_hands(url: str, **headers: str) -> int:
    """The status of a WebSocket's handshake."""
    async with aiohttp.ClientSession() as session:
        try:
            async with session.ws_connect(url, headers=headers) as ws:
                await ws.close()
                return 101
        except aiohttp.WSServerHandshakeError as error:
            return int(error.status)


async def test_who_is_not_let_in_gets_nothing_and_starts_nothing(server: Served) -> None:
    evil = f"evil.example:{server.port}"
    for name in (*FILES, "ws"):
        assert await status(f"{server.origin}/{name}") == 403
        assert await status(f"{server.origin}/{'x' * len(server.token)}/{name}") == 403
        assert await status(server.url + name, Host=evil) == 403
    assert await shakes_hands(server.ws()) == 403
    assert await shakes_hands(server.ws(), Origin="http://evil.example") == 403
    assert await shakes_hands(server.ws(), Origin=f"http://{evil}", Host=evil) == 403
    for query in ("", "browser=x", f"browser={BROWSER}&tab=-1", f"browser={BROWSER}&tab=1e9"):
        assert await shakes_hands(f"{server.url}ws?{query}", Origin=server.origin) == 400
    assert applications(server.pid) == []


async def test_the_page_comes_with_all_it_names_and_asks_no_other_host(server: Served) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(server.url.rstrip("/")) as answer,
    ):
        assert str(answer.url) == server.url, "the address without its slash leads there"
        text = await answer.text()
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    for known in ("http-equiv", "http://www.w3.org", f'href="{ADDRESS}"'):
        text = text.replace(known, "")
    assert "http" not in text, "but for a link to the author's listing it names no other place"
    assert [await status(server.url + name) for name in FILES] == [200] * len(FILES)
    for name in NO_FILES:
        assert await status(server.url + name) in (400, 403, 404), "no folder is listed"


async def closing(server: Served, *messages: str | bytes) -> int | None:
    """How the server closes a line on which that is said; None: it does not."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(server.ws(), origin=server.origin, max_msg_size=0) as ws,
    ):
        try:
            for message in messages:
                if isinstance(message, bytes):
                    await ws.send_bytes(message)
                else:
                    await ws.send_str(message)
            await ws.send_str(json.dumps({"do": "still here", "values": []}))
        except ConnectionError:
            return CUT_OFF
        async with asyncio.timeout(PATIENCE):
            async for heard in ws:
                if "still here" in heard.data:
                    return None
        return ws.close_code


async def test_a_malformed_message_is_refused_and_the_game_goes_on(server: Served) -> None:
    assert await closing(server, b"no fragment") == 1008
    before = applications(server.pid)
    for message in (
        "no json",
        "null",
        "[]",
        "{}",
        '"\\ud800"',
        "[" * 100_000,
        '{"do": 1}',
        "1e999",
    ):
        assert await closing(server, "", message) is None, message[:40]
    for data in (b"no zero", b"\xff\0name is no text"):
        assert await closing(server, "", data) == 1008, data[:40]
    assert await closing(server, "", "x" * (limits.TEXT + 1)) == 1008
    assert await closing(server, "", b"big\0" + bytes(limits.MESSAGE)) in (1009, CUT_OFF)
    assert before == [] or applications(server.pid) == before


async def test_a_flood_of_hostile_messages_neither_ends_nor_swells_a_session(
    server: Served,
) -> None:
    drawn, others = random.Random(0), set(applications(server.pid))
    async with page(server, browser="9" * 32) as one:
        await one.ready()
        (child,) = {*applications(server.pid)} - others
        await flood(one, drawn)
        before = resident(child)
        await flood(one, drawn)
        assert child in applications(server.pid)
        assert resident(child) < before + 30_000


FLOOD = 1000
"""Messages."""


async def flood(one: PageStandIn, drawn: random.Random) -> None:
    """Send them, a hundred at a time while the answers are read."""
    for number in range(FLOOD // 100):
        sent = [one.ws.send_str(json.dumps(hostile(drawn))) for _ in range(100)]
        whole = one.ask("new", "black", "super-blitz", "")
        sending = asyncio.gather(*sent, one.ask("speed", None), whole, one.ask(f"mark {number}"))
        await one.until(lambda p, mark=f"mark {number}": heard(p, mark))  # type: ignore[misc]
        await sending


def heard(one: PageStandIn, mark: str) -> bool:
    told, one.told = one.told, []
    return any(mark in message.get("text", "") for message in told)


def hostile(drawn: random.Random) -> Any:
    """A message: any verb, values of any kind, often those it takes."""
    values: tuple[Any, ...] = (
        *(None, True, -1, 0, 1, 255, 65536, 1e308, "", "e4", "white", "Nf3", "normal", "x" * 90),
        *([], {}, "#", "0A", "a1", "k", "PC", "8/8/8/8/8/8/8/8 w - - 0 1", 0.01),
    )
    verb = drawn.choice([*door.KINDS, "quit", "", "__class__"])
    count = len(door.KINDS.get(verb, ())) if drawn.random() < 0.9 else drawn.randrange(5)
    message = {"do": verb, "values": [drawn.choice(values) for _ in range(count)]}
    return message if drawn.random() < 0.95 else drawn.choice(values)


def resident(pid: int) -> int:
    """Kilobytes of memory."""
    found = re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1])


async def test_more_sessions_than_allowed_are_told_so(server: Served) -> None:
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(page(server, f"{n:032x}")) for n in range(3)]
        await pages[2].until(lambda p: "no room" in (p.last("ended", "why") or ""))
        assert len(applications(server.pid)) <= 2

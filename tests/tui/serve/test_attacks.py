"""What a stranger sends to the server: it answers 403, or closes, and starts nothing.

All that the gate tells apart is in `test_gate`; here it stands before everything.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tui.serve_process import BROWSER, Served, applications, serving
from tui.serve.visitor import terminal_size

aiohttp = pytest.importorskip("aiohttp", reason="needs textual-serve")
pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]
FILES = (
    *("", "favicon.svg", "xterm.css", "shell.css", "shell.js", "touch.js", "page.js"),
    *("textual.js", "mono.ttf"),
)
NO_FILES = ("static", "static/", "static/js/", "js/", "..%2f", "page/", "download/", "%2e%2e/")
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
    for name in (*FILES, "ws", "upload", "download/x"):
        assert await status(f"{server.origin}/{name}") == 403
        assert await status(f"{server.origin}/{'x' * len(server.token)}/{name}") == 403
        assert await status(server.url + name, Host=evil) == 403
    assert await shakes_hands(server.ws()) == 403
    assert await shakes_hands(server.ws(), Origin="http://evil.example") == 403
    assert await shakes_hands(server.ws(), Origin=f"http://{evil}", Host=evil) == 403
    for query in ("", "browser=x", f"browser={BROWSER}&width=1e9&height=24",
                  f"browser={BROWSER}&tab=-1&width=80&height=24"):  # fmt: skip
        assert await shakes_hands(f"{server.url}ws?{query}", Origin=server.origin) == 400
    assert applications(server.pid) == []


async def test_the_page_comes_with_all_it_names_and_asks_no_other_host(server: Served) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(server.url.rstrip("/")) as answer,
    ):
        assert str(answer.url) == server.url, "the address without its slash leads there"
        page = await answer.text()
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in page.replace("http-equiv", "")
    assert [await status(server.url + name) for name in FILES] == [200] * len(FILES)
    for name in NO_FILES:
        assert await status(server.url + name) in (400, 403, 404), "no folder is listed"


async def closing(server: Served, *messages: str | bytes) -> int | None:
    """How the server closes a line on which that is said; None: it does not."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(server.ws(), origin=server.origin) as ws,
    ):
        try:
            for message in messages:
                await (ws.send_bytes if isinstance(message, bytes) else ws.send_str)(message)
            await ws.send_str(json.dumps(["ping", "still here"]))
        except ConnectionError:
            return CUT_OFF
        async with asyncio.timeout(60):
            async for heard in ws:
                if heard.data == json.dumps(["pong", "still here"]):
                    return None
        return int(ws.close_code)


async def test_a_malformed_message_closes_the_line_and_the_game_goes_on(server: Served) -> None:
    for message in (
        *(b"binary", "no json", "null", "[]", "{}", '["stdin"]', '["stdin", 5]'),
        *('["stdin", "\\ud800"]', '["resize", 5]', '["resize", {"width": 80}]'),
        '["resize", {"width": "wide", "height": 24}]',
        '["resize", {"width": true, "height": 24}]',
        *('["unknown", "x"]', "[" * 100_000),
    ):
        assert await closing(server, message) == 1008, message[:40]
    assert await closing(server, json.dumps(["stdin", "x" * 5_000_000])) in (1009, CUT_OFF)
    before = applications(server.pid)
    assert before
    for width, height in ((1, 1), (9999, 9999), (0, 0), (90, 30)):
        resize = json.dumps(["resize", {"width": width, "height": height}])
        assert await closing(server, resize) is None
    assert applications(server.pid)[0] == before[0]


async def test_a_size_out_of_bounds_is_moved_into_them() -> None:
    assert terminal_size({"width": 9999, "height": 0}) == (320, 10)
    assert terminal_size({"width": "1", "height": "9999"}) == (20, 120)


async def test_more_sessions_than_allowed_are_told_so(server: Served) -> None:
    async with aiohttp.ClientSession() as session:
        lines = []
        try:
            for number in range(3):
                url = server.ws(browser=f"{number:032x}")
                lines.append(await session.ws_connect(url, origin=server.origin))
            assert "full" in {await first_word(line) for line in lines}
            children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
            assert len(children) <= 2
        finally:
            for line in lines:
                await line.close()


async def first_word(line: Any) -> str:
    heard = await line.receive(timeout=60)
    return str(json.loads(heard.data)[0])

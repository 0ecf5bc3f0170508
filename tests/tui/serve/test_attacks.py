"""What a stranger sends to the server: it answers 403, or closes, and starts nothing."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tui.serve_process import BROWSER, Served, applications, serving

aiohttp = pytest.importorskip("aiohttp", reason="needs textual-serve")
pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]
FILES = ("", "ws", "page.js", "textual.js", "upload", "download/x", "static/", "static/js/")


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


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "OURS", "Host": "evil.example"},
        {"Origin": "http://evil.example:PORT", "Host": "evil.example:PORT"},
    ],
)
async def test_a_foreign_page_starts_no_program(server: Served, headers: dict[str, str]) -> None:
    filled = {
        name: text.replace("OURS", server.origin).replace("PORT", str(server.port))
        for name, text in headers.items()
    }
    assert await shakes_hands(server.ws(), **filled) == 403
    assert applications(server.pid) == []


@pytest.mark.parametrize("name", FILES)
async def test_without_the_token_there_is_nothing(server: Served, name: str) -> None:
    assert await status(f"{server.origin}/{name}") == 403
    assert await status(f"{server.origin}/{'x' * len(server.token)}/{name}") == 403


@pytest.mark.parametrize("name", FILES)
async def test_with_another_host_there_is_nothing(server: Served, name: str) -> None:
    assert await status(server.url + name, Host=f"evil.example:{server.port}") == 403


@pytest.mark.parametrize(
    "name", ["static", "static/", "static/js/", "js/", "..%2f", "page/", "download/", "%2e%2e/"]
)
async def test_no_folder_is_listed(server: Served, name: str) -> None:
    assert await status(server.url + name) in (400, 403, 404)


async def test_the_page_comes_with_all_it_names_and_asks_no_other_host(server: Served) -> None:
    async with aiohttp.ClientSession() as session, session.get(server.url) as answer:
        page = await answer.text()
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in page.replace("http-equiv", "")
    for name in (
        "favicon.svg",
        "xterm.css",
        "shell.css",
        "shell.js",
        "touch.js",
        "page.js",
        "textual.js",
        "mono.ttf",
    ):
        assert await status(server.url + name) == 200


async def test_the_address_without_its_slash_leads_to_the_page(server: Served) -> None:
    async with aiohttp.ClientSession() as session, session.get(server.url.rstrip("/")) as answer:
        assert answer.status == 200
        assert str(answer.url) == server.url


@pytest.mark.parametrize("query", ["", "browser=x", f"browser={BROWSER}&width=1e9&height=24",
                                   f"browser={BROWSER}&tab=-1&width=80&height=24"])  # fmt: skip
async def test_a_line_without_a_browser_or_size_starts_nothing(server: Served, query: str) -> None:
    assert await shakes_hands(f"{server.url}ws?{query}", Origin=server.origin) == 400
    assert applications(server.pid) == []


CUT_OFF = 1006


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


@pytest.mark.parametrize(
    "message",
    [
        b"binary",
        "no json",
        "null",
        "[]",
        "{}",
        '["stdin"]',
        '["stdin", 5]',
        '["stdin", "\\ud800"]',
        '["resize", 5]',
        '["resize", {"width": "wide", "height": 24}]',
        '["resize", {"width": 80}]',
        '["resize", {"width": true, "height": 24}]',
        '["unknown", "x"]',
        "[" * 100_000,
    ],
    ids=lambda message: repr(message[:40]),
)
async def test_a_malformed_message_closes_the_line_quietly(
    server: Served, message: str | bytes
) -> None:
    assert await closing(server, message) == 1008


async def test_a_message_too_long_closes_the_line_and_the_game_goes_on(server: Served) -> None:
    assert await closing(server, json.dumps(["stdin", "x" * 5_000_000])) in (1009, CUT_OFF)
    before = applications(server.pid)
    assert before
    assert await closing(server, json.dumps(["resize", {"width": 90, "height": 30}])) is None
    assert applications(server.pid)[0] == before[0]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (9999, 9999), (0, 0)])
async def test_a_size_out_of_bounds_is_clamped(server: Served, width: int, height: int) -> None:
    resize = json.dumps(["resize", {"width": width, "height": height}])
    assert await closing(server, resize) is None


async def test_more_sessions_than_allowed_are_told_so(server: Served) -> None:
    async with aiohttp.ClientSession() as session:
        lines = []
        try:
            for number in range(3):
                url = server.ws(browser=f"{number:032x}")
                lines.append(await session.ws_connect(url, origin=server.origin))
            kinds = {await first_word(line) for line in lines}
            assert "full" in kinds
            assert len(direct_children(server.pid)) <= 2
        finally:
            for line in lines:
                await line.close()


async def first_word(line: Any) -> str:
    heard = await line.receive(timeout=60)
    return str(json.loads(heard.data)[0])


def direct_children(server: int) -> list[str]:
    return Path(f"/proc/{server}/task/{server}/children").read_text().split()


async def test_the_server_says_nothing_of_all_that(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        await closing(server, "no json")
        await status(f"{server.origin}/nothing")
        server.process.send_signal(2)
        assert server.process.stdout is not None
        assert server.process.stdout.read() == b""

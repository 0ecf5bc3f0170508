"""A page without a browser: the line to the server, and what is heard on it."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.patience import PATIENCE
from tests.tui.serve_process import BROWSER, Served

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07|[()][A-Z0-9])")


class PageStandIn:
    """Hears what the server sends: ``text`` without escapes, and its messages."""

    def __init__(self, server: Served, session: aiohttp.ClientSession, ws: Any, browser: str):
        self.server, self.session, self.ws = server, session, ws
        self.browser, self.tab = browser, ""
        self.text = ""
        self.messages: list[list[Any]] = []

    async def until(self, wanted: Callable[[PageStandIn], Any]) -> Any:
        """What *wanted* finds, once it does."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not (found := wanted(self)):
                    await self._hear()
        except TimeoutError:
            pytest.fail(f"never came: {self.text[-1500:]} {self.messages}")
        return found

    async def _hear(self) -> None:
        heard = await self.ws.receive()
        if heard.type is aiohttp.WSMsgType.BINARY:
            self.text += _ESCAPES.sub("", heard.data.decode(errors="replace"))
        elif heard.type is aiohttp.WSMsgType.TEXT:
            message = json.loads(heard.data)
            self.messages.append(message)
            if message[0] == "tab":
                self.tab = str(message[1])
        else:
            pytest.fail(f"the line is closed: {heard} {self.messages}")

    def last(self, kind: str) -> Any:
        """What was said last in messages of a kind."""
        return next((one[1] for one in reversed(self.messages) if one[0] == kind), None)

    async def say(self, *message: Any) -> None:
        await self.ws.send_str(json.dumps(message))

    async def type(self, text: str) -> None:
        await self.say("stdin", text)

    async def upload(self, name: str, data: bytes, ticket: str = "") -> int:
        """Send a file as the page does; the status of the answer."""
        where = {"browser": self.browser, "tab": self.tab, "ticket": ticket, "name": name}
        headers = {"Origin": self.server.origin}
        url = f"{self.server.url}upload"
        async with self.session.post(
            url, params=where, data=io.BytesIO(data), headers=headers
        ) as answer:
            return answer.status

    async def download(self, key: str) -> tuple[int, bytes]:
        """Fetch a file as the page does."""
        where = {"browser": self.browser, "tab": self.tab}
        async with self.session.get(f"{self.server.url}download/{key}", params=where) as answer:
            return answer.status, await answer.read()


@asynccontextmanager
async def page(
    server: Served, browser: str = BROWSER, tab: str = "", size: str = "100x40"
) -> AsyncIterator[PageStandIn]:
    """A page on a line of its own."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(
            server.ws(browser, tab, size), origin=server.origin, max_msg_size=0
        ) as ws,
    ):
        yield PageStandIn(server, session, ws, browser)

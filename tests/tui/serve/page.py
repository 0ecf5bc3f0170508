"""A page without a browser: the line to the server, and what is heard on it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.patience import PATIENCE
from tests.tui.serve.process import BROWSER, Served


class PageStandIn:
    """Hears what the server sends: ``shown``, the parts of snapshots, and ``told``, the rest."""

    def __init__(self, server: Served, ws: Any) -> None:
        self.server, self.ws = server, ws
        self.shown: dict[str, Any] = {}
        self.told: list[dict[str, Any]] = []

    async def until(self, wanted: Callable[[PageStandIn], Any]) -> Any:
        """What *wanted* finds, once it does."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not (found := wanted(self)):
                    await self._hear()
        except TimeoutError:
            pytest.fail(f"never came: {self.shown.get('headline')} {self.told[-3:]}")
        return found

    async def _hear(self) -> None:
        heard = await self.ws.receive()
        if heard.type is not aiohttp.WSMsgType.TEXT:
            pytest.fail(f"the line is closed: {heard} {self.told}")
        message = json.loads(heard.data)
        if message["type"] == "snapshot":
            self.shown |= message
        else:
            self.told.append(message)

    async def ready(self, moves: int = 1) -> None:
        """Until the person is to move, after so many half-moves."""
        await self.until(lambda p: p.shown.get("ready") and len(p.moves) == moves)

    @property
    def moves(self) -> list[str]:
        """The game so far, in SAN."""
        return [one["san"] for one in self.shown["game"]["moves"]]

    @property
    def tab(self) -> str:
        """What the server calls the tab."""
        return str(self.last("tab", "tab") or "")

    def last(self, kind: str, field: str) -> Any:
        """What was said last in a message of a kind."""
        return next((one[field] for one in reversed(self.told) if one["type"] == kind), None)

    async def ask(self, verb: str, *values: Any) -> None:
        await self.ws.send_str(json.dumps({"do": verb, "values": list(values)}))

    async def give(self, name: str, data: bytes) -> None:
        await self.ws.send_bytes(name.encode() + b"\0" + data)


@asynccontextmanager
async def page(
    server: Served, browser: str = BROWSER, tab: str = "", fragment: str = ""
) -> AsyncIterator[PageStandIn]:
    """A page on a line of its own, at an address with that fragment."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(server.ws(browser, tab), origin=server.origin, max_msg_size=0) as ws,
    ):
        await ws.send_str(fragment)
        yield PageStandIn(server, ws)

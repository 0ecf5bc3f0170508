"""Headless Chromium over its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.patience import PATIENCE

aiohttp = pytest.importorskip("aiohttp", reason="needs textual-serve")

HOST = "127.0.0.1"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
_ESCAPES = re.compile(rb"\x1b(?:\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07|[()][A-Z0-9])")


class Page:
    """A tab: commands out, events in."""

    def __init__(self, ws: Any) -> None:
        self._ws = ws
        self._number = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._happened = asyncio.Condition()
        self.text = ""
        self.hosts: set[str] = set()
        self.errors: list[str] = []
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._ws:
            data = json.loads(message.data)
            if data.get("id") == 0:
                continue
            if "id" in data:
                self._answers.pop(data["id"]).set_result(data.get("result", data))
                continue
            parameters = data.get("params", {})
            if data["method"] == "Network.requestWillBeSent":
                self.hosts.add(urlsplit(parameters["request"]["url"]).netloc)
            elif data["method"] == "Runtime.exceptionThrown":
                self.errors.append(str(parameters["exceptionDetails"]))
            elif data["method"] == "Runtime.consoleAPICalled" and parameters["type"] == "error":
                self.errors.append(str(parameters["args"]))
            elif data["method"] == "Target.attachedToTarget":
                await self._watch(parameters["sessionId"])
            elif data["method"] == "Network.webSocketFrameReceived":
                self._receive(parameters["response"])
            async with self._happened:
                self._happened.notify_all()

    async def watch_workers(self) -> None:
        """Hear of requests and errors in the page's workers, from their beginning."""
        await self.ask("Target.setAutoAttach", **_ATTACH)

    async def _watch(self, session: str) -> None:
        for method in ("Network.enable", "Runtime.enable", "Runtime.runIfWaitingForDebugger"):
            await self._ws.send_json({"id": 0, "method": method, "sessionId": session})

    def _receive(self, frame: dict[str, Any]) -> None:
        if frame["opcode"] == 2:
            raw = _ESCAPES.sub(b"", base64.b64decode(frame["payloadData"]))
            self.text += raw.decode(errors="replace")

    async def ask(self, method: str, **parameters: Any) -> Any:
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        await self._ws.send_json({"id": self._number, "method": method, "params": parameters})
        return await asyncio.wait_for(answer, PATIENCE)

    async def close(self) -> None:
        await self._ws.send_json({"id": 0, "method": "Page.close"})

    async def until(self, wanted: Callable[[str], bool]) -> None:
        async with self._happened:
            try:
                await asyncio.wait_for(self._happened.wait_for(lambda: wanted(self.text)), PATIENCE)
            except TimeoutError:
                pytest.fail(f"never came: {self.text[-2000:]}")

    async def value(self, expression: str) -> Any:
        """What an expression is in the page; None while the page does not know its names."""
        asked = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        answer = await self.ask("Runtime.evaluate", **asked)
        return answer.get("result", {}).get("value")

    async def holds(self, expression: str) -> None:
        """Wait until an expression is true in the page, which may still be loading."""
        async with asyncio.timeout(PATIENCE):
            while not await self.value(f"!!({expression})"):
                await asyncio.sleep(0.05)

    async def type(self, text: str) -> None:
        for character in text:
            if character == "\r":
                key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
            else:
                key = {"key": character}
            await self.ask("Input.dispatchKeyEvent", type="keyDown", text=character, **key)
            await self.ask("Input.dispatchKeyEvent", type="keyUp", **key)

    async def press(self, key: str, number: int, control: bool = False) -> None:
        """A key without a character, by its name and virtual key code."""
        parameters = {"key": key, "windowsVirtualKeyCode": number, "modifiers": 2 * control}
        await self.ask("Input.dispatchKeyEvent", type="rawKeyDown", **parameters)
        await self.ask("Input.dispatchKeyEvent", type="keyUp", **parameters)


@contextmanager
def browser(folder: Path, *flags: str) -> Iterator[str]:
    """Chromium; the address it is driven at."""
    quiet = (
        "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--remote-debugging-port=0 about:blank"
    )
    chromium = subprocess.Popen(
        [str(CHROMIUM), f"--user-data-dir={folder}", *flags, *quiet.split()],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        port_file = folder / "DevToolsActivePort"
        for _ in range(PATIENCE * 10):
            if port_file.exists() and port_file.read_text().count("\n"):
                break
            time.sleep(0.1)
        port, path = port_file.read_text().split()
        yield f"ws://{HOST}:{port}{path}"
    finally:
        os.killpg(chromium.pid, signal.SIGKILL)
        chromium.wait()


@asynccontextmanager
async def new_page(address: str) -> AsyncIterator[Page]:
    """An empty tab of a browser that remembers nothing; closed afterwards."""
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as ws:
        whole = Page(ws)
        context = await whole.ask("Target.createBrowserContext")
        target = await whole.ask("Target.createTarget", url="about:blank", **context)
        host = urlsplit(address).netloc
        tab = f"ws://{host}/devtools/page/{target['targetId']}"
        async with session.ws_connect(tab, max_msg_size=0) as tab_ws:
            page = Page(tab_ws)
            for domain in ("Network", "Page", "Runtime"):
                await page.ask(f"{domain}.enable")
            yield page
            page.reader.cancel()
        await whole.ask("Target.disposeBrowserContext", **context)
        whole.reader.cancel()

"""The interface in a real browser: headless Chromium over its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.patience import PATIENCE

aiohttp = pytest.importorskip("aiohttp", reason="needs textual-serve")

HOST = "127.0.0.1"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_ESCAPES = re.compile(rb"\x1b(?:\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07|[()][A-Z0-9])")

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium"),
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]


@pytest.fixture
def url() -> Iterator[tuple[str, int]]:
    """The address of a server, and its process id."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tui.cli.main", "serve", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--player", "rom", "--level", "super-blitz"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert server.stdout is not None
    assert b"No password" in server.stdout.readline()
    try:
        yield f"http://{HOST}:{port}", server.pid
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
        server.stdout.close()


class Page:
    """A tab: commands out, events in."""

    def __init__(self, ws: Any) -> None:
        self._ws = ws
        self._number = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._happened = asyncio.Condition()
        self.text = ""
        self.hosts: set[str] = set()
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
            elif data["method"] == "Network.webSocketFrameReceived":
                self._receive(parameters["response"])
            async with self._happened:
                self._happened.notify_all()

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


@asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[Page]:
    """Chromium with one empty tab."""
    quiet = (
        "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--remote-debugging-port=0 about:blank"
    )
    chromium = subprocess.Popen(
        [str(CHROMIUM), f"--user-data-dir={folder}", *quiet.split()],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        port_file = folder / "DevToolsActivePort"
        for _ in range(PATIENCE * 10):
            if port_file.exists() and port_file.read_text().count("\n"):
                break
            await asyncio.sleep(0.1)
        port = port_file.read_text().split()[0]
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://{HOST}:{port}/json") as answer:
                tabs = await answer.json()
            tab = next(one for one in tabs if one["type"] == "page")
            async with session.ws_connect(tab["webSocketDebuggerUrl"], max_msg_size=0) as ws:
                page = Page(ws)
                for domain in ("Network", "Page", "Runtime"):
                    await page.ask(f"{domain}.enable")
                yield page
                page.reader.cancel()
    finally:
        os.killpg(chromium.pid, signal.SIGKILL)
        chromium.wait()


def applications(server: int) -> list[int]:
    """The processes the server has started."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    found = []
    for child in map(int, children):
        found += [child, *applications(child)]
    return found


async def gone(pids: list[int]) -> bool:
    for _ in range(PATIENCE * 10):
        if not any(_alive(pid) for pid in pids):
            return True
        await asyncio.sleep(0.1)
    return False


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] != "Z"
    except OSError:
        return False


async def test_three_moves_are_played_in_a_browser_that_asks_no_other_host(
    url: tuple[str, int], tmp_path: Path
) -> None:
    address, server = url
    async with browser(tmp_path) as page:
        await page.ask("Page.navigate", url=address)
        await page.until(lambda text: "Black to move: you" in text)
        await page.ask("Page.bringToFront")
        await page.ask("Runtime.evaluate", expression="document.querySelector('textarea').focus()")
        for move, answer in (("e5\r", "Nf3"), ("Nc6\r", "Bc4"), ("7245\r", "c3")):
            await page.type(move)
            await page.until(lambda text, answer=answer: f"{answer}: PC" in text)  # type: ignore[misc]
        fonts = await page.ask(
            "Runtime.evaluate",
            expression="document.fonts.ready.then(() => document.fonts.check('12px Roboto Mono'))",
            awaitPromise=True,
        )
        assert fonts["result"]["value"] is True
        assert page.hosts == {urlsplit(address).netloc}
        if folder := os.environ.get("MICROCHESS_PICTURES"):
            shot = await page.ask("Page.captureScreenshot")
            Path(folder, "browser.png").write_bytes(base64.b64decode(shot["data"]))
        machines = applications(server)
        assert machines
        await page.close()
        assert await gone(machines)


async def test_the_terminal_panel_in_a_browser(url: tuple[str, int], tmp_path: Path) -> None:
    address, _ = url
    async with browser(tmp_path) as page:
        await page.ask("Page.navigate", url=address)
        await page.until(lambda text: "Black to move: you" in text)
        await page.ask("Page.bringToFront")
        await page.ask("Runtime.evaluate", expression="document.querySelector('textarea').focus()")
        await page.press("F10", 121)
        await page.until(lambda text: "TTY jumper out" in text)
        await page.press("t", ord("T"), control=True)
        await page.until(lambda text: "TTY jumper in" in text)
        await page.press("r", ord("R"), control=True)
        await page.until(lambda text: "0F13 0F" in text)
        await page.type("0200 A9.\r")
        await page.until(lambda text: "0202" in text)
        await page.close()


async def test_a_browser_that_resizes_as_the_application_starts_leaves_nothing_running(
    url: tuple[str, int], tmp_path: Path
) -> None:
    """Textual 8.2.3-8.2.8 lays out for ever then: hence the pin."""
    address, server = url
    async with browser(tmp_path) as page:
        await page.ask("Page.navigate", url=address)
        for width in (700, 1200, 800, 1300, 900):
            await page.ask(
                "Emulation.setDeviceMetricsOverride",
                width=width,
                height=width * 2 // 3,
                deviceScaleFactor=1,
                mobile=False,
            )
        await page.until(lambda text: "Black to move: you" in text)
        machines = applications(server)
        assert machines
        await page.close()
        assert await gone(machines)

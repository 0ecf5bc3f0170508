"""How long the page takes to load in headless Chromium, and what of it takes how long.

``python -m bench.page``, after ``make site``. Cold: a browser that has never seen it, from a server
on this computer. Warm: loaded again. The clock is fair only where nothing else runs; the
processor's time, of the whole browser, hardly depends on that (Linux).
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import aiohttp

SITE = Path(__file__).parent.parent / "build" / "site"
QUIET = "--headless --no-sandbox --disable-gpu --no-first-run --remote-debugging-port=0 about:blank"
STEPS = """new Promise((resolve) => {
  const marks = () => performance.getEntriesByType("mark").map((one) => [one.name, one.startTime]);
  const look = () =>
    document.querySelector("#loading[hidden]")
      ? resolve(JSON.stringify(marks()))
      : setTimeout(look, 20);
  look();
})"""
"""Names of the steps, and milliseconds from the beginning of the load."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def served() -> Iterator[str]:
    """The page's address."""
    handler = functools.partial(_Quiet, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def chromium(folder: Path) -> Iterator[tuple[int, int]]:
    """A browser; the port it is driven at, and its session of processes."""
    command = shutil.which("chromium") or "chromium-browser"
    browser = subprocess.Popen(
        [command, f"--user-data-dir={folder}", *QUIET.split()],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    port = folder / "DevToolsActivePort"
    try:
        while not (port.exists() and "\n" in port.read_text()):
            browser.poll()
        yield int(port.read_text().split()[0]), browser.pid
    finally:
        browser.terminate()
        browser.wait()


def processor_time(session: int) -> float:
    """Seconds that the processes of a session have used."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Tab:
    """The browser's tab."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket

    async def ask(self, method: str, **parameters: Any) -> Any:
        """Send a command, wait for its answer."""
        await self._socket.send_json({"id": 1, "method": method, "params": parameters})
        while "id" not in (answer := await self._socket.receive_json()):
            pass
        return answer.get("result", {})

    async def steps(self) -> list[tuple[str, float]]:
        """What was reached when, in seconds, once the board is there."""
        while True:
            answer = await self.ask("Runtime.evaluate", expression=STEPS, awaitPromise=True)
            if "value" in answer.get("result", {}):
                found = json.loads(answer["result"]["value"])
                return [(name, moment / 1000) for name, moment in found]
            await asyncio.sleep(0.05)


def show(title: str, found: list[tuple[str, float]]) -> None:
    """A table of steps."""
    print(f"\n| {title} | s |\n| --- | --- |")
    for name, moment in dict(found).items():
        print(f"| {name} | {moment:.1f} |")


async def measure(address: str, port: int, processes: int) -> None:
    """Load it cold, then warm."""
    async with aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/json") as answer:
            tabs = await answer.json()
        tab = next(one for one in tabs if one["type"] == "page")["webSocketDebuggerUrl"]
        async with session.ws_connect(tab, max_msg_size=0) as socket:
            page = Tab(socket)
            for title in ("cold", "warm"):
                await page.ask("Page.navigate", url="about:blank")
                before = processor_time(processes)
                await page.ask("Page.navigate", url=address)
                show(title, await page.steps())
                print(f"| processor time | {processor_time(processes) - before:.1f} |")


def main() -> int:
    """Print both tables."""
    if not SITE.is_dir():
        print("there is no page: make site")
        return 1
    with (
        tempfile.TemporaryDirectory() as folder,
        served() as address,
        chromium(Path(folder)) as (port, processes),
    ):
        asyncio.run(measure(address, port, processes))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

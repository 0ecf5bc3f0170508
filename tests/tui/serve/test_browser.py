"""The interface in a real browser."""

from __future__ import annotations

import base64
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.tui.chromium import CHROMIUM, browser
from tests.tui.serve_process import Served, applications, gone, serving

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium"),
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data") as served:
        yield served


async def test_three_moves_are_played_in_a_browser_that_asks_no_other_host(
    server: Served, tmp_path: Path
) -> None:
    async with browser(tmp_path / "profile") as page:
        await page.ask("Page.navigate", url=server.url)
        await page.until(lambda text: "Black to move: you" in text)
        await page.ask("Page.bringToFront")
        for move, answer in (("e5\r", "Nf3"), ("Nc6\r", "Bc4"), ("7245\r", "c3")):
            await page.type(move)
            await page.until(lambda text, answer=answer: f"{answer}: PC" in text)  # type: ignore[misc]
        fonts = await page.ask(
            "Runtime.evaluate",
            expression="document.fonts.ready.then(() => document.fonts.check('12px Roboto Mono'))",
            awaitPromise=True,
        )
        assert fonts["result"]["value"] is True
        assert page.hosts == {urlsplit(server.url).netloc}
        if folder := os.environ.get("MICROCHESS_PICTURES"):
            shot = await page.ask("Page.captureScreenshot")
            Path(folder, "browser.png").write_bytes(base64.b64decode(shot["data"]))
        machines = applications(server.pid)
        assert machines
        await page.close()
        assert await gone(machines)


async def test_the_terminal_panel_in_a_browser(server: Served, tmp_path: Path) -> None:
    async with browser(tmp_path / "profile") as page:
        await page.ask("Page.navigate", url=server.url)
        await page.until(lambda text: "Black to move: you" in text)
        await page.ask("Page.bringToFront")
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
    server: Served, tmp_path: Path
) -> None:
    """Textual 8.2.3-8.2.8 lays out for ever then: hence the pin."""
    async with browser(tmp_path / "profile") as page:
        await page.ask("Page.navigate", url=server.url)
        for width in (700, 1200, 800, 1300, 900):
            await page.ask(
                "Emulation.setDeviceMetricsOverride",
                width=width,
                height=width * 2 // 3,
                deviceScaleFactor=1,
                mobile=False,
            )
        await page.until(lambda text: "Black to move: you" in text)
        machines = applications(server.pid)
        assert machines
        await page.close()
        assert await gone(machines)

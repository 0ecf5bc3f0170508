"""The interface in a real browser."""

from __future__ import annotations

import base64
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from tests.tui.chromium import CHROMIUM, Page, browser, new_page
from tests.tui.serve_process import Served, applications, gone, serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.chromium,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium"),
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("data")) as served:
        yield served


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with browser(tmp_path_factory.mktemp("profile")) as address:
        yield address


@pytest_asyncio.fixture
async def server(shared: Served) -> Served:
    """A server no page is open at."""
    assert await gone(applications(shared.pid))
    return shared


@pytest_asyncio.fixture
async def page(server: Served, chromium: str) -> AsyncIterator[Page]:  # noqa: ARG001
    async with new_page(chromium) as one:
        yield one


async def test_a_game_and_the_terminal_panel_in_a_browser_that_asks_no_other_host(
    server: Served, page: Page
) -> None:
    """Textual 8.2.3-8.2.8 lays out for ever when resized as it starts: hence the pin."""
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
    await page.ask("Page.bringToFront")
    for move, answer in (("e5\r", "Nf3"), ("Nc6\r", "Bc4"), ("7245\r", "c3")):
        await page.type(move)
        await page.until(lambda text, answer=answer: f"{answer}: PC" in text)  # type: ignore[misc]
    drawn = "document.fonts.ready.then(() => document.fonts.check('12px \"Roboto Mono\"'))"
    assert await page.value(drawn) is True
    assert page.hosts == {urlsplit(server.url).netloc}
    if folder := os.environ.get("MICROCHESS_PICTURES"):
        shot = await page.ask("Page.captureScreenshot")
        Path(folder, "browser.png").write_bytes(base64.b64decode(shot["data"]))

    await page.press("F8", 119)
    await page.until(lambda text: "TTY jumper out" in text)
    await page.press("l", ord("L"), control=True)
    await page.holds("$('wanted').open")
    await page.value("$('wanted-cancel').click()")
    await page.holds("!$('wanted').open")
    await page.press("t", ord("T"), control=True)
    await page.until(lambda text: "TTY jumper in" in text)
    page.text = ""
    await page.press("r", ord("R"), control=True)
    await page.until(lambda text: "KIM" in text)
    await page.type("0200 A9.\r")
    await page.until(lambda text: "0202" in text)

    machines = applications(server.pid)
    assert machines
    await page.close()
    assert await gone(machines)


async def test_a_dropped_line_a_reload_and_a_crash(server: Served, page: Page) -> None:
    await page.ask("Page.navigate", url=server.url)
    await page.until(lambda text: "Black to move: you" in text)
    await page.ask("Page.bringToFront")
    child = applications(server.pid)[0]
    await page.value("window.real = line.connect; line.connect = () => {}; line.socket.close()")
    await page.holds("!$('banner').hidden")
    page.text = ""
    await page.value("line.connect = window.real; line.connect()")
    await page.holds("$('banner').hidden")
    await page.until(lambda text: "Black to move: you" in text)
    await page.value("window.before = true")
    page.text = ""
    await page.ask("Page.reload")
    await page.holds("!window.before && line.opened")
    await page.until(lambda text: "Black to move: you" in text)
    assert applications(server.pid)[0] == child
    os.kill(child, signal.SIGSEGV)
    await page.holds("$('over').open && $('over-text').textContent === 'ended by SIGSEGV'")
    page.text = ""
    await page.value("$('over-again').click()")
    await page.until(lambda text: "Your last session" in text)


async def test_the_page_has_the_keys_a_title_and_the_clipboard(server: Served, page: Page) -> None:
    localhost = server.url.replace("127.0.0.1", "localhost")
    await page.ask("Page.navigate", url=localhost)
    await page.holds("document.title === 'Black to move: you · MicroChess'")
    await page.ask("Page.bringToFront")
    assert await page.value("document.activeElement.className") == "xterm-helper-textarea"
    assert await page.value("!!document.querySelector('link[rel=icon]')") is True
    pressed = "{key: 'v', ctrlKey: true, bubbles: true, cancelable: true}"
    left_alone = f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {pressed}))"
    assert await page.value(left_alone) is True
    page.text = ""
    await page.press("p", ord("P"), control=True)
    await page.until(lambda text: "Search" in text)
    await page.ask("Page.bringToFront")
    await page.value(
        "(() => { const data = new DataTransfer(); data.setData('text/plain', 'Resign');"
        " const keys = document.querySelector('.xterm-helper-textarea'); keys.focus();"
        " keys.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, clipboardData: data}));"
        " })()",
    )
    await page.until(lambda text: "give the game up" in text)
    await page.value("line.send(JSON.stringify(['stdin', 'x'.repeat(5000000)]))")
    assert "too much to paste" in await page.value("$('banner').textContent")

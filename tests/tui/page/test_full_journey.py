"""One journey through the full screen of the page in headless Chromium."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.patience import PATIENCE
from tests.tui.chromium import CHROMIUM, Page, browser, new_page

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.node,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium"),
    pytest.mark.asyncio,
]

FOUND = """new Promise((resolve) => {
  const late = Date.now() + %d;
  const text = () => {
    const buffer = terminal && terminal.buffer.active;
    if (!buffer) return "";
    const rows = [...Array(terminal.rows).keys()];
    return rows.map((row) => buffer.getLine(row).translateToString(true)).join("\\n");
  };
  const look = () => {
    const now = text() + "\\n" + $("over-text").textContent;
    if (new RegExp(%s).test(now) || Date.now() > late) resolve(now);
    else setTimeout(look, 250);
  };
  look();
})"""
"""The page's text once it fits a pattern, or after all patience."""
CORNER = """(() => { const box = document.querySelector(".xterm-screen").getBoundingClientRect();
  return [box.left, box.top, box.width / terminal.cols, box.height / terminal.rows]; })()"""


class Journey:
    """A person at the page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    async def sees(self, pattern: str) -> str:
        """Wait for a text on the screen."""
        text = str(await self.page.value(FOUND % (800 * PATIENCE, json.dumps(pattern))))
        if not re.search(pattern, text):
            pytest.fail(f"{pattern!r} was not seen; errors: {self.page.errors}\n{text}")
        return text

    async def open(self, more: str = "") -> None:
        await self.page.ask("Page.navigate", url="about:blank")
        await self.page.ask("Page.navigate", url=f"{self.address}full.html{more}")
        await self.page.holds("document.querySelector('#loading[hidden]')")
        await self.page.ask("Page.bringToFront")

    async def place(self, square: str) -> dict[str, float]:
        """Where a square is, which the letters and digits at the board's edges tell."""
        lines = (await self.sees("type a move")).split("\n")
        files = next(line for line in lines if re.match(r"\s+[ah] .* [ah] \d", line))
        column = files.index(f"{square[0]} ") + 1
        row = next(i for i, line in enumerate(lines) if line.startswith(square[1]))
        left, top, width, height = await self.page.value(CORNER)
        return {"x": left + (column + 0.5) * width, "y": top + (row + 0.5) * height}

    async def click(self, square: str) -> None:
        """Click on a square."""
        place = await self.place(square)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = "none" if kind == "mouseMoved" else "left"
            await self.page.ask(
                "Input.dispatchMouseEvent", type=kind, button=button, clickCount=1, **place
            )

    async def command(self, name: str, explained: str) -> None:
        """Something from the palette, which explains it so."""
        await self.page.press("p", ord("P"), control=True)
        await self.sees("Search")
        await self.page.type(name)
        await self.sees(explained)
        await self.page.type("\r")

    async def picture(self, name: str) -> None:
        if folder := os.environ.get("MICROCHESS_PICTURES"):
            shot = await self.page.ask("Page.captureScreenshot")
            Path(folder, f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


@asynccontextmanager
async def begun(folder: Path, address: str, width: int, height: int) -> AsyncIterator[Journey]:
    """A browser of this size that has opened nothing yet."""
    with browser(folder, WITHOUT_WEBGL) as driven:
        async with new_page(driven) as page:
            await page.watch_workers()
            phone = width < height
            await page.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                           deviceScaleFactor=1, mobile=phone)  # fmt: skip
            if phone:
                await page.ask("Emulation.setTouchEmulationEnabled", enabled=True)
            yield Journey(page, address)


WITHOUT_WEBGL = "--disable-3d-apis"
"""Drawn by the processor it would cost more than all the rest."""
YOURS = "Black to move: you"


async def test_a_journey_through_the_page(address: str, tmp_path: Path) -> None:
    async with begun(tmp_path / "profile", address, 1280, 800) as person:
        page = person.page
        await person.open()
        await person.sees(YOURS)
        await person.sees("drop your\\s+copy")
        await person.command("Level: super-blitz", "median of 140")
        await person.sees("you: Black +level super-blitz")
        await moves_by_keyboard_and_mouse(person)
        await person.picture("page")
        await undo_and_reload(person)
        await a_poke(person)
        await a_link(person)
        await an_own_program(person)
        assert page.errors == []
        assert page.hosts <= {urlsplit(address).netloc, ""}, page.hosts


async def moves_by_keyboard_and_mouse(person: Journey) -> None:
    for move, answer in (("e5", "2. Nf3"), ("Nc6", "3. Bc4"), ("7245", "4. c3")):
        await person.page.type(f"{move}\r")
        await person.sees(re.escape(answer))
        await person.sees(YOURS)
    await person.click("a7")
    await person.click("a6")
    await person.sees(r"5\. \w+")
    await person.sees(YOURS)


async def a_poke(person: Journey) -> None:
    """The second man of the table, White's queen, is sent to $23, by its byte."""
    await person.page.press("F4", 115)
    await person.sees("Exchange")
    for key, number in (("ArrowDown", 40), ("ArrowDown", 40)):
        await person.page.press(key, number)
    await person.page.type("\r")
    await person.sees("POKE")
    await person.page.type("23")
    await person.sees(r"51 \S* Q +23 e3")
    await person.page.press("Escape", 27)
    await person.sees("type a move")


async def undo_and_reload(person: Journey) -> None:
    page = person.page
    await page.press("F2", 113)
    await page.press("u", ord("U"))
    undone = r"^(?![\s\S]*5\. \w)[\s\S]*4\. c3"
    await person.sees(undone)
    await page.ask("Page.reload")
    await person.page.holds("document.querySelector('#loading[hidden]')")
    await page.ask("Page.bringToFront")
    await person.sees(undone)


async def a_link(person: Journey) -> None:
    """What it opens is in `test_app`."""
    await person.command("Link to the machine", "an address with all")
    await person.page.holds("$('link').open")
    assert "#state=" in await person.page.value("$('link-text').value")
    await person.page.value("$('link-close').click()")


async def an_own_program(person: Journey) -> None:
    """Bytes from a file go by paper tape into the machine, which answers with their record."""
    page = person.page
    await page.press("F8", 119)
    await person.sees("TTY jumper out")
    await page.press("t", ord("T"), control=True)
    await person.sees("TTY jumper in")
    await page.press("r", ord("R"), control=True)
    await person.sees("[0-9A-F]{4} [0-9A-F]{2} ")
    own = "new File([new Uint8Array([0xA9, 0x42, 0x00])], 'own.bin')"
    await person.page.value(f"upload({own}), true")
    await person.sees("plain bytes")
    await page.type("0200\r")
    await person.sees(";030200A94200")
    await person.picture("own")


async def a_finger(person: Journey, start: str, goal: str) -> None:
    """Drags from square to square, moving at once."""
    page, begins, ends = person.page, await person.place(start), await person.place(goal)
    for kind, where in (("touchStart", begins), ("touchMove", ends)):
        await page.ask("Input.dispatchTouchEvent", type=kind, touchPoints=[where])
    await page.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


@pytest.mark.slow
async def test_links_refusals_and_a_phone(address: str, tmp_path: Path) -> None:
    async with begun(tmp_path / "profile", address, 390, 844) as person:
        await person.open("?embed#fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1")
        await person.sees("White to move: you")
        await person.page.holds("dragged.length === 1 && $('keys').childElementCount === 8")
        await a_finger(person, "e2", "e4")
        await person.sees(r"1\. e4")
        await person.picture("phone")
        await person.open("#state=eNqrVkrLL8pNLFGyUlAqLkksSVWq")
        await person.sees("cannot be\\s+followed")
        assert person.page.errors == []

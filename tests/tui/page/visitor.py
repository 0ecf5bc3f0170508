"""A person at the board's page, in Debian's Chromium by playwright."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.patience import PATIENCE
from tests.tui.page.conftest import SITE

playwright = pytest.importorskip("playwright.async_api", reason="needs playwright")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MARKS = [
    pytest.mark.chromium,
    pytest.mark.node,
    pytest.mark.asyncio,
]
AXE = SITE.parent / "npm" / "node_modules" / "axe-core" / "axe.min.js"
MOVES = "#game .cells"
READY = '[data-machine="ready"]'
NOTICES_STAY = """
const wait = window.setTimeout;
window.setTimeout = (what, time, ...more) => wait(what, time > 6000 ? 1e9 : time, ...more);
"""
"""However slowly they are read."""


STORED = """
new Promise((resolve) => { indexedDB.open("microchess").onsuccess = ({ target }) => {
  const asked = target.result.transaction("files").objectStore("files").getAll();
  asked.onsuccess = () => resolve(asked.result);
  target.result.close();
}; }).then((files) => files.map((one) => {
  try { return JSON.parse(new TextDecoder().decode(one)).now.moves.join(); } catch { return null; }
}))"""
"""The moves of the games in its files."""
STANDS_STILL = """
new Promise((done) => {
  const look = (before) => requestAnimationFrame(() => requestAnimationFrame(() => (
    scrollY === before ? done() : look(scrollY))));
  look();
})"""


class Person:
    """A person at a page; ``errors`` and ``hosts`` are what it said and asked for."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.errors: list[str] = []
        self.hosts: set[str] = set()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._said)
        page.context.on("request", lambda one: self.hosts.add(urlsplit(one.url).netloc))

    def _said(self, said: Any) -> None:
        if said.type == "error":
            self.errors.append(said.text)

    async def open(self, more: str = "", ready: bool = True) -> None:
        await self.page.goto("about:blank")
        await self.page.goto(self.address + more)
        if ready:
            await self.page.locator(READY).wait_for()

    async def reload(self) -> None:
        """Load the page again, and wait for its machine."""
        await self.page.reload()
        await self.page.locator(READY).wait_for()

    async def keeps(self, *moves: str) -> None:
        """Wait until the browser has stored the session with the game of these moves, in UCI."""
        stored = f"{STORED}.then((texts) => texts.some((text) => {list(moves)}.join() === text))"
        await self.until(stored)

    async def panel(self, name: str) -> None:
        """Choose a panel by its tab."""
        tabs = self.page.locator(".panels > details > summary")
        await tabs.filter(has_text=re.compile(f"^{re.escape(name)}$")).click()

    async def play(self, move: str) -> None:
        """Type a move."""
        await self.page.fill("#move", move)
        await self.page.keyboard.press("Enter")

    async def sees(self, selector: str, text: str | re.Pattern[str]) -> None:
        """Wait for *text* in what *selector* finds."""
        await playwright.expect(self.page.locator(selector)).to_contain_text(text)

    async def until(self, expression: str) -> None:
        """Wait until JavaScript is true; the page's policy lets nothing evaluate it there."""
        async with asyncio.timeout(PATIENCE):
            while not await self.page.evaluate(expression):
                await asyncio.sleep(0.05)

    async def has_in_view(self, *buttons: str) -> None:
        """Wait until these can be pressed without scrolling."""
        for name in buttons:
            button = self.page.get_by_role("button", name=name)
            await playwright.expect(button).to_be_in_viewport(ratio=0.99)

    async def click(self, square: str) -> None:
        """Click on a square, or a finger's tap on a phone."""
        x, y = await self.middle(square)
        phone = await self.page.evaluate("navigator.maxTouchPoints > 0")
        await (self.page.touchscreen.tap(x, y) if phone else self.page.mouse.click(x, y))

    async def drag(self, start: str, goal: str) -> None:
        """Drag from square to square, or off the board."""
        x, y = await self.middle(start)
        beyond = (await self.page.locator("kim-board").bounding_box())["width"] + 40
        await self.page.mouse.move(x, y)
        await self.page.mouse.down()
        to = (beyond, y) if goal == "off" else await self.middle(goal)
        await self.page.mouse.move(*to, steps=4)
        await self.page.mouse.up()

    async def middle(self, square: str) -> tuple[float, float]:
        found = self.page.locator(f'[data-square="{square}"]')
        await found.scroll_into_view_if_needed()
        return await self.center(found)

    async def center(self, found: Any) -> tuple[float, float]:
        """The middle of what a locator finds, once the page scrolls no more."""
        await self.page.evaluate(STANDS_STILL)
        box = await found.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def calm(self) -> None:
        """Nothing went wrong, and nothing was asked of another host."""
        assert self.errors == []
        assert self.hosts <= {urlsplit(self.address).netloc, ""}, self.hosts


@asynccontextmanager
async def visiting(
    address: str, profile: Path | None = None, **context: Any
) -> AsyncIterator[Person]:
    """A browser that has opened nothing yet; *profile* is the folder of its settings."""
    how: dict[str, Any] = {"executable_path": CHROMIUM, "args": ["--no-sandbox"]}
    async with playwright.async_playwright() as driver:
        if profile is None:
            browser = await driver.chromium.launch(**how)
            opened = await browser.new_context(**context)
        else:
            opened = await driver.chromium.launch_persistent_context(profile, **how, **context)
            browser = opened
        opened.set_default_timeout(1000 * PATIENCE)
        await opened.add_init_script(NOTICES_STAY)
        playwright.expect.set_options(timeout=1000 * PATIENCE)
        yield Person(await opened.new_page(), address)
        async with asyncio.timeout(PATIENCE):
            await browser.close()

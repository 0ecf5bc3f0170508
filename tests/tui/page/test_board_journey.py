"""Journeys through the board's page: on a desktop, on a phone, by keyboard alone."""

from __future__ import annotations

from tests.tui.page.visitor import MARKS, READY, visiting

pytestmark = MARKS


async def test_a_game_on_a_desktop(address: str) -> None:
    async with visiting(address, viewport={"width": 1280, "height": 800}) as person:
        page = person.page
        await person.open(ready=False)
        assert await page.locator("cg-board piece").count() == 32
        assert await page.locator(READY).count() == 0
        await person.click("e2")
        await person.click("e4")
        await person.sees("kim-moves", "e5")
        await person.drag("g1", "f3")
        await person.sees("kim-moves", "Qf6")
        await page.fill("#move", "Ke3")
        await page.keyboard.press("Enter")
        await person.sees("#notices", "Ke3")
        await page.get_by_role("button", name="Take back").click()
        await page.locator("kim-moves li").nth(2).wait_for(state="detached")
        await page.reload()
        assert await page.locator("kim-moves li").count() == 2
        await page.locator(READY).wait_for()
        await person.sees("kim-moves", "e5")
        person.calm()

"""With fingers alone, on a screen as narrow as a phone's: there is no Escape."""

from __future__ import annotations

import pytest
from textual.command import CommandPalette

from tests.tui.driver import running
from tui.screen.screens.dialog import Dialog
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.keysline import KeysLine
from tui.session import commands as c
from tui.session.snapshot import Activity

pytestmark = pytest.mark.asyncio
PHONE = (48, 50)


async def test_a_dialog_is_left_by_a_tap_on_its_lower_edge() -> None:
    async with running(PHONE) as driver:
        await driver.your_move(1)
        for key in ("f1", "n"):
            await driver.pilot.press(key)
            await driver.seen(lambda: isinstance(driver.app.screen, Dialog))
            box = driver.app.screen.query_one(".box")
            await driver.seen(lambda box=box: 5 < box.region.bottom <= PHONE[1])  # type: ignore[misc]
            edge = box.region
            assert await driver.pilot.click(offset=(edge.x + 2, edge.y))
            assert isinstance(driver.app.screen, Dialog)
            assert await driver.pilot.click(offset=(edge.right - 5, edge.bottom - 1))
            assert not isinstance(driver.app.screen, Dialog)


async def test_what_does_not_fit_in_set_up_is_a_tap_away() -> None:
    async with running(PHONE) as driver:
        await driver.your_move(1)
        await driver.pilot.press("s")
        row = driver.app.main.query_one("#setup-buttons", ButtonRow)
        assert row.render()
        assert await driver.pilot.click(row, offset=(row.size.width - 1, 0))
        await driver.seen(lambda: isinstance(driver.app.screen, CommandPalette))


async def test_what_goes_on_is_in_the_last_line_while_the_machine_is_held() -> None:
    async with running(PHONE) as driver:
        await driver.your_move(1)
        keys = driver.app.main.query_one(KeysLine)
        assert "^P Commands" in keys.strips[0].text
        driver.app.main.ask(c.Pause())
        await driver.until(lambda s: s.activity is Activity.HELD)
        await driver.seen(lambda: "p Go on" in keys.strips[0].text)
        at = keys.strips[0].text.index("p Go on")
        assert await driver.pilot.click(keys, offset=(at + 1, 0))
        await driver.until(lambda s: s.activity is Activity.WAITING)

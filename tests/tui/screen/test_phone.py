"""With fingers alone, on a screen as narrow as a phone's: there is no Escape."""

import pytest

from tests.tui.driver import running
from tui.screen.commands import CommandsScreen
from tui.screen.screens.dialog import Dialog
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.keysline import KeysLine
from tui.session.debugger import Debugger
from tui.session.snapshot import Activity

pytestmark = pytest.mark.asyncio
PHONE = (48, 50)


async def test_a_dialog_is_left_by_a_tap_on_its_lower_edge_or_beside_it() -> None:
    async with running(PHONE) as driver:
        for key in ("f1", "n"):
            await driver.pilot.press(key)
            await driver.seen(lambda: isinstance(driver.app.screen, Dialog))
            box = driver.app.screen.query_one(".box")
            await driver.seen(lambda box=box: 5 < box.region.bottom <= PHONE[1])  # type: ignore[misc]
            edge = box.region
            assert await driver.pilot.click(offset=(edge.x + 2, edge.y))
            assert isinstance(driver.app.screen, Dialog)
            place = (edge.right - 5, edge.bottom - 1) if key == "f1" else (edge.x + 3, edge.y - 2)
            assert await driver.pilot.click(offset=place)
            await driver.pilot.pause()
            assert driver.app.screen_stack[-1] is driver.app.main
        await driver.pilot.press("n")
        dialog = driver.app.screen
        assert isinstance(dialog, Dialog)
        dialog.action_leave()
        dialog.action_leave()
        await driver.pilot.pause()
        assert driver.app.screen_stack[-1] is driver.app.main


async def test_modes_and_what_does_not_fit_are_a_tap_away() -> None:
    async with running(PHONE) as driver:
        await driver.pilot.press("f3", "enter")
        keys = driver.app.main.query_one(KeysLine)
        await driver.seen(lambda: keys.size.height == 2)
        told = " ".join(strip.text for strip in keys.strips)
        assert told.startswith("KEYPAD (Esc leaves): 0-9")
        assert told.endswith("t SST")
        assert await driver.pilot.click(keys, offset=(3, 0))
        await driver.seen(lambda: keys.size.height == 1 and not driver.app.main.view.mode)
        assert "^P Commands" in keys.strips[0].text
        driver.app.main.ask(Debugger.pause())
        await driver.until(lambda s: s.activity is Activity.HELD)
        await driver.seen(lambda: "p Go on" in keys.strips[0].text)
        at = keys.strips[0].text.index("p Go on")
        assert await driver.pilot.click(keys, offset=(at + 1, 0))
        await driver.until(lambda s: s.activity is Activity.WAITING)
        await driver.seen(lambda: keys.strips[0].text.startswith("p Pause"))
        assert at == keys.strips[0].text.index("p Pause")
        await driver.pilot.press("s")
        row = driver.app.main.query_one("#setup-buttons", ButtonRow)
        assert row.render()
        assert await driver.pilot.click(row, offset=(row.size.width - 1, 0))
        await driver.seen(lambda: isinstance(driver.app.screen, CommandsScreen))

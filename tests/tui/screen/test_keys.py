"""One key does one thing: what pauses what, and who has the arrow keys."""

from __future__ import annotations

import pytest

from tests.tui.driver import running
from tui.screen.widgets.board import BoardWidget
from tui.session.snapshot import Activity

pytestmark = pytest.mark.asyncio


async def test_an_f_key_gives_its_panel_the_arrow_keys_and_escape_gives_them_back() -> None:
    async with running((80, 24)) as driver:
        await driver.your_move(1)
        board = driver.app.main.query_one(BoardWidget)
        await driver.pilot.press("f4")
        await driver.seen(lambda: driver.app.main.query("#table-men").first().has_focus)
        await driver.pilot.press("down")
        assert board.cursor is None
        await driver.pilot.press("escape")
        await driver.seen(lambda: board.has_focus)
        await driver.pilot.press("down")
        await driver.seen(lambda: board.cursor is not None)


async def test_p_pauses_the_machine_and_space_or_escape_do_not() -> None:
    async with running((80, 24)) as driver:
        await driver.your_move(1)
        await driver.pilot.press("f6")
        await driver.pilot.press("p")
        await driver.until(lambda s: s.activity is Activity.HELD)
        await driver.pilot.press("space")
        await driver.seen(lambda: driver.said.startswith("p pauses the machine"))
        await driver.pilot.press("escape", "escape")
        await driver.pilot.pause()
        assert driver.app.main.view.shown.activity is Activity.HELD
        await driver.pilot.press("p")
        await driver.until(lambda s: s.activity is Activity.WAITING)

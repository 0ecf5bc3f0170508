"""One key does one thing: what pauses what, and who has the arrow keys."""

from __future__ import annotations

import pytest

from tests.tui.driver import running
from tui.session.snapshot import Activity

pytestmark = pytest.mark.asyncio


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

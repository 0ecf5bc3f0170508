"""Panel Think says what the program of 1976 took, where there is a copy to ask."""

from __future__ import annotations

import pytest

from tests import synthetic
from tests.tui.driver import Driver, running
from tui.screen.widgets.text import TextView

pytestmark = pytest.mark.asyncio


def said(driver: Driver) -> str:
    strips = driver.app.main.panels["thinking"].query_one("#time", TextView).strips
    return " ".join(segment.text for strip in strips for segment in strip)


async def test_the_time_of_1976_is_known_roughly_without_a_copy_and_measured_on_one() -> None:
    async with running((120, 40)) as driver:
        await driver.show_panel("thinking")
        await driver.play("h6", 3)
        await driver.app.workers.wait_for_complete()
        assert "in 1976 at this level: median 1.5 s" in said(driver)
        synthetic.keep()
        await driver.begin_anew()
        played = await driver.play("a6", 3)
        await driver.show_panel("thinking")
        assert played.thought is not None
        await driver.app.workers.wait_for_complete()
        await driver.pilot.pause()
        assert f"{played.thought.cycles:,} cycles In 1976: 0.0" in said(driver)

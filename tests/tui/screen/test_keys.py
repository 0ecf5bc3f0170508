"""One key does one thing: what pauses what, and who has the arrow keys."""

from __future__ import annotations

import pytest

from tests.tui.driver import running
from tests.tui.panels.moments import moment
from tui.panels.registry import NAMES, load
from tui.screen.screens.look import KEYS
from tui.screen.widgets.moveinput import MOVE_STARTS
from tui.session.debugger import Debugger
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


async def test_while_the_keypad_is_typed_on_p_is_its_key_and_the_bar_says_so() -> None:
    async with running((80, 24)) as driver:
        await driver.your_move(1)
        driver.app.main.ask(Debugger.pause())
        await driver.until(lambda s: s.activity is Activity.HELD)
        assert driver.header.endswith(" p: go on")
        await driver.pilot.press("f3", "enter")
        assert driver.header.endswith(" Esc, then p: go on")
        await driver.pilot.press("p")
        await driver.hear("the machine is paused")
        assert driver.said == "the machine is paused: Esc, then p lets it go on"
        await driver.pilot.press("escape", "p")
        await driver.until(lambda s: s.activity is Activity.WAITING)


async def test_a_letter_means_one_thing_whatever_panel_is_up() -> None:
    means = {key: one.action for one in KEYS for key in one.key.split(",")}  # type: ignore[union-attr]
    for name in NAMES:
        for act in load(name).actions(moment()):
            if len(act.key) == 1:
                assert act.key not in MOVE_STARTS, name
                assert means.setdefault(act.key, act.name) == act.name, name

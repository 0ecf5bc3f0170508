"""Keys of the keyboard: those of the keypad, and what the footer says of one."""

from __future__ import annotations

import pytest

from tests.tui.driver import running
from tui.screen.widgets.keypad import KeypadWidget
from tui.screen.widgets.moveinput import MoveInput

pytestmark = pytest.mark.asyncio


async def test_letters_press_the_same_keys_with_shift_and_it_is_said_who_reads_them() -> None:
    async with running() as driver:
        await driver.pilot.press("f3", "enter")
        for typed, key in (("B", "B"), ("d", "D"), ("A", "A")):
            await driver.pilot.press(typed)
            await driver.until(lambda s, key=key: f"by hand: {key}" in s.game.log)  # type: ignore[misc]
        assert driver.app.main.mode == "KEYPAD"
        keypad = driver.app.main.query_one(KeypadWidget)
        entry = driver.app.main.query_one(MoveInput)
        assert "your move" in entry.placeholder
        assert "new" in "".join(strip.text for strip in keypad.strips)
        await driver.pilot.press("s")
        await driver.until(lambda s: not s.machine.listening)
        await driver.seen(lambda: entry.placeholder == "AD 0050: an address; DA 03: a byte")
        assert "new" not in "".join(strip.text for strip in keypad.strips)

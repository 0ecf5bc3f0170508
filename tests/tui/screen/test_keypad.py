"""Keys of the keyboard: those of the keypad, and what the footer says of one."""

from __future__ import annotations

import pytest

from tests.tui.driver import running
from tui.screen.widgets.keypad import KeypadWidget
from tui.screen.widgets.keysline import KeysLine
from tui.screen.widgets.moveinput import MoveInput
from tui.screen.widgets.text import TextView
from tui.session.snapshot import Activity

pytestmark = pytest.mark.asyncio


async def test_letters_press_the_same_keys_with_shift() -> None:
    async with running() as driver:
        await driver.your_move(1)
        await driver.pilot.press("f3", "enter")
        for typed, key in (("B", "B"), ("d", "D"), ("A", "A")):
            await driver.pilot.press(typed)
            await driver.until(lambda s, key=key: f"by hand: {key}" in s.game.log)  # type: ignore[misc]
        assert driver.app.main.mode == "KEYPAD"


async def test_the_footer_says_what_p_does_while_it_is_paused() -> None:
    async with running() as driver:
        await driver.your_move(1)
        footer = driver.app.main.query_one(KeysLine)
        for words, activity in (("p Go on", Activity.HELD), ("p Pause", Activity.WAITING)):
            await driver.pilot.press("p")
            await driver.until(lambda s, activity=activity: s.activity is activity)  # type: ignore[misc]
            assert words in footer.strips[0].text


async def test_the_cycles_of_the_machine_go_on() -> None:
    async with running() as driver:
        await driver.your_move(1)
        await driver.show_panel("machine")
        state = driver.app.main.query_one("#kim-state", TextView)

        def cycles() -> str:
            return next(strip.text for strip in state.strips if "cycles" in strip.text)

        before = cycles()
        await driver.pilot.press(*"e5", "enter")
        await driver.your_move(3)
        assert cycles() != before


async def test_the_keypad_says_who_reads_it() -> None:
    async with running() as driver:
        await driver.your_move(1)
        await driver.show_panel("machine")
        keypad = driver.app.main.query_one(KeypadWidget)
        entry = driver.app.main.query_one(MoveInput)
        await driver.pilot.press("enter")
        assert "your move" in entry.placeholder
        assert "new" in "".join(strip.text for strip in keypad.strips)
        await driver.pilot.press("s")
        await driver.until(lambda s: not s.machine.listening)
        await driver.seen(lambda: entry.placeholder == "AD 0050: an address; DA 03: a byte")
        assert "new" not in "".join(strip.text for strip in keypad.strips)

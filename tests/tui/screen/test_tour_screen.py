"""Tour and counters in the full screen: machines of their own, and the game left as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, RichLog, Static

from microchess.program.levels import Level
from microchess.tour.progress import FILE, Progress
from tests.tui.driver import Driver, running
from tui.screen.screens.ask import PickScreen
from tui.screen.screens.counter import CounterScreen
from tui.screen.screens.tour import TourScreen
from tui.session.commands import NewGame

pytestmark = pytest.mark.asyncio


def text(driver: Driver) -> str:
    log = driver.app.screen.query_one(RichLog)
    return "\n".join(strip.text.rstrip() for strip in log.lines)


async def say(driver: Driver, line: str, answer: str) -> None:
    driver.app.screen.query_one(Input).value = line
    await driver.pilot.press("enter")
    await driver.seen(lambda: answer in text(driver))


async def test_chapters_are_gone_through_beside_the_game(
    tmp_path: Path, own_data_folder: Path
) -> None:
    async with running((100, 30), save_path=tmp_path / "session.json") as driver:
        before = await driver.your_move(1)
        await driver.pilot.press("ctrl+p", *"tour", "enter")
        await driver.seen(lambda: isinstance(driver.app.screen, TourScreen))
        await driver.seen(lambda: "1 of 13: A kilobyte, six digits, 23 keys" in text(driver))
        await say(driver, "0F1333", "0F1333. Right.")
        await say(driver, "", "2 of 13: Thirty-two bytes")
        await say(driver, "@51=ZZ", "expected")
        await say(driver, "@51=CC", "There are 31 men left")
        await driver.pilot.resize_terminal(60, 24)
        await driver.seen(lambda: all(len(one) < 60 for one in text(driver).split("\n")))
        await driver.pilot.press("escape")
        await driver.pilot.pause()
        assert not isinstance(driver.app.screen, TourScreen)
        assert driver.now.game.table == before.game.table
    assert Progress(own_data_folder / FILE).done == ["01-six-digits", "02-thirty-two-bytes"]


FEN = "3r3k/8/8/3n4/4P3/8/8/3R3K w - - 0 1"


async def test_a_counter_of_the_last_thought_is_explained() -> None:
    async with running((100, 30), setup=NewGame(level=Level.BLITZ, fen=FEN)) as driver:
        await driver.pilot.press("ctrl+p", *"why this", "enter")
        await pick_first_recapture(driver)
        await driver.pilot.press("escape", "y")
        await pick_first_recapture(driver)
        await driver.begin_anew(NewGame(level=Level.BLITZ, fen=FEN))
        for counter, presumed, tested in (("WMOB", True, False), ("BMOB", False, True)):
            await driver.pilot.press("f5", "y")
            await driver.seen(lambda: isinstance(driver.app.screen, PickScreen))
            picked = driver.app.screen.query_one(OptionList)
            picked.highlighted = picked.get_option_index(counter)
            await driver.pilot.press("enter")
            await driver.seen(lambda: isinstance(driver.app.screen, CounterScreen))
            told = driver.app.screen.query_one("#counter-text", Static)
            await driver.seen(lambda told=told: "the byte at" in str(told.content))  # type: ignore[misc]
            assert ("he is presumed lost" in str(told.content)) is presumed
            assert ("not tested for check" not in str(told.content)) is tested
            await driver.pilot.press("escape", "escape")


async def pick_first_recapture(driver: Driver) -> None:
    await driver.seen(lambda: isinstance(driver.app.screen, PickScreen))
    picked = driver.app.screen.query_one(OptionList)
    picked.highlighted = picked.get_option_index("WCAP1")
    await driver.pilot.press("enter")
    await driver.seen(lambda: isinstance(driver.app.screen, CounterScreen))
    told = driver.app.screen.query_one("#counter-text", Static)
    await driver.seen(lambda: "the byte at $E1, in Janus" in str(told.content))

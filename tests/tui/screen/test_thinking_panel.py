"""Panel Think: its keys wherever the focus is, and the last reply watched again."""

from __future__ import annotations

import chess
import pytest

from microchess.program.levels import Level
from tests.tui.driver import running
from tui.screen.screens.ask import PickScreen
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.keysline import KeysLine
from tui.screen.widgets.text import TextView
from tui.session import commands as c

pytestmark = pytest.mark.asyncio

NO_BOOK = c.NewGame(chess.BLACK, Level.SUPER_BLITZ, book=False)


async def test_why_is_asked_from_the_board_and_the_reply_watched_again() -> None:
    async with running(setup=NO_BOOK) as driver:
        await driver.your_move(0)
        await driver.pilot.press("f6")
        await driver.pilot.press("ctrl+p", *"watch the last", "enter")
        await driver.seen(lambda: driver.said == "no thinking yet: make a move")
        await driver.pilot.press(*"e4", "enter")
        after = await driver.your_move(2)
        assert after.thought is not None
        main = driver.app.main
        main.query_one(BoardWidget).focus()
        await driver.pilot.pause()
        footer = main.query_one(KeysLine).strips[0].text
        assert "y Why?" in footer
        assert "p Pause" in footer
        await driver.pilot.press("y")
        await driver.seen(lambda: isinstance(driver.app.screen, PickScreen))
        await driver.pilot.press("escape")
        await driver.pilot.press("ctrl+p", *"watch the last", "enter")
        watched = await driver.until(lambda s: s.watching)
        assert watched.reached == 1
        assert driver.said == "Left and Right go through the reply, Esc is back to now"
        await driver.pilot.press("right")
        await driver.until(lambda s: s.reached == 2)
        await driver.pilot.press("escape", "f2")
        await driver.until(lambda s: not s.watching)
        assert "Why?" not in main.query_one(KeysLine).strips[0].text
        await driver.pilot.press("y")
        assert driver.app.screen is main


async def test_at_80_columns_buttons_and_the_moment_are_not_cut() -> None:
    async with running((80, 24), setup=NO_BOOK) as driver:
        await driver.your_move(0)
        await driver.pilot.press("f6", *"e4", "enter")
        await driver.your_move(2)
        await driver.pilot.press("ctrl+p", *"watch the last", "enter")
        await driver.until(lambda s: s.watching)
        panel = driver.app.main.panel("thinking")
        for button in panel.query("#thinking-top Button"):
            assert button.region.right <= panel.content_region.right
        moment = panel.query_one("#moment", TextView)
        assert moment.strips[0].text.strip()
        assert moment.strips[0].cell_length <= moment.size.width

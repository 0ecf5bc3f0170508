"""Lenses on the screen: a question is gone through with the keys of the replay."""

import chess
import pytest

from tests.tui.driver import Driver, running
from tui.panels.lenses import LensesPanel
from tui.screen.panels.blocks import BlocksWidget
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget

pytestmark = pytest.mark.asyncio


def drawn(driver: Driver, block: str) -> str:
    view = driver.app.main.query_one(f"#lenses-{block}", BlockView)
    return "\n".join(strip.text for strip in view.strips)


async def test_a_square_is_chosen_and_a_question_gone_through_and_left_by_escape() -> None:
    async with running((120, 40)) as driver:
        await driver.your_move(1)
        await driver.pilot.press("f7")
        board, top = driver.app.main.query_one(BoardWidget), driver.app.main.view.panels.top
        assert isinstance(top, BlocksWidget)
        panel = top.panel
        assert isinstance(panel, LensesPanel)
        assert board.pointed == chess.E4
        await driver.pilot.press("down")
        await driver.pilot.pause()
        assert (board.pointed, panel.square) == (board.cursor, board.cursor)
        await driver.press_button("lenses", "Two")
        await driver.pilot.pause()
        assert driver.app.main.query_one("#lenses-second").display
        await driver.click("#lenses-first", offset=(1, 1))
        await driver.press_button("lenses", "My king")
        await driver.seen(lambda: panel.asking is not None and panel.asking.step > 0)
        await driver.pilot.press("end")
        assert "1 of 1 read" in drawn(driver, "second")
        await driver.pilot.press("home", "right")
        assert panel.asking is not None
        assert panel.asking.step == 1
        assert "End question" in driver.footer
        await driver.pilot.press("escape", "left")
        assert panel.asking is None
        assert "After ply 0 of 1" in drawn(driver, "answer")
        y, line = next(
            (y, strip.text)
            for y, strip in enumerate(driver.app.main.query_one("#lenses-first", BlockView).strips)
            if "KR 00" in strip.text
        )
        await driver.click("#lenses-first", offset=(line.index("KR 00"), y))
        await driver.pilot.pause()
        assert panel.square == board.pointed == chess.H1

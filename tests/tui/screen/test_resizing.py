"""The layout fits every shape of window."""

from __future__ import annotations

import pytest
from textual.widgets import Button, Input, Select

from tests.tui.driver import running
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.moveinput import MoveInput
from tui.screen.widgets.scrubber import Scrubber

pytestmark = pytest.mark.asyncio


async def test_the_panel_is_below_the_board_of_a_narrow_screen_and_marks_have_their_legend() -> (
    None
):
    async with running((65, 64)) as driver:
        main = driver.app.main
        board = main.query_one(BoardWidget)
        left, right = main.query_one("#left"), main.query_one("#right")
        for size in (65, 64), (60, 44), (75, 40):
            await driver.pilot.resize_terminal(*size)
            await driver.seen(lambda size=size: right.region.width == size[0])  # type: ignore[misc]
            assert right.region.y >= left.region.bottom
            assert right.region.height >= 16
            assert board.region.right <= size[0]
            assert board.scale.columns > 40
        timeline = driver.app.main.query_one("#timeline", Scrubber)
        for size, lines in (((120, 40), 2), ((100, 30), 0), ((120, 40), 2), ((80, 24), 2)):
            await driver.pilot.resize_terminal(*size)
            await driver.seen(lambda lines=lines: timeline.region.height == lines)  # type: ignore[misc]


async def test_on_the_smallest_screen_keypad_form_and_messages_are_read() -> None:
    async with running((40, 12)) as driver:
        await driver.pilot.press("f3")
        keypad, panel = (driver.app.main.query_one(one) for one in ("#keypad", "#machine"))
        await driver.seen(lambda: keypad.region.y == panel.region.y)
        assert keypad.region.right <= panel.region.right
        await driver.pilot.press("pagedown", "pagedown")
        await driver.seen(lambda: keypad.region.y == panel.region.y - 2 * panel.size.height)
        await driver.pilot.press("f2")
        assert driver.app.main.query_one(BoardWidget).region.width
        await driver.pilot.press("n")
        form = driver.app.screen
        await driver.seen(lambda: form.query_one("#start").region.bottom <= 12)
        for field in (form.query_one(Input), form.query_one(Select)):
            assert field.content_size.width >= len("FEN; empty: the usual one")
        box = form.query_one(".box").region
        assert all(one.region.right <= box.right for one in form.query(Button))
        await driver.pilot.press("escape")
        body, entry = driver.app.main.query_one("#body"), driver.app.main.query_one(MoveInput)
        before = body.size.height
        await driver.pilot.press("e", "9", "enter")
        await driver.hear("is no move")
        await driver.pilot.pause()
        assert body.size.height == before
        assert not entry.display
        await driver.pilot.press("e")
        assert entry.display
        assert entry.value == "e"


async def test_a_window_too_small_to_play_in_says_so_until_it_is_larger() -> None:
    async with running((30, 10)) as driver:
        assert driver.said == "small window: 80x24 shows all"
        await driver.pilot.resize_terminal(80, 24)
        await driver.seen(lambda: driver.said == "")

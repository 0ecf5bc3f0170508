"""The layout fits every shape of window."""

from __future__ import annotations

import pytest

from tests.tui.driver import running
from tui.screen.widgets.board import BoardWidget

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("size", [(65, 64), (60, 44), (75, 40)])
async def test_on_a_tall_narrow_screen_the_panel_is_below_the_board(size: tuple[int, int]) -> None:
    async with running(size) as driver:
        await driver.your_move(1)
        main = driver.app.main
        left, right = main.query_one("#left").region, main.query_one("#right").region
        board = main.query_one(BoardWidget)
        assert right.y >= left.bottom
        assert right.width == size[0]
        assert right.height >= 16
        assert board.region.right <= size[0]
        assert board.scale.columns > 40


async def test_on_an_ordinary_screen_it_is_beside_it() -> None:
    async with running((80, 24)) as driver:
        await driver.your_move(1)
        left, right = (driver.app.main.query_one(name).region for name in ("#left", "#right"))
        assert right.x >= left.right

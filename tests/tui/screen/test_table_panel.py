"""Panel Table: bytes poked by mouse and keys where they stand, and what is said of them."""

import chess
import pytest
from textual.geometry import Offset

from microchess.program.levels import Level
from microchess.program.squares import CAPTURED
from tests.tui.driver import Driver, running
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.moveinput import MoveInput
from tui.session.new_game import NewGame

pytestmark = pytest.mark.asyncio

BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)
"""The person begins: the table is that of a new game."""


def marked(driver: Driver) -> str:
    """The row that is marked, if it is in view."""
    view = driver.app.main.query_one("#table-men", BlockView)
    rows = [
        (y, "".join(segment.text for segment in strip if segment.style and segment.style.reverse))
        for y, strip in enumerate(view.strips)
        if any(segment.style and segment.style.reverse for segment in strip)
    ]
    assert len(rows) == 1
    y, text = rows[0]
    box = driver.app.main.query_one("#table").query_one(MoreBelow).content_region
    return text if box.contains_point(view.content_region.offset + Offset(0, y)) else ""


async def table_byte(driver: Driver, man: int, byte: int) -> None:
    await driver.until(lambda s: s.game.table[man] == byte)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_man_is_chosen_and_his_byte_poked_where_it_stands(size: tuple[int, int]) -> None:
    async with running(size, setup=BLACK) as driver:
        before = await driver.your_move(0)
        main = driver.app.main
        await driver.pilot.press("f4")
        await driver.press_button("table", "Poke")
        assert driver.said == "choose a piece first"
        await driver.click("#table-men", offset=(4, 4))
        assert marked(driver)[:2] in ("52", "53")
        await driver.pilot.press(*["up"] * (int(marked(driver)[1]) - 2))
        for man in range(3, 15):
            await driver.pilot.press("down")
            assert marked(driver).startswith(f"{0x50 + man:02X} ")
        await driver.pilot.resize_terminal(80, 23)
        await driver.pilot.press("up")
        assert marked(driver).startswith("5D ")
        await driver.pilot.press(*["up"] * 11, "enter")
        assert (main.view.entry.name, main.view.mode) == ("table", "POKE")
        assert "two hex digits" in main.query_one(MoveInput).placeholder
        await driver.pilot.press("z")
        assert driver.said == "z: expected a hex digit, 0 to F"
        await driver.pilot.press("5")
        assert " 5_ " in marked(driver)
        await driver.pilot.press("5")
        await table_byte(driver, 2, 0x55)
        assert driver.said.startswith("55: Black's rook to ")
        assert driver.now.game.table[0] == before.game.table[0]
        await driver.pilot.press("escape")
        assert not main.view.mode
        assert marked(driver).startswith("52 ")


async def test_a_warning_goes_with_its_cause() -> None:
    async with running(setup=BLACK) as driver:
        before = (await driver.your_move(0)).game.table
        await driver.pilot.press("f4", "down", "delete")
        await table_byte(driver, 0, CAPTURED)
        await driver.hear("king is not on the board")
        await driver.pilot.press("enter", *f"{before[0]:02X}")
        await table_byte(driver, 0, before[0])
        assert "not on the board" not in driver.said

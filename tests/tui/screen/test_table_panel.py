"""Panel Table: bytes poked by mouse and keys, and what is said of them."""

from __future__ import annotations

import chess
import pytest
from textual.geometry import Offset
from textual.widgets import Button

from microchess.program.levels import Level
from microchess.program.squares import CAPTURED, from_chess
from tests.tui.driver import Driver, running
from tui.screen.panels.table import TableView
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.keysline import KeysLine
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.moveinput import MoveInput
from tui.screen.widgets.text import TextView
from tui.session import commands as c

pytestmark = pytest.mark.asyncio

BLACK = c.NewGame(chess.BLACK, Level.SUPER_BLITZ)
"""The person begins: the table is that of a new game."""
EXPECTED = "a byte has two: both 0-7 for a square, CC for off the board"


def drawn(driver: Driver) -> list[str]:
    return [strip.text for strip in driver.app.main.query_one(TableView).strips]


def marked(driver: Driver) -> str:
    """The line of the one byte that is marked, if it is in view."""
    view = driver.app.main.query_one(TableView)
    rows = [
        (y, "".join(segment.text for segment in strip))
        for y, strip in enumerate(view.strips)
        if any(segment.style and segment.style.reverse for segment in strip)
    ]
    assert len(rows) == 1
    y, text = rows[0]
    box = driver.app.main.query_one(MoreBelow).content_region
    return text if box.contains_point(view.content_region.offset + Offset(0, y)) else ""


async def click_square(driver: Driver, square: chess.Square) -> None:
    picture = driver.app.main.query_one(BoardWidget).picture
    scale = picture.scale
    cells = ((x, y) for y in range(8 * scale.height) for x in range(scale.columns))
    await driver.click("#board", next(cell for cell in cells if picture.square_at(*cell) == square))


async def table_byte(driver: Driver, man: int, byte: int) -> None:
    await driver.until(lambda s: s.game.table[man] == byte)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_down_chooses_after_button_poke(size: tuple[int, int]) -> None:
    async with running(size, setup=BLACK) as driver:
        before = await driver.your_move(0)
        await driver.pilot.press("f4")
        await driver.click("#do-poke")
        entry = driver.app.main.query_one(MoveInput)
        assert entry.placeholder == "choose a man: click, or arrow keys"
        await driver.pilot.press(*"55")
        assert driver.said.startswith("choose a man first")
        await driver.pilot.press("down", "down", "down")
        assert marked(driver).startswith("52 ")
        assert entry.placeholder == "Black's rook $52: two hex digits"
        assert driver.said == ""
        await driver.click(driver.app.main.query_one(TableView), offset=(20, 3))
        assert marked(driver).startswith("51 ")
        assert entry.placeholder == "White's queen $61: two hex digits"
        await driver.pilot.press("left", "down")
        await driver.pilot.press(*"55")
        await table_byte(driver, 2, 0x55)
        assert driver.now.game.table[0] == before.game.table[0]
        for man in range(3, 16):
            await driver.pilot.press("down")
            assert marked(driver).startswith(f"{0x50 + man:02X} ")
        await driver.pilot.press("down")
        assert "60 " in marked(driver)
        await driver.pilot.press("up", "up")
        assert marked(driver).startswith("5E ")
        await driver.pilot.resize_terminal(80, 23)
        assert marked(driver).startswith("5E ")


async def test_take_off_wants_a_man_who_was_chosen() -> None:
    async with running(setup=BLACK) as driver:
        before = await driver.your_move(0)
        await driver.pilot.press("f4")
        assert str(driver.app.main.query_one("#do-capture", Button).label) == "Take off"
        await driver.click("#do-capture")
        assert "choose a man first" in driver.said
        await driver.pilot.press("escape")
        await driver.click("#do-poke")
        for take_off in (driver.click("#do-capture"), driver.pilot.press("delete")):
            driver.app.main.say("")
            await take_off
            assert "choose a man first" in driver.said
        await driver.pilot.press("down", "down")
        await driver.click("#do-capture")
        after = await driver.until(lambda s: s.game.table != before.game.table)
        assert after.game.table == before.game.table.with_man(1, CAPTURED)
        assert driver.app.main.mode == "POKE"
        entry = driver.app.main.query_one(MoveInput)
        assert "two hex digits" in entry.placeholder
        await driver.pilot.press("escape")
        assert "type a move" in entry.placeholder
        await driver.click(driver.app.main.query_one(TableView), offset=(4, 5))
        assert marked(driver).startswith("53 ")
        await driver.click("#do-capture")
        off = await driver.until(lambda s: s.game.table[3] == CAPTURED)
        assert driver.app.main.mode == ""
        await driver.click("#do-capture")
        assert driver.said == "the rook $53 is off the board already"
        await driver.pilot.press("enter", "down", "down", "down", "delete")
        again = await driver.until(lambda s: s.game.table[6] == CAPTURED)
        assert len(again.game.log) == len(off.game.log) + 1
        await driver.pilot.press("delete")
        assert driver.said == "the knight $56 is off the board already"


async def test_what_is_typed_is_answered_and_a_warning_goes_with_its_cause() -> None:
    async with running(setup=BLACK) as driver:
        before = await driver.your_move(0)
        await driver.pilot.press("f4", "enter", "down", *"cc")
        await driver.hear("beware: the computer's king")
        await table_byte(driver, 0, CAPTURED)
        assert "king is not on the board" in driver.said
        await driver.pilot.press(*f"{before.game.table[0]:02X}")
        await table_byte(driver, 0, before.game.table[0])
        assert "not on the board" not in driver.said
        twice = before.game.table[3]
        await driver.pilot.press("down", *f"{twice:02X}")
        await table_byte(driver, 1, twice)
        await driver.pilot.press("escape", "f5", "f4")
        assert "2 men stand on" in driver.said
        await driver.pilot.press("enter", "delete")
        await table_byte(driver, 1, CAPTURED)
        assert driver.said == "CC: Black's queen off the board"
        for end in (c.Undo(), c.StartGame(BLACK)):
            await driver.pilot.press(*f"{twice:02X}")
            await table_byte(driver, 1, twice)
            assert "2 men stand on" in driver.said
            driver.app.main.ask(end)
            await driver.until(lambda s: s.game.table[1] != twice)
            assert driver.said == ""
        before = await driver.begin_anew(BLACK)
        await driver.pilot.press("f4", "enter", "down", "down", "g")
        assert driver.said == f"g is no hex digit; {EXPECTED}"
        await driver.pilot.press("x")
        assert driver.said == f"x is no hex digit; {EXPECTED}"
        for value, meaning in (
            (0x08, "08: Black's queen on no square"),
            (CAPTURED, "CC: Black's queen off the board"),
            (before.game.table[1], "03: Black's queen to d8"),
        ):
            await driver.pilot.press(*f"{value:02X}")
            await table_byte(driver, 1, value)
            assert driver.said == meaning

        await click_square(driver, chess.G8)
        man = before.game.table.standing_on(from_chess(chess.G8, before.game.computer))
        assert man is not None
        assert driver.app.main.mode == "POKE"
        assert f"{0x50 + man:02X} " in marked(driver)
        await click_square(driver, chess.F5)
        byte = f"{from_chess(chess.F5, before.game.computer):02X}"
        assert "f5 is empty" in driver.said
        assert byte in driver.said
        await driver.pilot.press(*byte)
        await table_byte(driver, man, int(byte, 16))
        assert driver.said == f"{byte}: Black's knight to f5"
        await driver.click("#do-poke")
        assert driver.app.main.mode == ""
        await click_square(driver, chess.G8)
        assert driver.app.main.query_one(BoardWidget).has_focus
        await driver.begin_anew(BLACK)
        await driver.pilot.press("f4")
        table = driver.app.main.query_one(TableView)
        row = next(y for y, text in enumerate(drawn(driver)) if text.startswith("51 "))
        await driver.click(table, offset=(4, row))
        await driver.seen(lambda: bool(driver.said))
        assert driver.said == "Black's queen $51: Enter, then two hex digits, poke his byte"
        await driver.pilot.press("enter", *"33")
        await table_byte(driver, 1, 0x33)


async def test_the_other_side_is_named_and_ends_with_the_game_and_the_log_fills_its_panel() -> None:
    async with running(setup=BLACK) as driver:
        await driver.pilot.press("f4")
        plain = drawn(driver)
        await driver.click("#do-exchange")
        assert drawn(driver)[1].startswith("as key E would turn it")
        assert drawn(driver)[2] != plain[1]
        keys = driver.app.main.query_one(KeysLine)
        await driver.seen(lambda: "Esc Table as it is" in keys.strips[0].text)
        for back in ("x", "escape"):
            await driver.pilot.press(back)
            assert drawn(driver) == plain
            await driver.pilot.press("x")
        await driver.click(driver.app.main.query_one(TableView), offset=(4, 4))
        assert marked(driver).startswith("51 ")
        driver.app.main.ask(c.StartGame(BLACK))
        await driver.seen(lambda: drawn(driver) == plain)
        await driver.begin_anew(BLACK)
        main = driver.app.main
        await driver.pilot.press("f4", "enter", "down", "down", "delete", "escape")
        await table_byte(driver, 1, CAPTURED)
        game = main.panels["game"]
        game.show(driver.now)
        main.panels["table"].display, game.display = False, True
        await driver.pilot.pause()
        log = [strip.text for strip in main.query_one("#log", TextView).strips]
        assert max(map(len, log)) > 20

"""The form of a new game, and questions in front: their keys, faults and buttons."""

from __future__ import annotations

import pytest
from textual.widgets import Input, Label

from tests.tui.driver import Driver, running
from tui.screen.screens.ask import AskScreen, ChooseScreen
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget

pytestmark = pytest.mark.asyncio
FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


async def choose(driver: Driver, *keys: str) -> list[str]:
    """A new game's form, with these keys; what the choice that has the focus shows then."""
    await driver.pilot.press("n", *keys)
    focused = driver.app.main.focused
    assert isinstance(focused, BlockView)
    return [strip.text.strip() for strip in focused.strips]


async def test_arrows_choose_enter_starts_and_the_panel_from_before_comes_back() -> None:
    async with running((80, 24)) as driver:
        before = await driver.play("e5", 3)
        main = driver.app.main
        await driver.pilot.press("f4")
        assert main.focused is not None
        told = await choose(driver, "right", "down", "down", "left", "down", *["right"] * 2)
        assert told[0].startswith("Opening  <   ")
        assert told[1].startswith("1. e4 ")
        assert "Enter Start" in driver.app.main.view.keys_line.strips[0].text
        await driver.pilot.press("up", "up", "up", "enter")
        await driver.until(lambda s: s.game.both)
        assert main.view.entry.name == "table"
        assert main.focused is main.view.board
        await driver.pilot.press("u")
        await driver.until(lambda s: s.game.sans == before.game.sans)
        await choose(driver, "left")
        await driver.pilot.press("escape")
        await driver.seen(lambda: main.view.entry.name == "table")
        assert driver.now.game.sans == before.game.sans


async def test_a_position_is_refused_with_the_reason_until_it_is_one() -> None:
    async with running((80, 24)) as driver:
        before = await driver.play("e5", 3)
        await driver.pilot.press("i")
        await driver.seen(lambda: isinstance(driver.app.screen, AskScreen))
        field = driver.app.screen.query_one(Input)
        assert field.value == before.game.fen
        field.value = "8/8"
        await driver.pilot.press("enter")
        told = driver.app.screen.query_one("#told", Label)
        await driver.seen(lambda: "8/8" in str(told.content))
        field.value = FEN
        await driver.pilot.press("enter")
        await driver.until(lambda s: s.game.start == FEN and s.game.mine)
        await driver.pilot.press("u")
        await driver.until(lambda s: s.game.sans == before.game.sans)


async def test_the_key_of_a_new_game_may_begin_a_knights_move() -> None:
    async with running() as driver:
        await driver.your_move(1)
        main = driver.app.main
        driver.burst("nf6\r")
        await driver.until(lambda s: "Nf6" in s.game.sans)
        assert main.view.entry.name != "beginning"
        await driver.your_move(3)
        await driver.pilot.press("n", "right", "h", "6")
        assert main.view.move_line.value == "h6"


async def test_a_question_takes_its_own_keys_and_nothing_begins_by_space() -> None:
    async with running() as driver:
        await driver.play("e5", 3)
        driver.app.main.controls.resign()
        await driver.pilot.press("tab", "space")
        assert isinstance(driver.app.screen, ChooseScreen)
        driver.burst("xr")
        await driver.pilot.pause()
        assert isinstance(driver.app.screen, ChooseScreen)
        told = driver.app.screen.query_one(".box").border_subtitle
        assert str(told).startswith("answer p, r, Enter or Esc")
        await driver.pilot.press("escape")
        assert not driver.now.game.over


def left_part(driver: Driver) -> list[str]:
    """What is painted above the last line, left of the board's edge."""
    edge, app = driver.app.main.query_one(BoardWidget).region.right, driver.app
    stack = app._background_screens
    painted = app.screen._compositor.render_update(full=True, screen_stack=stack)
    return ["".join(part.text for part in parts)[:edge] for parts in painted.strips[:-1]]  # type: ignore[union-attr]


async def test_a_dialog_leaves_the_board_to_be_seen_where_there_is_room_beside_it() -> None:
    async with running((200, 60)) as driver:
        before = left_part(driver)
        driver.app.main.controls.resign()
        await driver.pilot.pause()
        assert left_part(driver) == before

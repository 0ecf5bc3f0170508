"""The layout fits every shape of window."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.containers import VerticalScroll

from tests.patience import PATIENCE
from tests.tui.driver import Driver, running
from tui.panels.blocks import TableBlock
from tui.screen.arrangement import _TILE, TRANSPORT, arrangement
from tui.screen.commands import CommandsScreen
from tui.screen.panels.registry import PANELS
from tui.screen.screens.dialog import Dialog
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.keysline import KeysLine
from tui.screen.widgets.morebelow import MoreBelow

PHONE = (48, 50)


def test_the_size_decides_how_many_panels_there_are_and_not_where_the_board_is() -> None:
    numbers = {
        (60, 20): {1},
        (80, 24): {1},
        (120, 40): {1, 2},
        (200, 60): {3, 4},
        (250, 70): {6, 8, 9},
    }
    for size, wanted in numbers.items():
        places = [arrangement(one, *size) for one in PANELS]
        assert {one.panels for one in places} == wanted
        assert len({one.scale for one in places if one.tiles}) <= 2
    for columns in range(60, 251, 10):
        for lines in range(20, 71, 5):
            places = [arrangement(one, columns, lines) for one in PANELS]
            assert not any(one.hides_board for one in places)
            assert len({one.digits for one in places}) == 1, "the tabs move"


def test_a_quarter_of_the_screen_is_never_empty_where_another_panel_fits() -> None:
    for columns in range(80, 251, 9):
        for lines in range(24, 71, 2):
            for one in PANELS:
                places = arrangement(one, columns, lines)
                board, spare = places.scale, max(0, places.spare - TRANSPORT)
                wide, high = board.columns, spare
                if places.portrait:
                    wide, high = columns - board.columns, board.rows
                fits = wide >= _TILE[0] and high >= _TILE[1]
                assert not fits or 4 * wide * high <= columns * lines, (one.name, columns, lines)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_the_board_is_there_whole_beside_every_panel() -> None:
    async with running((60, 20)) as driver:
        main = driver.app.main
        board = main.query_one(BoardWidget)
        for size in (60, 20), (80, 24), (65, 64), (120, 40), (200, 60):
            await driver.pilot.resize_terminal(*size)
            for one in PANELS:
                await main.show_panel(one.name)
                await driver.seen(lambda one=one: main.view.entry.name == one.name)  # type: ignore[misc]
                await driver.pilot.pause()
                panel = main.view.panels.top
                assert board.region.size == (board.scale.columns, board.scale.rows)
                assert main.region.contains_region(board.region)
                assert main.region.contains_region(panel.region)
                assert panel.region.height >= 9
                assert one.name == "lenses" or size[0] < 80 or board.scale.height >= 2


@pytest.mark.asyncio
async def test_on_the_smallest_screen_keypad_form_and_messages_are_read() -> None:
    async with running((30, 10)) as driver:
        main = driver.app.main
        assert driver.said == "small window: 80x24 shows all"
        await driver.pilot.resize_terminal(20, 5)
        await driver.seen(lambda: driver.footer == "F1 Help  ^P ...")
        await driver.pilot.resize_terminal(40, 12)
        await driver.pilot.press("f3")
        keypad, panel = (main.query_one(one) for one in ("#machine-keypad", "#machine"))
        await driver.seen(lambda: keypad.region.y == panel.region.y)
        assert keypad.region.right <= panel.region.right
        await driver.pilot.press("pagedown", "pagedown")
        page = panel.query_one(MoreBelow).size.height
        await driver.seen(lambda: keypad.region.y == panel.region.y - 2 * page)
        await driver.pilot.press("f2")
        assert main.query_one(BoardWidget).region.width
        await driver.pilot.press("n")
        await driver.seen(lambda: main.query_one("#beginning-opening").region.right == 39)
        await driver.pilot.press("escape")
        body, entry = main.query_one("#body"), main.view.move_line
        before = body.size.height
        await driver.pilot.press("e", "9", "enter")
        await driver.hear("is no move")
        assert body.size.height == before
        assert not entry.display
        await driver.pilot.press("e")
        assert (entry.display, entry.value) == (True, "e")
        await driver.pilot.press("escape", "s")
        row = main.set_up.buttons
        await driver.seen(lambda: [one.text.split() for one in row.strips] == [
            ["Done", "Cancel", "Clear", "Full"], ["Turn:", "Black", "You:", "Black"],
        ])  # fmt: skip


@pytest.mark.asyncio
async def test_with_fingers_alone_dialogs_are_left_and_keys_are_a_tap_away() -> None:
    async with running(PHONE) as driver:
        main, tap = driver.app.main, driver.pilot.click
        for key in ("f1", "i"):
            await driver.pilot.press(key)
            await driver.seen(lambda: isinstance(driver.app.screen, Dialog))
            box = driver.app.screen.query_one(".box")
            await driver.seen(lambda box=box: 5 < box.region.bottom <= PHONE[1])  # type: ignore[misc]
            edge = box.region
            assert await tap(offset=(edge.x + 2, edge.y))
            assert isinstance(driver.app.screen, Dialog)
            place = (edge.right - 5, edge.bottom - 1) if key == "f1" else (edge.x + 3, edge.y - 2)
            assert await tap(offset=place)
            assert driver.app.screen_stack[-1] is main
        await driver.pilot.press("i")
        dialog = driver.app.screen
        assert isinstance(dialog, Dialog)
        for _ in range(2):
            dialog.action_leave()
        await driver.pilot.press("f3", "enter")
        keys = main.query_one(KeysLine)
        await driver.seen(lambda: keys.size.height == 2)
        told = " ".join(strip.text for strip in keys.strips)
        assert told.startswith("KEYPAD (Esc leaves): 0-9")
        assert told.endswith("t SST")
        assert await tap(keys, offset=(3, 0))
        await driver.seen(lambda: keys.size.height == 1 and not main.view.mode)
        assert "^P Commands" in driver.footer
        await driver.pilot.press("p")
        await driver.seen(lambda: "p Go on" in driver.footer)
        assert await tap(keys, offset=(driver.footer.index("p Go on") + 1, 0))
        await driver.seen(lambda: driver.footer.startswith("p Pause"))
        assert await tap(keys, offset=(driver.footer.index("^P") + 1, 0))
        await driver.seen(lambda: isinstance(driver.app.screen, CommandsScreen))


@pytest.mark.asyncio
async def test_the_panel_chosen_comes_first_at_its_top_and_the_others_by_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running((80, 24)) as driver:
        main, panels = driver.app.main, driver.app.main.view.panels
        await driver.show_panel("table")
        await driver.seen(lambda: any(one.max_scroll_y for one in main.query(MoreBelow)))
        await driver.pilot.press("pagedown")
        await driver.seen(lambda: any(one.scroll_y for one in main.query(MoreBelow)))
        await driver.show_panel("game")
        await driver.show_panel("table")
        await driver.seen(lambda: not any(one.scroll_y for one in main.query(MoreBelow)))
        await driver.show_panel("game")
        build = panels._have

        async def build_slowly(name: str) -> None:
            panels.show(driver.now)
            await build(name)

        with monkeypatch.context() as patched:
            patched.setattr(panels, "_have", build_slowly)
            await driver.pilot.resize_terminal(200, 60)
            await driver.seen(lambda: panels.room == 4)
        for name, up in (
            ("machine", ["machine", "game", "table", "thinking"]),
            ("inside", ["inside", "machine", "game"]),
        ):
            await driver.show_panel(name)
            assert panels.up == [one.id for one in panels.children if one.display] == up
        inside, game = (main.query_one(f"#{name}") for name in ("inside", "game"))
        assert inside.region.width > game.region.width
        assert not inside.region.overlaps(game.region)
        await driver.pilot.resize_terminal(120, 40)
        await driver.show_panel("machine")
        pad = main.query_one("#machine-keypad")
        await driver.seen(lambda: panels.top.region.contains_region(pad.region))
        await nothing_is_painted_before_it_has_its_place(driver, monkeypatch)


async def nothing_is_painted_before_it_has_its_place(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    paint, painted = Compositor.render_update, []

    def counted(compositor: Compositor, *what: Any, **how: Any) -> object:
        painted.append(driver.app.main._settling)
        return paint(compositor, *what, **how)

    monkeypatch.setattr(Compositor, "render_update", counted)
    show, resize = driver.show_panel, driver.pilot.resize_terminal
    for change in (partial(show, "inside"), partial(resize, 140, 50)):
        painted.clear()
        await change()
        await driver.seen(lambda: not driver.app.main._settling)
        assert painted
        assert not any(painted)


@pytest.mark.asyncio
async def test_beside_another_panel_all_that_was_thought_is_scrolled_to() -> None:
    async with running((120, 40)) as driver:
        await driver.play("a6", 3)
        panels = driver.app.main.view.panels
        await driver.show_panel("thinking")
        assert panels.up == ["thinking", "game"]
        shares = panels["thinking"].query(".shares")
        assert all(4 <= one.size.height < one.virtual_size.height for one in shares.results())
        table = panels["thinking"].query_one("#thinking-candidates", BlockView)

        def at_the_end() -> bool:
            return isinstance(table.block, TableBlock) and (
                table.block.chosen == table.block.rows[-1].key
            )

        async with asyncio.timeout(PATIENCE):
            while not at_the_end():
                await driver.pilot.press("pagedown")
        await driver.show_panel("game")
        await driver.pilot.press(*["pagedown"] * 9)
        first = shares.first(MoreBelow)
        await driver.seen(lambda: 0 < first.scroll_y == first.max_scroll_y)


@pytest.mark.asyncio
async def test_with_the_captions_open_the_log_shows_the_last_keys() -> None:
    async with running((100, 40), save_path=None) as driver:
        await driver.your_move(1)
        main = driver.app.main
        main.study.captions()
        await driver.seen(lambda: main.view.panels.room == 1)
        await driver.press_button("game", "Log")
        around = main.query_one("#game-log").parent
        assert isinstance(around, VerticalScroll)
        await driver.seen(lambda: around.size.height >= 2)
        await driver.seen(lambda: around.scroll_y == around.max_scroll_y)
        assert any(line.startswith("pressed for e4") for line in driver.drawn("game-log"))
        main.study.captions()
        await driver.seen(lambda: main.view.panels.room == 2)

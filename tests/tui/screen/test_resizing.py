"""The layout fits every shape of window."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.containers import VerticalScroll
from textual.widgets import Button, Input, Select

from tests.tui.driver import running
from tui.panels.blocks import TableBlock
from tui.screen.arrangement import _TILE, TRANSPORT, arrangement
from tui.screen.panels.registry import PANELS
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.moveinput import MoveInput

pytestmark = pytest.mark.asyncio


async def test_the_keypad_has_the_lines_it_needs_beside_others() -> None:
    async with running((120, 40)) as driver:
        main = driver.app.main
        for name in ("inside", "machine"):
            await driver.show_panel(name)
        pad, panel = main.query_one("#machine-keypad"), main.view.panels.top
        await driver.seen(lambda: panel.region.contains_region(pad.region))


async def test_a_panel_that_comes_again_begins_at_its_top() -> None:
    async with running((80, 24)) as driver:
        main = driver.app.main
        await driver.show_panel("table")
        await driver.seen(lambda: any(one.max_scroll_y for one in main.query(MoreBelow)))
        await driver.pilot.press("pagedown")
        await driver.seen(lambda: any(one.scroll_y for one in main.query(MoreBelow)))
        await driver.show_panel("game")
        await driver.show_panel("table")
        await driver.seen(lambda: not any(one.scroll_y for one in main.query(MoreBelow)))


@pytest.mark.slow
async def test_the_board_is_there_whole_beside_every_panel() -> None:
    async with running((60, 20)) as driver:
        main = driver.app.main
        board = main.query_one(BoardWidget)
        for size in (60, 20), (80, 24), (65, 64), (120, 40), (200, 60):
            await driver.pilot.resize_terminal(*size)
            for one in PANELS:
                await driver.show_panel(one.name)
                panel = main.view.panels.top
                assert board.region.size == (board.scale.columns, board.scale.rows)
                assert main.region.contains_region(board.region)
                assert main.region.contains_region(panel.region)
                assert panel.region.height >= 9
                assert one.name == "lenses" or size[0] < 80 or board.scale.height >= 2


async def test_the_size_decides_how_many_panels_there_are_and_not_where_the_board_is() -> None:
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
            assert not any(arrangement(one, columns, lines).hides_board for one in PANELS)


async def test_a_quarter_of_the_screen_is_never_empty_where_another_panel_fits() -> None:
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


async def test_with_the_captions_open_the_log_shows_the_last_keys() -> None:
    async with running((100, 40), save_path=None) as driver:
        await driver.your_move(1)
        main = driver.app.main
        main.study.captions()
        await driver.seen(lambda: main.view.panels.room == 1)
        await driver.press_button("game", "Log")
        log = main.query_one("#game-log", BlockView)
        around = log.parent
        assert isinstance(around, VerticalScroll)
        await driver.seen(lambda: around.size.height >= 2)
        await driver.seen(lambda: around.scroll_y == around.max_scroll_y)
        assert any(strip.text.startswith("pressed for e4") for strip in log.strips)
        main.study.captions()
        await driver.seen(lambda: main.view.panels.room == 2)


async def test_a_moment_that_comes_while_panels_are_built_is_shown_on_those_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running((80, 24)) as driver:
        panels, shown = driver.app.main.view.panels, await driver.your_move(1)
        build = panels._have

        async def build_slowly(name: str) -> None:
            panels.show(shown)
            await build(name)

        monkeypatch.setattr(panels, "_have", build_slowly)
        await driver.pilot.resize_terminal(200, 60)
        await driver.seen(lambda: panels.room == 4)


async def test_the_panel_chosen_comes_first_and_the_others_by_use() -> None:
    async with running((200, 60)) as driver:
        panels = driver.app.main.view.panels
        assert [one.id for one in panels.children if one.display] == panels.up
        await driver.show_panel("machine")
        assert panels.up == ["machine", "game", "thinking", "table"]
        assert [one.id for one in panels.children if one.display] == panels.up
        await driver.show_panel("inside")
        assert panels.up == ["inside", "machine", "game"]
        inside, game = (driver.app.main.query_one(f"#{name}") for name in ("inside", "game"))
        assert inside.region.width > game.region.width
        assert not inside.region.overlaps(game.region)


@pytest.mark.parametrize("names", [("game", "thinking"), ("thinking", "game")])
async def test_beside_another_panel_all_that_was_thought_is_scrolled_to(
    names: tuple[str, str],
) -> None:
    async with running((120, 40)) as driver:
        await driver.play("a6", 3)
        for name in names:
            await driver.show_panel(name)
        panels = driver.app.main.view.panels
        assert panels.up == [*reversed(names)]
        panel = panels["thinking"]
        scrolls = panel.query(".shares")
        assert all(4 <= one.size.height < one.virtual_size.height for one in scrolls.results())
        await driver.pilot.press(*["pagedown"] * 9)
        if names[-1] == "thinking":
            table = panel.query_one("#thinking-candidates", BlockView).block
            assert isinstance(table, TableBlock)
            assert table.chosen == table.rows[-1].key
        else:
            shares = panel.query(".shares").first(MoreBelow)
            await driver.seen(lambda: 0 < shares.scroll_y == shares.max_scroll_y)


async def test_on_the_smallest_screen_keypad_form_and_messages_are_read() -> None:
    async with running((40, 12)) as driver:
        await driver.pilot.press("f3")
        keypad, panel = (driver.app.main.query_one(one) for one in ("#machine-keypad", "#machine"))
        await driver.seen(lambda: keypad.region.y == panel.region.y)
        assert keypad.region.right <= panel.region.right
        await driver.pilot.press("pagedown", "pagedown")
        page = panel.query_one(MoreBelow).size.height
        await driver.seen(lambda: keypad.region.y == panel.region.y - 2 * page)
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


async def test_nothing_is_painted_before_it_has_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running((120, 40)) as driver:
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

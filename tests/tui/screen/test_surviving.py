"""No error inside a widget ends the program: it is told and logged, and the game goes on."""

from pathlib import Path
from typing import Any

import pytest
from rich.segment import Segment
from textual import events
from textual.app import App, ComposeResult
from textual.errors import NoWidget
from textual.strip import Strip
from textual.widgets import OptionList, Static

from microchess.machine.library import FOLDER_VARIABLE
from tests.tui.driver import running
from tui.screen.commands import CommandsScreen
from tui.screen.palette import entries
from tui.screen.patches import patch
from tui.screen.widgets.digits import DigitsWidget
from tui.screen.widgets.tabsline import TabsLine

pytestmark = pytest.mark.asyncio


class Listing(App[None]):
    """A list that is not on view."""

    def compose(self) -> ComposeResult:
        yield OptionList("a", "b", "c")

    @property
    def options(self) -> OptionList:
        return self.query_one(OptionList)


async def test_a_list_takes_page_keys_and_clicks_on_rows_that_are_not_there() -> None:
    patch()
    app = Listing()
    async with app.run_test() as pilot:
        options = app.options
        await pilot.pause()
        style = app.screen.get_style_at(3, 3)
        assert style.meta["option"] == 2
        options.set_options(["a"])
        click = events.Click(options, 3, 3, 0, 0, 1, False, False, False, style=style)
        await options._on_click(click)
        options.display = False
        options.set_options(["a", "b"])
        await pilot.pause()
        for action in ("page_down", "page_up"):
            await options.run_action(action)
        options.display = True
        await pilot.pause()
        for _ in range(2):
            await options.run_action("page_down")
        assert options.highlighted == 1


def broken(*_: Any) -> Any:
    raise KeyError("broken on purpose")


@pytest.mark.parametrize(
    "where", ["handler", "callback", "timer", "drawing", "composing", "beside"]
)
async def test_an_error_in_a_widget_is_told_and_logged_and_the_game_goes_on(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    async with running() as driver:
        app, main = driver.app, driver.app.main
        with monkeypatch.context() as patched:
            if where == "handler":
                patched.setattr(TabsLine, "on_click", broken, raising=False)
                await driver.click("#tabs")
            elif where == "callback":
                main.call_later(broken)
            elif where == "timer":
                main.set_timer(0.001, broken)
            elif where == "drawing":
                patched.setattr(DigitsWidget, "render_line", broken)
                main.query_one(DigitsWidget).refresh()
                app.save_screenshot(str(tmp_path / "picture.svg"))
            elif where == "composing":
                patched.setattr(Static, "on_mount", broken, raising=False)
                await main.query_one("#right").mount(Static("x"))
            else:
                app.beside(broken)
            await driver.seen(lambda: bool(app.faults))
        told = f"internal error: KeyError: 'broken on purpose'; see {tmp_path / 'faults.log'}"
        await driver.seen(lambda: driver.said == told)
        assert "broken on purpose" in (tmp_path / "faults.log").read_text()
        app.faults.clear()
        await driver.play("e5", 3)


async def test_the_palette_opens_again_before_the_one_before_is_gone() -> None:
    async with running() as driver:
        app = driver.app
        for _ in range(2):
            await app.run_action("command_palette")
            palette = app.screen
            assert isinstance(palette, CommandsScreen)
            palette.dismiss()
        await driver.pilot.pause()
        assert app.screen is app.main


async def test_before_any_panel_was_shown_the_palette_has_what_each_can_do() -> None:
    async with running() as driver:
        await driver.app.run_action("command_palette")
        offered = driver.app.screen.query_one(OptionList)
        await driver.seen(lambda: offered.option_count > len(list(entries())))
        assert driver.app.faults == []


async def test_a_click_before_the_palette_is_laid_out_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running() as driver:
        await driver.app.run_action("command_palette")
        palette = driver.app.screen
        monkeypatch.setattr(palette._compositor, "get_widget_at", nowhere)
        palette.post_message(events.Click(palette, 3, 3, 0, 0, 1, False, False, False))
        await driver.pilot.pause()
        assert driver.app.screen is palette
        monkeypatch.undo()


def nowhere(*_: int) -> None:
    raise NoWidget


async def test_a_strip_makes_a_cache_when_it_is_used() -> None:
    patch()
    strip = Strip([Segment("a picture")])
    assert strip.crop(2, 5) is strip.crop(2, 5)
    assert strip.crop(2, 5).text == "pic"
    assert [name for name in Strip.__slots__ if has(strip, name) and name.endswith("_cache")] == [
        "_crop_cache",
        "_render_cache",
    ]
    with pytest.raises(AttributeError):
        _ = strip._nothing  # type: ignore[attr-defined]


def has(strip: Strip, slot: str) -> bool:
    """Whether it is there, without its being made."""
    try:
        vars(Strip)[slot].__get__(strip)
    except AttributeError:
        return False
    return True

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
from tests.tui.driver import Driver, running
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


async def test_a_list_takes_page_keys_and_clicks_on_rows_that_are_not_there() -> None:
    patch()
    app = Listing()
    async with app.run_test() as pilot:
        options = app.query_one(OptionList)
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


async def break_it(driver: Driver, where: str, patched: pytest.MonkeyPatch) -> None:
    """Have an error come from there."""
    main = driver.app.main
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
        driver.app.export_screenshot()
    elif where == "composing":
        patched.setattr(Static, "on_mount", broken, raising=False)
        await main.query_one("#right").mount(Static("x"))
    else:
        driver.app.beside(broken)


async def test_an_error_in_a_widget_is_told_and_logged_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    log = tmp_path / "faults.log"
    told = f"internal error: KeyError: 'broken on purpose'; see {log}"
    async with running() as driver:
        for where in ("handler", "callback", "timer", "drawing", "composing", "beside"):
            driver.app.main.view.say("")
            with monkeypatch.context() as patched:
                await break_it(driver, where, patched)
                await driver.seen(lambda: bool(driver.app.faults))
            await driver.seen(lambda: driver.said == told)
            assert "broken on purpose" in log.read_text(), where
            log.unlink()
            driver.app.faults.clear()
        await driver.play("e5", 3)


async def test_the_palette_opens_again_at_once_and_takes_a_click_before_it_is_laid_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running() as driver:
        app = driver.app
        for _ in range(2):
            await app.run_action("command_palette")
            palette = app.screen
            assert isinstance(palette, CommandsScreen)
            palette.dismiss()
        await driver.pilot.pause()
        assert app.screen is app.main
        await app.run_action("command_palette")
        opened = app.screen
        with monkeypatch.context() as patched:
            patched.setattr(opened._compositor, "get_widget_at", nowhere)
            opened.post_message(events.Click(opened, 3, 3, 0, 0, 1, False, False, False))
            await driver.pilot.pause()
        assert driver.app.screen is opened
        offered = opened.query_one(OptionList)
        await driver.seen(lambda: offered.option_count > len(list(entries())))


def nowhere(*_: int) -> None:
    raise NoWidget


async def test_a_strip_makes_a_cache_when_it_is_used() -> None:
    patch()
    strip = Strip([Segment("a picture")])
    assert strip.crop(2, 5) is strip.crop(2, 5)
    assert strip.crop(2, 5).text == "pic"
    caches = [name for name in Strip.__slots__ if name.endswith("_cache")]
    assert [name for name in caches if has(strip, name)] == ["_crop_cache", "_render_cache"]
    with pytest.raises(AttributeError):
        _ = strip._nothing  # type: ignore[attr-defined]


def has(strip: Strip, slot: str) -> bool:
    """Whether it is there, without its being made."""
    try:
        vars(Strip)[slot].__get__(strip)
    except AttributeError:
        return False
    return True

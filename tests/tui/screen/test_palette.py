"""The command palette under the keys: what it offers, and keys that come in one burst."""

import pytest
from textual import events
from textual.widgets import Input, OptionList

from tests.tui.driver import running
from tui.screen.commands import CommandsScreen, offered
from tui.screen.screens.ask import AskScreen, ChooseScreen, PickScreen

pytestmark = pytest.mark.asyncio
OF_THE_PAST = {"Watch the last reply", "Look back", "Play or stop", "Slower", "Faster"}


async def test_a_key_pressed_again_while_it_goes_runs_one_command_or_none() -> None:
    async with running() as driver:
        app = driver.app
        for key in ("escape", "enter"):
            await driver.pilot.press("ctrl+p", *"write", "space", *"memory")
            await driver.seen(lambda: bool(app.screen.query_one(OptionList).option_count))
            before = app.screen_stack[:-1]
            for _ in range(3):
                app.post_message(events.Key(key, None))
            if key == "escape":
                await driver.seen(lambda stack=before: app.screen_stack == stack)  # type: ignore[misc]
        await driver.seen(lambda: isinstance(app.screen, AskScreen))
        assert app.screen_stack[:-1] == before
        await driver.pilot.press("escape")
        app.post_message(events.Key("ctrl+p", "\x10"))
        driver.burst("theme")
        await driver.seen(lambda: isinstance(app.screen, CommandsScreen))
        assert app.screen.query_one(Input).value == "theme"
        assert (app.main.view.move_line.value, driver.said) == ("", "")


async def test_where_nothing_is_found_it_says_so_and_enter_does_nothing() -> None:
    async with running() as driver:
        await driver.pilot.press("ctrl+p", *"[zug]")
        screen = driver.app.screen
        options = screen.query_one(OptionList)
        assert [str(one.prompt) for one in options.options] == ["nothing here is called [zug]"]
        await driver.pilot.press("down", "enter")
        assert driver.app.screen is screen
        await driver.pilot.press(*["backspace"] * 5)
        assert options.option_count > 1


async def test_a_command_withdraws_the_question_that_it_was_looked_for_over() -> None:
    async with running() as driver:
        app, board = driver.app, driver.app.main.view.board
        await driver.pilot.press("s")
        await driver.seen(lambda: board.setup)
        await driver.pilot.press("c", "escape")
        await driver.seen(lambda: isinstance(app.screen, ChooseScreen))
        for keys in (("escape",), (*"theme", "enter")):
            await driver.pilot.press("ctrl+p", *keys)
            await driver.seen(lambda: not isinstance(app.screen, CommandsScreen))
        await driver.seen(lambda: isinstance(app.screen, PickScreen))
        assert app.screen_stack[-2] is app.main
        await driver.pilot.press("escape")
        assert board.setup


async def test_it_offers_the_replay_where_it_works_and_says_what_is_in_use() -> None:
    async with running() as driver:
        app, main = driver.app, driver.app.main
        await driver.play("e5", 3)

        def past() -> set[str]:
            return OF_THE_PAST & {one.name for one in offered(main)}

        main.view.focus(main.view.move_line)
        assert past() == OF_THE_PAST
        await driver.pilot.press("ctrl+p", *"look back", "enter")
        await driver.seen(lambda: main.view.looking == 2)
        await driver.pilot.press("escape")
        used = [one.name for one in offered(main) if one.text.startswith("in use: ")]
        assert used == ["Level: super-blitz", "Speed: full"]
        await app.run_action("app.change_theme")
        await driver.seen(lambda: bool(app.screen.query(OptionList)))
        assert isinstance(app.screen, PickScreen)
        themes = app.screen.query_one(OptionList)
        marked = [str(one.prompt) for one in themes.options if str(one.prompt).startswith("* ")]
        assert marked == ["* kim-1"]
        assert app.screen.query_one(".box").border_subtitle == "Esc closes"
        await driver.pilot.press("escape", "s")
        await driver.seen(lambda: main.view.board.setup)
        assert not past()

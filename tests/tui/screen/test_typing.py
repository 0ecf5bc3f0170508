"""What is typed, in whatever order things are drawn: keys that come in one burst."""

import pytest
from textual import events
from textual.widgets import Input, OptionList

from tests.tui.driver import Driver, running
from tui.screen.commands import CommandsScreen, offered
from tui.screen.screens.ask import AskScreen, ChooseScreen
from tui.screen.screens.new_game import NewGameScreen
from tui.session.debugger import Debugger
from tui.session.snapshot import Activity

pytestmark = pytest.mark.asyncio

ENTER = "\r"
FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def burst(driver: Driver, keys: str) -> None:
    """Keys that are all there before the first is looked at."""
    names = {ENTER: "enter", " ": "space", "/": "slash", "-": "minus"}
    for key in keys:
        driver.app.post_message(events.Key(names.get(key, key), key))


async def test_no_move_is_made_that_was_not_typed_as_a_whole() -> None:
    async with running() as driver:
        entry = driver.app.main.view.move_line
        for word, why in (
            ("xa6", "no piece stands on a6"),
            ("la6", "is no move"),
            ("a9", "is no move"),
        ):
            burst(driver, word + ENTER)
            await driver.hear(why)
            assert (entry.value, len(driver.now.game.sans)) == (word, 1)
            driver.app.notices.clear()
        burst(driver, f"a6{ENTER}b6{ENTER}")
        assert (await driver.your_move(5)).game.sans[1::2] == ("a6", "b6")
        burst(driver, f"ng8f6{ENTER}")
        assert (await driver.your_move(7)).game.sans[5] == "Nf6"
        await driver.begin_anew()
        driver.app.main.ask(Debugger.set_speed(0.1))
        burst(driver, f"e5{ENTER}")
        await driver.until(lambda s: s.activity is Activity.KEYING)
        burst(driver, f"xa6{ENTER}")
        await driver.until(lambda s: s.waits == "xa6")
        driver.app.main.ask(Debugger.set_speed(None))
        await driver.hear("no piece stands on a6")
        assert (entry.value, len((await driver.your_move()).game.sans)) == ("", 3)


async def test_in_set_up_a_man_stands_where_the_keys_before_his_letter_led() -> None:
    async with running() as driver:
        await driver.pilot.press("s", "c", "up")
        await driver.until(lambda s: "P" not in s.game.men)
        cursor = driver.app.main.view.board.cursor
        assert cursor is not None
        for key in ("left", "Q", "left", "left", "R"):
            driver.app.post_message(events.Key(key, key if len(key) == 1 else None))
        after = await driver.until(lambda s: {*"QR"} <= {*s.game.men})
        step = -1 if driver.app.main.view.board.picture.white_below else 1
        men = after.game.men
        assert sorted((men.index("Q"), men.index("R"))) == sorted(
            (cursor + step, cursor + 3 * step)
        )


async def test_a_question_takes_its_own_keys_and_nothing_begins_by_space() -> None:
    async with running() as driver:
        await driver.play("e5", 3)
        main = driver.app.main
        main.controls.resign()
        await driver.pilot.press("tab", "space")
        assert isinstance(driver.app.screen, ChooseScreen)
        burst(driver, "xr")
        await driver.pilot.pause()
        assert isinstance(driver.app.screen, ChooseScreen)
        told = driver.app.screen.query_one(".box").border_subtitle
        assert str(told).startswith("first this question: p, r or Enter, Esc")
        await driver.pilot.press("escape")
        assert not driver.now.game.over
        await driver.pilot.press("n", "space", "backspace", "tab")
        form = driver.app.screen
        assert isinstance(form, NewGameScreen)
        burst(driver, FEN)
        await driver.seen(lambda: form.query_one(Input).value == FEN)
        assert driver.app.screen is form
        await driver.pilot.press("escape")
        assert len(driver.now.game.sans) == 3


async def test_a_new_game_is_offered_for_both_sides_at_one_keyboard() -> None:
    async with running() as driver:
        await driver.pilot.press("n")
        driver.app.screen.query_one("#side-both").focus()
        await driver.pilot.press("space")
        await driver.click("#start")
        await driver.until(lambda s: s.game.both and not s.game.sans)
        for number, move in enumerate(("e4", "e5"), 1):
            await driver.pilot.press(*move, "enter")
            await driver.until(lambda s, n=number: len(s.game.sans) == n and not s.busy)  # type: ignore[misc]
        await driver.pilot.press("n")
        await driver.click("#side-black")
        await driver.click("#start")
        await driver.your_move(1)
        assert not driver.now.game.both


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_a_key_pressed_again_while_the_palette_goes_runs_one_command_or_none(
    key: str,
) -> None:
    async with running() as driver:
        app = driver.app
        await driver.pilot.press("ctrl+p", *"write", "space", *"memory")
        await driver.seen(lambda: bool(app.screen.query_one(OptionList).option_count))
        before = app.screen_stack[:-1]
        for _ in range(3):
            app.post_message(events.Key(key, None))
        if key == "enter":
            await driver.seen(lambda: isinstance(app.screen, AskScreen))
            assert app.screen_stack[:-1] == before
        else:
            await driver.seen(lambda: app.screen_stack == before)


async def test_letters_typed_in_one_burst_with_the_palettes_key_go_into_the_palette() -> None:
    async with running() as driver:
        app = driver.app
        app.post_message(events.Key("ctrl+p", "\x10"))
        burst(driver, "theme")
        await driver.seen(lambda: isinstance(app.screen, CommandsScreen))
        assert app.screen.query_one(Input).value == "theme"
        assert (app.main.view.move_line.value, driver.said) == ("", "")


OF_THE_PAST = ("Watch the last reply", "Look back", "Play or stop", "Slower", "Faster")


async def test_the_palette_offers_the_replay_where_it_works_whatever_has_the_keys() -> None:
    async with running() as driver:
        main = driver.app.main
        await driver.play("e5", 3)

        def past() -> set[str]:
            return {*OF_THE_PAST} & {one.name for one in offered(main)}

        main.view.focus(main.view.move_line)
        assert past() == {*OF_THE_PAST}
        await driver.pilot.press("ctrl+p", *"look back", "enter")
        await driver.seen(lambda: main.view.looking == 2)
        await driver.pilot.press("escape", "s")
        await driver.seen(lambda: main.view.board.setup)
        assert not past()


async def test_a_letter_typed_and_deleted_leaves_the_keys_where_they_were() -> None:
    async with running() as driver:
        view = driver.app.main.view
        footer = driver.footer
        await driver.pilot.press("f4")
        home = view.focused
        await driver.pilot.press("e")
        assert view.focused is view.move_line
        await driver.pilot.press("backspace")
        assert view.focused is home is not view.board
        assert driver.footer.partition("New")[0] == footer.partition("New")[0]

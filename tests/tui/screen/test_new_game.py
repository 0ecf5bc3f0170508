"""The form of a new game, and questions in front: their keys, faults and buttons."""

from __future__ import annotations

import pytest
from textual.widgets import Button, Input, Label, Select

from microchess.program.levels import Level
from tests.tui.driver import Driver, running
from tui.screen.drawing.colors import WOOD
from tui.screen.screens.ask import ChooseScreen
from tui.screen.screens.new_game import NewGameScreen
from tui.screen.widgets.board import BoardWidget
from tui.session.play import Play
from tui.session.thought_words import JANUS, describe_level

pytestmark = pytest.mark.asyncio
FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


async def form_of(driver: Driver) -> NewGameScreen:
    """The form, open."""
    await driver.pilot.press("n")
    await driver.seen(lambda: bool(driver.app.screen.query("NewGameScreen #start")))
    form = driver.app.screen
    assert isinstance(form, NewGameScreen)
    return form


async def test_a_position_is_refused_with_the_reason_and_all_stays_in_view() -> None:
    async with running((80, 24)) as driver:
        before = await driver.play("e5", 3)
        form = await form_of(driver)
        fen, fault = form.query_one(Input), form.query_one("#fault", Label)
        for text, why in (
            ("8/8", "8/8"),
            ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "could take the king of Black"),
            ("QQ6/8/8/8/7k/8/8/4K3 w - - 0 1", "2 queens"),
            ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "pppppppp/9"),
        ):
            fen.value = text
            await driver.click("#start")
            await driver.seen(lambda why=why: why in str(fault.content))  # type: ignore[misc]
            assert form.focused is fen
        inside = form.query_one(".box").content_region
        for name in ("#start", "#cancel", "#fault", "Input"):
            region = form.query_one(name).region
            assert region.height, name
            assert inside.contains_region(region), (name, region, inside)
        fen.value = ""
        await driver.seen(lambda: not str(fault.content))
        fen.value = FEN
        await driver.click("#start")
        await driver.until(lambda s: s.game.start == FEN)
        await driver.pilot.press("u")
        await driver.until(lambda s: s.game.sans == before.game.sans)


async def test_books_levels_and_sides_are_chosen() -> None:
    async with running() as driver:
        form = await form_of(driver)
        told, books = form.query_one("#book-text", Label), form.query_one("#opening", Select)
        level = form.query_one("#level-text", Label)
        await driver.pilot.click("#side-white")
        await driver.seen(lambda: str(told.content).startswith("a book for White"))
        await driver.pilot.click("#side-black")
        await driver.seen(lambda: str(told.content).startswith("1. e4 e5 2. Nf3 Nc6 3. Bc4"))
        await driver.pilot.click("#level-BLITZ")
        await driver.seen(lambda: str(level.content) == describe_level(Level.BLITZ, JANUS))
        await driver.pilot.click("#level-SUPER_BLITZ")
        books.value = "french-defence"
        await driver.seen(lambda: str(told.content).startswith("1. e4 e6"))
        for side in ("white", "black"):
            await driver.pilot.click(f"#side-{side}")
            await driver.seen(lambda: "e6" in str(told.content) and books.value != "default")
        books.value = "none"
        await driver.seen(lambda: not str(told.content))
        books.value = "default"
        form.query_one("#start", Button).press()
        await driver.until(
            lambda s: len(s.game.sans) == 1 and s.thought is not None and not s.thought.candidates
        )
        form = await form_of(driver)
        form.query_one("#side-both").focus()
        await driver.pilot.press("space")
        await driver.click("#start")
        await driver.until(lambda s: s.game.both and not s.game.sans)
        for number, move in enumerate(("e4", "e5"), 1):
            await driver.pilot.press(*move, "enter")
            await driver.until(lambda s, n=number: len(s.game.sans) == n and not s.busy)  # type: ignore[misc]
        driver.app.main.ask(Play.resign())
        await driver.until(lambda s: s.game.over)
        await driver.pilot.press("n", "tab", "tab")
        await driver.click("#side-black")
        await driver.click("#start")
        assert not (await driver.your_move(1)).game.both


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
        assert str(told).startswith("first this question: p, r or Enter, Esc")
        await driver.pilot.press("escape")
        assert not driver.now.game.over
        form = await form_of(driver)
        await driver.pilot.press("space", "backspace", "tab")
        driver.burst(FEN)
        await driver.seen(lambda: form.query_one(Input).value == FEN)
        assert driver.app.screen_stack[-1] is form
        await driver.pilot.press("escape")
        assert len(driver.now.game.sans) == 3


def left_part(driver: Driver) -> list[str]:
    """What is painted above the last line, left of the board's edge."""
    edge, app = driver.app.main.query_one(BoardWidget).region.right, driver.app
    stack = app._background_screens
    painted = app.screen._compositor.render_update(full=True, screen_stack=stack)
    return ["".join(part.text for part in parts)[:edge] for parts in painted.strips[:-1]]  # type: ignore[union-attr]


async def test_a_dialog_leaves_the_board_to_be_seen_where_there_is_room_beside_it() -> None:
    async with running((200, 60)) as driver:
        board = driver.app.main.query_one(BoardWidget)
        for size, beside in (((200, 60), True), ((80, 24), False)):
            await driver.pilot.resize_terminal(*size)
            before = left_part(driver)
            await form_of(driver)
            assert (left_part(driver) == before) is beside
            box = driver.app.screen.query_one(".box").region
            assert (box.x >= board.region.right) is beside
            assert box.right <= size[0]
            await driver.pilot.press("escape")
        for few in (False, True):
            driver.app.set_class(few, "-few-colors")
            await form_of(driver)
            assert (WOOD["light"] in driver.app.export_screenshot()) is few
            await driver.pilot.press("escape")

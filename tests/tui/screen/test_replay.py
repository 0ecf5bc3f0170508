"""Moves, replies, keys and instructions looked at again, all by the same keys and buttons."""

from collections import deque
from dataclasses import replace

import chess
import pytest

from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.program.reply import leaders
from tests.tui.driver import Driver, running
from tui.panels.blocks import TableBlock
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.transport import Transport
from tui.session.considered import considered
from tui.session.debugger import Debugger
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Activity, Snapshot
from tui.session.thought import Thought
from tui.session.timetravel import TimeTravel

pytestmark = pytest.mark.asyncio
BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)
NO_BOOK = replace(BLACK, book=False)
JUDGED = {janus().judge: ""}


def bar(driver: Driver) -> Transport:
    """The one that is seen."""
    (shown,) = (one for one in driver.app.main.query(Transport) if one.display)
    return shown


def place_of(driver: Driver, button: str) -> tuple[int, int]:
    """Where a button of the bar is."""
    shown = bar(driver)
    at = [name for name, _ in shown.buttons].index(button)
    return sum(len(text) + shown.gap for _, text in shown.buttons[:at]), 1


def table(driver: Driver, name: str) -> TableBlock:
    block = driver.app.main.query_one(f"#thinking-{name}", BlockView).block
    assert isinstance(block, TableBlock)
    return block


def seen(driver: Driver, name: str) -> bool:
    """Whether that block of the panel Think is on view."""
    views = driver.app.main.query(f"#thinking-{name}")
    return any(all(one.display for one in view.ancestors_with_self) for view in views)


def held_at(s: Snapshot, count: int) -> bool:
    """Whether the machine stands where so many candidates are judged."""
    return s.activity is Activity.HELD and s.reached == count


async def replied(driver: Driver) -> Thought:
    """A reply that was thought out."""
    thought = (await driver.play("e4", 2)).thought
    assert thought is not None
    return thought


async def test_why_is_asked_from_the_board_and_the_reply_watched_again() -> None:
    async with running(setup=NO_BOOK) as driver:
        main = driver.app.main
        await driver.pilot.press("f5", "w")
        await driver.seen(lambda: driver.said == "no reply yet in this position: make a move")
        thought = await replied(driver)
        main.query_one(BoardWidget).focus()
        await driver.pilot.pause()
        assert driver.footer.startswith("u Undo  t Hint  y Why?  n New  ")
        assert "p Pause" not in driver.footer
        await driver.pilot.press("y", "down")
        assert table(driver, "parts").chosen == "WMOB"
        await driver.pilot.press("enter")
        await driver.seen(lambda: seen(driver, "history"))
        assert driver.footer.startswith("Esc All parts  ")
        await driver.pilot.press("escape")
        await driver.seen(lambda: seen(driver, "parts"))
        await driver.press_button("thinking", "Why?")
        await driver.click("#thinking-parts", offset=(6, 2))
        await driver.seen(lambda: seen(driver, "history"))
        await driver.pilot.press("ctrl+p", *"watch the last", "enter")
        await driver.until(lambda s: s.watching)
        main.replayer.stop()
        main.ask(TimeTravel.watch(thought.judged_at[0]))
        await driver.until(lambda s: s.reached == 1)
        await driver.pilot.press("left")
        await driver.until(lambda s: s.reached == 0)
        await driver.pilot.press("y")
        assert driver.said == "no move judged yet"
        await driver.pilot.press("right", "right")
        await driver.until(lambda s: s.reached == 2)
        await driver.pilot.press("escape", "f2")
        await driver.until(lambda s: not s.watching)
        await driver.pilot.press("y")
        await driver.seen(lambda: main.view.entry.name == "thinking")


async def test_right_goes_on_to_the_next_pause_and_a_thought_that_was_broken_off_is_no_reply() -> (
    None
):
    async with running(setup=replace(NO_BOOK, level=Level.NORMAL)) as driver:
        await driver.pilot.press("f5", *"e4")
        driver.app.main.ask(Debugger.set_breakpoints(JUDGED))
        await driver.pilot.press("enter")
        await driver.until(lambda s: held_at(s, 1))
        for key, count in (("right", 2), ("left", 1), ("right", 2), ("right", 3)):
            await driver.pilot.press(key)
            await driver.until(lambda s, n=count: held_at(s, n))  # type: ignore[misc]
        driver.app.main.ask(Play.cancel())
        broken = await driver.until(lambda s: s.activity is Activity.WAITING and s.thought is None)
        assert broken.game.sans == ("e4",)
        assert table(driver, "candidates").rows == ()
        await driver.pilot.press("left")
        await driver.hear("there is no reply to watch again")


async def test_in_every_panel_the_same_keys_step_through_what_it_counts() -> None:
    async with running((120, 40), setup=BLACK) as driver:
        thought = await replied(driver)
        marks, keys = thought.marks, [cycle for cycle, _ in thought.keys]
        main = driver.app.main
        for key, looking in (("home", 0), ("right", 1), ("right", None)):
            await driver.pilot.press(key)
            assert main.view.looking == looking
        await driver.pilot.press(*["plus"] * 3, "space")
        await driver.seen(lambda: not main.replayer.playing)
        assert main.view.looking is None
        await driver.click(bar(driver), offset=(0, 0))
        assert main.view.looking == 0
        await driver.pilot.press("escape")
        await driver.click(bar(driver), offset=place_of(driver, "back"))
        assert main.view.looking == 1
        await driver.pilot.press("escape")
        await driver.show_panel("thinking")
        await driver.pilot.press("left", "left")
        await driver.until(lambda s: s.watching and s.machine.cycles == marks[-2])
        await driver.pilot.press("home")
        await driver.until(lambda s: s.machine.cycles == marks[0])
        await driver.pilot.press("end")
        await driver.until(lambda s: not s.watching)
        await the_line_is_dragged(driver, thought)
        await driver.show_panel("machine")
        await driver.pilot.press("left", "left")
        await driver.until(lambda s: s.machine.cycles == keys[-2])
        assert bar(driver).tape.told == f"key {thought.keys[-2][1]}"
        await driver.show_panel("inside")
        before = driver.now.machine
        await driver.pilot.press("right", "right", "left")
        await driver.until(lambda s: s.machine.instructions == before.instructions + 1)
        await driver.pilot.press("escape", "escape")
        await driver.until(lambda s: not s.watching)


async def the_line_is_dragged(driver: Driver, thought: Thought) -> None:
    """The reply is at the moment that is clicked, and at each that the mouse is drawn over."""
    shown = bar(driver)
    column = shown.column(thought.judged_at[3])
    await driver.click(shown, offset=(column, 0))
    moment = await driver.until(lambda s: s.watching)
    assert shown.column(moment.machine.cycles) == column
    await driver.pilot.mouse_down(shown, offset=(0, 0))
    for x in (column, column + 1):
        await driver.pilot.hover(shown, offset=(x, 0))
        wanted = shown.moment(x)
        await driver.until(lambda s, at=wanted: s.machine.cycles == at)  # type: ignore[misc]
    await driver.pilot.mouse_up(shown)
    await driver.pilot.press("escape")
    await driver.until(lambda s: not s.watching)


async def test_the_last_reply_plays_by_itself_with_arrows_and_comes_back_to_now() -> None:
    async with running((80, 24), setup=BLACK) as driver:
        thought = await replied(driver)
        main, board = driver.app.main, driver.app.main.query_one(BoardWidget)
        await driver.show_panel("thinking")
        present = driver.now
        await main.run_action("transport('play')")
        main.show(deque((replace(present),)))
        main.replayer.tick()
        assert main.replayer.playing, "the present was shown once more before it began"
        await driver.until(
            lambda s: s.watching and s.machine.cycles >= thought.marks[0] and main.replayer.playing
        )
        await driver.seen(lambda: "Stop" in bar(driver).strips[1].text)
        await driver.pilot.press("space")
        assert not main.replayer.playing
        place = leaders(thought.candidates)[-1] + 3
        main.ask(TimeTravel.watch(thought.judged_at[place - 1]))
        await driver.until(lambda s: s.reached == place)
        last, best, feared = considered(thought, place)
        assert last == thought.way_of(thought.candidates[place - 1])
        shown = board.picture
        assert (shown.candidate, shown.hint, shown.threat) == (last, best, feared)
        told = bar(driver).tape
        assert told.value == thought.candidates[place - 1].value
        assert told.told.startswith(f"{place}/{len(thought.candidates)} ")
        await driver.pilot.press(*["plus"] * 3)
        assert "full" in bar(driver).strips[1].text
        assert bar(driver).strips[1].cell_length <= bar(driver).size.width
        await driver.pilot.press("space")
        await driver.until(lambda s: not s.watching)
        await driver.seen(lambda: not main.replayer.playing)
        for rate in ("x10", "x1", "x1/10", "x1/100"):
            await driver.click(bar(driver), offset=place_of(driver, "slower"))
            assert f" - {rate} + " in bar(driver).strips[1].text
        shown = board.picture
        assert (shown.candidate, shown.hint, shown.threat) == (None,) * 3

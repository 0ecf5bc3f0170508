"""Panel Think on the screen: its keys wherever the focus is, and the last reply watched again."""

from dataclasses import replace

import chess
import pytest

from microchess.machine.player import janus
from microchess.program.levels import Level
from tests.tui.driver import Driver, running
from tui.panels.blocks import TableBlock
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget
from tui.session.debugger import Debugger
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Activity, Snapshot
from tui.session.timetravel import TimeTravel

pytestmark = pytest.mark.asyncio


def table(driver: Driver, name: str = "candidates") -> TableBlock:
    block = driver.app.main.query_one(f"#thinking-{name}", BlockView).block
    assert isinstance(block, TableBlock)
    return block


def names(driver: Driver) -> set[str]:
    """The blocks that are seen."""
    views = driver.app.main.query("#thinking BlockView").results(BlockView)
    return {
        view.block.name for view in views if all(one.display for one in view.ancestors_with_self)
    }


def held_at(s: Snapshot, count: int) -> bool:
    """Whether the machine stands where so many candidates are judged."""
    return s.activity is Activity.HELD and s.reached == count


JUDGED = {janus().judge: ""}
NO_BOOK = NewGame(chess.BLACK, Level.SUPER_BLITZ, book=False)


async def test_why_is_asked_from_the_board_and_the_reply_watched_again() -> None:
    async with running(setup=NO_BOOK) as driver:
        await driver.pilot.press("f5")
        await driver.pilot.press("w")
        await driver.seen(lambda: driver.said == "no reply yet in this position: make a move")
        after = await driver.play("e4", 2)
        assert after.thought is not None
        main = driver.app.main
        main.query_one(BoardWidget).focus()
        await driver.pilot.pause()
        assert driver.footer.startswith("u Undo  t Hint  y Why?  n New  ")
        assert "p Pause" not in driver.footer
        await driver.pilot.press("y", "down")
        assert table(driver, "parts").chosen == "WMOB"
        await driver.pilot.press("enter")
        await driver.seen(lambda: "history" in names(driver))
        assert driver.footer.startswith("Esc All parts  ")
        await driver.pilot.press("escape")
        await driver.seen(lambda: "parts" in names(driver))
        await driver.press_button("thinking", "Why?")
        await driver.click("#thinking-parts", offset=(6, 2))
        await driver.seen(lambda: "history" in names(driver))
        await driver.pilot.press("ctrl+p", *"watch the last", "enter")
        await driver.until(lambda s: s.watching)
        main.replayer.stop()
        main.ask(TimeTravel.watch(after.thought.judged_at[0]))
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
    async with running(setup=NO_BOOK) as driver:
        await driver.pilot.press("f5", *"e4")
        driver.app.main.ask(Debugger.set_breakpoints(JUDGED))
        await driver.pilot.press("enter")
        for count in (1, 2, 3):
            await driver.until(lambda s, n=count: held_at(s, n))  # type: ignore[misc]
            await driver.pilot.press("right")
        await driver.until(lambda s: held_at(s, 4))
        await driver.pilot.press("left")
        await driver.until(lambda s: held_at(s, 3))
        await driver.pilot.press("right")
        await driver.until(lambda s: held_at(s, 4))
        await driver.begin_anew(replace(NO_BOOK, level=Level.NORMAL))
        main = driver.app.main
        await driver.pilot.press("f5", *"e4")
        main.ask(Debugger.set_breakpoints(JUDGED))
        await driver.pilot.press("enter")
        await driver.until(lambda s: held_at(s, 1))
        main.ask(Play.cancel())
        broken = await driver.until(lambda s: s.activity is Activity.WAITING and s.thought is None)
        assert broken.game.sans == ("e4",)
        assert table(driver).rows == ()
        await driver.pilot.press("left")
        await driver.hear("there is no reply to watch again")

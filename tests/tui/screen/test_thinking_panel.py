"""Panel Think on the screen: its keys wherever the focus is, and the last reply watched again."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.program.reply import leaders
from microchess.program.squares import to_chess
from tests.tui.driver import Driver, running
from tui.panels.blocks import TableBlock
from tui.screen.drawing.header import KEYS
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget
from tui.session.debugger import Debugger
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Activity, Snapshot
from tui.session.timetravel import TimeTravel
from tui.session.words import headline

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
        await driver.seen(lambda: driver.said == "nothing to play yet: make a move")
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


async def test_the_candidate_chosen_or_judged_is_marked_on_the_board_the_move_made_is_not() -> None:
    async with running((80, 24), setup=NO_BOOK) as driver:
        await driver.pilot.press("f5", *"e4", "enter")
        now = await driver.your_move(2)
        board = driver.app.main.query_one(BoardWidget)
        assert board.picture.candidate is None
        await driver.pilot.press("down")
        await driver.seen(lambda: board.picture.candidate not in (None, now.game.last))
        await driver.pilot.press("f2")
        await driver.seen(lambda: board.picture.candidate is None)
        await driver.begin_anew(NO_BOOK)
        main = driver.app.main
        await driver.pilot.press("f5", *"e4")
        main.ask(Debugger.set_breakpoints(JUDGED))
        await driver.pilot.press("enter")
        for count in (1, 2, 3, 4):
            now = await driver.until(lambda s, n=count: held_at(s, n))  # type: ignore[misc]
            assert now.thought is not None
            assert headline(now, KEYS).startswith("paused: breakpoint at ")
            judged = now.thought.candidates[count - 1]
            best = leaders(now.thought.candidates)[-1]
            last = [row.cells[2].text for row in table(driver).rows]
            assert last[count - 1] == ("judged" if best != count - 1 else "best")
            assert last[best] == "best"
            ends = now.thought.table[judged.man], judged.to
            assert board.picture.candidate == tuple(to_chess(byte, chess.BLACK) for byte in ends)
            main.ask(Debugger.go_on())
        await driver.until(lambda s: held_at(s, 5))
        await driver.pilot.press("f2")
        await driver.seen(lambda: board.picture.candidate is not None)


async def test_a_candidate_is_chosen_by_key_and_mouse_and_python_compared() -> None:
    async with running((80, 24), setup=NO_BOOK) as driver:
        now = await driver.play("e4", 2)
        await driver.pilot.press("w")
        await driver.until(lambda s: s.watching)
        await driver.pilot.press("escape")
        now = await driver.until(lambda s: not s.watching)
        assert now.thought is not None
        keys = [row.key for row in table(driver).rows]
        await driver.pilot.press("down")
        assert table(driver).chosen == keys[1]
        await driver.pilot.press(*["pagedown"] * 9)
        assert table(driver).chosen == keys[-1]
        await driver.pilot.press(*["pageup"] * 9)
        assert table(driver).chosen == keys[0]
        await driver.click("#thinking-candidates", offset=(4, 3))
        assert table(driver).chosen == keys[2]
        await driver.pilot.press("ctrl+p", *"compare python", "enter")
        await driver.seen(lambda: "compared" in names(driver))
        await driver.press_button("thinking", "Compare")
        await driver.seen(lambda: "compared" not in names(driver))


async def test_only_what_there_is_of_the_thinking_is_offered() -> None:
    async with running((120, 40)) as driver:
        await driver.pilot.press("f5")
        assert "<-> Step" in driver.footer
        assert driver.footer.startswith("u Undo  t Hint  y Why?  n New  ")
        driver.app.main.ask(Play.load_pgn("1. e4 e5 2. Nf3 *", ""))
        await driver.until(lambda s: s.thought is None)
        assert driver.footer.startswith("u Undo  t Hint  y Why?  n New  ")
        assert "<->" not in driver.footer
        await driver.pilot.press("y")
        await driver.seen(lambda: driver.said.startswith("no thinking is kept"))

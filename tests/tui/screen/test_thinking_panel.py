"""Panel Think: its keys wherever the focus is, and the last reply watched again."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest
from textual.widgets import Button, OptionList, Static

from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.program.reply import leaders
from microchess.program.squares import to_chess
from tests.tui.driver import Driver, running
from tui.screen.drawing.header import KEYS
from tui.screen.screens.ask import PickScreen
from tui.screen.screens.counter import CounterScreen
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.text import TextView
from tui.session.debugger import Debugger
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Activity, Snapshot
from tui.session.timetravel import TimeTravel
from tui.session.words import headline

pytestmark = pytest.mark.asyncio


def candidates(driver: Driver) -> TextView:
    return driver.app.main.query_one("#candidates", TextView)


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
        await driver.pilot.press("y")
        await driver.seen(lambda: isinstance(driver.app.screen, PickScreen))
        await driver.pilot.press("enter")
        await driver.seen(lambda: isinstance(driver.app.screen, CounterScreen))
        constants = driver.app.screen.query_one("#counter-text", Static)
        await driver.seen(lambda: "208 for every move" in str(constants.content))
        await driver.pilot.press("escape")
        parts = driver.app.screen
        assert isinstance(parts, PickScreen)
        assert parts.query_one(OptionList).highlighted == 0
        await driver.pilot.press("escape")
        assert driver.app.screen is main
        for place, offset in (("#do-why", (2, 0)), ("#parts", (6, 2))):
            await driver.click(place, offset=offset)
            await driver.seen(lambda: isinstance(driver.app.screen, PickScreen))
            await driver.pilot.press("escape")
        await driver.pilot.press("ctrl+p", *"watch the last", "enter")
        await driver.until(lambda s: s.watching)
        main.replayer.stop()
        main.ask(TimeTravel.watch(after.thought.judged_at[0]))
        await driver.until(lambda s: s.reached == 1)
        panel = main.view.panels["thinking"]
        for button in panel.query("#thinking-top Button"):
            assert button.region.right <= panel.content_region.right
        moment = panel.query_one("#moment", TextView)
        assert moment.strips[0].text.strip()
        assert moment.strips[0].cell_length <= moment.size.width
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
        assert driver.app.screen is main


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
        told = " ".join(strip.text.strip() for strip in candidates(driver).strips)
        assert told == "no reply yet in this position: Ctrl+G lets MicroChess think"
        await driver.pilot.press("left")
        await driver.hear("there is no reply to watch again")


async def test_the_candidate_chosen_or_judged_is_marked_on_the_board_the_move_made_is_not() -> None:
    async with running((80, 24), setup=NO_BOOK) as driver:
        await driver.pilot.press("f5", *"e4", "enter")
        now = await driver.your_move(2)
        board = driver.app.main.query_one(BoardWidget)
        assert board.picture.candidate is None
        candidates(driver).parent.focus()  # type: ignore[union-attr]
        await driver.pilot.press("down")
        await driver.seen(lambda: board.picture.candidate not in (None, now.game.last))
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
            rows = [strip.text.split() for strip in candidates(driver).strips[1:]]
            assert rows[count - 1][-1] == ("judged" if best != count - 1 else "best")
            assert rows[best][-1] == "best"
            ends = now.thought.table[judged.man], judged.to
            assert board.picture.candidate == tuple(to_chess(byte, chess.BLACK) for byte in ends)
            main.ask(Debugger.go_on())
        await driver.until(lambda s: held_at(s, 5))
        await driver.pilot.press("f2")
        await driver.seen(lambda: board.picture.candidate is not None)
        main.ask(Debugger.set_breakpoints({}))
        await driver.begin_anew(NO_BOOK)
        await driver.pilot.press("f5", *"e4", "enter")
        await driver.your_move(2)
        parts = driver.app.main.query_one("#parts-scroll", MoreBelow)
        await driver.seen(lambda: parts.max_scroll_y > 0)
        parts.scroll_end(animate=False)
        await driver.pilot.press("down")
        await driver.seen(lambda: parts.scroll_y == 0)


async def test_the_second_best_is_set_beside_the_best_and_python_compared() -> None:
    async with running((80, 24), setup=NO_BOOK) as driver:
        now = await driver.play("e4", 2)
        await driver.pilot.press("w")
        await driver.until(lambda s: s.watching)
        await driver.pilot.press("escape")
        now = await driver.until(lambda s: not s.watching)
        assert now.thought is not None
        found = now.thought.candidates
        values = [int(strip.text.split()[-2]) for strip in candidates(driver).strips[1:]]
        assert values == sorted((one.value for one in found), reverse=True)
        panel, rows = driver.app.main.view.panels["thinking"], candidates(driver).strips
        parts = panel.query_one("#parts", TextView)
        best, second = (rows[at].text.split()[-3] for at in (1, 2))
        assert parts.strips[0].text.startswith(f"{best} = {values[0]} ")
        await driver.pilot.press("down")
        title = f"{second} {values[1]} - {best} {values[0]} = {values[1] - values[0]} "
        assert parts.strips[0].text.startswith(title)
        await driver.pilot.press(*["pagedown"] * 9)
        assert parts.strips[0].text.split()[1] == str(values[-1])
        await driver.pilot.press(*["pageup"] * 9)
        assert parts.strips[0].text.startswith(f"{best} = ")
        await driver.click("#candidates", offset=(4, 3))
        assert parts.strips[0].text.split()[1] == str(values[2])
        await driver.pilot.press("ctrl+p", *"compare python", "enter")
        told = f"Python engine: {len(found)} candidates and the answer the same"
        time = panel.query_one("#time", TextView)

        def said() -> str:
            return " ".join(strip.text.strip() for strip in time.strips)

        await driver.seen(lambda: told in said())
        await driver.click("#do-compare")
        await driver.seen(lambda: "Python" not in said())


async def test_only_what_there_is_of_the_thinking_is_offered() -> None:
    async with running((120, 40)) as driver:
        await driver.pilot.press("f5")
        assert "<-> Step" in driver.footer
        assert driver.footer.startswith("u Undo  t Hint  y Why?  n New  ")
        assert driver.app.main.query_one("#do-why", Button).disabled
        driver.app.main.ask(Play.load_pgn("1. e4 e5 2. Nf3 *", ""))
        await driver.until(lambda s: s.thought is None)
        assert driver.footer.startswith("u Undo  t Hint  y Why?  n New  ")
        assert "<->" not in driver.footer
        assert candidates(driver).strips[0].text.startswith("no thinking is kept of this move")
        await driver.pilot.press("y")
        await driver.seen(lambda: driver.said.startswith("no thinking is kept"))

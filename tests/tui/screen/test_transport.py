"""Moves, replies, keys and instructions looked at again, all by the same keys and buttons."""

from collections import deque
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from microchess.program.levels import Level
from microchess.program.reply import leaders
from microchess.puzzles.puzzle import puzzle
from tests.tui.driver import Driver, running
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.transport import Transport
from tui.session.considered import considered
from tui.session.new_game import NewGame
from tui.session.session import Session
from tui.session.timetravel import TimeTravel

pytestmark = pytest.mark.asyncio
BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)


def bar(driver: Driver) -> Transport:
    """The one that is seen."""
    (shown,) = (one for one in driver.app.main.query(Transport) if one.display)
    return shown


async def replied(driver: Driver) -> tuple[int, ...]:
    """A reply that was thought out: the cycles of its keys and candidates."""
    now = await driver.play("e4", 2)
    assert now.thought is not None
    return now.thought.marks


async def test_in_every_panel_the_same_keys_step_through_what_it_counts() -> None:
    async with running((120, 40), setup=BLACK) as driver:
        marks = await replied(driver)
        main = driver.app.main
        for panel in ("game", "table"):
            await driver.show_panel(panel)
            await driver.pilot.press("home")
            assert main.view.looking == 0
            await driver.pilot.press("right")
            assert main.view.looking == 1
            await driver.pilot.press("right")
            assert main.view.looking is None
            await driver.pilot.press("left", "escape")
            assert main.view.looking is None
        await driver.show_panel("thinking")
        await driver.pilot.press("left", "left")
        await driver.until(lambda s: s.watching and s.machine.cycles == marks[-2])
        await driver.pilot.press("home")
        await driver.until(lambda s: s.machine.cycles == marks[0])
        await driver.pilot.press("end")
        await driver.until(lambda s: not s.watching)
        await driver.show_panel("machine")
        thought = driver.now.thought
        assert thought is not None
        keys = [cycle for cycle, _ in thought.keys]
        await driver.pilot.press("left", "left")
        await driver.until(lambda s: s.machine.cycles == keys[-2])
        assert bar(driver).tape.told == f"key {thought.keys[-2][1]}"
        await driver.show_panel("inside")
        before = driver.now.machine
        await driver.pilot.press("right", "right", "left")
        await driver.until(lambda s: s.machine.instructions == before.instructions + 1)
        await driver.pilot.press("escape", "escape")
        await driver.until(lambda s: not s.watching)


async def test_the_last_reply_plays_by_itself_with_arrows_and_comes_back_to_now() -> None:
    async with running((80, 24), setup=BLACK) as driver:
        marks = await replied(driver)
        main, board = driver.app.main, driver.app.main.query_one(BoardWidget)
        thought = driver.now.thought
        assert thought is not None
        await main.run_action("watch_reply")
        await driver.until(
            lambda s: s.watching and s.machine.cycles >= marks[0] and main.replayer.playing
        )
        await driver.seen(lambda: "Stop" in bar(driver).strips[1].text)
        await driver.pilot.press("space")
        assert not main.replayer.playing
        place = leaders(thought.candidates)[-1] + 3
        driver.app.main.ask(TimeTravel.watch(thought.judged_at[place - 1]))
        await driver.until(lambda s: s.reached == place)
        last, best, feared = considered(thought, place)
        assert last == thought.way_of(thought.candidates[place - 1])
        assert board.picture.candidate == last
        assert (board.picture.hint, board.picture.threat) == (best, feared)
        told = bar(driver).tape
        assert told.value == thought.candidates[place - 1].value
        assert told.told.startswith(f"{place}/{len(thought.candidates)} ")
        for _ in range(3):
            await driver.pilot.press("plus")
        assert "full" in bar(driver).strips[1].text
        assert bar(driver).strips[1].cell_length <= bar(driver).size.width
        await driver.pilot.press("space")
        await driver.until(lambda s: not s.watching)
        await driver.seen(lambda: not main.replayer.playing)
        names = [name for name, _ in bar(driver).buttons]
        for rate in ("x10", "x1", "x1/10", "x1/100"):
            shown = bar(driver)
            x = sum(len(text) + shown.gap for _, text in shown.buttons[: names.index("slower")])
            await driver.click(shown, offset=(x, 1))
            assert f" - {rate} + " in bar(driver).strips[1].text
        assert (board.picture.candidate, board.picture.hint, board.picture.threat) == (None,) * 3


async def test_a_replay_goes_on_when_the_present_is_shown_once_more_before_it_begins() -> None:
    async with running((80, 24), setup=BLACK) as driver:
        await replied(driver)
        await driver.show_panel("thinking")
        main, present = driver.app.main, driver.now
        await main.run_action("transport('play')")
        main.show(deque((replace(present),)))
        main.replayer.tick()
        assert main.replayer.playing
        await driver.until(lambda s: s.watching)
        assert main.replayer.playing


async def test_the_game_plays_by_itself_and_the_line_is_dragged_on() -> None:
    async with running((120, 40), setup=BLACK) as driver:
        await replied(driver)
        main, shown = driver.app.main, bar(driver)
        for _ in range(3):
            await driver.pilot.press("plus")
        await driver.pilot.press("space")
        await driver.seen(lambda: not main.replayer.playing)
        assert main.view.looking is None
        await driver.click(shown, offset=(0, 0))
        assert main.view.looking == 0
        await driver.pilot.press("escape")
        names = [name for name, _ in shown.buttons]
        x = sum(len(text) + shown.gap for _, text in shown.buttons[: names.index("back")])
        await driver.click(shown, offset=(x, 1))
        assert main.view.looking == 1
        await driver.show_panel("thinking")
        await driver.pilot.press("escape")
        thought = driver.now.thought
        assert thought is not None
        column = shown.column(thought.judged_at[3])
        await driver.click(shown, offset=(column, 0))
        moment = await driver.until(lambda s: s.watching)
        assert shown.column(moment.machine.cycles) == column
        await driver.pilot.press("left")
        await driver.until(lambda s: s.machine.cycles < moment.machine.cycles)
        await driver.pilot.mouse_down(shown, offset=(0, 0))
        for x in (column, column + 1):
            await driver.pilot.hover(shown, offset=(x, 0))
            wanted = shown.moment(x)
            await driver.until(lambda s, at=wanted: s.machine.cycles == at)  # type: ignore[misc]
        await driver.pilot.mouse_up(shown)


async def test_a_game_that_is_asked_for_begins_in_a_kept_session_which_an_undo_brings_back(
    tmp_path: Path,
) -> None:
    path = tmp_path / "session.json"
    async with running(save_path=path) as driver:
        left = await driver.play("e5", 3)
        worker = driver.app.session
        assert isinstance(worker, Session)
        await driver.seen(lambda: worker.saved)
    asked = NewGame.of_puzzle(puzzle("3"))
    async with running(setup=asked, save_path=path, asked=True) as driver:
        await driver.until(lambda s: s.game.start == asked.fen)
        assert driver.app.screen is driver.app.main
        await driver.pilot.press("u")
        await driver.until(lambda s: s.game.sans == left.game.sans)

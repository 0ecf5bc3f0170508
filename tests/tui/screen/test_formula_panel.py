"""The workbench: other weights, another order, another move."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import chess
import pytest

from microchess.engine.formula import IN_1976, Formula
from microchess.program.levels import Level
from microchess.program.reply import best_of
from tests.tui.driver import running
from tui.screen.drawing.formula import revalued
from tui.screen.panels.formula import FormulaPanel
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.choice import Choice
from tui.screen.widgets.text import TextView
from tui.session.new_game import NewGame

pytestmark = pytest.mark.asyncio
BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)


def weighed(panel: FormulaPanel) -> list[tuple[str, str]]:
    """Of every candidate the value now and in 1976."""
    panel.again()
    found = panel.query_one("#order", TextView).strips[1:]
    return [(one.text[9:13], one.text[14:18]) for one in found]


async def test_a_weight_changed_by_keys_or_mouse_changes_order_and_move_at_once(
    tmp_path: Path,
) -> None:
    async with running((200, 60), setup=BLACK) as driver:
        await driver.show_panel("formula")
        text = driver.app.main.query_one("#order", TextView).strips[0].text
        assert text.startswith("no candidates yet")
        assert driver.app.main.query_one(FormulaPanel).chosen == "WCAP0"
        now = await driver.play("e4", 2)
        thought = now.thought
        assert thought is not None
        panel, board = (
            driver.app.main.query_one(FormulaPanel),
            driver.app.main.query_one(BoardWidget),
        )
        assert revalued(thought, IN_1976) == list(thought.candidates)
        then = best_of(thought.candidates)
        assert then is not None
        assert board.picture.candidate == thought.way_of(then)
        assert board.picture.hint is None
        await driver.click("#weights", (11 + 2, 0))
        assert panel.chosen == "WMOB"
        order = driver.app.main.query_one("#order", TextView)
        assert order.strips[0].text.split()[3:5] == ["WMOB", "WMAXC"]
        for _ in range(9):
            await driver.pilot.press("comma")
        assert Fraction(-2) == panel.formula.WMOB
        other = best_of(revalued(thought, panel.formula))
        assert other is not None
        assert (other.man, other.to) != (then.man, then.to)
        assert board.picture.hint == thought.way_of(other)
        await driver.pilot.press("down", "full_stop")
        assert panel.formula.WMAXC == 1
        await driver.click("#do-keep")
        await driver.answer(str(tmp_path / "mine.toml"))
        await driver.seen((tmp_path / "mine.toml").exists)
        await driver.click("#do-1976")
        assert panel.formula == IN_1976
        (tmp_path / "bad.toml").write_text("WMOB = 1000\n")
        await driver.click("#do-take")
        await driver.answer(str(tmp_path / "bad.toml"))
        assert "WMOB is 1000; expected" in driver.refused
        await driver.answer(str(tmp_path / "mine.toml"))
        await driver.seen(lambda: panel.formula.WMOB == -2)
        assert Formula.from_toml((tmp_path / "mine.toml").read_text()) == panel.formula
        await driver.show_panel("game")


async def test_it_is_played_on_with_the_weights_and_python_is_a_player() -> None:
    async with running(setup=BLACK) as driver:
        own = await driver.play("e4", 2)
        await driver.pilot.press("u")
        await driver.your_move(0)
        await driver.show_panel("formula")
        panel = driver.app.main.query_one(FormulaPanel)
        panel.use(Formula(WMOB=Fraction(-2)))
        await panel.run_action("play_on")
        await driver.until(lambda s: s.formula == panel.formula)
        other = await driver.play("e4", 2)
        assert other.thought is not None
        assert own.game.sans[1] != other.game.sans[1]
        best = best_of(other.thought.candidates)
        assert best is not None
        assert other.thought.way_of(best) == other.game.last
        assert other.game.log[-1].endswith("(the Python engine's)")
        assert '[Black "MicroChess (' in other.game.pgn
        mine, panel.formula = panel.formula, IN_1976
        for now, then in weighed(panel):
            assert now == then
        panel.formula = mine
        assert any(now != then for now, then in weighed(panel))
        assert (other.game.men, other.machine.listening) != (own.game.men, False)
        await driver.pilot.press("u")
        await driver.your_move(0)
        await driver.pilot.press("n")
        assert driver.app.screen.query_one("#player", Choice).value == "python"
        await driver.click("#player-program")
        await driver.click("#start")
        await driver.until(lambda s: s.formula is None)
        await driver.pilot.press("n")
        await driver.click("#player-python")
        await driver.click("#start")
        await driver.until(lambda s: s.formula == IN_1976 and not s.game.sans)
        assert (await driver.play("e4", 2)).game.sans == own.game.sans

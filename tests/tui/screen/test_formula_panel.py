"""The workbench by keys and mouse: other weights, another order, another move."""

from fractions import Fraction
from pathlib import Path

import chess
import pytest

from microchess.engine.formula import IN_1976, Formula
from microchess.program.levels import Level
from microchess.program.reply import best_of
from tests.tui.driver import Driver, running
from tui.panels.formula import FormulaPanel, revalued
from tui.screen.panels.blocks import BlocksWidget
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget
from tui.session.new_game import NewGame

pytestmark = pytest.mark.asyncio
BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)


def panel_of(driver: Driver) -> FormulaPanel:
    panel = driver.app.main.query_one("#formula", BlocksWidget).panel
    assert isinstance(panel, FormulaPanel)
    return panel


async def test_a_weight_changed_by_keys_or_mouse_changes_order_and_move_at_once(
    tmp_path: Path,
) -> None:
    async with running((200, 60), setup=BLACK) as driver:
        await driver.show_panel("formula")
        now = await driver.play("e4", 2)
        thought = now.thought
        assert thought is not None
        panel, board = panel_of(driver), driver.app.main.query_one(BoardWidget)
        then = best_of(thought.candidates)
        assert then is not None
        assert board.picture.candidate == thought.way_of(then)
        assert board.picture.hint is None
        await driver.click("#formula-weights", (12 + 2, 0))
        order = driver.app.main.query_one("#formula-order", BlockView)
        await driver.seen(lambda: order.strips[0].text.split()[4:6] == ["WMOB", "WMAXC"])
        driver.app.main.query_one("#formula-weights", BlockView).focus()
        for _ in range(9):
            await driver.pilot.press("comma")
        other = best_of(revalued(thought, Formula(WMOB=Fraction(-2))))
        assert other is not None
        assert (other.man, other.to) != (then.man, then.to)
        assert board.picture.hint == thought.way_of(other)
        await driver.pilot.press("down", "full_stop")
        assert panel._formula == Formula(WMOB=Fraction(-2), WMAXC=Fraction(1))
        await driver.press_button("formula", "Save")
        await driver.answer(str(tmp_path / "mine.toml"))
        await driver.seen((tmp_path / "mine.toml").exists)
        await driver.press_button("formula", "As 1976")
        assert panel._formula == IN_1976
        (tmp_path / "bad.toml").write_text("WMOB = 1000\n")
        await driver.press_button("formula", "Load")
        await driver.answer(str(tmp_path / "bad.toml"))
        assert "WMOB is 1000; expected" in driver.refused
        await driver.answer(str(tmp_path / "mine.toml"))
        await driver.seen(lambda: panel._formula == Formula(WMOB=Fraction(-2), WMAXC=Fraction(1)))

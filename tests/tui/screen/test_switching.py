"""The program that plays is changed while the screen stays: Janus, a copy of 1976, Python."""

from __future__ import annotations

import pytest

from microchess.machine.solver import PlayerSpec
from tests import synthetic
from tests.tui.driver import Driver, running
from tui.screen.screens.new_game import NewGameScreen
from tui.screen.widgets.choice import Choice
from tui.session.autosave import save_path

pytestmark = pytest.mark.asyncio


async def begin_against(driver: Driver, player: str) -> None:
    """A new game with that button of the row of players."""
    await driver.pilot.press("n")
    form = driver.app.screen
    assert isinstance(form, NewGameScreen)
    form.query_one("#player", Choice).value = player
    await driver.pilot.pause()
    form.finish()


async def test_a_copy_of_1976_plays_in_place_of_janus_and_each_keeps_its_session() -> None:
    path = save_path(PlayerSpec("rom"))
    async with running(save_path=path) as driver:
        await driver.play("e5", 3)
        await driver.pilot.press("n")
        assert not driver.app.screen.query("#player-other")
        await driver.pilot.press("escape")
        synthetic.keep()
        await begin_against(driver, "other")
        await driver.until(lambda s: s.game.program != "Janus" and not s.busy)
        assert driver.app.main.entry.name == "game"
        kept = save_path(PlayerSpec("original"))
        await driver.seen(lambda: kept.exists() or bool(driver.now.game.sans))
        await begin_against(driver, "other")
        await driver.seen(lambda: driver.app.screen is not driver.app.main)
        await driver.pilot.press("enter")
        back = await driver.until(lambda s: s.game.program == "Janus")
        assert back.game.sans[:2] == ("e4", "e5")
        await begin_against(driver, "python")
        await driver.until(lambda s: s.formula is not None)

"""Anything may be pressed, clicked, pasted and resized at any moment: no error, no hang."""

import asyncio
import os
import random
from pathlib import Path

import pytest
from textual import events
from textual.events import MouseDown, MouseMove, MouseUp

from microchess.machine.library import FOLDER_VARIABLE
from tests.tui.driver import DrivenApp, Driver, running

pytestmark = pytest.mark.asyncio

KEYS = (
    *"abcdefgh12345678nurwhyslxvzptNBRQKO0+-?. ",
    *("ctrl+p", "ctrl+t", "ctrl+r", "ctrl+l", "ctrl+k", "ctrl+n", "tab", "shift+tab"),
    *("escape", "enter", "up", "down", "left", "right", "pageup", "pagedown", "home", "end") * 2,
    *("delete", "backspace", *(f"f{number}" for number in range(1, 10))),
)
PASTED = ("e4", "no move", "8/8/8/8/8/8/8/8", "1. e4 e5 *", "\N{SNOWMAN}\n")
SIZES = ((80, 24), (120, 40), (40, 15), (200, 60), (20, 5))
BREATHS = (0, 1, 3, 20)
"""Turns of the event loop between two events: seldom enough to be ready for the next one."""


async def go_wild(driver: Driver, seed: int, count: int) -> None:
    """So many events at random."""
    app, chance = driver.app, random.Random(seed)
    terminal = app._driver
    assert terminal is not None
    for number in range(count):
        what = chance.random()
        if what < 0.80:
            key = chance.choice(KEYS)
            terminal.process_message(events.Key(key, key if len(key) == 1 else None))
        elif what < 0.95:
            ways = [(chance.randrange(app.size.width), chance.randrange(app.size.height))] * 3
            if what > 0.88:
                ways[1:] = [
                    (chance.randrange(app.size.width), chance.randrange(app.size.height))
                ] * 2
            for kind, at in zip((MouseDown, MouseMove, MouseUp), ways, strict=True):
                terminal.process_message(kind(None, *at, 0, 0, 1, False, False, False, *at))
        elif what < 0.97:
            await driver.pilot.resize_terminal(*chance.choice(SIZES))
        else:
            app.post_message(events.Paste(chance.choice(PASTED)))
        for _ in range(chance.choice(BREATHS)):
            await asyncio.sleep(0)
        if number % 50 == 0:
            await driver.pilot.pause()
        assert not app.faults, number


LONG = [pytest.param(2, 10_000 if "REPEATS" in os.environ else 1000, marks=pytest.mark.slow)]


@pytest.mark.parametrize(("seed", "count"), [(1, 100), *LONG])
async def test_a_monkey_at_keyboard_and_mouse(
    seed: int, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stay(_: DrivenApp) -> None:
        """It is not for a monkey to end it."""

    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(DrivenApp, "action_quit", stay)
    async with running() as driver:
        await go_wild(driver, seed, count)
        assert driver.app.is_running

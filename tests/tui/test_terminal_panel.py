"""The terminal panel: the serial line beside the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driver import Driver, running
from tui.live.snapshot import Activity, Snapshot

pytestmark = pytest.mark.asyncio


def paper(snapshot: Snapshot) -> str:
    return "\n".join(snapshot.line.lines)


async def connected(driver: Driver) -> None:
    """The jumper in, RS pressed, the monitor's greeting printed."""
    await driver.your_move(1)
    await driver.pilot.press("f10", "ctrl+t")
    await driver.until(lambda s: s.line.fitted)
    await driver.pilot.press("ctrl+r")
    await driver.until(lambda s: "KIM" in paper(s))


async def test_what_is_typed_goes_over_the_line_and_moves_no_man() -> None:
    async with running() as driver:
        before = await driver.your_move(1)
        await driver.pilot.press("f10", "ctrl+t")
        await driver.until(lambda s: s.line.fitted)
        await driver.pilot.press(*"nup e5", "enter")
        after = await driver.until(lambda s: paper(s) == "nup e5")
        assert after.game == before.game
        await driver.pilot.press("escape", *"e5", "enter")
        after = await driver.your_move(3)
        assert after.game.sans[1] == "e5"
        assert paper(after) == "nup e5"


async def test_nothing_is_typed_while_the_jumper_is_out() -> None:
    async with running() as driver:
        await driver.your_move(1)
        await driver.pilot.press("f10", "A")
        await driver.hear("the TTY jumper is out")
        assert driver.app.snapshot is not None
        assert paper(driver.app.snapshot) == ""


async def test_the_printout_is_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "printed.txt"
    async with running() as driver:
        await driver.your_move(1)
        await driver.pilot.press("f10", "ctrl+t", "ctrl+k")
        await driver.pilot.pause()
        await driver.pilot.press(*["backspace"] * 30, *str(path), "enter")
        await driver.until(lambda s: bool(s.line.capture))
        await driver.pilot.press(*"HELLO")
        await driver.until(lambda s: paper(s) == "HELLO")
        await driver.pilot.press("ctrl+k")
        await driver.until(lambda s: not s.line.capture)
        assert path.read_bytes() == b"HELLO"
        await driver.pilot.press("ctrl+k")
        await driver.pilot.pause()
        await driver.pilot.press(*["backspace"] * 30, *str(path), "enter")
        await driver.hear("File exists")


async def test_the_speed_of_the_line_is_chosen() -> None:
    async with running() as driver:
        await driver.your_move(1)
        await driver.pilot.press("f10", "ctrl+n")
        await driver.pilot.pause()
        await driver.pilot.press("up", "up", "enter")
        after = await driver.until(lambda s: s.line.baud != 1200)
        assert (after.line.baud, after.line.stop_bits) == (300, 2)
        assert after.activity is not Activity.HELD

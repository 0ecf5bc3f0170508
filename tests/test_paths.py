"""How a key of the keypad comes to a lit segment, and a typed move to the piece table: as
docs/development/architecture.md lists it, and with no more functions than `MOST`.

What counts is in `tests.causes`. The legs `INSIDE` are the emulated machine's, from what runs it
to the chip that is reached: no request and no picture is passed on there, so they are not counted,
and not listed. Functions in TypeScript, of the page, are not seen here.

``python -m tests.test_paths`` prints the lists as the document has them.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import chess
import pytest
from textual.events import Key
from textual.widget import Widget

from emu.bus import Bus
from emu.chips.leds import Leds
from emu.engines import ENVIRONMENT
from emu.kim1 import Kim1
from microchess.machine.library import FOLDER_VARIABLE
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.table import SIZE
from tests.causes import ROOT, Station, Way, profiled
from tests.patience import PATIENCE
from tests.tui.driver import running
from tui.page.desk import Desk
from tui.page.encode import merged
from tui.screen.app import MicroChessApp
from tui.screen.widgets.digits import DigitsWidget
from tui.session.hand import Hand
from tui.session.host import Host
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Snapshot

MOST = 14
INSIDE = "inside the machine"
DOCUMENT = ROOT / "docs/development/architecture.md"
ASKED = Station("asked", Host.put)
TAKEN = Station("taken up", Hand.press.method)
DOWN = Station("pressed", Kim1.do, lambda a: a["verb"] == "key down")
LIT = Station(INSIDE, Leds.drive, lambda a: bool(a["digit"] == 5 and a["segments"]))
WRITTEN = Station(INSIDE, Bus.__setitem__, lambda a: a["address"] in range(TABLE, TABLE + SIZE))
BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)


def _ends_with_5(item: object) -> bool:
    return isinstance(item, Snapshot) and item.machine.readout.text.endswith("5")


async def key_in_terminal() -> Way:
    with profiled() as profiler:
        async with running(setup=BLACK) as driver:
            await driver.show_panel("machine")
            await driver.pilot.press("enter")
            way = profiler.follow(
                Station("typed", Widget._forward_event, lambda a: isinstance(a["event"], Key)),
                ASKED,
                TAKEN,
                DOWN,
                LIT,
                Station("published", MicroChessApp.publish, lambda a: _ends_with_5(a["item"])),
                Station("drawn", DigitsWidget.draw, lambda a: a["self"].readout.text.endswith("5")),
            )
            await driver.pilot.press("5")
            await driver.until(_ends_with_5)
    return way


async def move_in_terminal() -> Way:
    with profiled() as profiler:
        async with running(setup=BLACK) as driver:
            way = profiler.follow(ASKED, Station("taken up", Play.play.method), DOWN, WRITTEN)
            await driver.pilot.press(*"e4", "enter")
            await driver.until(lambda s: bool(s.game.sans))
    return way


async def key_in_page() -> Way:
    shown: dict[str, Any] = {}

    def tell(text: str) -> None:
        merged(shown, json.loads(text))

    async def until(wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                await asyncio.sleep(0.01)

    with profiled() as profiler:
        desk = Desk.in_browser(tell, lambda *_: None, "")
        desk.start()
        await until(lambda: shown.get("activity") == "WAITING")
        way = profiler.follow(
            ASKED,
            TAKEN,
            DOWN,
            LIT,
            Station("told", tell, lambda a: '5"' in a["text"] and '"machine"' in a["text"]),
        )
        desk.hear(json.dumps({"do": "press", "values": ["5"]}))
        await until(lambda: shown["machine"]["text"].endswith("5"))
        desk.session.stop(0)
    return way


WAYS = {
    "A key, in the terminal": key_in_terminal,
    "A key, in the page": key_in_page,
    "A typed move": move_in_terminal,
}


def described(what: str, way: Way) -> list[str]:
    """The lines in the document; what another way has passed already is not said again there."""
    legs = {leg: passed for leg, passed in way.legs.items() if leg != INSIDE}
    lines = [f"**{what}**, {sum(map(len, legs.values()))} functions:"]
    for leg, passed in legs.items():
        names = ", ".join(f"[{one.name}](../../{one.path})" for one in passed)
        lines.append(f"- {leg}: {names}")
    return lines


@pytest.mark.asyncio
@pytest.mark.parametrize("what", WAYS)
async def test_the_way_is_as_documented_and_short(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, "py65")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    way = await WAYS[what]()
    assert len(way.legs) == len(way.stations), "not all of the way was seen"
    counted = [one for leg, passed in way.legs.items() if leg != INSIDE for one in passed]
    assert len(counted) <= MOST, counted
    assert [line for line in described(what, way) if line not in DOCUMENT.read_text()] == []


if __name__ == "__main__":
    os.environ[ENVIRONMENT] = "py65"
    printed: set[str] = set()
    for title, found in WAYS.items():
        with TemporaryDirectory() as folder:
            os.environ[FOLDER_VARIABLE] = folder
            lines = described(title, asyncio.run(found()))
        print(*(line for line in lines if line not in printed), sep="\n", end="\n\n")
        printed |= {*lines}

"""How a key of the keypad comes to a lit segment, and a typed move to the piece table: as
docs/development/architecture.md lists it, and with no more functions than `MOST`.

An event rarely calls its effect: a request waits in a queue, a picture waits to be drawn. So a way
has stations, functions that are called one after the other, each but the last where something is
handed over. When a station is called, those of our functions on the stack that no earlier leg had
are its leg. What is between the `INSIDE` stations is the emulated machine's, and not counted;
functions in TypeScript, of the page, are not seen here.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import chess
import pytest
from textual.events import Key
from textual.widget import Widget

from emu.bus import Bus
from emu.chips.leds import Leds
from emu.engines import ENVIRONMENT
from emu.kim1 import Kim1
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.table import SIZE
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
ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs/development/architecture.md"


class Station(NamedTuple):
    """The first call of *function* with arguments that are *wanted*; *leg* is the way to it."""

    leg: str
    function: Callable[..., Any]
    wanted: Callable[[dict[str, Any]], bool] = lambda _: True


class Way:
    """A profiler: our functions in each leg to the stations, as links of the document."""

    def __init__(self) -> None:
        self.stations: tuple[Station, ...] = ()
        self.legs: dict[str, list[str]] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or len(self.legs) == len(self.stations):
            return
        leg, function, wanted = self.stations[len(self.legs)]
        if frame.f_code is function.__code__ and wanted(frame.f_locals):
            before = {one for passed in self.legs.values() for one in passed}
            callers = dict.fromkeys(reversed([*_callers(frame)]))
            self.legs[leg] = [one for one in callers if one not in before]


def _callers(frame: FrameType | None) -> Iterator[str]:
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in (
            "emu",
            "microchess",
            "tui",
        ):
            yield f"[{frame.f_code.co_qualname}](../../{path.relative_to(ROOT)})"
        frame = frame.f_back


@contextmanager
def profiled() -> Iterator[Way]:
    """The way of what happens within once its stations are set, in threads that begin here too."""
    way = Way()
    threading.setprofile(way)
    sys.setprofile(way)
    try:
        yield way
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type, unused-ignore]


ASKED = Station("asked", Host.put)
TAKEN = Station("taken up", Hand.press.method)
DOWN = Station("pressed", Kim1.do, lambda a: a["verb"] == "key down")
LIT = Station(INSIDE, Leds.drive, lambda a: bool(a["digit"] == 5 and a["segments"]))
WRITTEN = Station(INSIDE, Bus.__setitem__, lambda a: a["address"] in range(TABLE, TABLE + SIZE))
BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)


def _ends_with_5(item: object) -> bool:
    return isinstance(item, Snapshot) and item.machine.readout.text.endswith("5")


async def key_in_terminal() -> Way:
    with profiled() as way:
        async with running(setup=BLACK) as driver:
            await driver.show_panel("machine")
            await driver.pilot.press("enter")
            way.stations = (
                Station("typed", Widget._forward_event, lambda a: isinstance(a["event"], Key)),
                *(ASKED, TAKEN, DOWN, LIT),
                Station("published", MicroChessApp.publish, lambda a: _ends_with_5(a["item"])),
                Station("drawn", DigitsWidget.draw, lambda a: a["self"].readout.text.endswith("5")),
            )
            await driver.pilot.press("5")
            await driver.until(_ends_with_5)
    return way


async def move_in_terminal() -> Way:
    with profiled() as way:
        async with running(setup=BLACK) as driver:
            way.stations = (ASKED, Station("taken up", Play.play.method), DOWN, WRITTEN)
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

    told = Station("told", tell, lambda a: '5"' in a["text"] and '"machine"' in a["text"])
    with profiled() as way:
        desk = Desk.in_browser(tell, lambda *_: None, "")
        desk.start()
        await until(lambda: shown.get("activity") == "WAITING")
        way.stations = (ASKED, TAKEN, DOWN, LIT, told)
        desk.hear(json.dumps({"do": "press", "values": ["5"]}))
        await until(lambda: shown["machine"]["text"].endswith("5"))
        desk.session.stop(0)
    return way


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("what", "gone"),
    [
        ("A key, in the terminal", key_in_terminal),
        ("A key, in the page", key_in_page),
        ("A typed move", move_in_terminal),
    ],
)
async def test_the_way_is_as_documented_and_short(
    what: str, gone: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, "py65")
    way = await gone()
    assert len(way.legs) == len(way.stations), "not all of the way was seen"
    legs = {leg: passed for leg, passed in way.legs.items() if leg != INSIDE}
    count = sum(map(len, legs.values()))
    assert count <= MOST, legs
    described = [f"**{what}**, {count} functions:"]
    described += [f"- {leg}: {', '.join(passed)}" for leg, passed in legs.items()]
    assert [line for line in described if line not in DOCUMENT.read_text()] == []

"""In a browser nothing on the server's disk can be named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from emu.files.statefile import SUFFIX, parse
from microchess.machine.player import janus
from tests.tui.driver import FAST, DrivenApp, Driver
from tui.screen.app import Options
from tui.screen.palette import entries
from tui.screen.panels.panel import Ask
from tui.screen.screens.ask import AskScreen
from tui.session import commands as c

pytestmark = pytest.mark.asyncio

ADDRESSES = {"Go to address"}
"""Entries of the palette that ask for a line of text, and none of them for a file."""


class BrowserApp(DrivenApp):
    """The application as if shown in a browser; keeps what it delivers."""

    def __init__(self) -> None:
        super().__init__(Options(janus(), setup=FAST, speed=None))
        self.delivered: dict[str, str] = {}

    @property
    def is_web(self) -> bool:
        return True

    def deliver_text(self, path_or_file: Any, **options: Any) -> str | None:
        self.delivered[options["save_filename"]] = path_or_file.read()
        return None


async def test_no_entry_of_the_palette_asks_for_a_path() -> None:
    app = BrowserApp()
    async with app.run_test() as pilot:
        await Driver(app, pilot).your_move(1)
        asking = set()
        for name, _, action in entries():
            await app.run_action(action, app.main)
            await pilot.pause()
            if isinstance(app.screen, AskScreen):
                asking.add(name)
            while app.screen is not app.main:
                app.pop_screen()
        assert asking == ADDRESSES


@pytest.mark.parametrize("keys", [["ctrl+s"], ["f10", "ctrl+k"], ["f10", "ctrl+l"]], ids=" ".join)
async def test_no_key_asks_for_a_path(keys: list[str]) -> None:
    app = BrowserApp()
    async with app.run_test() as pilot:
        await Driver(app, pilot).your_move(1)
        await pilot.press(*keys)
        await pilot.pause()
        assert not isinstance(app.screen, AskScreen)


@pytest.mark.parametrize("kind", c.OnDisk.__subclasses__())
async def test_no_command_that_names_a_file_reaches_the_session(
    kind: type[c.OnDisk], tmp_path: Path
) -> None:
    path = tmp_path / "mine"
    command: c.OnDisk
    match kind:
        case c.SavePgn:
            command = c.SavePgn(path, "2026.01.01")
        case c.SendTape:
            command = c.SendTape(str(path))
        case c.SaveState:
            command = c.SaveState(path)
        case _:
            assert kind is c.CapturePrint
            command = c.CapturePrint(path)
    app = BrowserApp()
    async with app.run_test() as pilot:
        driver = Driver(app, pilot)
        await driver.your_move(1)
        app.post_message(Ask(command))
        await pilot.press("e", "5", "enter")
        after = await driver.your_move(3)
        assert after.line.capture == ""
        assert not any(tmp_path.iterdir())


async def test_the_game_the_state_and_the_paper_go_to_the_browser() -> None:
    app = BrowserApp()
    async with app.run_test() as pilot:
        await Driver(app, pilot).your_move(1)
        await pilot.press("ctrl+s")
        await app.run_action("save_state", app.main)
        await pilot.press("f10", "ctrl+k")
        async with app.news:
            await app.news.wait_for(lambda: len(app.delivered) == 3)
        kinds = {Path(name).suffixes[-1]: text for name, text in app.delivered.items()}
    assert "1. e4" in kinds[".pgn"]
    assert parse(json.loads(kinds[SUFFIX])).sha256
    assert ".txt" in kinds

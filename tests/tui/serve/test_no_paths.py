"""In a browser nothing on the server's disk can be named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from emu.files.statefile import SUFFIX, parse
from tests.tui.driver import DrivenApp, running
from tui.screen.app import Options
from tui.screen.palette import entries
from tui.screen.screens.ask import AskScreen
from tui.session import commands as c

pytestmark = pytest.mark.asyncio

ASK_NO_PATH = {"Go to address", "Cassette: write memory to tape"}
"""Entries of the palette that ask for a line of text, and none of them for a file."""


class BrowserApp(DrivenApp):
    """The application as if shown in a browser; keeps what it delivers."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.delivered: dict[str, str] = {}

    @property
    def is_web(self) -> bool:
        return True

    def deliver_text(self, path_or_file: Any, **options: Any) -> str | None:
        self.delivered[options["save_filename"]] = path_or_file.read()
        return None


async def test_no_entry_of_the_palette_and_no_key_asks_for_a_path() -> None:
    async with running(kind=BrowserApp) as driver:
        app = driver.app
        for key in ("ctrl+s", "f8", "ctrl+k", "ctrl+l", "f2"):
            await driver.pilot.press(key)
            await driver.pilot.pause()
            assert not isinstance(app.screen, AskScreen)
        asking = set()
        for name, _, action in entries():
            await app.run_action(action, app.main)
            await driver.pilot.pause()
            if isinstance(app.screen, AskScreen):
                asking.add(name)
            while app.screen is not app.main:
                app.pop_screen()
        assert asking == ASK_NO_PATH


async def test_no_command_of_the_session_names_a_file_the_browser_gets_files() -> None:
    assert not hasattr(c, "Path")
    async with running(kind=BrowserApp) as driver:
        app = driver.app
        assert isinstance(app, BrowserApp)
        await driver.pilot.press("e", "5", "enter")
        await driver.your_move(3)
        await driver.pilot.press("ctrl+s")
        await app.run_action("save_state", app.main)
        await driver.pilot.press("f8", "ctrl+k")
        async with app.news:
            await app.news.wait_for(lambda: len(app.delivered) == 3)
        kinds = {Path(name).suffixes[-1]: text for name, text in app.delivered.items()}
    assert "1. e4" in kinds[".pgn"]
    assert parse(json.loads(kinds[SUFFIX])).sha256
    assert ".txt" in kinds

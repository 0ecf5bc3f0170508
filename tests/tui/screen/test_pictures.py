"""What the screens look like, against pictures that were looked at.

``MICROCHESS_DRAW=1 pytest tests/tui/screen/test_pictures.py`` draws them anew; look at every one
before you keep it. The plugin pytest-textual-snapshot is not used: its present release needs
pytest < 9, and the export is the same from run to run.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from textual.widgets import Button

from tests.tui.driver import Driver, running
from tui.screen.panels.memories import MemoriesPanel

pytestmark = pytest.mark.asyncio

FOLDER = Path(__file__).parent / "pictures"
DRAW = "MICROCHESS_DRAW"
_FONTS = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)
_ID = re.compile(r"terminal-\d+")


async def opening(driver: Driver) -> None:
    """Three moves from the book, one answer thought out."""
    await driver.your_move(1)
    for number, move in enumerate(("e5", "Nc6", "a6")):
        await driver.pilot.press(*move, "enter")
        await driver.your_move(3 + 2 * number)


def compare(driver: Driver, name: str) -> None:
    assert not different(driver, name), f"{name} looks different; see {DRAW}"


def different(driver: Driver, name: str) -> bool:
    """Whether the screen is not as in the picture, drawn anew if that is wanted."""
    svg = _FONTS.sub("", driver.app.export_screenshot(simplify=True))
    svg = _ID.sub("terminal", svg)
    path = FOLDER / f"{name}.svg"
    if os.environ.get(DRAW):
        path.write_text(svg, encoding="utf-8")
    return svg != path.read_text(encoding="utf-8")


SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
LOOKS = {"colors": ("kim-1", "paper-1976"), "no-color": ("no-color",)}


@pytest.mark.parametrize("look", LOOKS)
async def test_the_game_at_four_sizes(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if look == "no-color":
        monkeypatch.setenv("NO_COLOR", "1")
    async with running(SIZES[0]) as driver:
        await opening(driver)
        wrong = []
        await driver.pilot.press("down", "enter", *"e9", "enter")
        await driver.hear("is no move")
        for size in SIZES:
            await driver.pilot.resize_terminal(*size)
            for theme in LOOKS[look]:
                driver.app.theme = theme
                await driver.pilot.pause()
                if different(driver, f"game-{size[0]}-{theme}"):
                    wrong.append((size, theme))
        assert not wrong, f"looks different; see {DRAW}"


async def test_the_panels_set_up_a_dialog_and_the_monitor() -> None:
    async with running(SIZES[0]) as driver:
        await opening(driver)
        wrong = []
        for size, panels in (
            ((80, 24), ("machine", "table", "thinking", "inside", "memories", "terminal")),
            ((120, 40), ("inside", "memories")),
            ((200, 60), ("thinking",)),
        ):
            await driver.pilot.resize_terminal(*size)
            for panel in panels:
                await driver.show_panel(panel)
                if different(driver, f"{panel}-{size[0]}"):
                    wrong.append((panel, size))
        await driver.pilot.resize_terminal(100, 30)
        await driver.pilot.press("s", "down", "left", "delete")
        await driver.until(lambda s: s.game.men.count("p") == 7)
        await driver.pilot.pause()
        if different(driver, "setup-100"):
            wrong.append(("setup", (100, 30)))
        await driver.pilot.press("s")
        await driver.hear("Black to move: you")
        await driver.pilot.resize_terminal(80, 24)
        await driver.pilot.press("n")
        await driver.pilot.pause()
        if different(driver, "new-game-80"):
            wrong.append(("new game", (80, 24)))
        await driver.pilot.press("escape")
        await driver.pilot.resize_terminal(120, 40)
        await driver.pilot.press("f8", "ctrl+t")
        await driver.until(lambda s: s.line.fitted)
        await driver.pilot.press("ctrl+r")
        await driver.until(lambda s: any("KIM" in line for line in s.line.lines))
        await driver.pilot.press(*"0050", "space", *"33.")
        await driver.until(lambda s: s.line.lines[-1] == "0051 04 ")
        await driver.pilot.pause()
        if different(driver, "terminal-120"):
            wrong.append(("terminal", (120, 40)))
        assert not wrong, f"looks different; see {DRAW}"


async def test_a_question_on_a_wide_screen() -> None:
    async with running((200, 60)) as driver:
        await opening(driver)
        await driver.pilot.press("f7", "up", "down", "down")
        await driver.pilot.pause()
        driver.app.main.query_one("#ask-attackers", Button).active_effect_duration = 0
        await driver.click("#ask-attackers")
        await driver.pilot.pause()
        await driver.pilot.press("end")
        asking = driver.app.main.query_one(MemoriesPanel)
        await driver.seen(lambda: asking.asking is not None and asking.asking.done)
        await driver.pilot.pause()
        compare(driver, "question-200")


async def test_letters_and_paper() -> None:
    async with running((120, 40), ascii_only=True) as driver:
        await opening(driver)
        await driver.pilot.press("u")
        await driver.your_move(5)
        await driver.show_panel("memories")
        await driver.pilot.press("up")
        await driver.pilot.pause()
        wrong = ["lenses"] if different(driver, "ascii-lenses-120") else []
        await driver.pilot.resize_terminal(100, 30)
        driver.app.theme = "paper-1976"
        await driver.show_panel("game")
        await driver.pilot.press("down", "enter")
        await driver.pilot.pause()
        if different(driver, "ascii-paper-100"):
            wrong.append("paper")
        assert not wrong, f"looks different; see {DRAW}"

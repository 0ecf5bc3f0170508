"""What the screens look like, against pictures that were looked at.

``MICROCHESS_DRAW=1 pytest tests/tui/screen/test_pictures.py`` draws them anew; look at every one
before you keep it. The plugin pytest-textual-snapshot is not used: its present release needs
pytest < 9, and the export is the same from run to run.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.tui.driver import Driver, running
from tui.screen.panels.blocks import BlocksWidget

pytestmark = pytest.mark.asyncio

Look = Callable[[Driver, str], None]
FOLDER = Path(__file__).parent / "pictures"
DRAW = "MICROCHESS_DRAW"
_FONTS = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)
_ID = re.compile(r"terminal-\d+")


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever terminal the tests run in."""
    for name in ("TERM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


async def opening(driver: Driver) -> None:
    """Three moves from the book, one answer thought out."""
    await driver.your_move(1)
    for number, move in enumerate(("e5", "Nc6", "a6")):
        await driver.pilot.press(*move, "enter")
        await driver.your_move(3 + 2 * number)


@pytest.fixture
def look() -> Iterator[Look]:
    """Compares the screen with the picture of that name, drawn anew if that is wanted."""
    wrong = []

    def compare(driver: Driver, name: str) -> None:
        svg = _FONTS.sub("", driver.app.export_screenshot(simplify=True))
        svg = _ID.sub("terminal", svg)
        path = FOLDER / f"{name}.svg"
        if os.environ.get(DRAW):
            path.write_text(svg, encoding="utf-8")
        if svg != path.read_text(encoding="utf-8"):
            wrong.append(name)

    yield compare
    assert not wrong, f"these look different; see {DRAW}"


DARK, LIGHT = "kim-1", "paper-1976"
LOOKS: dict[str, dict[tuple[int, int], tuple[str, ...]]] = {
    "colors": {
        (80, 24): (DARK, LIGHT),
        (100, 30): (DARK,),
        (120, 40): (LIGHT,),
        (200, 60): (DARK,),
    },
    "no-color": {(80, 24): ("no-color",), (120, 40): ("no-color",)},
}


@pytest.mark.parametrize("colors", LOOKS)
async def test_the_game_at_four_sizes(
    colors: str, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    if colors == "no-color":
        monkeypatch.setenv("NO_COLOR", "1")
    async with running((80, 24)) as driver:
        await opening(driver)
        driver.app.main.view.move_line.cursor_blink = False
        await driver.pilot.press("down", "enter", *"e9", "enter")
        await driver.hear("is no move")
        for size, themes in LOOKS[colors].items():
            await driver.pilot.resize_terminal(*size)
            for theme in themes:
                driver.app.theme = theme
                await driver.pilot.pause()
                look(driver, f"game-{size[0]}-{theme}")


@pytest.mark.slow
async def test_the_panels_set_up_a_dialog_and_the_monitor(look: Look) -> None:
    async with running((80, 24)) as driver:
        await opening(driver)
        for size, panels in (
            ((80, 24), ("machine", "table", "thinking", "inside", "lenses", "terminal")),
            ((120, 40), ("inside", "lenses")),
            ((200, 60), ("thinking",)),
        ):
            await driver.pilot.resize_terminal(*size)
            for panel in panels:
                await driver.show_panel(panel)
                look(driver, f"{panel}-{size[0]}")
        await driver.pilot.resize_terminal(100, 30)
        await driver.pilot.press("s", "down", "left", "delete")
        await driver.until(lambda s: s.game.men.count("p") == 7)
        await driver.pilot.pause()
        look(driver, "setup-100")
        await driver.pilot.press("s")
        await driver.hear("Black to move: you")
        await driver.pilot.resize_terminal(80, 24)
        await driver.pilot.press("n")
        await driver.pilot.pause()
        look(driver, "new-game-80")
        await driver.pilot.press("escape")
        await driver.pilot.resize_terminal(120, 40)
        await driver.pilot.press("f8", "ctrl+t")
        await driver.until(lambda s: s.line.fitted)
        await driver.pilot.press("ctrl+r")
        await driver.until(lambda s: any("KIM" in line for line in s.line.lines))
        await driver.pilot.press(*"0050", "space", *"33.")
        await driver.until(lambda s: s.line.lines[-1] == "0051 04 ")
        await driver.hear("the table was changed by hand")
        look(driver, "terminal-120")


@pytest.mark.slow
async def test_a_question_on_a_wide_screen(look: Look) -> None:
    async with running((200, 60)) as driver:
        await opening(driver)
        await driver.pilot.press("f7", "up", "down", "down")
        await driver.pilot.pause()
        lenses = driver.app.main.query_one("#lenses", BlocksWidget)
        lenses.act("both")
        lenses.act("attackers")
        await driver.pilot.pause()
        await driver.pilot.press("end")
        await driver.seen(lambda: (one := lenses.progress) is not None and one.at == one.last)
        await driver.pilot.pause()
        look(driver, "question-200")


@pytest.mark.slow
async def test_letters_and_paper(look: Look) -> None:
    async with running((120, 40), ascii_only=True) as driver:
        await opening(driver)
        await driver.pilot.press("u")
        await driver.your_move(5)
        await driver.show_panel("lenses")
        await driver.pilot.press("up")
        await driver.pilot.pause()
        look(driver, "ascii-lenses-120")
        await driver.pilot.resize_terminal(100, 30)
        driver.app.theme = "paper-1976"
        await driver.show_panel("game")
        await driver.pilot.press("down", "enter")
        await driver.pilot.pause()
        look(driver, "ascii-paper-100")

"""The program that plays is changed while the screen stays: Janus, a copy of 1976, Python."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from textual.widgets import Label

from microchess.machine import fetching, library
from microchess.machine.solver import PlayerSpec
from tests import synthetic
from tests.tui.driver import Driver, running
from tests.web import Answer, serving
from tui.screen import app
from tui.screen.screens import original
from tui.screen.screens.ask import ChooseScreen
from tui.session.autosave import save_path

pytestmark = pytest.mark.asyncio


async def begin_against(driver: Driver, button: str) -> None:
    """A new game against another program."""
    await driver.pilot.press("n")
    await driver.press_button("beginning", button)


async def test_a_copy_of_1976_plays_in_place_of_janus_and_each_keeps_its_session() -> None:
    path = save_path(PlayerSpec("rom"))
    async with running(save_path=path) as driver:
        await driver.play("e5", 3)
        await begin_against(driver, "MicroChess of 1976")
        await driver.seen(lambda: "https://benlo.com" in question(driver))
        await driver.pilot.press("escape")
        synthetic.keep()
        await begin_against(driver, "MicroChess of 1976")
        await driver.until(lambda s: s.game.program != "Janus" and not s.busy)
        assert driver.app.main.view.entry.name == "game"
        kept = save_path(PlayerSpec("original"))
        await driver.seen(lambda: kept.exists() or bool(driver.now.game.sans))
        await begin_against(driver, "Janus")
        await driver.seen(lambda: driver.app.screen is not driver.app.main)
        await driver.pilot.press("enter")
        back = await driver.until(lambda s: s.game.program == "Janus")
        assert back.game.sans[:2] == ("e4", "e5")
        await driver.pilot.press("n", "down", "right", "enter")
        await driver.until(lambda s: s.formula is not None)
        await driver.your_move()
        assert driver.header.startswith("Python engine   your move")


def question(driver: Driver) -> str:
    """What is asked in front: its title, a blank, its text; empty: nothing."""
    asked = driver.app.screen
    labels = asked.query(Label) if isinstance(asked, ChooseScreen) else ()
    return " ".join(f"{asked.query_one('.box').border_title} {one.render()}" for one in labels)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Answer]]:
    """What the author's site answers, of which the stand-in's listing is fetched."""
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    own = partial(library.Library, manifest=synthetic.manifest())
    for module in (original, app):
        monkeypatch.setattr(module, "Library", own)
    answers: dict[str, Answer] = {}
    with serving(answers) as at:
        get = partial(fetching.get_original, address=f"{at}/listing")
        monkeypatch.setattr(fetching, "get_original", get)
        yield answers


async def ask_for_it(driver: Driver) -> None:
    """The entry of the palette, then the answer to its question."""
    await driver.app.main.run_action("get_original")
    await driver.seen(lambda: "https://benlo.com/files/Microchess6502.txt" in question(driver))
    assert "Peter Jennings's work. Its notice permits redistribution" in question(driver)
    await driver.pilot.press("g")


async def test_the_program_of_1976_is_fetched_after_a_question_and_plays(
    site: dict[str, Answer],
) -> None:
    async with running(save_path=save_path(PlayerSpec("rom"))) as driver:
        await driver.your_move(1)
        await ask_for_it(driver)
        await driver.seen(lambda: question(driver).startswith("It did not come http://127.0"))
        told = "127.0.0.1 answers 404 Not Found.\nby hand: save https://benlo.com"
        assert told in question(driver)
        await driver.pilot.press("enter")
        assert driver.now.game.program == "Janus"
        site["/listing"] = lambda request: request.send(synthetic.LISTING.read_bytes())
        await ask_for_it(driver)
        await driver.seen(lambda: "1. Every copy keeps this notice." in question(driver))
        assert question(driver).startswith("Synthetic, 1976 It is here.")
        await driver.pilot.press("p")
        await driver.until(lambda s: s.game.program == "Synthetic, 1976" and not s.busy)
        main = driver.app.main
        await driver.seen(lambda: bool(main.view.captions.display and main.view.captions.strips))
        said = " ".join(" ".join(strip.text for strip in main.view.captions.strips).split())
        assert re.search(r"at full speed\. Key \* is its pace of 1976: some \d", said)
        assert driver.header.startswith("Synthetic, 1976")
        assert main.query_one("#top").tooltip is None
        for speed in (1.0, None):
            await driver.pilot.press("asterisk")
            await driver.until(lambda s, wanted=speed: s.speed == wanted)  # type: ignore[misc]
        await main.run_action("get_original")
        await driver.seen(lambda: driver.said == "it is here: n, New game, then MicroChess of 1976")

"""The page of `microchess serve` in a real browser."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from microchess.machine.library import Library
from tests import synthetic
from tests.commands import ended
from tests.patience import PATIENCE
from tests.tui.page.visitor import MARKS, MOVES, visiting

pytestmark = [*MARKS, pytest.mark.usefixtures("site")]


@contextmanager
def served() -> Iterator[str]:
    """The address that the command prints; Ctrl-C ends it."""
    command = [sys.executable, "-m", "microchess", "serve", "--no-browser", "--port", "0"]
    with ended(Popen(command, stdout=PIPE, text=True)) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().removeprefix("open ").strip()
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130


async def test_the_users_program_plays_the_game_is_kept_and_the_images_stay_where_they_are(
    tmp_path: Path,
) -> None:
    synthetic.keep()
    (tmp_path / "mine.txt").write_bytes(synthetic.LISTING.read_bytes())
    with served() as address:
        async with visiting(address) as person:
            page = person.page
            await person.open()
            await person.sees("#title", "mine on the KIM-1")
            assert await page.locator("#original").is_hidden()
            assert await page.get_by_text("How it plays: microchess tour").is_visible()
            await person.play("e4")
            await person.sees(MOVES, "d6")
            await page.get_by_label("Open a file").set_input_files(tmp_path / "mine.txt")
            await person.sees("#notices", "those of the computer that serves this page")
            await person.reload()
            await person.sees(MOVES, "d6")
            assert await page.evaluate("navigator.serviceWorker.getRegistrations()") == []
            assert await page.evaluate("caches.keys()") == []
            assert await page.get_by_text("Licences and source").is_visible()
            Library().remove("microchess")
            await person.reload()
            await person.sees("#title", "Janus on the KIM-1")
            person.calm()

"""The page of `microchess serve` in a real browser."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.tui.page.visitor import MARKS, READY, visiting
from tests.tui.serve.process import applications, gone, serving

pytestmark = [
    *MARKS,
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]


async def test_a_game_a_dropped_line_a_reload_and_a_crash(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with visiting(server.url) as person:
            page = person.page
            await page.add_init_script(KEEP_SOCKETS)
            await person.open()
            await person.sees("kim-moves", "e4")
            await person.drag("e7", "e5")
            await person.sees("kim-moves", "Nf3")
            (child,) = applications(server.pid)
            await page.evaluate("sockets.at(-1).close()")
            await person.until("sockets.length === 2")
            await page.locator(READY).wait_for()
            await page.reload()
            await page.locator(READY).wait_for()
            await person.sees("kim-moves", "Nf3")
            (tmp_path / "given.pgn").write_text("1. d4 d5 *")
            await page.evaluate("sockets.at(-1).close()")
            await page.get_by_label("Open a file").set_input_files(tmp_path / "given.pgn")
            await person.sees("kim-moves", "d5")
            await page.get_by_role("button", name="Undo").click()
            await page.get_by_role("button", name="Undo").click()
            await person.sees("kim-moves", "Nf3")
            assert applications(server.pid) == [child]
            await page.get_by_text("Inside the machine").click()
            await page.get_by_role("button", name="Pause").click()
            await page.locator("#go-on").wait_for()
            await page.reload()
            await page.locator("#go-on").click()
            await page.locator(READY).wait_for()
            assert await page.locator("footer").is_hidden()
            person.calm()
            os.kill(child, signal.SIGSEGV)
            await person.sees("#headline", "ended by SIGSEGV")
            await page.reload()
            await page.locator(READY).wait_for()
            await person.sees("kim-moves", "Nf3")
            machines = applications(server.pid)
            await page.close()
            assert await gone(machines)


KEEP_SOCKETS = """
const real = WebSocket;
window.sockets = [];
window.WebSocket = class extends real {
  constructor(...what) { super(...what); sockets.push(this); }
};
"""
"""So that a line can be broken."""

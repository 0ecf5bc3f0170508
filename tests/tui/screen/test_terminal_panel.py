"""The terminal panel: the serial line beside the game."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual import events
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from emu.files.formats.intelhex import write as write_intel_hex
from emu.files.programs import Program, Segment
from tests.tui.driver import Driver, running
from tui.screen.panels.blocks import BlocksWidget
from tui.session.snapshot import Activity, Snapshot

pytestmark = pytest.mark.asyncio


def paper(snapshot: Snapshot) -> str:
    return "\n".join(snapshot.line.lines)


async def connected(driver: Driver) -> None:
    """The jumper in, RS pressed, the monitor's greeting and the open cell printed."""
    await driver.pilot.press("f8", "ctrl+t")
    await driver.until(lambda s: s.line.fitted)
    await driver.pilot.press("ctrl+r")
    await driver.until(
        lambda s: re.search(r"KIM\s+[0-9A-F]{4} [0-9A-F]{2} $", paper(s)) is not None
    )


async def test_the_monitor_has_what_is_typed_or_pasted_and_a_tape_and_starts_the_program(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.hex"
    program = Program("game", (Segment(0x0200, bytes(range(40))),), "memory")
    path.write_text(write_intel_hex(program), encoding="ascii")
    async with running() as driver:
        main = driver.app.main
        await connected(driver)
        before = driver.now
        await driver.pilot.press(*"0200", "space", *"A9.", "enter", "ctrl+j", *"nuspv?")
        after = await driver.until(lambda s: paper(s).endswith("0201 00 nuspv?"))
        typed = paper(after).split("KIM")[1]
        assert typed.split("\n")[2:] == ["0200 00 A9.", "0201 00", "0202 00", "", "0201 00 nuspv?"]
        assert after.machine.memory[0x0200] == 0xA9
        assert after.game.fen == before.game.fen
        main.query_one("#terminal-paper").post_message(events.Paste("0208 A9.\r\n85.\nnuspév?"))
        await driver.hear("1 character that no teletype has is left out")
        after = await driver.until(lambda s: s.machine.memory[0x020A] == 0x85)
        assert after.machine.memory[0x0208] == 0xA9
        assert driver.app.screen is main
        await driver.pilot.press("ctrl+l")
        await driver.answer("/nowhere")
        assert "/nowhere: No such file" in driver.refused
        await driver.answer(str(path))
        await driver.hear("game.hex has arrived")
        await driver.until(lambda s: s.machine.memory[0x0227] == 0x27)
        await driver.pilot.press("enter", *"0000", "space", "G")
        after = await driver.until(lambda s: s.machine.listening)
        assert after.line.fitted
        await driver.pilot.press("escape", "s")
        main.post_message(events.Paste("e4"))
        await driver.seen(lambda: driver.said == "nothing here takes what is pasted")


async def test_the_paper_is_scrolled_and_follows_what_is_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running() as driver:
        await connected(driver)
        scroll = driver.app.main.query_one("#terminal-paper").parent
        panel = driver.app.main.query_one("#terminal", BlocksWidget)
        assert isinstance(scroll, VerticalScroll)
        printed = driver.now
        monkeypatch.setattr(panel, "refresh_content", lambda _: None)

        def grow(rows: int) -> None:
            line = replace(printed.line, lines=("KIM",) * rows)
            BlocksWidget.refresh_content(panel, replace(printed, line=line))

        grow(30)
        await driver.seen(lambda: scroll.max_scroll_y > 0 and scroll.is_vertical_scroll_end)
        await driver.pilot.press("pageup")
        await driver.seen(lambda: not scroll.is_vertical_scroll_end)
        await driver.pilot.press("enter")
        await driver.seen(lambda: scroll.is_vertical_scroll_end)
        await driver.pilot.press("pageup")
        await driver.seen(lambda: not scroll.is_vertical_scroll_end)
        end = scroll.max_scroll_y
        await driver.pilot.press("x")
        await asyncio.sleep(0)
        grow(31)
        await driver.seen(lambda: scroll.max_scroll_y == end + 1)
        assert scroll.is_vertical_scroll_end


async def test_with_the_jumper_out_nothing_is_typed_and_help_and_palette_have_the_terminal() -> (
    None
):
    async with running() as driver:
        await driver.pilot.press("f8", "enter", "A")
        await driver.hear("the TTY jumper is out")
        assert paper(driver.now) == ""
        await driver.pilot.press("ctrl+n", "up", "up", "enter")
        after = await driver.until(lambda s: s.line.baud != 1200)
        assert (after.line.baud, after.line.stop_bits) == (300, 2)
        assert after.activity is not Activity.HELD
        await driver.pilot.press("f1")
        await driver.seen(lambda: bool(driver.app.screen.query(Markdown)))
        text = driver.app.screen.query_one(Markdown).source
        assert "TTY jumper" in text
        for key in "TRBNLK":
            assert f"| `^{key}` |" in text
        assert "| take back, do again | `u`; Ctrl+Y |" in text

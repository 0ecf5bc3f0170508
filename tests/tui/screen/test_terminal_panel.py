"""The terminal panel: the serial line beside the game."""

from __future__ import annotations

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
from tui.screen.screens.ask import ChooseScreen
from tui.screen.widgets.block import BlockView
from tui.session.line import LiveLine
from tui.session.snapshot import Activity, Snapshot
from tui.session.verbs import Asked

pytestmark = pytest.mark.asyncio


def paper(snapshot: Snapshot) -> str:
    return "\n".join(snapshot.line.lines)


CHAR = 0xFE
"""Where the monitor keeps the character it reads; held down, BREAK is one without a bit set."""


async def connected(driver: Driver) -> None:
    """The jumper in, RS pressed, the monitor's greeting and the open cell printed."""
    await driver.your_move(1)
    await driver.pilot.press("f8", "ctrl+t")
    await driver.until(lambda s: s.line.fitted)
    await driver.pilot.press("ctrl+r")
    await driver.until(
        lambda s: re.search(r"KIM\s+[0-9A-F]{4} [0-9A-F]{2} $", paper(s)) is not None
    )


async def answer(driver: Driver, key: str, text: str) -> None:
    """Press a key that asks for a line, and give it."""
    await driver.pilot.press(key)
    await driver.answer(text)


async def test_the_monitor_has_what_is_typed_and_a_tape_and_starts_the_program(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.hex"
    program = Program("game", (Segment(0x0200, bytes(range(40))),), "memory")
    path.write_text(write_intel_hex(program), encoding="ascii")
    async with running() as driver:
        await connected(driver)
        before = driver.now
        assert before is not None
        await driver.pilot.press(*"0200", "space", *"A9.", "enter", "ctrl+j", *"nuspv?")
        after = await driver.until(lambda s: paper(s).endswith("0201 00 nuspv?"))
        typed = paper(after).split("KIM")[1]
        assert typed.split("\n")[2:] == ["0200 00 A9.", "0201 00", "0202 00", "", "0201 00 nuspv?"]
        assert after.machine.memory[0x0200] == 0xA9
        assert after.game.fen == before.game.fen
        assert driver.app.screen is driver.app.main
        await answer(driver, "ctrl+l", str(path))
        await driver.hear("game.hex has arrived")
        await driver.until(lambda s: s.machine.memory[0x0227] == 0x27)
        await answer(driver, "ctrl+l", "/nowhere")
        assert "/nowhere: No such file" in driver.refused
        await driver.pilot.press("escape", "enter")
        await driver.pilot.press(*"0000", "space", "G")
        after = await driver.until(lambda s: s.machine.listening)
        assert after.line.fitted


async def test_what_is_pasted_is_typed_line_by_line_and_nothing_else_takes_it() -> None:
    async with running() as driver:
        await connected(driver)
        driver.app.main.query_one("#terminal-paper", BlockView).post_message(
            events.Paste("0200 A9.\r\n85.\nnuspév?")
        )
        await driver.hear("1 character that no teletype has is left out")
        after = await driver.until(lambda s: paper(s).endswith("0204 00 nuspv?"))
        assert [after.machine.memory[at] for at in (0x0200, 0x0202)] == [0xA9, 0x85]
        assert driver.app.screen is driver.app.main
        await driver.pilot.press("escape", "s")
        driver.app.main.post_message(events.Paste("e4"))
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


async def test_the_printout_is_kept_in_a_file_and_control_keys_go_over_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "printed.txt"
    async with running() as driver:
        await connected(driver)
        await driver.pilot.press(*"0200", "space")
        await driver.until(lambda s: paper(s).endswith("0200 00 "))
        await answer(driver, "ctrl+k", str(path))
        await driver.seen(lambda: driver.said.startswith("written to"))
        assert path.read_text().splitlines() == list(driver.now.line.lines)
        await answer(driver, "ctrl+k", str(path))
        await driver.seen(lambda: isinstance(driver.app.screen, ChooseScreen))
        await driver.pilot.press("escape", "enter")
        keyboard, asked = driver.app.main.query_one("#terminal-paper", BlockView), list[Asked]()
        monkeypatch.setattr(driver.app.main, "ask", asked.append)
        for key, character in (("L", "L"), ("ctrl+g", "\x07"), ("ctrl+c", "\x03")):
            keyboard.post_message(events.Key(key, character))
        keyboard.post_message(events.Key("ctrl+t", "\x14"))
        await driver.seen(lambda: len(asked) == 4)
        assert asked == [
            *map(LiveLine.type_text, (b"L", b"\x07", b"\x03")),
            LiveLine.fit_jumper(False),
        ]


async def test_help_and_palette_have_the_terminal_and_with_the_jumper_out_nothing_is_typed() -> (
    None
):
    async with running() as driver:
        await driver.pilot.press("f8", "enter", "A")
        await driver.hear("the TTY jumper is out")
        assert paper(driver.now) == ""
        await driver.pilot.press("ctrl+n")
        await driver.pilot.pause()
        await driver.pilot.press("up", "up", "enter")
        after = await driver.until(lambda s: s.line.baud != 1200)
        assert (after.line.baud, after.line.stop_bits) == (300, 2)
        assert after.activity is not Activity.HELD
        await driver.begin_anew()
        await driver.pilot.press("f8", "f1")
        await driver.pilot.pause()
        text = driver.app.screen.query_one(Markdown).source
        assert "TTY jumper" in text
        for key in "TRBNLK":
            assert f"| `^{key}` |" in text
        assert "| take back, do again | `u`, but not on F6; Ctrl+Y |" in text


async def test_keys_of_the_panel_come_in_their_turn_and_the_game_goes_on_after_the_terminal() -> (
    None
):
    async with running() as driver:
        await connected(driver)
        keyboard = driver.app.main.query_one("#terminal-paper", BlockView)
        keys = [("ctrl+r", "\x12"), *((character, character) for character in "0200 ")]
        for key, character in keys:
            keyboard.post_message(events.Key("space" if key == " " else key, character))
        await driver.until(lambda s: paper(s).count("KIM") == 2 and "0200 00" in paper(s))
        await driver.until(lambda s: not s.machine.listening)
        await driver.pilot.press("escape", *"e5", "enter")
        await driver.hear("does not listen to the keypad")
        await driver.pilot.press("f3")
        await driver.click("#recover")
        await driver.until(lambda s: s.machine.listening and not s.line.fitted)
        await driver.pilot.press("escape", *"e5", "enter")
        after = await driver.your_move(3)
        assert after.game.sans[1] == "e5"

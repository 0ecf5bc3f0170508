"""Panel Inside with labels, source lines, and breakpoints that have conditions."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest
from textual import events

from emu.notation import Poke
from tests.emu.watch.test_sources import BLINK, DEBUG
from tests.tui.driver import running
from tui.screen.screens.ask import PickScreen
from tui.screen.widgets.keysline import KeysLine
from tui.screen.widgets.listing import ListingView
from tui.screen.widgets.memory import MemoryView
from tui.session.debugger import Debugger
from tui.session.hand import Hand
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Activity

pytestmark = pytest.mark.asyncio

CODE = bytes.fromhex("A905 E610 EA 6510 D0F9")


async def test_code_and_memory_are_turned_by_wheel_and_pages() -> None:
    async with running((200, 60), setup=NewGame(chess.BLACK)) as driver:
        await driver.show_panel("inside")
        main = driver.app.main
        code, cells = main.query_one(ListingView), main.query_one(MemoryView)
        code.focus()
        await driver.pilot.press("p")
        await driver.until(lambda s: s.activity is Activity.HELD)
        shown = [strip.text[1:] for strip in code.strips]
        await driver.pilot._post_mouse_events([events.MouseScrollDown], code, (3, 3))
        await driver.seen(lambda: [strip.text[1:] for strip in code.strips][:9] == shown[3:12])
        assert code.cursor == code.window.pc
        await driver.pilot._post_mouse_events([events.MouseScrollUp], code, (3, 3))
        await driver.seen(lambda: [strip.text[1:] for strip in code.strips] == shown)
        for _ in range(9):
            await driver.pilot._post_mouse_events([events.MouseScrollUp], code, (3, 3))
        await driver.seen(lambda: code.cursor is not None and code.cursor < code.window.pc)
        begun = code.cursor or 0
        await driver.pilot.press("pagedown", "pagedown")
        assert (code.cursor or 0) > begun + code.window.rows
        await driver.pilot.press("pageup", "pageup", "pageup")
        assert 0 < (code.cursor or 0) < begun
        for address in (0x200, 0xDC, 0xFFF0):
            code.show_address(address)
            for _ in range(9):
                await driver.pilot._post_mouse_events([events.MouseScrollUp], code, (3, 3))
            await driver.seen(lambda at=address: code.window.code[0].address < at - 8)  # type: ignore[misc]
        await driver.pilot.press("pagedown", "pagedown", "pagedown")
        assert (code.window.code[-1].end, len(code.window.code)) == (0x10000, code.window.rows)
        at = cells.cursor
        await driver.pilot._post_mouse_events([events.MouseScrollDown], cells, (8, 3))
        await driver.seen(lambda: cells.cursor == at + cells.window.per_row)
        cells.action_jump(0x300)
        await driver.click(cells, offset=(5 + 3 * 2, 1))
        assert main.view.mode == "POKE"
        await driver.pilot.press(*"a6")
        await driver.until(lambda s: s.machine.memory[0x302] == 0xA6)
        assert main.view.move_line.value == ""


async def test_code_looked_at_stays_and_source_lines_stand_beside_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "blink.s").write_text(BLINK)
    (tmp_path / "blink.dbg").write_text(DEBUG)
    async with running((120, 40), setup=NewGame(chess.BLACK)) as driver:
        await driver.show_panel("inside")
        code, keys = driver.app.main.query_one(ListingView), driver.app.main.query_one(KeysLine)
        code.focus()
        await driver.pilot.press("p")
        await driver.until(lambda s: s.activity is Activity.HELD)
        await driver.pilot.press("down")
        await driver.seen(lambda: "Esc Follow PC" in keys.strips[0].text)
        await driver.pilot.press("escape")
        await driver.seen(lambda: "Esc" not in keys.strips[0].text)
        assert code.cursor is None
        await driver.pilot.press("down", "right")
        await driver.seen(lambda: code.cursor is None)
        await driver.pilot.press("escape")
        await driver.until(lambda s: s.activity is Activity.WAITING)
        await driver.begin_anew(NewGame(chess.BLACK))
        pokes = tuple(Poke(0x200 + at, byte) for at, byte in enumerate(CODE))
        driver.app.main.ask(Play.poke(pokes))
        await driver.until(lambda s: s.machine.memory[0x208] == 0xF9)
        await driver.pilot.press("f6", "t")
        await driver.answer("SCANDS")
        assert driver.said == "on to $1F1F; it is paused there"
        held = await driver.until(lambda s: s.activity is Activity.HELD)
        assert held.machine.registers.pc == 0x1F1F
        await driver.pilot.press("escape")
        await driver.until(lambda s: s.activity is Activity.WAITING)
        assert "t Hint" not in driver.footer
        await driver.pilot.press("k")
        (at,) = (await driver.until(lambda s: bool(s.breakpoints))).breakpoints
        assert driver.said.startswith(f"breakpoint at ${at:04X}")
        driver.app.main.ask(Debugger.set_breakpoints({}))
        await driver.until(lambda s: not s.breakpoints)
        await driver.pilot.press("L")
        await driver.answer(str(tmp_path / "none.dbg"))
        assert "No such file" in driver.refused
        await driver.answer(str(tmp_path / "blink.dbg"))
        cells = driver.app.main.query_one(MemoryView)
        assert cells.has_focus
        await driver.pilot.press("j")
        await driver.answer("blink.s:3")
        await driver.seen(lambda: code.cursor == cells.cursor == 0x205)
        await driver.seen(lambda: "Esc Follow PC" in driver.footer)
        shown = [strip.text.strip() for strip in code.strips]
        rows = [text for text in shown if "020" in text[:6]]
        assert rows[:4] == [
            "0200 LDA #$05        1 start: lda #$05",
            "0202 INC $10         2 loop: bump $10",
            "0204 NOP",
            "0205 ADC $10         3 adc $10",
        ]
        await driver.pilot.press("x")
        await driver.seen(lambda: isinstance(driver.app.screen, PickScreen))
        await driver.pilot.press("enter")
        await driver.answer("loop,A=2X")
        assert "'2X' is no byte" in driver.refused
        await driver.answer("0202 A==5")
        assert "expected A=3C, X!=0, 00F9>=Y, P&01 or count=5" in driver.refused
        await driver.answer("loop,Q=5")
        assert "'Q' in 'Q=5'; expected a register (A, X, Y, SP, P) or an address" in driver.refused
        await driver.answer("loop if A=5,count=2")
        await driver.until(lambda s: s.breakpoints == {0x202: "A=5,count=2"})
        await driver.pilot.press("x", "down", "down", "enter")
        await driver.answer("$0202 if A=05,count=3")
        await driver.until(lambda s: s.breakpoints == {0x202: "A=05,count=3"})
        for key in ("ST", "AD", *"0200", "GO"):
            driver.app.main.ask(Hand.press(key))
        await driver.until(lambda s: s.halt.startswith("breakpoint at $0202 if ") and s.busy)
        await driver.pilot.press("x", "down", "down", "enter")
        await driver.answer("")
        await driver.until(lambda s: not s.breakpoints)

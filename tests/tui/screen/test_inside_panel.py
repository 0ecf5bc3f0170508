"""Panel Inside by keys, wheel and mouse."""

from __future__ import annotations

import chess
import pytest
from textual import events

from tests.tui.driver import running
from tui.screen.widgets.block import BlockView
from tui.session.debugger import Debugger
from tui.session.new_game import NewGame
from tui.session.snapshot import Activity

pytestmark = pytest.mark.asyncio


async def test_code_and_memory_are_turned_by_wheel_and_pages_and_a_click_pokes() -> None:
    async with running((200, 60), setup=NewGame(chess.BLACK)) as driver:
        await driver.show_panel("inside")
        main = driver.app.main
        code, cells = (main.query_one(f"#inside-{one}", BlockView) for one in ("code", "memory"))
        assert cells.has_focus
        code.focus()
        await driver.pilot.press("p")
        await driver.until(lambda s: s.activity is Activity.HELD)
        assert len(code.strips) == code.size.height

        def lines() -> list[str]:
            return [strip.text[2:].rstrip() for strip in code.strips]

        shown = lines()
        await driver.pilot._post_mouse_events([events.MouseScrollDown], code, (3, 3))
        await driver.seen(lambda: lines()[:9] == shown[3:12])
        await driver.pilot._post_mouse_events([events.MouseScrollUp], code, (3, 3))
        await driver.seen(lambda: lines() == shown)
        await driver.pilot.press("pagedown")
        await driver.seen(lambda: lines()[0] == shown[-1])
        await driver.seen(lambda: "Esc Follow PC" in driver.footer)
        await driver.pilot.press("escape")
        await driver.seen(lambda: "Esc" not in driver.footer)
        await driver.pilot.press("j")
        await driver.answer("nowhere")
        assert "nowhere" in driver.refused
        await driver.answer("0300")
        await driver.click(cells, offset=(5 + 3 * 2, 1))
        assert main.view.mode == ""
        await driver.pilot.press("enter")
        assert main.view.mode == "POKE"
        await driver.pilot.press(*"a6", "left")
        await driver.until(lambda s: s.machine.memory[0x302] == 0xA6)
        assert main.view.move_line.value == ""
        await driver.pilot._post_mouse_events([events.MouseScrollDown], cells, (8, 3))
        await driver.seen(lambda: cells.strips[0].text.startswith("$030A "))
        await driver.click(main.view.board, offset=driver.cell(chess.E1))
        await driver.seen(lambda: "king" in cells.strips[0].text)


async def test_a_digit_pokes_a_byte_that_was_clicked_and_is_else_a_move() -> None:
    async with running((120, 40), setup=NewGame(chess.BLACK)) as driver:
        main = driver.app.main
        await driver.show_panel("inside")
        await driver.pilot.press("6")
        assert main.view.move_line.value == "6"
        await driver.pilot.press("escape")
        await driver.click(main.query_one("#inside-memory", BlockView), offset=(5, 2))
        await driver.pilot.press("W")
        await driver.seen(lambda: "nothing" in driver.said or " the last " in driver.said)
        await driver.pilot.press(*"3f", "left")
        await driver.until(lambda s: 0x3F in s.machine.memory.read(0, 0x100))
        await driver.pilot.press("escape", "3")
        assert (main.view.mode, main.view.move_line.value) == ("", "3")


async def test_a_breakpoint_of_the_list_is_changed_in_a_dialog_and_emptied_removed() -> None:
    async with running((120, 40), setup=NewGame(chess.BLACK)) as driver:
        await driver.show_panel("inside")
        await driver.pilot.press("x")
        await driver.answer("0202 A==5")
        assert "expected A=3C, X!=0, 00F9>=Y, P&01 or count=5" in driver.refused
        await driver.answer("0202 if A=5,count=2")
        await driver.until(lambda s: s.breakpoints == {0x202: "A=5,count=2"})
        await driver.pilot.press("X")
        await driver.answer("$00F9=$3C")
        await driver.until(lambda s: s.watchpoints == {0xF9: 0x3C})
        driver.app.main.query_one("#inside-halts", BlockView).focus()
        await driver.pilot.press("down", "enter")
        await driver.answer("0202,A=6")
        await driver.until(lambda s: s.breakpoints == {0x202: "A=6"})
        await driver.pilot.press("enter")
        await driver.answer("")
        await driver.until(lambda s: not s.breakpoints)
        assert driver.said == "breakpoint at $0202 removed"
        driver.app.main.ask(Debugger.set_watchpoints({}))
        await driver.until(lambda s: not s.watchpoints)
        await driver.seen(lambda: not driver.app.main.query_one("#inside-halts").display)


async def test_one_runs_to_a_label_and_sets_a_breakpoint_by_keys() -> None:
    async with running((120, 40), setup=NewGame(chess.BLACK)) as driver:
        await driver.pilot.press("f6", "T")
        await driver.answer("SCANDS")
        assert driver.said == "on to $1F1F; it is paused there"
        held = await driver.until(lambda s: s.activity is Activity.HELD)
        assert held.machine.registers.pc == 0x1F1F
        assert driver.footer.startswith("p Go on  ")
        assert "Over" not in driver.footer
        await driver.pilot.press("k")
        await driver.until(lambda s: s.breakpoints == {0x1F1F: ""})
        assert driver.said == "breakpoint at $1F1F"
        await driver.pilot.press("down", "right")
        await driver.until(lambda s: s.machine.registers.pc != 0x1F1F)
        assert "t Hint" not in driver.footer

"""A journey through each panel of blocks, by keys, mouse and wheel."""

from fractions import Fraction
from pathlib import Path

import chess
import pytest
from textual import events
from textual.geometry import Offset

from emu.cassette.tapes import record_wav
from emu.files.formats.recording import is_wav
from emu.files.programs import Program, Segment
from microchess.engine.formula import Formula
from microchess.program.levels import Level
from microchess.program.reply import best_of
from microchess.program.squares import CAPTURED
from tests.tui.driver import Driver, running
from tui.panels.formula import FormulaPanel, revalued
from tui.panels.lenses import LensesPanel
from tui.screen.panels.blocks import BlocksWidget
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.morebelow import MoreBelow
from tui.session.debugger import Debugger
from tui.session.new_game import NewGame
from tui.session.snapshot import Activity

pytestmark = pytest.mark.asyncio
BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)


def marked(driver: Driver) -> str:
    """The row of the table of men that is marked, if it is in view."""
    view = driver.app.main.query_one("#table-men", BlockView)
    rows = [
        (y, "".join(segment.text for segment in strip if segment.style and segment.style.reverse))
        for y, strip in enumerate(view.strips)
        if any(segment.style and segment.style.reverse for segment in strip)
    ]
    assert len(rows) == 1
    y, text = rows[0]
    box = driver.app.main.query_one("#table").query_one(MoreBelow).content_region
    return text if box.contains_point(view.content_region.offset + Offset(0, y)) else ""


async def test_the_captions_of_the_keys_stay_in_sight_when_the_monitor_has_had_the_keypad() -> None:
    async with running() as driver:
        main = driver.app.main
        await driver.pilot.press("f3", "enter", "s")
        await driver.until(lambda s: not s.machine.listening)
        assert "full" in " ".join(driver.drawn("machine-speed"))
        await driver.pilot.press("escape")
        panel, pad = main.view.panels.top, main.query_one("#machine-keypad")
        around = panel.query_one(MoreBelow)
        assert pad.region.y == around.region.y
        await driver.press_button("machine", "Back to the game")
        await driver.until(lambda s: s.machine.listening)
        await driver.seen(lambda: around.region.y == main.view.tabs.region.bottom)
        assert pad.region.y == around.region.y


async def test_a_man_is_chosen_and_his_byte_poked_where_it_stands() -> None:
    async with running(setup=BLACK) as driver:
        before = (await driver.your_move(0)).game.table
        main = driver.app.main
        await driver.pilot.press("f4")
        await driver.press_button("table", "Poke")
        assert driver.said == "choose a piece first"
        await driver.click("#table-men", offset=(4, 4))
        assert marked(driver)[:2] in ("52", "53")
        await driver.pilot.press(*["up"] * (int(marked(driver)[1]) - 2))
        for man in range(3, 15):
            await driver.pilot.press("down")
            assert marked(driver).startswith(f"{0x50 + man:02X} ")
        await driver.pilot.resize_terminal(80, 23)
        await driver.pilot.press("up")
        assert marked(driver).startswith("5D ")
        await driver.pilot.press(*["up"] * 11, "enter")
        assert (main.view.entry.name, main.view.mode) == ("table", "POKE")
        assert "two hex digits" in main.view.move_line.placeholder
        await driver.pilot.press("z")
        assert driver.said == "z: expected a hex digit, 0 to F"
        await driver.pilot.press("5")
        assert " 5_ " in marked(driver)
        await driver.pilot.press("5")
        await driver.until(lambda s: s.game.table[2] == 0x55)
        assert driver.said.startswith("55: Black's rook to ")
        await driver.pilot.press("escape")
        assert not main.view.mode
        assert marked(driver).startswith("52 ")
        await driver.pilot.press("up", "up", "delete")
        await driver.until(lambda s: s.game.table[0] == CAPTURED)
        await driver.hear("king is not on the board")
        await driver.pilot.press("enter", *f"{before[0]:02X}")
        await driver.until(lambda s: s.game.table[0] == before[0])
        assert "not on the board" not in driver.said


async def test_code_and_memory_are_turned_by_wheel_and_pages_and_a_click_pokes() -> None:
    async with running((200, 60), setup=NewGame(chess.BLACK)) as driver:
        await driver.show_panel("inside")
        main = driver.app.main
        code, cells = (main.query_one(f"#inside-{one}", BlockView) for one in ("code", "memory"))
        assert cells.has_focus
        await driver.pilot.press("6")
        assert main.view.move_line.value == "6", "a digit is a move until a byte is clicked"
        await driver.pilot.press("escape")
        code.focus()
        await driver.pilot.press("p")
        await driver.until(lambda s: s.activity is Activity.HELD)
        assert len(code.strips) == code.size.height

        def lines() -> list[str]:
            return [line[2:].rstrip() for line in driver.drawn("inside-code")]

        shown = lines()
        await driver.pilot._post_mouse_events([events.MouseScrollDown], code, (3, 3))
        await driver.seen(lambda: lines()[:9] == shown[3:12])
        await driver.pilot._post_mouse_events([events.MouseScrollUp], code, (3, 3))
        await driver.seen(lambda: lines() == shown)
        await driver.pilot.press("pagedown")
        await driver.seen(lambda: lines()[0] == shown[-1])
        await driver.seen(lambda: "Esc Follow program" in driver.footer)
        await driver.pilot.press("escape")
        await driver.seen(lambda: "Esc" not in driver.footer)
        await driver.pilot.press("j")
        await driver.answer("0300")
        await driver.click(cells, offset=(5 + 3 * 2, 1))
        assert main.view.mode == ""
        await driver.pilot.press("W")
        await driver.seen(lambda: "nothing" in driver.said or " the last " in driver.said)
        await driver.pilot.press(*"3f", "left")
        await driver.until(lambda s: s.machine.memory[0x302] == 0x3F)
        assert main.view.move_line.value == ""
        await driver.pilot._post_mouse_events([events.MouseScrollDown], cells, (8, 3))
        await driver.seen(lambda: cells.strips[0].text.startswith("$030A "))
        await driver.click(main.view.board, offset=driver.cell(chess.E1))
        await driver.seen(lambda: "king" in cells.strips[0].text)


async def test_breakpoints_are_set_changed_in_a_dialog_removed_and_run_to() -> None:
    async with running((120, 40), setup=NewGame(chess.BLACK)) as driver:
        await driver.pilot.press("f6", "x")
        await driver.answer("0202 A==5")
        assert "expected A=3C, X!=0, 00F9>=Y, P&01 or count=5" in driver.refused
        await driver.answer("0202 if A=5,count=2")
        await driver.until(lambda s: s.breakpoints == {0x202: "A=5,count=2"})
        driver.app.main.query_one("#inside-halts", BlockView).focus()
        await driver.pilot.press("down", "enter")
        await driver.answer("0202,A=6")
        await driver.until(lambda s: s.breakpoints == {0x202: "A=6"})
        await driver.pilot.press("enter")
        await driver.answer("")
        await driver.until(lambda s: not s.breakpoints)
        assert driver.said == "breakpoint at $0202 removed"
        await driver.seen(lambda: not driver.app.main.query_one("#inside-halts").display)
        await driver.pilot.press("T")
        await driver.answer("SCANDS")
        assert driver.said == "on to $1F1F; it is paused there"
        await driver.until(
            lambda s: s.activity is Activity.HELD and s.machine.registers.pc == 0x1F1F
        )
        assert driver.footer.startswith("p Go on  ")
        assert "Step over" not in driver.footer
        await driver.pilot.press("k")
        await driver.until(lambda s: s.breakpoints == {0x1F1F: ""})
        await driver.pilot.press("down", "right")
        await driver.until(lambda s: s.machine.registers.pc != 0x1F1F)
        assert "t Hint" not in driver.footer


async def test_a_question_is_gone_through_with_the_keys_of_the_replay_and_left_by_escape() -> None:
    async with running((120, 40)) as driver:
        await driver.pilot.press("f7")
        main, board = driver.app.main, driver.app.main.query_one(BoardWidget)
        panel = main.query_one("#lenses", BlocksWidget).panel
        assert isinstance(panel, LensesPanel)
        assert board.pointed == chess.E4
        await driver.pilot.press("down")
        assert (board.pointed, panel.square) == (board.cursor, board.cursor)
        await driver.press_button("lenses", "Second memory")
        await driver.seen(lambda: main.query_one("#lenses-second").display)
        await driver.click("#lenses-first", offset=(1, 1))
        await driver.press_button("lenses", "My king")
        await driver.seen(lambda: panel.asking is not None and panel.asking.step > 0)
        await driver.pilot.press("end")
        assert "1 of 1 read" in str(driver.drawn("lenses-second"))
        await driver.pilot.press("home", "right")
        assert panel.asking is not None
        assert panel.asking.step == 1
        assert "End question" in driver.footer
        await driver.pilot.press("escape", "left")
        assert panel.asking is None
        assert "After ply 0 of 1" in str(driver.drawn("lenses-answer"))
        lines = driver.drawn("lenses-first")
        (y,) = (y for y, line in enumerate(lines) if "KR 00" in line)
        await driver.click("#lenses-first", offset=(lines[y].index("KR 00"), y))
        assert panel.square == board.pointed == chess.H1


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_bytes_below_the_edge_are_said_to_be_there_and_reached_by_pages(
    size: tuple[int, int],
) -> None:
    async with running(size) as driver:
        await driver.show_panel("lenses")
        panel = driver.app.main.query_one("#lenses", BlocksWidget)
        around = panel.query_one(".blocks", MoreBelow)
        bytes_of_table = panel.query_one("#lenses-first", BlockView)
        await driver.seen(lambda: str(around.border_subtitle) == MoreBelow.words)
        end = around.region.bottom
        assert bytes_of_table.region.bottom > end
        await driver.pilot.press(*["pagedown"] * 9)
        await driver.seen(lambda: bytes_of_table.region.bottom < end)
        assert around.border_subtitle == ""


async def test_a_weight_changed_by_keys_or_mouse_changes_order_and_move_at_once() -> None:
    async with running((200, 60), setup=BLACK) as driver:
        await driver.show_panel("formula")
        thought = (await driver.play("e4", 2)).thought
        assert thought is not None
        panel = driver.app.main.query_one("#formula", BlocksWidget).panel
        assert isinstance(panel, FormulaPanel)
        picture = driver.app.main.query_one(BoardWidget).picture
        then, other = (
            best_of(revalued(thought, one)) for one in (Formula(), Formula(WMOB=Fraction(-2)))
        )
        assert then is not None
        assert other is not None
        assert (picture.candidate, picture.hint) == (thought.way_of(then), None)
        await driver.click("#formula-weights", (31 + 2, 0))
        await driver.seen(
            lambda: "Place 1976 its moves after its best" in driver.drawn("formula-order")[0]
        )
        driver.app.main.query_one("#formula-weights").focus()
        await driver.pilot.press(*["comma"] * 9)
        assert driver.app.main.query_one(BoardWidget).picture.hint == thought.way_of(other)
        assert ", Less  . More" in driver.footer
        for key, speed in (("plus", "x10"), ("plus", "full"), ("minus", "x10")):
            await driver.pilot.press(key)
            assert driver.said == f"speed of the replay: {speed}"
        await driver.pilot.press("down", "full_stop")
        assert panel._formula == Formula(WMOB=Fraction(-2), WMAXC=Fraction(1))
        await driver.press_button("formula", "As 1976")
        assert panel._formula == Formula()


async def test_a_tape_is_inserted_seen_and_read_and_what_is_written_is_kept(tmp_path: Path) -> None:
    data, path = bytes(range(0x30, 0x3C)), tmp_path / "game.wav"
    program = Program("t", (Segment(0x0060, data),), "memory")
    path.write_bytes(record_wav(program, 0xC1, 11_025, 8, speed=6))
    (tmp_path / "bad.wav").write_text("no tape")
    async with running() as driver:

        def state() -> str:
            return driver.drawn("deck-state")[0]

        driver.app.main.ask(Debugger.set_speed(None))
        await driver.show_panel("deck")
        await driver.pilot.press("I")
        await driver.answer(str(tmp_path / "bad.wav"))
        assert "bad.wav is no WAV file" in driver.refused
        assert state().startswith("no tape")
        await driver.answer(str(path))
        await driver.seen(lambda: "0060-006B" in str(driver.drawn("deck-records")))
        assert "game.wav: pitch over " in str(driver.drawn("deck-waves"))
        await driver.press_button("deck", "Load")
        await driver.until(lambda s: s.machine.memory.read(0x0060, len(data)) == data)
        await driver.hear("the tape was read: the digits show 0000")
        await driver.hear("the table was changed by a tape")
        assert "Hear" not in str(driver.drawn("deck-buttons")), "a terminal has no speaker"
        await driver.press_button("deck", "Write")
        await driver.answer("0300-0300 2F")
        await driver.seen(lambda: state().startswith("memory 0300-0300, "))
        await driver.press_button("deck", "Save WAV")
        await driver.answer(str(tmp_path / "kept.wav"))
        await driver.seen((tmp_path / "kept.wav").exists)
        assert is_wav((tmp_path / "kept.wav").read_bytes())
        await driver.press_button("deck", "Record")
        await driver.until(lambda s: bool(s.deck.recorded) and s.activity is Activity.WAITING)
        await driver.seen(lambda: "a tape" not in driver.header)
        assert "End the tape" not in driver.footer
        await driver.press_button("deck", "End")
        await driver.press_button("deck", "Write")
        await driver.answer("0000-03FF 02")
        assert (
            "0000-03FF takes 128 s of a KIM-1, less at full speed; End ends it before"
            in driver.said
        )
        await driver.until(lambda s: bool(s.deck.recorded))
        await driver.seen(lambda: "End the tape" in driver.footer)
        driver.app.main.ask(Debugger.set_speed(0.5))
        await driver.seen(lambda: "a tape is recorded, " in driver.header)
        await driver.pilot.press("escape")
        await driver.until(lambda s: s.deck.recorded is None)

"""A journey at the cassette recorder, by keyboard and mouse."""

from pathlib import Path

import pytest

from emu.cassette.tapes import record_wav
from emu.files.formats.recording import is_wav
from emu.files.programs import Program, Segment
from tests.tui.driver import Driver, running
from tui.screen.widgets.block import BlockView
from tui.session.debugger import Debugger

pytestmark = pytest.mark.asyncio

DATA = bytes(range(0x30, 0x3C))
HALF_TABLE = 0x0060


def shown(driver: Driver, block: str) -> str:
    view = driver.app.main.query_one(f"#deck-{block}", BlockView)
    return "\n".join(strip.text for strip in view.strips)


async def test_a_tape_is_inserted_seen_and_read_and_what_is_written_is_kept(tmp_path: Path) -> None:
    program = Program("t", (Segment(HALF_TABLE, DATA),), "memory")
    path = tmp_path / "game.wav"
    path.write_bytes(record_wav(program, 0xC1, 11_025, 8, speed=6))
    async with running() as driver:
        driver.app.main.ask(Debugger.set_speed(None))
        await driver.show_panel("deck")
        await driver.pilot.press("I")
        await driver.answer(str(tmp_path / "none.wav"))
        (tmp_path / "bad.wav").write_text("no tape")
        await driver.answer(str(tmp_path / "bad.wav"))
        assert "bad.wav is no WAV file" in driver.refused
        assert "no tape" in shown(driver, "state")
        await driver.answer(str(path))
        await driver.seen(lambda: "0060-006B" in shown(driver, "records"))
        assert "game.wav: pitch over " in shown(driver, "waves")
        await driver.press_button("deck", "Load")
        await driver.until(lambda s: s.machine.memory.read(HALF_TABLE, len(DATA)) == DATA)
        await driver.hear("the tape was read: the digits show 0000")
        await driver.hear("the table was changed by a tape")
        assert "Hear" not in shown(driver, "buttons"), "a terminal has no speaker"
        await driver.press_button("deck", "Write")
        await driver.answer("0300-0300 2F")
        await driver.seen(lambda: shown(driver, "state").startswith("memory 0300-0300, "))
        await driver.press_button("deck", "Save WAV")
        await driver.answer(str(tmp_path / "kept.wav"))
        await driver.seen((tmp_path / "kept.wav").exists)
        assert is_wav((tmp_path / "kept.wav").read_bytes())


async def test_what_is_written_is_told_of_and_ended_by_escape() -> None:
    async with running() as driver:
        driver.app.main.ask(Debugger.set_speed(None))
        await driver.show_panel("deck")
        await driver.press_button("deck", "Write")
        await driver.answer("0000-03FF 02")
        assert "0000-03FF takes 128 s at 1 MHz; Esc ends it before" in driver.said
        await driver.until(lambda s: bool(s.deck.recorded))
        await driver.seen(lambda: "End the tape" in driver.footer)
        driver.app.main.ask(Debugger.set_speed(0.5))
        await driver.seen(lambda: "a tape is recorded, " in driver.header)
        await driver.pilot.press("escape")
        await driver.until(lambda s: s.deck.recorded is None)

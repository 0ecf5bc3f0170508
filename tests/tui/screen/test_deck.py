"""The cassette deck on panel KIM-1."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Label

from emu.cassette import wav
from emu.cassette.monitor_keys import loading
from emu.cassette.tapes import record_wav
from emu.files.programs import Program, Segment
from emu.notation import Poke
from tests.tui.driver import Driver, running
from tui.screen.panels.deck import CassetteDeck
from tui.screen.screens.ask import AskScreen, ChooseScreen
from tui.screen.widgets.text import TextView
from tui.session.debugger import Debugger
from tui.session.deck import LiveDeck
from tui.session.hand import Hand
from tui.session.play import Play
from tui.session.snapshot import Activity, DeckView, Snapshot

pytestmark = pytest.mark.asyncio

DATA = bytes(range(0x30, 0x3C))
HALF_TABLE = 0x0060


def tape(start: int = 0x0200) -> bytes:
    """A record $C1, at six times the KIM-1's speed."""
    return record_wav(Program("t", (Segment(start, DATA),), "memory"), 0xC1, 11_025, 8, speed=6)


def memory(s: Snapshot, first: int = 0x0200, size: int = len(DATA)) -> bytes:
    return s.machine.memory.read(first, size)


async def deck(driver: Driver, button: str) -> None:
    """Open the list, press a button of it."""
    await driver.click("#deck-list")
    await driver.click(f"#choice-{button}")


async def test_a_tape_is_inserted_listed_and_read_by_the_monitor(tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    path.write_bytes(tape(HALF_TABLE))
    async with running() as driver:
        await driver.show_panel("machine")
        buttons = driver.app.main.query_one(CassetteDeck)
        await deck(driver, "insert")
        await driver.answer(str(tmp_path / "none.wav"))
        assert buttons.state == "no tape"
        await driver.answer(str(path))
        await driver.seen(lambda: buttons.recorder.tape is not None)
        await driver.click("#deck-list")
        assert isinstance(driver.app.screen, ChooseScreen)
        listed = str(driver.app.screen.query_one(Label).render())
        assert "C1  0060-006B     12  ok        x6" in listed
        await driver.click("#choice-load")
        await driver.until(lambda s: memory(s, HALF_TABLE) == DATA)
        await driver.hear("the tape was read: the digits show 0000")
        after = await driver.until(lambda s: not s.deck.length)
        assert buttons.state == "game.wav loaded: ID C1, 0060-006B"
        await driver.hear("the table was changed by a tape")
        assert not [line for line in after.game.log if line.startswith("by hand")]
        assert [line for line in after.game.log if line.startswith("for the tape: ST ")]
        buttons.show(replace(after, deck=DeckView(loaded=False)))
        assert buttons.state.startswith("game.wav not loaded: its checksum is wrong, ")
        await driver.click("#recover")
        await driver.until(lambda s: s.machine.listening)


@pytest.mark.slow
async def test_what_the_monitor_writes_is_recorded_played_and_kept(tmp_path: Path) -> None:
    async with running() as driver:
        await driver.show_panel("machine")
        buttons = driver.app.main.query_one(CassetteDeck)
        pokes = tuple(Poke(0x0300 + at, byte) for at, byte in enumerate(DATA))
        driver.app.main.ask(Play.poke(pokes))
        await driver.until(lambda s: memory(s, 0x0300) == DATA)
        await deck(driver, "write")
        await driver.answer("0300-030B 2F")
        driver.app.main.query_one("#deck-record").focus()
        await driver.seen(lambda: buttons.recorder.tape is not None)
        assert driver.now.activity is Activity.WAITING
        assert driver.now.deck.recorded is None
        log = driver.now.game.log
        assert log[-1].startswith("for the tape: ST ")
        assert log[-1].endswith(" GO")
        assert not log[-2].startswith("for the tape")
        await driver.pilot.press("enter")
        assert isinstance(driver.app.screen, ChooseScreen)
        await driver.pilot.press("escape")
        state = driver.app.main.query_one("#kim-state", TextView)
        await driver.seen(
            lambda: any("Cassette: memory 0300-030B" in strip.text for strip in state.strips)
        )
        await driver.click("#deck-play")
        await driver.hear("Tape, Load has the monitor read it")
        await driver.click("#deck-play")
        await driver.until(lambda s: not s.deck.length)
        assert buttons.recorder.tape is not None
        (found,) = buttons.recorder.tape.cassette.records
        assert (found.id, found.start, found.data) == (0x2F, 0x0300, DATA)
        await deck(driver, "keep")
        await driver.answer(str(tmp_path / "kept.wav"))
        await driver.seen((tmp_path / "kept.wav").exists)
        kept = wav.read((tmp_path / "kept.wav").read_bytes(), "kept")
        assert kept.seconds == pytest.approx(buttons.recorder.tape.seconds, abs=0.01)


async def test_the_panel_says_what_the_recorder_does() -> None:
    async with running() as driver:
        await driver.show_panel("machine")
        buttons = driver.app.main.query_one(CassetteDeck)
        await driver.click("#deck-record")
        await driver.seen(lambda: "Tape, Write has the monitor do so" in driver.said)
        await driver.seen(lambda: buttons.state.startswith("records, "))
        await driver.click("#deck-list")
        assert not driver.app.screen.query("#choice-keep")
        await driver.pilot.press("escape")
        buttons.take("game.wav", tape())
        await driver.seen(lambda: buttons.recorder.tape is not None)
        driver.app.main.ask(LiveDeck.end_recording())
        await driver.seen(lambda: buttons.state.startswith("game.wav, "))
        driver.app.main.ask(Debugger.set_speed(0.5))
        for key in ("ST", *loading()):
            driver.app.main.ask(Hand.press(key))
        buttons.action_play()
        await driver.seen(lambda: buttons.state.startswith("game.wav plays, "))
        buttons.take("other.wav", tape())
        await driver.seen(
            lambda: buttons.recorder.tape is not None and buttons.recorder.tape.name == "other.wav"
        )
        assert buttons.state.startswith("game.wav plays, ")
        driver.app.main.ask(LiveDeck.stop_tape())
        stopped = await driver.until(lambda s: not s.deck.length)
        buttons.show(replace(stopped, deck=DeckView(at=1_000, length=1_000)))
        assert buttons.state.startswith("game.wav is at its end; RS ")


async def test_what_is_written_is_offered_to_type_told_of_and_ended_by_escape() -> None:
    async with running() as driver:
        await driver.show_panel("machine")
        await deck(driver, "write")
        await driver.seen(lambda: isinstance(driver.app.screen, AskScreen))
        told = driver.app.screen.query_one("#told", Label)
        *typed, game = str(told.render()).splitlines()
        assert typed == ["Janus: type 2000-27FF 01"]
        await driver.answer(game.partition("type ")[2])
        assert "0000-03FF takes 128 s at 1 MHz; Esc ends it before" in driver.said
        await driver.until(lambda s: bool(s.deck.recorded))
        await driver.seen(lambda: "End the tape" in driver.footer)
        driver.app.main.ask(Debugger.set_speed(0.5))
        await driver.seen(lambda: "a tape is recorded, " in driver.header)
        await driver.pilot.press("escape")
        await driver.until(lambda s: s.deck.recorded is None)

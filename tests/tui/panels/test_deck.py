"""Panel Tape: the recorder and what is heard, for any front end, over a session where it plays."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from emu.cassette import wav
from emu.cassette.tapes import record_wav
from emu.chips.waveform import Waveform
from emu.errors import EmuError
from emu.files.programs import Program, Segment
from microchess.machine.player import janus
from tests.tui.panels.moments import acts, done, moment
from tui.panels.blocks import OwnBlock, SentenceBlock, TableBlock
from tui.panels.deck import DeckPanel, Sound, Waves
from tui.panels.panel import AskFile, AskLine, Done, MadeFile, PanelWork, effects
from tui.session.deck import LiveDeck
from tui.session.hand import Hand
from tui.session.machine_view import DeckView
from tui.session.recorder import RecorderRefusal
from tui.session.snapshot import Activity, Heard, Notice, Snapshot

DATA = bytes(range(0x30, 0x3C))
LEVELS = Waveform(False, tuple(range(0, 400_000, 500)), 400_000)


def tape(start: int = 0x0200) -> bytes:
    """A record $C1, at six times the KIM-1's speed."""
    return record_wav(Program("t", (Segment(start, DATA),), "memory"), 0xC1, 11_025, 8, speed=6)


def at(**deck: Any) -> Snapshot:
    return replace(moment(), deck=DeckView(**deck))


def state(panel: DeckPanel, view: Snapshot) -> str:
    first = next(panel.blocks(view))
    assert isinstance(first, SentenceBlock)
    return first.text


def own(panel: DeckPanel, view: Snapshot) -> dict[str, Any]:
    return {one.widget: one.data for one in panel.blocks(view) if isinstance(one, OwnBlock)}


def work_of(found: Done) -> Any:
    *_, last = effects(found)
    assert isinstance(last, PanelWork)
    return last.begin(janus())


def begun(panel: DeckPanel, name: str, data: bytes) -> Any:
    """A tape is put in, and listened to."""
    asks = acts(panel, moment())["insert"].asks
    assert isinstance(asks, AskFile)
    assert asks.suffix == ".wav"
    return work_of(acts(panel, moment())["insert"].do(asks.read(Path("folder", name), data)))


def insert(panel: DeckPanel, name: str, data: bytes) -> list[str]:
    """What is said of it in the end."""
    return [one.text for one in begun(panel, name, data) if isinstance(one, Notice)]


def test_a_tape_is_listened_to_listed_drawn_and_read_by_the_monitor() -> None:
    panel, view = DeckPanel(), at()
    assert state(panel, view).startswith("no tape: ")
    assert [acts(panel, view)[one].off for one in ("play", "load", "hear")] == (
        ["there is no tape in the recorder"] * 3
    )
    assert insert(panel, "game.wav", tape()) == ["game.wav: 1 record"]
    table = next(one for one in panel.blocks(view) if isinstance(one, TableBlock))
    assert [cell.text for cell in table.rows[0].cells[:5]] == ["C1", "0200-020B", "12", "ok", "x6"]
    waves = own(panel, view)["waveform"]
    assert isinstance(waves, Waves)
    assert (waves.name, len(waves.begins)) == ("game.wav", 1)
    assert 2_400 < max(waves.pitch) < 5_500
    *keys, play = done(panel, view, "load")
    assert keys[0] == Hand.press("ST", keys[0].values[1])
    length = play.values[0].length
    assert play.values[1] is True
    playing = at(at=length // 2, length=length)
    assert state(panel, playing).startswith("game.wav plays, ")
    assert own(panel, playing)["waveform"].at == pytest.approx(waves.seconds / 2, abs=0.1)
    assert done(panel, playing, "play") == [LiveDeck.stop_tape()]
    assert state(panel, at(at=length, length=length)).startswith("game.wav is at its end; RS ")
    assert state(panel, at(loaded=True)) == "game.wav loaded: ID C1, 0200-020B"
    assert state(panel, at(loaded=False)).startswith("game.wav not loaded: its checksum is wrong, ")


def test_what_is_listened_to_can_be_given_up_and_the_tape_before_stays() -> None:
    panel, view = DeckPanel(), at()
    insert(panel, "first.wav", tape())
    work = begun(panel, "other.wav", tape(0x0300))
    next(work)
    assert state(panel, view) == "listening to other.wav, 0% ..."
    other = begun(panel, "third.wav", tape(0x0300))
    assert list(work) == [], "another is listened to in its place"
    next(other)
    give_up = acts(panel, view)["give_up"]
    assert give_up.key == "escape"
    (told,) = effects(give_up.do())
    assert isinstance(told, Notice)
    assert told.text.startswith("no longer listening to third.wav, ")
    assert list(other) == []
    assert state(panel, view).startswith("first.wav, ")
    assert "give_up" not in acts(panel, view)
    with pytest.raises(EmuError, match=r"none\.wav is no WAV file"):  # the dialog stays
        insert(panel, "none.wav", b"nothing")
    size = 8_000 * 60 * 31
    head = wav.written((), 8_000, 8)[:40]
    with pytest.raises(EmuError, match=r"all\.wav: 31\.0 minutes; expected at most 30"):
        insert(panel, "all.wav", head + size.to_bytes(4, "little") + bytes(size))
    assert state(panel, view).startswith("first.wav, ")


def test_memory_is_written_to_a_tape_which_is_kept_and_heard() -> None:
    panel, view = DeckPanel(), at()
    ask = acts(panel, view)["write"].asks
    assert isinstance(ask, AskLine)
    assert ask.hint.splitlines()[1:] == [
        "Janus: type 2000-27FF 01",
        "the game: type 0000-03FF 02",
    ]
    *asked, told = done(panel, view, "write", "0300-030B 2F")
    assert LiveDeck.record_tape(True) in asked
    assert isinstance(told, Notice)
    assert told.text.startswith("0300-030B takes 8 s of a KIM-1")
    paces = (1.0, ""), (0.1, ", 81 s at this speed"), (None, ", less at full speed")
    for speed, here in paces:
        *_, told = done(panel, replace(view, speed=speed), "write", "0300-030B 2F")
        assert f"8 s of a KIM-1{here};" in told.text
    with pytest.raises(EmuError):
        done(panel, view, "write", "nowhere")
    with pytest.raises(RecorderRefusal, match="the machine is paused"):
        done(panel, replace(view, activity=Activity.HELD), "write", "0300-030B")
    assert acts(panel, view)["save"].off == "nothing was recorded"
    list(work_of(panel.heard(view, Heard("tape", (("PB7", LEVELS),)))))
    assert state(panel, view).startswith("memory 0300-030B, 0.4 s")
    (made,) = done(panel, view, "save")
    assert isinstance(made, MadeFile)
    assert wav.read(made.data, "kept").seconds == pytest.approx(0.4, abs=0.01)
    assert own(panel, view)["sound"] == Sound()
    assert done(panel, view, "hear") == []
    sound = own(panel, view)["sound"]
    assert (sound.name, sound.number) == ("memory 0300-030B", 1)
    assert wav.read(sound.data, "heard").seconds == pytest.approx(0.4, abs=0.1)


def test_recorder_and_wire_are_switched() -> None:
    panel = DeckPanel()
    asked, told = done(panel, at(), "record")
    assert asked == LiveDeck.record_tape(False)
    assert isinstance(told, Notice)
    assert "Write has the monitor do so" in told.text
    records = at(recorded=2_000_000)
    assert state(panel, records) == "records, 2.0 s"
    assert acts(panel, records)["record"].label == "End"
    assert done(panel, records, "record") == [LiveDeck.end_recording()]
    assert done(panel, at(loop=True), "wire") == [LiveDeck.set_tape_loop(False)]


def test_of_a_speaker_the_busiest_pin_is_heard_and_all_are_kept() -> None:
    panel, view = DeckPanel(), at()
    came = Heard("sound", (("PA0", replace(LEVELS, edges=LEVELS.edges[:9])), ("PB0", LEVELS)))
    assert done(panel, view, "listen") == [LiveDeck.keep_sound()]
    assert list(panel.heard(view, came)) == []
    assert own(panel, view)["sound"].name == "sound-PB0"
    done(panel, view, "keep")
    kept = [one.name for one in panel.heard(view, came) if isinstance(one, MadeFile)]
    assert kept == ["kim1-sound-PA0.wav", "kim1-sound-PB0.wav"]

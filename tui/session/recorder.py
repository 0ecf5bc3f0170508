"""The cassette recorder beside the machine: the tape in it, and what is asked of the session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emu.chips.waveform import Waveform
from emu.machine import MHZ
from emu.notation import counted, parse_address, parse_byte
from microchess.errors import MicroChessError
from tui.session.deck import LiveDeck
from tui.session.gamelog import FOR_TAPE
from tui.session.hand import Hand
from tui.session.machine_view import DeckView
from tui.session.snapshot import Activity, Snapshot
from tui.session.verbs import Asked

if TYPE_CHECKING:
    from emu.cassette.decode import Cassette

WAITS = "waits for a program that writes: Write has the monitor do so; End keeps the tape"
SUFFIX = ".wav"


class RecorderRefusal(MicroChessError):
    """Something that the recorder cannot do as things are."""


@dataclass(frozen=True, eq=False)
class Tape:
    """A tape in the recorder: what is on it; ``recorded`` is the square wave if we made it."""

    name: str
    cassette: Cassette
    recorded: Waveform | None = None

    @property
    def seconds(self) -> float:
        """How long it plays."""
        return self.cassette.line.length / MHZ


class Recorder:
    """What a person does with it; `tui.session.deck` is the machine's side.

    ``listening`` names a recording that is being listened to, ``writes`` says what the monitor was
    told to write.
    """

    def __init__(self) -> None:
        self.tape: Tape | None = None
        self.listening = self.writes = ""
        self._recording = ""
        self._playing = "a tape"
        self._loading: Tape | None = None
        self._recordings = 0

    def state(self, deck: DeckView) -> str:
        """What it does, in a line."""
        if self.listening:
            return f"listening to {self.listening} ..."
        where = f"plays, {deck.at / MHZ:.1f} of {deck.length / MHZ:.1f} s"
        if deck.at == deck.length:
            where = "is at its end; RS stops a program that waits for more"
        does = [f"{self._playing} {where}"] * (deck.length > 0)
        if deck.recorded is not None:
            does.append(f"records, {deck.recorded / MHZ:.1f} s")
        if deck.loop:
            does.append("output wired to input")
        if does:
            return "; ".join(does)
        if self.tape is None:
            return "no tape: Insert puts a WAV file in, Write makes a tape"
        loaded = deck.loaded if self.tape is self._loading else None
        if loaded:
            from emu.cassette.tapes import span, titled

            first = self.tape.cassette.records[0]
            return f"{self.tape.name} loaded: ID {titled(first)}, {span(first)}"
        fault = " not loaded: its checksum is wrong" if loaded is False else ""
        return f"{self.tape.name}{fault}, {self.tape.seconds:.1f} s"

    def play(self, deck: DeckView, loads: bool = False) -> Asked:
        """Let the tape run from its beginning, or stop it; *loads*: the monitor waits for it.

        Raises RecorderRefusal where there is none.
        """
        if deck.length and not loads:
            return LiveDeck.stop_tape()
        if self.tape is None:
            raise RecorderRefusal(f"nothing to play: {self.state(deck)}")
        self._playing, self._loading = self.tape.name, self.tape if loads else None
        return LiveDeck.play_tape(self.tape.cassette.line, loads)

    def record(self, deck: DeckView) -> Asked:
        """Record on an empty tape, or end that."""
        if deck.recorded is not None:
            return LiveDeck.end_recording()
        self._recording = ""
        return LiveDeck.record_tape(False)

    def load(self, shown: Snapshot) -> list[Asked]:
        """Have the monitor read the tape: the keys for LOADT, then play.

        Raises RecorderRefusal.
        """
        from emu.cassette.monitor_keys import loading

        if self.tape is None:
            raise RecorderRefusal(f"nothing to load: {self.state(shown.deck)}")
        return [*_pressed(shown, loading()), self.play(shown.deck, loads=True)]

    def write(self, shown: Snapshot, text: str) -> list[Asked]:
        """Record while the monitor writes what *text* says, e.g. ``0200-02FF 01``.

        Raises EmuError for what cannot be written, RecorderRefusal where nobody takes keys.
        """
        from emu.cassette.monitor_keys import saving
        from emu.cassette.records import TapeRecord
        from emu.cassette.signal import BIT

        addresses, _, id = text.strip().partition(" ")
        first, last = map(parse_address, addresses.partition("-")[::2])
        number = parse_byte(id.strip() or "01")
        *setting, go = saving(first, last, number)
        pressed = _pressed(shown, setting)
        bits = 8 * len(TapeRecord(number, first, bytes(last - first + 1)).characters())
        seconds, speed = bits * BIT / MHZ, shown.speed
        here = (
            ", less at full speed" if speed is None else f", {seconds / speed:.0f} s at this speed"
        )
        own = f"{addresses} takes {seconds:.0f} s of a KIM-1"
        self.writes = f"{own}{'' if speed == 1 else here}; End ends it before"
        self._recording = f"memory {addresses}"
        return [*pressed, LiveDeck.record_tape(True), Hand.press(go, FOR_TAPE)]

    def named(self) -> str:
        """The name of the tape that was just recorded."""
        self._recordings += 1
        name, self._recording = self._recording or f"recording {self._recordings}", ""
        return name

    def insert(self, tape: Tape) -> str:
        """The recording that was listened to is the tape now; what is on it."""
        self.listening = ""
        self.tape = tape
        count = len(tape.cassette.records)
        return f"{tape.name}: {counted(count, 'record') if count else 'no record on it'}"


def _pressed(shown: Snapshot, keys: Sequence[str]) -> list[Asked]:
    """Press *keys* after ST. Raises RecorderRefusal where nobody would take them."""
    held = shown.activity is Activity.HELD
    if held or shown.line.fitted:
        why = "the machine is paused" if held else "the TTY jumper is in"
        raise RecorderRefusal(f"{why}: the monitor takes no keys")
    switch = [Hand.set_step_switch(False)] if shown.machine.single_step else []
    return [*switch, *(Hand.press(key, FOR_TAPE) for key in ("ST", *keys))]

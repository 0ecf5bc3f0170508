"""The cassette recorder, and what a speaker at an output pin has played."""

from __future__ import annotations

import base64
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from emu.cassette import wav
from emu.cassette.audio import Audio
from emu.cassette.decode import listening, reading_back
from emu.chips.waveform import Waveform
from emu.errors import EmuError
from emu.machine import MHZ
from emu.watch.speaker import heard
from tui.page.instruments.instrument import DeskSide, Instrument, Pieces
from tui.session.deck import LiveDeck
from tui.session.recorder import (
    HEAD,
    SUFFIX,
    Recorder,
    RecorderRefusal,
    Tape,
    recording,
    row,
)
from tui.session.snapshot import Heard, Snapshot
from tui.session.values import Name
from tui.session.verbs import Asked, control

_COLUMNS = 300
"""Places of the tape for which its pitch is told."""
_RATE, _BITS = 22_050, 8
"""Of the recordings made here."""
_HEARD = 10 * 1024 * 1024
"""Bytes of a sound that a page is handed."""
LARGEST = 64 * 1024 * 1024
"""Bytes of a recording."""
_LONGEST = 15 * 60
"""Seconds of one."""


@dataclass(frozen=True, kw_only=True)
class RecorderView:
    """The recorder: what it does in a line, the records on its tape under a heading, whether there
    is a tape, the seconds it has played.
    """

    state: str
    records: list[str]
    tape: bool
    plays: bool
    recording: bool
    loop: bool
    at: float


@dataclass(frozen=True, kw_only=True)
class Waves:
    """A tape that was put into the recorder: of equal parts of its length ``pitch`` in Hz and
    ``peaks`` (0-1), the seconds at which records begin, and 10 ms of the ``wave`` there.
    """

    name: str
    seconds: float
    pitch: list[int]
    peaks: list[float]
    begins: list[float]
    wave: list[float]


@dataclass(frozen=True, kw_only=True)
class Sound:
    """A WAV file, in base64: to be kept, or to be heard."""

    name: str
    keeps: bool
    data: str


class DeckInstrument(Instrument):
    """What is done with the recorder."""

    def __init__(self, desk: DeskSide) -> None:
        super().__init__(desk)
        self._recorder = Recorder()
        self._wav = b""
        self._drawn: Waves | None = None
        self._keeps = False
        self._turn = 0

    @control
    def open(self) -> None:
        """The tape that is in it."""
        self._say_waves()

    @control
    def play(self) -> None:
        """Play, or stop; what is listened to is given up."""
        if name := self._recorder.listening:
            self._turn += 1
            self._recorder.listening = ""
            self.desk.notice(f"no longer listening to {name}")
            return
        self.desk.ask(self._recorder.play(self.desk.now().deck))

    @control
    def record(self) -> None:
        """Record, or end that."""
        self.desk.ask(self._recorder.record(self.desk.now().deck))

    @control
    def load(self) -> None:
        """The monitor reads the tape."""
        self._ask(self._recorder.load(self.desk.now()))

    @control
    def write(self, text: Name) -> None:
        """The monitor writes memory on a tape."""
        self._ask(self._recorder.write(self.desk.now(), text))

    def _ask(self, commands: list[Asked]) -> None:
        for command in commands:
            self.desk.ask(command)

    @control
    def hear(self, keeps: bool) -> None:
        """The tape as sound: to be heard, or to be kept as a file.

        Raises RecorderRefusal where there is none.
        """
        if self._recorder.tape is None:
            raise RecorderRefusal("there is no tape in the recorder")
        name = self._recorder.tape.name.removesuffix(SUFFIX).replace(" ", "-")
        self._sound(name, self._wav, keeps)

    @control
    def hear_speaker(self, keeps: bool) -> None:
        """What the output pins did lately."""
        self._keeps = keeps
        self.desk.ask(LiveDeck.keep_sound())

    def _sound(self, what: str, sound: bytes, keeps: bool) -> None:
        if len(sound) > _HEARD:
            raise EmuError(f"{what}: {len(sound):,} bytes; a page is handed at most {_HEARD:,}")
        data = base64.b64encode(sound).decode()
        self.desk.say(Sound(name=f"kim1-{what}.wav", keeps=keeps, data=data))

    def heard(self, came: Heard) -> None:
        """A recorded tape is in the recorder now; of pins the busiest is heard, all are kept."""
        if came.what == "tape":
            ((_, levels),) = came.lines
            made = partial(recording, levels, _RATE, _BITS)
            self._listen(self._recorder.named(), made, levels)
            return
        lines = sorted(came.lines, key=lambda one: len(one[1].edges), reverse=True)
        for pin, levels in lines if self._keeps else lines[:1]:
            self._sound(f"sound-{pin}", wav.write(heard(levels)), self._keeps)

    def take(self, name: str, data: bytes) -> None:
        """A recording from elsewhere."""
        if len(data) > LARGEST:
            raise EmuError(f"{name}: {len(data):,} bytes; expected at most {LARGEST:,}")
        self._listen(name, lambda: data)

    def _listen(
        self, name: str, load: Callable[[], bytes], recorded: Waveform | None = None
    ) -> None:
        """Say so, then listen to it, in place of what is listened to still."""
        self._turn += 1
        self._recorder.listening = name
        self.desk.notice(f"listening to {name} ...")
        turn = self._turn
        self.desk.aside(
            self._listened(turn, name, load, recorded),
            lambda done: self._goes_on(turn, f"{name}, {done:.0%}"),
        )

    def _goes_on(self, turn: int, what: str) -> bool:
        if turn == self._turn and self._recorder.listening != what:
            self._recorder.listening = what
            self.desk.show()
        return turn == self._turn

    def _listened(
        self, turn: int, name: str, load: Callable[[], bytes], recorded: Waveform | None
    ) -> Pieces:
        try:
            data = load()
            audio = yield from wav.pieces(data, name, _LONGEST)
            reading = reading_back(recorded) if recorded else listening(audio)
            tape = Tape(name, (yield from reading), recorded)
        except EmuError as error:
            return partial(self._inserted, turn, None, str(error))
        return partial(self._inserted, turn, tape, "", data, tape_json(tape, audio))

    def _inserted(
        self,
        turn: int,
        tape: Tape | None,
        fault: str,
        data: bytes = b"",
        drawn: Waves | None = None,
    ) -> None:
        if turn != self._turn:
            return
        if tape is not None:
            self._wav, self._drawn = data, drawn
        found = self._recorder.insert(tape)
        self.desk.notice(fault or found, "error" if fault else "information")
        self._say_waves()
        self.desk.show()

    def _say_waves(self) -> None:
        if self._drawn is not None:
            self.desk.say(self._drawn)

    def part(self, snapshot: Snapshot) -> RecorderView:
        """What the recorder does, and what is on the tape."""
        deck, tape = snapshot.deck, self._recorder.tape
        rows = [row(one) for one in tape.cassette.records] if tape else []
        return RecorderView(
            state=self._recorder.state(deck),
            records=[HEAD, *rows] if rows else [],
            tape=tape is not None,
            plays=deck.length > 0 or self._recorder.listening != "",
            recording=deck.recorded is not None,
            loop=deck.loop,
            at=deck.at / MHZ,
        )


def tape_json(tape: Tape, audio: Audio) -> Waves:
    """How a tape sounds from its beginning to its end, where its records are, and the wave itself
    at the first of them.
    """
    channel, rate, records = audio.channels[0], audio.rate, tape.cassette.records
    look, last = rate // 100, max(0, len(channel) - rate // 100)
    heard = [channel[at : at + look] for at in range(0, last + 1, max(1, last // _COLUMNS))]
    first = round(rate * records[0].position) if records else len(channel) // 2
    wave = channel[first : first + look]
    return Waves(
        name=tape.name,
        seconds=audio.seconds,
        pitch=[_crossings(one) * 50 for one in heard],
        peaks=[round(max(map(abs, one), default=0), 2) for one in heard],
        begins=[round(one.position, 2) for one in records],
        wave=[round(sample, 2) for sample in wave],
    )


def _crossings(samples: array[float]) -> int:
    return sum((one < 0) != (other < 0) for one, other in pairwise(samples))

"""The cassette recorder, and what a speaker at an output pin has played."""

from __future__ import annotations

import time
from array import array
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from emu.bus import BOARD_SIZE, RAM, REGISTERS
from emu.cassette import wav
from emu.cassette.audio import Audio, sounding
from emu.cassette.decode import listening, reading_back
from emu.cassette.record_reader import Found
from emu.cassette.tapes import span, sum_read, titled
from emu.chips.waveform import Waveform
from emu.errors import EmuError
from emu.machine import MHZ
from emu.watch.speaker import heard
from tui.panels.blocks import (
    Block,
    OwnBlock,
    SentenceBlock,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
)
from tui.panels.panel import Act, AskFile, AskLine, Done, Effect, MadeFile, Panel, PanelWork
from tui.panels.recover import back_to_game
from tui.session.deck import LiveDeck
from tui.session.recorder import SUFFIX, WAITS, Recorder, Tape
from tui.session.snapshot import Heard, Notice, Snapshot

_PLACES = 300
"""Of a tape for which its pitch is told."""
_RATE, _DRAWN = 22_050, 11_025
"""Samples a second of what is made here, and of what is drawn of it."""
_SOUND = 10 * 1024 * 1024
"""Bytes of a sound that is handed to be heard."""
_LONGEST = 30 * 60
"""Seconds of a recording: a side of a C60."""
_NO_TAPE = "there is no tape in the recorder"
_COLUMNS = (
    TableColumn("ID"), TableColumn("addresses"), TableColumn("bytes", right=True),
    TableColumn("checksum"), TableColumn("speed", spare=True),
    TableColumn("begins at", right=True, spare=True),
)  # fmt: skip
_Listening = Generator[float, None, tuple[Tape, "Waves"]]


@dataclass(frozen=True, kw_only=True)
class Waves:
    """A tape that was put into the recorder: of equal parts of its length ``pitch`` in Hz and
    ``peaks`` (0-1), the seconds at which records begin, and 10 ms of the ``wave`` there; ``at``:
    the seconds that it has played.
    """

    name: str
    seconds: float
    pitch: tuple[int, ...]
    peaks: tuple[float, ...]
    begins: tuple[float, ...]
    wave: tuple[float, ...]
    at: float = 0.0

    @classmethod
    def of(cls, tape: Tape, audio: Audio) -> Waves:
        """What is drawn of a tape: the wave is that at its first record."""
        channel, rate, records = audio.channels[0], audio.rate, tape.cassette.records
        look, last = rate // 100, max(0, len(channel) - rate // 100)
        parts = [channel[at : at + look] for at in range(0, last + 1, max(1, last // _PLACES))]
        first = round(rate * records[0].position) if records else len(channel) // 2
        return cls(
            name=tape.name,
            seconds=audio.seconds,
            pitch=tuple(_crossings(one) * 50 for one in parts),
            peaks=tuple(round(max(map(abs, one), default=0), 2) for one in parts),
            begins=tuple(round(one.position, 2) for one in records),
            wave=tuple(round(sample, 2) for sample in channel[first : first + look]),
        )


@dataclass(frozen=True, kw_only=True)
class Sound:
    """A WAV file to be heard; the ``number`` tells it from the one before, 0: there is none."""

    name: str = ""
    data: bytes = b""
    number: int = 0


class DeckPanel(Panel):
    """The recorder's buttons, what is on its tape, and sounds."""

    name = "deck"
    help = """\
## Cassettes
A tape keeps bytes as sound; a WAV file is one. *Insert* puts a tape in. *Load*: the machine reads
it into memory (monitor: LOADT). *Write*: the monitor writes memory onto an empty one (DUMPT).
*Play* and *Record* are those of the recorder: tapes run as the machine does. *Save WAV* keeps what
was recorded. *Wire* connects the cassette output to the input.

*Save sound* keeps what a speaker at PA0, PB0 or the cassette output played in the last 30 s.
"""

    def __init__(self) -> None:
        self._recorder = Recorder()
        self._turn = 0
        self._waves: Waves | None = None
        self._sound = Sound()
        self._keeps = False

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """What the recorder does; how the tape sounds, and the records on it."""
        deck, tape = view.deck, self._recorder.tape
        yield SentenceBlock("state", self._recorder.state(deck))
        if tape is not None and self._waves is not None:
            plays = deck.length == tape.cassette.line.length
            at = round(deck.at / MHZ, 1) if plays else 0.0
            yield OwnBlock("waves", "waveform", replace(self._waves, at=at))
        rows = map(_row, tape.cassette.records) if tape else ()
        yield TableBlock("records", "Records on the tape", _COLUMNS, tuple(rows), ("",))
        yield OwnBlock("sound", "sound", self._sound)

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """Those of the recorder; files; what can be heard."""
        deck, tape = view.deck, self._recorder.tape
        if self._recorder.listening:
            yield Act("give_up", "Give up", self._give_up, "escape", "what is listened to")
        yield from back_to_game(view)
        insert = AskFile("Insert a cassette", _begun, SUFFIX, wav.limit)
        yield Act("insert", "Insert", self._insert, "I", "a recording (WAV)", asks=insert)
        off = "" if tape or deck.length else _NO_TAPE
        yield Act(
            "play", "Stop" if deck.length else "Play", lambda: self._recorder.play(view.deck), "P",
            "the tape from its beginning, or stop it", off,
        )  # fmt: skip
        yield Act(
            "record", "Record" if deck.recorded is None else "End", lambda: self._record(view), "C",
            "what the program writes, on an empty tape; or end that",
        )  # fmt: skip
        about = "the machine reads the tape into memory (monitor: LOADT)"
        off = "" if tape else _NO_TAPE
        yield Act("load", "Load", lambda: self._recorder.load(view), "D", about, off)
        yield Act(
            "write", "Write", partial(self._write, view), "E",
            "the tape records a part of memory (monitor: DUMPT)",
            asks=AskLine("Write memory to tape", _writable(view)),
        )  # fmt: skip
        off = "" if tape and tape.recorded else "nothing was recorded"
        if deck.recorded is not None:
            off = "the tape is still recorded"
        yield Act("save", "Save WAV", self._save, "S", "what was recorded, as a file", off)
        yield Act(
            "wire", "Wire", lambda: LiveDeck.set_tape_loop(not deck.loop), "",
            "the cassette output is wired to the input", on=deck.loop, quiet=True,
        )  # fmt: skip
        about = "what a speaker at an output pin has played, as a file"
        yield Act("keep", "Save sound", lambda: self._speaker(True), "", about, quiet=True)
        off = "" if tape else _NO_TAPE
        yield Act("hear", "Hear the tape", self._hear, "", "", off, at="sound")
        yield Act("listen", "Hear the speaker", lambda: self._speaker(False), at="sound")

    def _record(self, view: Snapshot) -> Iterator[Effect]:
        yield self._recorder.record(view.deck)
        if view.deck.recorded is None:
            yield Notice(WAITS)

    def _write(self, view: Snapshot, text: str) -> Iterator[Effect]:
        yield from self._recorder.write(view, text)
        yield Notice(self._recorder.writes)

    # Sounds

    def _save(self) -> Done:
        assert self._recorder.tape is not None
        assert self._recorder.tape.recorded is not None
        name = time.strftime(f"kim1-tape-%Y%m%d-%H%M%S{SUFFIX}")
        return MadeFile(name, _wav(self._recorder.tape.recorded))

    def _hear(self) -> None:
        tape = self._recorder.tape
        assert tape is not None
        self._play(tape.name, _wav(tape.cassette.line))

    def _speaker(self, keeps: bool) -> Done:
        self._keeps = keeps
        return LiveDeck.keep_sound()

    def _play(self, name: str, sound: bytes) -> None:
        if len(sound) > _SOUND:
            raise EmuError(f"{name}: {len(sound):,} bytes; at most {_SOUND:,} can be heard")
        self._sound = Sound(name=name, data=sound, number=self._sound.number + 1)

    def heard(self, view: Snapshot, came: Heard) -> Iterator[Effect]:
        """A recorded tape is the tape now; of pins the busiest is heard, all are kept."""
        if came.what == "tape":
            ((_, levels),) = came.lines
            name = self._recorder.named()
            yield from self._listen(name, _read_back(name, levels))
        elif self._keeps:
            for pin, levels in came.lines:
                yield MadeFile(f"kim1-sound-{pin}{SUFFIX}", wav.write(heard(levels)))
        else:
            pin, levels = max(came.lines, key=lambda one: len(one[1].edges))
            self._play(f"sound-{pin}", wav.write(heard(levels)))

    # Listening

    def _insert(self, found: tuple[str, _Listening]) -> Iterator[Effect]:
        yield from self._listen(*found)

    def _listen(self, name: str, work: _Listening) -> Iterator[Effect]:
        """Say so, then listen to it, in place of what is listened to still."""
        self._turn = turn = self._turn + 1
        self._recorder.listening = name
        yield Notice(f"listening to {name} ...")
        yield PanelWork(lambda _: self._listening(turn, name, work))

    def _listening(
        self, turn: int, name: str, work: _Listening
    ) -> Generator[Effect | None, None, None]:
        """Until it is done, or given up."""
        found = None
        while turn == self._turn:
            try:
                self._recorder.listening = f"{name}, {next(work):.0%}"
            except StopIteration as ended:
                found = ended.value
                break
            except EmuError as error:
                self._recorder.listening = ""
                yield Notice(str(error), "error")
                return
            yield None
        if found is not None:
            tape, self._waves = found
            yield Notice(self._recorder.insert(tape))

    def _give_up(self) -> Done:
        self._turn += 1
        name, self._recorder.listening = self._recorder.listening, ""
        return Notice(f"no longer listening to {name}")


def _begun(path: Path, data: bytes) -> tuple[str, _Listening]:
    """The listening to a recording, once it is known to be one."""
    begun = _listened(path.name, data)
    next(begun)
    return path.name, begun


def _listened(name: str, data: bytes) -> _Listening:
    audio = wav.read(data, name, _LONGEST)
    tape = Tape(name, (yield from listening(audio)))
    return tape, Waves.of(tape, audio)


def _read_back(name: str, levels: Waveform) -> _Listening:
    tape = Tape(name, (yield from reading_back(levels)), levels)
    samples = array("f")
    for piece in sounding(levels, _DRAWN):
        samples += piece
        yield 1.0
    return tape, Waves.of(tape, Audio(_DRAWN, (samples,)))


def _wav(levels: Waveform) -> bytes:
    return wav.written(sounding(levels, _RATE), _RATE, 8)


def _crossings(samples: array[float]) -> int:
    return sum((one < 0) != (other < 0) for one, other in pairwise(samples))


def _row(one: Found) -> TableRow:
    texts = (
        titled(one), span(one), str(len(one.data)), sum_read(one), f"x{one.speed}",
        f"{one.position:.1f} s",
    )  # fmt: skip
    return TableRow(texts[-1], tuple(map(TableCell, texts)))


def _writable(view: Snapshot) -> str:
    """What to type: an example, and what there is."""
    parts = [
        (view.game.program, one.start, len(one.data))
        for one in view.machine.memory.regions
        if one.start and not REGISTERS.start <= one.start < BOARD_SIZE
    ]
    hint = "0200-02FF 01, say: addresses and ID"
    for id, (what, first, size) in enumerate([*parts, ("the game", 0, len(RAM))], 1):
        hint += f"\n{what}: type {first:04X}-{first + size - 1:04X} {id:02X}"
    return hint

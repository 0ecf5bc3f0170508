"""Tapes in the recorder, and sounds as WAV files. What it takes is imported when it is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emu.chips.waveform import Waveform
from emu.machine import MHZ

if TYPE_CHECKING:
    from emu.cassette.decode import Cassette


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


@dataclass(frozen=True)
class Recorder:
    """What there is to show of the recorder; ``state``: what it does, in a line."""

    tape: Tape | None = None
    state: str = ""
    loops: bool = False


def listened(name: str, data: bytes, recorded: Waveform | None = None) -> Tape:
    """The tape of a WAV file called *name*. Raises TapeError."""
    from emu.cassette import wav
    from emu.cassette.decode import listen

    return Tape(name, listen(wav.read(data, name)), recorded)


def recording(levels: Waveform) -> bytes:
    """A WAV file of the cassette output."""
    from emu.cassette import tapes, wav
    from emu.cassette.audio import sound

    return wav.write(sound(levels, tapes.RATE))


def played(levels: Waveform) -> bytes:
    """A WAV file of a speaker."""
    from emu.cassette import wav
    from emu.watch.speaker import heard

    return wav.write(heard(levels))

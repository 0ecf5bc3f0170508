"""The tape in the recorder, and what is on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emu.chips.waveform import Waveform
from emu.machine import MHZ

if TYPE_CHECKING:
    from emu.cassette.decode import Cassette
    from emu.cassette.found import Found

_HEAD = "ID  addresses  bytes  checksum  speed       at"


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

    @property
    def rows(self) -> list[str]:
        """Its records in a line each, under a heading; none without a record."""
        records = self.cassette.records
        return [_HEAD, *map(_row, records)] if records else []


def _row(one: Found) -> str:
    """A record in a line, under the headings."""
    from emu.cassette.tapes import span, sum_read, titled

    return (
        f"{titled(one)}  {span(one)}  {len(one.data):5}  {sum_read(one):8}  x{one.speed}"
        f"  {one.position:7.1f} s"
    )


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

"""Sound as samples, and how a square wave sounds."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise, repeat

from emu.chips.waveform import Waveform
from emu.errors import TapeError

PEAK = 0.5
"""Half of full scale, 6 dB below it: room for what a recorder adds."""
_LONGEST = 400
_PIECE = 1 << 16
"""Samples that are given at a time."""


@dataclass(frozen=True)
class Audio:
    """``rate`` samples a second; each channel an array of floats, full scale from -1 to 1."""

    rate: int
    channels: tuple[array[float], ...]
    notes: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        return len(self.channels[0]) / self.rate


RATES = range(8_000, 192_001)
"""Samples a second that can be written."""


def sound(levels: Waveform, rate: int) -> Audio:
    """The square wave as a recorder is given it: each half wave half a sine, peak at PEAK.

    So the tones have next to no overtones to alias, the edges lie where they were, and a line that
    stands still is silent after 0.4 ms. Raises TapeError for a rate that is not one of RATES.
    """
    samples = array("f")
    for piece in sounding(levels, rate):
        samples += piece
    return Audio(rate, (samples,))


def sounding(levels: Waveform, rate: int) -> Iterator[array[float]]:
    """The samples of `sound`, piece by piece."""
    if rate not in RATES:
        raise TapeError(f"a sample rate is {RATES[0]}-{RATES[-1]} a second, not {rate}")
    length = math.ceil(levels.length * rate / 1_000_000)
    sign = PEAK if levels.first else -PEAK
    step = 1_000_000 / rate
    piece, given = array("f"), 0
    for begin, end in pairwise(chain(levels.edges, (levels.length,))):
        sign = -sign
        width = max(1, min(end - begin, _LONGEST))
        first, last = max(given, math.ceil(begin / step)), math.ceil((begin + width) / step)
        turn, at = math.pi / width, begin
        piece.extend(repeat(0.0, first - given - len(piece)))
        piece[first - given :] = array(
            "f", [sign * math.sin(turn * (i * step - at)) for i in range(first, last)]
        )
        if len(piece) >= _PIECE:
            yield piece
            piece, given = array("f"), given + len(piece)
    piece.extend(repeat(0.0, length - given - len(piece)))
    yield piece[: length - given]

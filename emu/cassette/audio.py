"""Sound as samples, and how a square wave sounds."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise, repeat
from typing import Protocol

from emu.chips.waveform import Waveform
from emu.errors import TapeError
from emu.units import Cycle, Level

PEAK = 0.5
"""Half of full scale, 6 dB below it: room for what a recorder adds."""
_LONGEST = 400
_PIECE = 1 << 16
"""Samples that are given at a time."""


class Samples(Protocol):
    """Of one channel, full scale from -1 to 1: an array, or what reads them when they are asked
    for.
    """

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> array[float]: ...

    def __iter__(self) -> Iterator[float]: ...


@dataclass(frozen=True)
class Audio:
    """``rate`` samples a second."""

    rate: int
    channels: tuple[Samples, ...]
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
    return pieces(levels.first, chain(levels.edges, (levels.length,)), rate)


def pieces(first: Level, times: Iterable[Cycle], rate: int) -> Iterator[array[float]]:
    """`sounding` of a line that is at level *first* until the first of *times*; the last is its
    end.
    """
    if rate not in RATES:
        raise TapeError(f"a sample rate is {RATES[0]}-{RATES[-1]} a second, not {rate}")
    sign = PEAK if first else -PEAK
    step = 1_000_000 / rate
    piece, given = array("f"), 0
    times = iter(times)
    first_edge = end = next(times)
    for begin, end in pairwise(chain((first_edge,), times)):
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
    length = math.ceil(end * rate / 1_000_000)
    piece.extend(repeat(0.0, length - given - len(piece)))
    yield piece[: length - given]

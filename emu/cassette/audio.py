"""Sound as samples, and how a square wave sounds."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise, repeat
from operator import add
from typing import Protocol, runtime_checkable

from emu.chips.waveform import Waveform
from emu.errors import TapeError
from emu.units import Cycle, Cycles, Level

PEAK = 0.5
"""Half of full scale, 6 dB below it: room for what a recorder adds."""
_LONGEST = 400
_FIXED = 384.0
"""In numbers near it the last of the 32 bits is worth 1 / 2**15."""
_PIECE = 1 << 16
"""Samples that are given at a time."""


class Samples(Protocol):
    """Of one channel, full scale from -1 to 1: an array, or what reads them when they are asked
    for.
    """

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> array[float]: ...

    def __iter__(self) -> Iterator[float]: ...


@runtime_checkable
class WholeSamples(Samples, Protocol):
    """Samples that are kept as whole numbers."""

    def whole(self, part: slice, /) -> array[int]: ...


def whole(samples: Samples, part: slice) -> array[int]:
    """Some samples as whole numbers, of which 2**15 are full scale; each of them higher by the same
    number than it should be.
    """
    return samples.whole(part) if isinstance(samples, WholeSamples) else fixed(samples[part])


def fixed(samples: array[float]) -> array[int]:
    """`whole`, of samples that are less than a hundred times full scale."""
    return array("i", array("f", map(add, samples, repeat(_FIXED))).tobytes())


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
    peak = PEAK if first else -PEAK
    piece, given = array("f"), 0
    times = iter(times)
    first_edge = end = next(times)
    for begin, end in pairwise(chain((first_edge,), times)):
        peak = -peak
        late = -begin * rate % 1_000_000
        at = (begin * rate + late) // 1_000_000 - given
        if len(piece) < at:
            piece.extend(repeat(0.0, at - len(piece)))
        if at >= _PIECE:
            yield piece[:at]
            piece, given, at = piece[at:], given + at, 0
        piece[at:] = _half_wave(peak, max(1, min(end - begin, _LONGEST)), late, rate)
    length = math.ceil(end * rate / 1_000_000)
    piece.extend(repeat(0.0, length - given - len(piece)))
    yield piece[: length - given]


@lru_cache(maxsize=1 << 14)
def _half_wave(peak: float, width: Cycles, late: int, rate: int) -> array[float]:
    """Half a sine, *width* long; its first sample is *late* parts of a cycle, each 1 / *rate*, from
    its begin.
    """
    turn = math.pi / width / rate
    return array("f", [peak * math.sin(turn * at) for at in range(late, width * rate, 1_000_000)])

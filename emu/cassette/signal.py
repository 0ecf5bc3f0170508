"""The square wave of the KIM-1's cassette output line.

A bit is three equal parts, the least significant first and nothing between characters::

    0   | high tone | high tone | low tone |
    1   | high tone | low tone  | low tone |

A part is 9 periods of 272 cycles (3,676 Hz) or 6 periods of 412 cycles (2,427 Hz): 2,448 and 2,472
cycles, 7.38 ms a bit. Jim Butterfield's Hypertape (The First Book of KIM, 1977) writes the same
tones with a third or a sixth of the half waves, which the KIM-1's loader reads as well.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain

from emu.cassette.records import SYNCS, TapeRecord
from emu.chips.waveform import Waveform
from emu.errors import TapeError
from emu.units import Cycle, Cycles

HALF_HIGH, HALF_LOW = 136, 206
"""Cycles of half a wave of either tone."""
_HIGH_HALVES, _LOW_HALVES = 18, 12
SPEEDS = (1, 2, 3, 6)
"""Times the KIM-1's own speed at which both tones have whole half waves in a part."""
BIT = (3 * _HIGH_HALVES * HALF_HIGH + 3 * _LOW_HALVES * HALF_LOW) // 2
"""Cycles of a bit at speed 1, the mean of 0 and 1."""
PAUSE = 500_000
"""Cycles of silence before, between and after records."""


def encode(
    records: Sequence[TapeRecord], speed: int = 1, syncs: int = SYNCS, pause: Cycles = PAUSE
) -> Waveform:
    """The output line while the records are written one after the other.

    Raises TapeError for a speed that is not one of SPEEDS.
    """
    edges = array("q", edges_of(records, speed, syncs, pause))
    length = edges.pop()
    return Waveform(0, edges, length)


def edges_of(
    records: Iterable[TapeRecord], speed: int = 1, syncs: int = SYNCS, pause: Cycles = PAUSE
) -> Iterator[Cycle]:
    """The times of the edges of `encode`'s line, one by one, and last its length."""
    written = (chain(half_waves(one.characters(syncs), speed), (pause,)) for one in records)
    return accumulate(chain((pause,), chain.from_iterable(written)))


def half_waves(characters: Iterable[int], speed: int = 1) -> Iterator[Cycles]:
    """The cycles from edge to edge that write the characters."""
    if speed not in SPEEDS:
        raise TapeError(f"the tape speed is 1, 2, 3 or 6 times the KIM-1's, not {speed}")
    high = [HALF_HIGH] * (_HIGH_HALVES // speed)
    low = [HALF_LOW] * (_LOW_HALVES // speed)
    parts = (high + high + low, high + low + low)
    for character in characters:
        for bit in range(8):
            yield from parts[character >> bit & 1]

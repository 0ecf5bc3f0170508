"""The records on a recording, whatever their speed, with speech, music or silence between."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from emu.cassette.audio import Audio
from emu.cassette.bits import Reader, locks
from emu.cassette.found import Found, read_record
from emu.cassette.signal import SPEEDS
from emu.cassette.tones import Tones, tones
from emu.chips.waveform import Waveform


def decode(audio: Audio) -> list[Found]:
    """All records on a recording, in order; never fails, whatever the sound.

    A stereo recording is read from both channels together, and from each one if that leaves
    something to be desired.
    """
    found: list[Found] = []
    for channel in mixes(audio):
        found = _merged([*found, *records(tones(audio, channel))])
        if found and all(one.good for one in found):
            break
    return found


def input_line(audio: Audio) -> Waveform:
    """What the board's phase-locked loop makes of a recording at PB7, for a loader to read.

    It is set for the fastest record on the recording, and to the channel that has most good ones.
    """
    heard = [tones(audio, channel) for channel in mixes(audio)]
    found = [list(records(one)) for one in heard]
    best = max(range(len(heard)), key=lambda i: sum(one.good for one in found[i]))
    return heard[best].levels(max((one.speed for one in found[best]), default=1))


def mixes(audio: Audio) -> Iterator[array[float]]:
    """What can be listened to: the channels together, then each by itself."""
    if len(audio.channels) > 1:
        yield array("f", map(_sum, *audio.channels))
    yield from audio.channels


def _sum(*values: float) -> float:
    return sum(values)


def records(heard: Tones) -> Iterator[Found]:
    """The records in the tones of one channel."""
    starts = sorted(
        (lock for speed in (SPEEDS[0], SPEEDS[-1]) for lock in locks(heard.edges(speed))),
        key=lambda lock: lock.begin,
    )
    resume = 0.0
    for lock in starts:
        if lock.begin < resume:
            continue
        reader = Reader(heard, lock)
        if found := read_record(reader):
            yield found
            resume = reader.at if found.good else _text_of(found)


def _text_of(found: Found) -> float:
    """Where a record's leader ends: from there on another may begin within a bad one."""
    return found.position * 1e6 + 8 * found.bit * found.syncs


def _merged(found: list[Found]) -> list[Found]:
    """Of records that lie over each other the best: good ones, then those with most bytes."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: (not one.good, -len(one.data))):
        if not any(one.position < k.end and k.position < one.end for k in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.position)

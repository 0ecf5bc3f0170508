"""The records on a recording, whatever their speed, with speech, music or silence between."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from emu.cassette.audio import Audio, Samples, whole
from emu.cassette.bits import Lock, Reader, locks
from emu.cassette.record_reader import Found, read_record
from emu.cassette.signal import SPEEDS
from emu.cassette.tones import Tones, tones, tones_of
from emu.chips.waveform import Waveform
from emu.passing import result_of

_LAST_SYNS = 12
"""From so many before the end of a leader on it is tried again, if no record followed."""
_OFTEN = 8
"""So often a tape may be read all together, with what seems to begin within bad records."""


@dataclass(frozen=True)
class Cassette:
    """What is on a recording: its records in order, and ``line``, what the board's phase-locked
    loop makes of it at PB7 for a loader to read.

    The loop is set for the fastest record, and to the channel that has most good ones.
    """

    records: tuple[Found, ...]
    line: Waveform


def listen(audio: Audio) -> Cassette:
    """All there is on a recording, whatever the sound."""
    return result_of(listening(audio))


def listening(audio: Audio) -> Generator[float, None, Cassette]:
    """`listen`, piece by piece: how much of a channel is done, 0 to 1."""
    return (yield from _cassette((yield from _channels(audio))))


def reading_back(recorded: Waveform) -> Generator[float, None, Cassette]:
    """`listening` to what was recorded here, without a sound."""
    heard = tones_of(recorded)
    return (yield from _cassette([(heard, (yield from records(heard)))]))


def _cassette(
    channels: list[tuple[Tones, list[Found]]],
) -> Generator[float, None, Cassette]:
    best, own = max(channels, key=lambda channel: sum(one.good for one in channel[1]))
    line = yield from best.levels(max((one.speed for one in own), default=1))
    return Cassette(tuple(_best(channels)), line)


def decode(audio: Audio) -> list[Found]:
    """The records on a recording, in order; never fails, whatever the sound."""
    return _best(result_of(_channels(audio)))


def _channels(audio: Audio) -> Generator[float, None, list[tuple[Tones, list[Found]]]]:
    """What is heard on both channels together, and on each one if that leaves something to be
    desired; each with its records.
    """
    channels: list[tuple[Tones, list[Found]]] = []
    together = [_Together(audio.channels)] if len(audio.channels) > 1 else []
    for channel in (*together, *audio.channels):
        heard = yield from tones(audio, channel)
        channels.append((heard, (yield from records(heard))))
        found = _best(channels)
        if found and all(one.good for one in found):
            break
    return channels


class _Together:
    """Several channels as one."""

    def __init__(self, channels: tuple[Samples, ...]) -> None:
        self._channels = channels

    def __len__(self) -> int:
        return len(self._channels[0])

    def __getitem__(self, part: slice) -> array[float]:
        return array("f", map(sum, zip(*(one[part] for one in self._channels), strict=True)))

    def whole(self, part: slice) -> array[int]:
        return array("i", map(sum, zip(*(whole(one, part) for one in self._channels), strict=True)))

    def __iter__(self) -> Iterator[float]:
        return map(sum, zip(*self._channels, strict=True))


def records(heard: Tones) -> Generator[float, None, list[Found]]:
    """The records in the tones of one channel; within a bad one another may begin. Piece by piece:
    how much of it is done, 0 to 1.
    """
    starts: list[Lock] = []
    for speed in (SPEEDS[0], SPEEDS[-1]):
        for lock in locks((yield from heard.edges(speed))):
            if lock is None:
                yield 0.0
            else:
                starts.append(lock)
    resume = furthest = read = 0.0
    records: list[Found] = []
    for lock in sorted(starts, key=lambda lock: lock.begin):
        if lock.begin < (resume if read < _OFTEN * heard.length else furthest):
            continue
        reader = Reader(heard, lock)
        found = yield from read_record(reader)
        read += reader.at - lock.begin
        furthest = max(furthest, reader.at)
        if found is None:
            resume = reader.at - _LAST_SYNS * 8 * reader.bit
        else:
            records.append(found)
            leader = 8 * found.bit * found.syncs
            resume = reader.at if found.good else found.position * 1e6 + leader
    return records


def _best(channels: list[tuple[Tones, list[Found]]]) -> list[Found]:
    """Of records that lie over each other the best: good ones, then those with most bytes."""
    kept: list[Found] = []
    heard = [one for _, found in channels for one in found]
    for one in sorted(heard, key=lambda one: (not one.good, -len(one.data))):
        if not any(one.position < k.end and k.position < one.end for k in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.position)

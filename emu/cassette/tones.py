"""Which of the two tones sounds: what the phase-locked loop at the KIM-1's audio input finds out.

A quadrature discriminator. The sound less itself half a wave ago (no DC, hardly any hum) is mixed
down from a frequency between the tones and averaged over one wave of it; how far the phase then
turns within 0.14 ms, times the power, is above zero in the high tone and below in the low one,
however loud the sound is and whichever way round its wires are.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, cycle, islice, repeat
from operator import add, mul, sub, truediv

from emu.cassette.audio import Audio, Samples
from emu.chips.deck import BORDER, SILENT
from emu.chips.waveform import Edges, Waveform
from emu.units import Microseconds

CENTRE = 2_987
"""Hz: the geometric mean of the tones."""
LOWEST, HIGHEST = 32_000, 64_000
"""Samples a second between which the tones are worked out."""
_TURN = 140e-6
_STEP = 45e-6
_WHILE = 250_000.0
_WINDOW = 1_200.0
_BLOCK, _PIECE = 16_000, 10_000
_CLICK = 2.0
_FLOOR, _NOTHING = 0.01, 1e-12
_FINE = 256.0
"""Of the sums of sound, which are whole numbers: 4 bytes each where it is shorter than minutes."""
_SQUARE_STEP = 90
"""Microseconds between two sums of a square wave's tones."""
_HIGH, _LOW, _SILENT = 0, 1, 2
_TONES = bytes(
    _HIGH if wave < 2 * BORDER else _LOW if wave <= 2 * SILENT else _SILENT
    for wave in range(2 * SILENT + 2)
)
"""By the cycles of a wave."""
_SAME = re.compile(rb"(.)\1*", re.DOTALL)


@dataclass(frozen=True)
class Tones:
    """The discriminator's output summed up: ``sums[i]`` is its integral until ``i * step``.

    Times are counted from the beginning of the sound.
    """

    sums: Sequence[float]
    step: Microseconds
    length: Microseconds

    def total(self, begin: Microseconds, end: Microseconds) -> float:
        """The integral from one time to another; more than 0 when the high tone prevails."""
        return self._until(end) - self._until(begin)

    def _until(self, time: Microseconds) -> float:
        index, part = divmod(min(max(time, 0.0), self.length) / self.step, 1)
        at = min(int(index), len(self.sums) - 2)
        before = self.sums[at]
        return before + (self.sums[at + 1] - before) * part

    def edges(self, speed: int) -> Generator[float, None, tuple[bool, list[Microseconds]]]:
        """Whether it begins with the high tone, and the times at which the tone changes; after each
        piece how much is done, 0 to 1.

        The higher the ``speed`` of the records, the shorter the average; at speed 1 most noise is
        averaged out, but bits at speed 6 are as well.
        """
        width = max(2, round(_WINDOW / speed / self.step))
        count = len(self.sums) - width
        begins_high = False
        times: list[float] = []
        for begin in range(0, count, _BLOCK):
            yield begin / count
            values = self._averages(width, begin, min(begin + _BLOCK + 1, count))
            high = bytes(map((0.0).__lt__, values))
            begins_high = begins_high if begin else bool(high[0])
            at = high.find(1 - high[0])
            while at > 0:
                before, after = values[at - 1], values[at]
                steps = begin + at - 1 + before / (before - after) + width / 2
                times.append(steps * self.step)
                at = high.find(1 - high[at], at)
        return begins_high, times

    def _averages(self, width: int, begin: int, end: int) -> list[float]:
        """The output summed over ``width`` steps, at each step from ``begin`` to ``end``.

        Zero lies half-way between the tones as they are around there, by the mean of a while.
        """
        sums = self.sums
        wide = min(round(_WHILE / self.step), len(sums) - 1)
        shift, last = (width - wide) // 2, len(sums) - 1 - wide
        first, final = (min(max(at + shift, 0), last) for at in (begin, end))
        means = map(sub, sums[first + wide : final + wide + 1], sums[first : final + 1])
        middle = [mean * width / wide for mean in means]
        middles = chain(repeat(middle[0], first - begin - shift), middle, repeat(middle[-1]))
        totals = map(sub, sums[begin + width : end + width], sums[begin:end])
        return list(map(sub, totals, middles))

    def levels(self, speed: int) -> Generator[float, None, Waveform]:
        """What the loader reads at PB7: 0 in the high tone, 1 in the low tone; piece by piece."""
        high, times = yield from self.edges(speed)
        return Waveform(0 if high else 1, Edges(map(round, times)), round(self.length))


def tones_of(line: Waveform) -> Tones:
    """The tones of the square wave on *line*, told by the length of each wave."""
    edges, end = line.edges, line.length
    waves = map(sub, chain(islice(edges, 1, None), (end, end)), chain((0,), edges))
    heard = bytes(map(_TONES.__getitem__, map(min, waves, repeat(len(_TONES) - 1))))
    sums = array("q" if end >> 31 else "i")
    total = begin = 0
    for same in _SAME.finditer(heard):
        until = edges[same.end() - 1] if same.end() <= len(edges) else end
        slope = {_HIGH: 1, _LOW: -1}.get(same[0][0], 0)
        first = len(sums) * _SQUARE_STEP - begin
        late = range(first, until - begin, _SQUARE_STEP)
        sums.extend(map(total.__add__, map(slope.__mul__, late)))
        total += slope * (until - begin)
        begin = until
    sums.append(total)
    return Tones(sums, _SQUARE_STEP, line.length)


def tones(audio: Audio, channel: Samples) -> Generator[float, None, Tones]:
    """The tones of one channel of ``audio``; after each piece how much is done, 0 to 1."""
    samples, rate = yield from _working(channel, audio.rate)
    wave = round(rate / CENTRE)
    half, turn = wave // 2, round(rate * _TURN)
    every = max(1, round(rate * _STEP))
    history = half + wave - 1 + turn
    cosine = [math.cos(math.tau * i / wave) for i in range(wave)]
    sine = [-math.sin(math.tau * i / wave) for i in range(wave)]
    late = history // 2
    lead = history - late
    sums = array("q" if len(samples) * _FINE >= 1 << 31 else "i")
    last = 0.0
    block = _BLOCK // every * every
    for begin in range(0, len(samples), block):
        yield begin / len(samples)
        x = samples[max(0, begin - lead) : begin + block + late]
        if begin == 0:
            x = array("f", bytes(4 * lead)) + x
        x.extend(repeat(0.0, min(block + history, len(samples) - begin + history + every) - len(x)))
        band = _limited(list(map(sub, x[half:], x)))
        yield begin / len(samples)
        i, q = (_mean(map(mul, band, cycle(table)), wave) for table in (cosine, sine))
        cross = map(sub, map(mul, q[turn:], i), map(mul, i[turn:], q))
        yield begin / len(samples)
        loud = list(map(math.hypot, i, q))
        power = list(map(mul, loud[turn:], loud))
        floor = _FLOOR * sum(power) / len(power) + _NOTHING
        turned = map(truediv, cross, map(floor.__add__, power))
        running = list(accumulate(turned, initial=last))
        last = running[-1]
        sums.extend(map(round, map(_FINE.__mul__, running[:-1:every])))
    sums.append(round(_FINE * last))
    return Tones(sums, every / rate * 1e6, len(samples) / rate * 1e6)


def _working(samples: Samples, rate: int) -> Generator[float, None, tuple[Samples, float]]:
    """The samples at a working rate, and that rate.

    Higher rates are averaged down, lower ones doubled between samples.
    """
    if rate > HIGHEST:
        factor = rate // LOWEST
        length = len(samples) // factor * factor
        down = array("f")
        for begin in range(0, length, _PIECE * factor):
            yield 0.0
            piece = samples[begin : min(begin + _PIECE * factor, length)]
            down.extend(map(sum, zip(*(piece[i::factor] for i in range(factor)), strict=True)))
        return down, rate / factor
    while rate < LOWEST:
        samples = yield from _doubled(samples[:], 24 if rate < 10_000 else 6)
        rate *= 2
    return samples, float(rate)


def _doubled(samples: array[float], reach: int) -> Generator[float, None, array[float]]:
    """Half-band interpolation: a value half-way between samples is the sum of the ``reach`` ones on
    either side, weighted with a windowed sinc."""
    padded = array("f", bytes(4 * reach)) + samples + array("f", bytes(4 * reach))
    angles = [math.pi * (i + 0.5) for i in range(reach)]
    weights = [math.sin(x) / x * math.cos(x / (2 * reach + 1)) ** 2 for x in angles]
    doubled = array("f", bytes(8 * len(samples)))
    doubled[::2] = samples
    for begin in range(0, len(samples), _PIECE):
        yield 0.0
        size = min(_PIECE, len(samples) - begin)
        between = array("f", bytes(4 * size))
        for i, weight in enumerate(weights):
            before, after = begin + reach - i, begin + reach + i + 1
            pairs = map(add, padded[before : before + size], padded[after : after + size])
            between = array("f", map(add, between, map(mul, pairs, repeat(weight))))
        doubled[2 * begin + 1 : 2 * (begin + size) : 2] = between
    return doubled


def _limited(band: list[float]) -> list[float]:
    """Clicks cut down to what stands out of the tones."""
    most = _CLICK * math.sqrt(sum(map(mul, band, band)) / len(band))
    if max(band) <= most and min(band) >= -most:
        return band
    return [min(max(value, -most), most) for value in band]


def _mean(values: Iterator[float], wave: int) -> list[float]:
    sums = list(accumulate(values, initial=0.0))
    return list(map(sub, sums[wave:], sums))

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
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice, repeat
from operator import add, lt, mul, sub, truediv

from emu.cassette.audio import Audio, Samples, whole
from emu.cassette.lanes import exceeds, packed, unpacked
from emu.chips.deck import BORDER, SILENT
from emu.chips.waveform import Edges, Waveform
from emu.units import Microseconds

CENTRE = 2_987
"""Hz: the geometric mean of the tones."""
LOWEST, HIGHEST = 32_000, 64_000
"""Samples a second between which the tones are worked out."""
_STEP = 68
"""Microseconds between two sums of sound."""
_SQUARE_STEP = 90
"""Those of a square wave."""
_TURN = 2
"""Steps in which the phase turns."""
_WHILE = 250_000.0
_WINDOW = 1_200.0
_BLOCK, _PIECE = 5_000, 10_000
_CLICK = 2.0
_FLOOR = 0.1
_WEIGHT = 512
_MIXED = math.cos, lambda angle: -math.sin(angle)
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
            totals, middles = self._averages(width, begin, min(begin + _BLOCK + 1, count))
            high = bytes(map(lt, middles, totals))
            begins_high = begins_high if begin else bool(high[0])
            at = high.find(1 - high[0])
            while at > 0:
                before, after = (totals[i] - middles[i] for i in (at - 1, at))
                steps = begin + at - 1 + before / (before - after) + width / 2
                times.append(steps * self.step)
                at = high.find(1 - high[at], at)
        return begins_high, times

    def _averages(self, width: int, begin: int, end: int) -> tuple[list[float], list[float]]:
        """The output summed over ``width`` steps, at each step from ``begin`` to ``end``, and what
        lies half-way between the tones around there, by the mean of a while.
        """
        sums = self.sums
        wide = min(round(_WHILE / self.step), len(sums) - 1)
        shift, last = (width - wide) // 2, len(sums) - 1 - wide
        first, final = (min(max(at + shift, 0), last) for at in (begin, end))
        means = map(sub, sums[first + wide : final + wide + 1], sums[first : final + 1])
        middle = list(map(mul, means, repeat(width / wide)))
        middles = chain(repeat(middle[0], first - begin - shift), middle, repeat(middle[-1]))
        totals = list(map(sub, sums[begin + width : end + width], sums[begin:end]))
        return totals, list(islice(middles, len(totals)))

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
    wave, every = round(rate / CENTRE), round(rate * _STEP * 1e-6)
    early, late = (_Mixer(wave, every, lag * every, math.tau / wave) for lag in (0, _TURN))
    sums, last = array("d"), 0.0
    half = wave // 2
    history = half + wave - 1 + _TURN * every
    lead = history - history // 2
    for begin in range(0, len(samples), _BLOCK * every):
        yield begin / len(samples)
        count = min(_BLOCK, math.ceil((len(samples) - begin) / every))
        x = whole(samples, slice(max(0, begin - lead), begin + count * every + history))
        x = array("i", repeat(x[0], max(0, lead - begin))) + x
        x.extend(repeat(x[-1], count * every + history + wave - len(x)))
        band = _limited(packed(x[half:]) - packed(x[:-half]), len(x) - half, early.most)
        yield begin / len(samples)
        phases = [packed(band[phase::every]) for phase in range(every)]
        i, q = early.mixed(phases, count + _TURN)
        floor = _FLOOR * math.hypot(*i, *q) / math.sqrt(len(i)) + 1
        loud = list(map(math.hypot, i, q, repeat(floor)))
        power = map(mul, loud[_TURN:], loud)
        yield begin / len(samples)
        later_i, later_q = (part[_TURN:] for part in late.mixed(phases, count + _TURN))
        cross = map(sub, map(mul, later_q, i), map(mul, later_i, q))
        running = list(accumulate(map(truediv, cross, power), initial=last))
        last = running.pop()
        sums.extend(running)
    sums.append(last)
    return Tones(sums, every / rate * 1e6, len(samples) / rate * 1e6)


class _Mixer:
    """Mixes a band down from the middle of the tones, *turn* of a wave a sample, and averages it
    over a *wave*, at each *every*-th sample; as if the mixing had begun *lag* samples before.

    ``most`` is how far from zero the band may go.
    """

    def __init__(self, wave: int, every: int, lag: int, turn: float) -> None:
        tables = [[round(_WEIGHT * one(turn * (i + lag))) for i in range(wave)] for one in _MIXED]
        self.most = (1 << 31) // max(sum(map(abs, table)) for table in tables) - 1
        self._length = math.ceil(wave / every)
        for table in tables:
            table.extend(repeat(0, self._length * every - wave))
        self._filters = [[packed(t[phase::every][::-1]) for phase in range(every)] for t in tables]

    def mixed(self, phases: Sequence[int], count: int) -> list[array[int]]:
        """*count* values of either part; *phases* are the band's samples from each of the first
        ``every`` on.
        """
        first = self._length - 1
        sums = (sum(map(mul, phases, filters)) for filters in self._filters)
        return [unpacked(one, first + count)[first:] for one in sums]


def _limited(band: int, count: int, most: int) -> array[int]:
    """Clicks cut down to what stands out of the tones, and all to *most*; twice, as the first time
    tells better how loud the tones are.
    """
    values = unpacked(band, count)
    for _ in range(2):
        most = min(most, math.ceil(_CLICK * math.hypot(*values) / math.sqrt(count)))
        if not exceeds(band, count, most + 1):
            break
        values = array("i", [min(max(value, -most), most) for value in values])
        band = packed(values)
    return values


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
            sums = map(sum, zip(*(piece[i::factor] for i in range(factor)), strict=True))
            down.extend(map(mul, sums, repeat(1 / factor)))
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

"""What can be wrong with a cassette: each defect, made to measure and from a seed."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable
from itertools import accumulate, count
from random import Random

from emu.cassette import wav
from emu.cassette.audio import PEAK, Audio

RATE = 44_100
Defect = Callable[["array[float]", float, Random], Iterable[float]]
"""What samples, RATE a second, become by a defect of a strength."""


def damaged(audio: Audio, defect: Defect, strength: float, chance: Random) -> Audio:
    """The sound with a defect, through a 16-bit WAV file, as loud as that holds unclipped."""
    assert audio.rate == RATE
    channel = array("f", defect(audio.channels[0][:], strength, chance))
    most = max(max(channel), -min(channel), 1.0)
    return wav.read(wav.write(Audio(RATE, (array("f", (s / most for s in channel)),))), "tape.wav")


def noise(channel: array[float], decibels: float, chance: Random) -> Iterable[float]:
    """White noise over the whole band, the tones ``decibels`` above it."""
    loud = PEAK / math.sqrt(2) / 10 ** (decibels / 20)
    return (s + chance.gauss(0, loud) for s in channel)


def hum(channel: array[float], times: float, chance: Random) -> Iterable[float]:
    """50 Hz and some of its overtones, ``times`` as loud as the tones."""
    turn, begin = math.tau * 50 / RATE, chance.uniform(0, math.tau)
    for i, sample in enumerate(channel):
        angle = begin + turn * i
        yield sample + PEAK * times * (math.sin(angle) + 0.3 * math.sin(3 * angle))


def offset(channel: array[float], times: float, chance: Random) -> Iterable[float]:
    """A constant ``times`` as high as the tones, which wanders up to twice that and back in 2 s."""
    for i, sample in zip(count(chance.randrange(2 * RATE)), channel, strict=False):
        second, part = divmod(i / RATE, 1)
        yield sample + times * PEAK * (1 + (part if second % 2 else 1 - part))


def fast(channel: array[float], percent: float, _: Random) -> Iterable[float]:
    """A tape that runs ``percent`` too fast, or too slow below 0."""
    return _warped(channel, lambda _: 1 + percent / 100)


def wow(channel: array[float], percent: float, chance: Random) -> Iterable[float]:
    """Speed that swings by ``percent`` either way, twice in three seconds."""
    return _swinging(channel, percent, 0.67, chance)


def flutter(channel: array[float], percent: float, chance: Random) -> Iterable[float]:
    """Speed that swings by ``percent`` either way, eight times a second."""
    return _swinging(channel, percent, 8, chance)


def quiet(channel: array[float], decibels: float, _: Random) -> Iterable[float]:
    """All ``decibels`` below what was meant, on 16 bits."""
    gain = 10 ** (-decibels / 20)
    return (s * gain for s in channel)


def jumps(channel: array[float], decibels: float, chance: Random) -> Iterable[float]:
    """A level that jumps to another within ``decibels`` ten times a second."""
    every = RATE // 10
    for begin in range(0, len(channel), every):
        gain = 10 ** (-chance.uniform(0, decibels) / 20)
        yield from (s * gain for s in channel[begin : begin + every])


def dropouts(channel: array[float], milliseconds: float, chance: Random) -> Iterable[float]:
    """Two silences a second, each of ``milliseconds``."""
    torn, width = array("f", channel), round(milliseconds * RATE / 1000)
    for begin in range(0, len(channel) - RATE // 2, RATE // 2):
        at = begin + chance.randrange(RATE // 2 - width)
        torn[at : at + width] = array("f", bytes(4 * width))
    return torn


def clipped(channel: array[float], times: float, _: Random) -> Iterable[float]:
    """Recorded ``times`` too loud, and cut off."""
    return (min(max(s / PEAK * times, -1), 1) * 0.99 for s in channel)


def clicks(channel: array[float], times: float, chance: Random) -> Iterable[float]:
    """Ten clicks a second, of one sample ``times`` as high as the tones."""
    clicking = array("f", channel)
    for at in chance.choices(range(len(channel)), k=int(len(channel) / RATE * 10)):
        clicking[at] += chance.choice((-1, 1)) * times * PEAK
    return clicking


def dull(channel: array[float], hertz: float, _: Random) -> Iterable[float]:
    """A worn or dirty head: 12 dB an octave are lost above ``hertz``."""
    keep = math.exp(-math.tau * hertz / RATE)
    one_pole = accumulate(channel, lambda y, s: s + (y - s) * keep)
    return accumulate(one_pole, lambda y, s: s + (y - s) * keep)


def echo(channel: array[float], decibels: float, chance: Random) -> Iterable[float]:
    """Print-through: the same sound ``decibels`` quieter, some time before."""
    gain, lag = 10 ** (-decibels / 20), chance.randrange(RATE // 10, RATE)
    ahead = (channel + array("f", bytes(4 * lag)))[lag:]
    return (s + gain * e for s, e in zip(channel, ahead, strict=True))


def _swinging(
    channel: array[float], percent: float, hertz: float, chance: Random
) -> Iterable[float]:
    begin, turn = chance.uniform(0, math.tau), math.tau * hertz / RATE
    return _warped(channel, lambda at: 1 + percent / 100 * math.sin(begin + turn * at))


def _warped(channel: array[float], speed: Callable[[float], float]) -> Iterable[float]:
    """The sound as played with ``speed(sample)`` times the speed it was recorded with."""
    at, last = 0.0, len(channel) - 2
    while at < last:
        i = int(at)
        yield channel[i] + (channel[i + 1] - channel[i]) * (at - i)
        at += speed(at)

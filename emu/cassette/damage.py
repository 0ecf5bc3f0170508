"""What can be wrong with a cassette: each defect, made to measure and from a seed."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable
from itertools import accumulate, count
from random import Random

from emu.cassette import wav
from emu.cassette.audio import PEAK, Audio

Defect = Callable[[Audio, float, Random], Audio]


def taped(audio: Audio) -> Audio:
    """The sound through a 16-bit WAV file, as loud as that can hold without clipping."""
    channel = audio.channels[0]
    most = max(max(channel), -min(channel), 1.0)
    return wav.read(wav.write(_made(audio, (s / most for s in channel))), "tape.wav")


def noise(audio: Audio, decibels: float, chance: Random) -> Audio:
    """White noise over the whole band, the tones ``decibels`` above it."""
    loud = PEAK / math.sqrt(2) / 10 ** (decibels / 20)
    return _made(audio, (s + chance.gauss(0, loud) for s in audio.channels[0]))


def hum(audio: Audio, times: float, chance: Random) -> Audio:
    """50 Hz and some of its overtones, ``times`` as loud as the tones."""
    turn, begin = math.tau * 50 / audio.rate, chance.uniform(0, math.tau)
    loud = PEAK * times

    def at(i: int, sample: float) -> float:
        angle = begin + turn * i
        return sample + loud * (math.sin(angle) + 0.3 * math.sin(3 * angle))

    return _made(audio, map(at, count(), audio.channels[0]))


def offset(audio: Audio, times: float, chance: Random) -> Audio:
    """A constant ``times`` as high as the tones, which wanders up to twice that and back in 2 s."""
    high, begin = times * PEAK, chance.randrange(2 * audio.rate)

    def at(i: int, sample: float) -> float:
        second, part = divmod(i / audio.rate, 1)
        return sample + high * (1 + (part if second % 2 else 1 - part))

    return _made(audio, map(at, count(begin), audio.channels[0]))


def fast(audio: Audio, percent: float, _: Random) -> Audio:
    """A tape that runs ``percent`` too fast, or too slow below 0."""
    return _warped(audio, lambda _: 1 + percent / 100)


def wow(audio: Audio, percent: float, chance: Random) -> Audio:
    """Speed that swings by ``percent`` either way, twice in three seconds."""
    return _swinging(audio, percent, 0.67, chance)


def flutter(audio: Audio, percent: float, chance: Random) -> Audio:
    """Speed that swings by ``percent`` either way, eight times a second."""
    return _swinging(audio, percent, 8, chance)


def quiet(audio: Audio, decibels: float, _: Random) -> Audio:
    """All ``decibels`` below what was meant, on 16 bits."""
    gain = 10 ** (-decibels / 20)
    return _made(audio, (s * gain for s in audio.channels[0]))


def jumps(audio: Audio, decibels: float, chance: Random) -> Audio:
    """A level that jumps to another within ``decibels`` ten times a second."""
    every = audio.rate // 10
    channel = array("f", audio.channels[0])
    for begin in range(0, len(channel), every):
        gain = 10 ** (-chance.uniform(0, decibels) / 20)
        channel[begin : begin + every] = array(
            "f", [s * gain for s in channel[begin : begin + every]]
        )
    return _made(audio, channel)


def dropouts(audio: Audio, milliseconds: float, chance: Random) -> Audio:
    """Two silences a second, each of ``milliseconds``."""
    channel = array("f", audio.channels[0])
    width = round(milliseconds * audio.rate / 1000)
    for begin in range(0, len(channel) - audio.rate // 2, audio.rate // 2):
        at = begin + chance.randrange(audio.rate // 2 - width)
        channel[at : at + width] = array("f", bytes(4 * width))
    return _made(audio, channel)


def clipped(audio: Audio, times: float, _: Random) -> Audio:
    """Recorded ``times`` too loud, and cut off."""
    return _made(audio, (min(max(s / PEAK * times, -1), 1) * 0.99 for s in audio.channels[0]))


def clicks(audio: Audio, times: float, chance: Random) -> Audio:
    """Ten clicks a second, of one sample ``times`` as high as the tones."""
    channel = array("f", audio.channels[0])
    for at in chance.choices(range(len(channel)), k=int(audio.seconds * 10)):
        channel[at] += chance.choice((-1, 1)) * times * PEAK
    return _made(audio, channel)


def dull(audio: Audio, hertz: float, _: Random) -> Audio:
    """A worn or dirty head: 12 dB an octave are lost above ``hertz``."""
    keep = math.exp(-math.tau * hertz / audio.rate)
    channel: Iterable[float] = audio.channels[0]
    for _pole in range(2):
        channel = accumulate(channel, lambda y, s: s + (y - s) * keep)
    return _made(audio, channel)


def echo(audio: Audio, decibels: float, chance: Random) -> Audio:
    """Print-through: the same sound ``decibels`` quieter, some time before."""
    channel = audio.channels[0]
    gain = 10 ** (-decibels / 20)
    lag = chance.randrange(audio.rate // 10, audio.rate)
    ahead = (channel + array("f", bytes(4 * lag)))[lag:]
    return _made(audio, (s + gain * e for s, e in zip(channel, ahead, strict=True)))


def inverted(audio: Audio) -> Audio:
    """The wires the other way round."""
    return _made(audio, (-s for s in audio.channels[0]))


def _made(audio: Audio, samples: Iterable[float]) -> Audio:
    return Audio(audio.rate, (array("f", samples),))


def _swinging(audio: Audio, percent: float, hertz: float, chance: Random) -> Audio:
    begin, turn = chance.uniform(0, math.tau), math.tau * hertz / audio.rate
    return _warped(audio, lambda at: 1 + percent / 100 * math.sin(begin + turn * at))


def _warped(audio: Audio, speed: Callable[[float], float]) -> Audio:
    """The sound as played with ``speed(sample)`` times the speed it was recorded with."""
    channel, at = audio.channels[0], 0.0
    samples = array("f")
    last = len(channel) - 2
    while at < last:
        i = int(at)
        samples.append(channel[i] + (channel[i + 1] - channel[i]) * (at - i))
        at += speed(at)
    return _made(audio, samples)

"""What can be wrong with a cassette: defects by the names that docs/tapes.md gives them."""

import math
from array import array
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from random import Random
from typing import Any

import numpy as np

from emu.cassette import wav
from emu.cassette.audio import PEAK, Audio

RATE = 44_100
Samples = Any
"""An array of numpy."""
Defect = Callable[[Samples, float, Random], Samples]
"""What samples, RATE a second, become by a defect of a strength."""


def damaged(audio: Audio, defect: Defect, strength: float, chance: Random) -> Audio:
    """The sound with a defect, through a 16-bit WAV file, as loud as that holds unclipped."""
    assert audio.rate == RATE
    channel = defect(np.array(audio.channels[0]), strength, chance)
    channel /= max(np.abs(channel).max(), 1)
    return wav.read(wav.write(Audio(RATE, (array("f", channel),))), "tape.wav")


def noise(samples: Samples, decibels: float, chance: Random) -> Samples:
    loud = PEAK / math.sqrt(2) / 10 ** (decibels / 20)
    return samples + [chance.gauss(0, loud) for _ in samples]


def hum(samples: Samples, times: float, chance: Random) -> Samples:
    angle = chance.uniform(0, math.tau) + math.tau * 50 / RATE * np.arange(len(samples))
    return samples + PEAK * times * (np.sin(angle) + 0.3 * np.sin(3 * angle))


def swinging(samples: Samples, percent: float, _: Random, hertz: float = 0) -> Samples:
    """Played so much too fast, and by turns so much too slow."""
    angle = math.tau * hertz / RATE * np.arange(2 * len(samples))
    at = np.cumsum(1 + percent / 100 * np.cos(angle))
    return np.interp(at[at < len(samples)], range(len(samples)), samples)


def jumps(samples: Samples, decibels: float, chance: Random) -> Samples:
    levels = [-chance.uniform(0, decibels) for _ in range(0, len(samples), RATE // 10)]
    return samples * 10 ** (np.repeat(levels, RATE // 10)[: len(samples)] / 20)


def dropouts(samples: Samples, milliseconds: float, chance: Random) -> Samples:
    width = round(milliseconds * RATE / 1000)
    for begin in range(0, len(samples) - RATE // 2, RATE // 2):
        at = begin + chance.randrange(RATE // 2 - width)
        samples[at : at + width] = 0
    return samples


def clicks(samples: Samples, times: float, chance: Random) -> Samples:
    for at in chance.choices(range(len(samples)), k=int(len(samples) / RATE * 10)):
        samples[at] += chance.choice((-1, 1)) * times * PEAK
    return samples


def echo(samples: Samples, decibels: float, chance: Random) -> Samples:
    lag = chance.randrange(RATE // 10, RATE)
    return samples + 10 ** (-decibels / 20) * np.append(samples, np.zeros(lag))[lag:]


def offset(samples: Samples, times: float, chance: Random) -> Samples:
    """It wanders up to twice that and back in 2 s."""
    seconds = (chance.randrange(2 * RATE) + np.arange(len(samples))) / RATE
    return samples + times * PEAK * (1 + np.abs(1 - seconds % 2))


def clipped(samples: Samples, times: float, _: Random) -> Samples:
    return np.clip(samples / PEAK * times, -1, 1) * 0.99


def dull(samples: Samples, hertz: float, _: Random) -> Samples:
    keep = math.exp(-math.tau * hertz / RATE)
    for _pole in range(2):
        samples = np.fromiter(accumulate(samples, lambda y, s: s + (y - s) * keep), float)
    return samples


DEFECTS: dict[str, Defect] = {
    "white noise, the tones above it": noise,
    "hum, times the tones": hum,
    "DC offset and drift, times the tones": offset,
    "tape too fast": swinging,
    "tape too slow": swinging,
    "wow, 0.67 Hz": partial(swinging, hertz=0.67),
    "flutter, 8 Hz": partial(swinging, hertz=8),
    "recorded too quietly (16 bits)": lambda samples, decibels, _: samples / 10 ** (decibels / 20),
    "level jumps, ten a second": jumps,
    "dropouts to silence, two a second": dropouts,
    "clipping, times full scale": clipped,
    "clicks, ten a second, times the tones": clicks,
    "dull head, 12 dB an octave above": dull,
    "print-through, below the tones": echo,
}

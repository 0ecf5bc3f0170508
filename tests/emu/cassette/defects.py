"""What can be wrong with a cassette, as much of it as a good reader takes (`bench.tapes`)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable
from itertools import accumulate
from random import Random

from emu.cassette import wav
from emu.cassette.audio import Audio

RATE = 44_100
_TURN = math.tau / RATE


def _warped(s: array[float], speed: Callable[[float], float]) -> Iterable[float]:
    at = 0.0
    while at < len(s) - 2:
        i = int(at)
        yield s[i] + (s[i + 1] - s[i]) * (at - i)
        at += speed(at)


def _low_pass(s: Iterable[float]) -> Iterable[float]:
    return accumulate(s, lambda y, x: y + 0.13 * (x - y))


DEFECTS: dict[str, Callable[[array[float], Random], Iterable[float]]] = {
    "noise": lambda s, chance: (x + chance.gauss(0, 0.11) for x in s),
    "hum": lambda s, _: (x + 5 * math.sin(50 * _TURN * i) for i, x in enumerate(s)),
    "offset": lambda s, _: (x + 5 for x in s),
    "too fast": lambda s, _: _warped(s, lambda _: 1.15),
    "too slow": lambda s, _: _warped(s, lambda _: 0.85),
    "wow": lambda s, _: _warped(s, lambda at: 1 + 0.05 * math.sin(0.67 * _TURN * at)),
    "flutter": lambda s, _: _warped(s, lambda at: 1 + 0.03 * math.sin(8 * _TURN * at)),
    "too quiet": lambda s, _: (x / 300 for x in s),
    "level jumps": lambda s, _: (x / (1 + 9 * (i // 4410 % 2)) for i, x in enumerate(s)),
    "clipped": lambda s, _: (min(max(60 * x, -0.99), 0.99) for x in s),
    "clicks": lambda s, _: (x + 1.5 * (i % 4410 == 0) for i, x in enumerate(s)),
    "dropouts": lambda s, _: (x * (i % 22_050 > 22) for i, x in enumerate(s)),
    "dull head": lambda s, _: _low_pass(_low_pass(s)),
    "print-through": lambda s, _: (x + 0.18 * s[i - 9_000] for i, x in enumerate(s)),
}


def damaged(audio: Audio, defect: str) -> Audio:
    """The sound with a defect, through a 16-bit WAV file that it does not clip in."""
    channel = array("f", DEFECTS[defect](audio.channels[0], Random(1)))
    most = max(max(channel), -min(channel), 1.0)
    return wav.read(wav.write(Audio(RATE, (array("f", (x / most for x in channel)),))), "tape.wav")

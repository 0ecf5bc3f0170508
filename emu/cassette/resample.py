"""Any sample rate to one between 32,000 and 64,000 a second, where the tones are worked out."""

from __future__ import annotations

import math
from array import array
from itertools import repeat
from operator import add, mul

LOWEST, HIGHEST = 32_000, 64_000


def working(samples: array[float], rate: int) -> tuple[array[float], float]:
    """The samples at a working rate, and that rate.

    Higher rates are averaged down, lower ones doubled between samples.
    """
    if rate > HIGHEST:
        factor = rate // LOWEST
        length = len(samples) // factor * factor
        parts = (samples[i:length:factor] for i in range(factor))
        return array("f", map(sum, zip(*parts, strict=True))), rate / factor
    while rate < LOWEST:
        samples = _doubled(samples, 24 if rate < 10_000 else 6)
        rate *= 2
    return samples, float(rate)


def _doubled(samples: array[float], reach: int) -> array[float]:
    """Half-band interpolation: a value half-way between samples is the sum of the ``reach`` ones on
    either side, weighted with a windowed sinc."""
    padded = array("f", bytes(4 * reach)) + samples + array("f", bytes(4 * reach))
    between = array("f", bytes(4 * len(samples)))
    for i in range(reach):
        x = math.pi * (i + 0.5)
        weight = math.sin(x) / x * math.cos(x / (2 * reach + 1)) ** 2
        before, after = padded[reach - i :], padded[reach + i + 1 :]
        pairs = map(add, before, after)
        between = array("f", map(add, between, map(mul, pairs, repeat(weight))))
    doubled = array("f", bytes(8 * len(samples)))
    doubled[::2], doubled[1::2] = samples, between
    return doubled

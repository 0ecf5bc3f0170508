"""Many whole numbers worked on at once: as the digits, base 2**32, of one large number.

Sums and differences of two such numbers are those of all their digits. A product with a number of
few digits is a digital filter: each digit becomes a weighted sum of those around it. The digits may
be negative, but must stay within 32 bits.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence

_SIZE = 4


def _same(value: int, count: int) -> int:
    return int.from_bytes(value.to_bytes(_SIZE, "little") * count, "little")


def packed(values: Sequence[int]) -> int:
    """The number whose digits are *values*."""
    digits, tops = array("i", values), _same(1 << 31, len(values))
    if sys.byteorder == "big":
        digits.byteswap()
    return (int.from_bytes(digits.tobytes(), "little") ^ tops) - tops


def unpacked(number: int, count: int) -> array[int]:
    """The first *count* digits, from the least significant one."""
    size = max(count, number.bit_length() // (8 * _SIZE) + 1)
    tops = _same(1 << 31, size)
    digits = array("i", ((number + tops) ^ tops).to_bytes(_SIZE * size, "little"))
    if sys.byteorder == "big":
        digits.byteswap()
    return digits[:count]


def exceeds(number: int, count: int, most: int) -> bool:
    """Whether one of the *count* digits is *most* or more, or ``-most`` or less."""
    room = _same((1 << 31) - most, count)
    return (number + room | room - number) & _same(1 << 31, count) != 0

"""Unclear digits of a record set right by its checksum."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

_CHECKSUM = 4
_UNSURE, _SAME = 0.5, 0.1
_CANDIDATES, _CHANGES = 8, 3


class Digit(NamedTuple):
    """A hex digit as it was read, and for each of the 16 what of the bits speaks against it."""

    value: int
    doubts: Sequence[float]


class _Change(NamedTuple):
    doubt: float
    at: int
    value: int
    effect: int


def repaired(digits: Sequence[Digit]) -> list[int] | None:
    """The digits from the start address to the checksum, changed so that the checksum is right.

    Only digits are changed that were nearly read so, at most three of the eight most doubtful. None
    if that does not help, or if it can be done in two ways that are much the same.
    """
    # what each digit adds to the sum of all bytes less the checksum
    weights = [16, 1] * ((len(digits) - _CHECKSUM) // 2) + [-16, -1, -4096, -256]
    values = [digit.value for digit in digits]
    wrong = sum(value * weight for value, weight in zip(values, weights, strict=True))
    changes = sorted(
        _Change(doubt - digit.doubts[digit.value], at, value, (value - digit.value) * weights[at])
        for at, digit in enumerate(digits)
        for value, doubt in enumerate(digit.doubts)
        if value != digit.value and doubt - digit.doubts[digit.value] < _UNSURE
    )[:_CANDIDATES]
    ways = [
        way
        for number in range(_CHANGES + 1)
        for way in combinations(changes, number)
        if (wrong + sum(change.effect for change in way)) % 0x10000 == 0
        and len({change.at for change in way}) == number
    ]
    ways.sort(key=_doubt)
    if not ways or (ways[0] and len(ways) > 1 and _doubt(ways[1]) - _doubt(ways[0]) < _SAME):
        return None
    for change in ways[0]:
        values[change.at] = change.value
    return values


def _doubt(way: Sequence[_Change]) -> float:
    return sum(change.doubt for change in way)

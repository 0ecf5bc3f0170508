"""The value of a candidate as a formula: a weight for each counter, a base and a bonus.

The formula of 1976 is six chains of 8-bit additions with two halvings between, so a term weighs a
quarter, a half or a whole by the stage it is in: `Formula()` has the weights in effect, and its
stages are made of them. The same is done for all weights that are whole quarters; with others the
sum is exact, rounded down and cut at 0 and 255.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from microchess.engine import counters as cells
from microchess.errors import MicroChessError

LIMIT = 100
"""What a weight may be, up and down."""
_PLACES = 6
"""Decimals of a weight."""
_FIRST, _SECOND = 0x80, 0x40
"""What the first two stages begin with: a quarter and a half of it are in the base."""
_BELOW = _FIRST // 4 + _SECOND // 2


class FormulaError(MicroChessError, ValueError):
    """Weights that make no formula."""


class Chain(NamedTuple):
    """A run of 8-bit additions or subtractions that hands its carry from term to term.

    ``start`` comes first, unless it is 0, then the counters of those indices.
    """

    sign: int
    start: int
    counters: tuple[int, ...]

    def apply(self, a: int, counters: bytes | bytearray) -> tuple[int, bool]:
        """The accumulator after the chain, and whether its last step carried (or borrowed)."""
        terms = [counters[index] for index in self.counters]
        whole = a + self.sign * (self.start + sum(terms))
        if 0 <= whole <= 0xFF:
            return whole, False
        if self.start:
            terms.insert(0, self.start)
        carry = 0
        for term in terms:
            total = a + self.sign * (term + carry)
            carry = int(not 0 <= total <= 0xFF)
            a = total & 0xFF
        return a, bool(carry)


@dataclass(frozen=True)
class Formula:
    """Weights by the names of the counters, in the order in which the chains have them; ``base`` is
    the value with all counters at zero, ``bonus`` that of a move to the centre or off the first
    rank. They are numbers with six decimals; left out, those of 1976.

    Raises FormulaError, naming the weight and what it may be.
    """

    WCAP0: Fraction = Fraction(4)
    WMOB: Fraction = Fraction(1, 4)
    WMAXC: Fraction = Fraction(3, 4)
    WCC: Fraction = Fraction(3, 4)
    WCAP1: Fraction = Fraction(5, 4)
    WCAP2: Fraction = Fraction(1, 4)
    PMAXC: Fraction = Fraction(-1, 4)
    PCC: Fraction = Fraction(-1, 4)
    BMAXC: Fraction = Fraction(-5, 2)
    BCC: Fraction = Fraction(-2)
    BCAP0: Fraction = Fraction(-1, 4)
    BCAP1: Fraction = Fraction(-5, 4)
    BCAP2: Fraction = Fraction(-1, 4)
    PMOB: Fraction = Fraction(-1, 4)
    BMOB: Fraction = Fraction(-1, 4)
    base: Fraction = Fraction(0xD0)
    bonus: Fraction = Fraction(2)

    def __post_init__(self) -> None:
        for one in fields(self):
            span = (0, 0xFF) if one.name == "base" else (-LIMIT, LIMIT)
            object.__setattr__(self, one.name, _weight(one.name, getattr(self, one.name), *span))

    @classmethod
    def from_toml(cls, text: str) -> Formula:
        """The formula of lines such as ``BMAXC = -2.5``. Raises FormulaError."""
        import tomllib  # few need it, and the page's memory is fetched by everybody

        try:
            given = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise FormulaError(f"no TOML: {error}") from None
        known = [one.name for one in fields(cls)]
        for name in given:
            if name not in known:
                raise FormulaError(f"no weight {name!r}; the weights are {', '.join(known)}")
        return cls(**given)

    def to_toml(self) -> str:
        """All weights, a line each; `from_toml` reads the same formula."""
        values = {one.name: f"{float(getattr(self, one.name)):.{_PLACES}f}" for one in fields(self)}
        lines = (f"{name} = {text.rstrip('0').rstrip('.')}\n" for name, text in values.items())
        return "".join(lines)

    @cached_property
    def stages(self) -> tuple[tuple[Chain, Chain], ...] | None:
        """What is added and taken away before each halving and after; None where no such stages
        have these weights.
        """
        weights = {one.name: getattr(self, one.name) for one in fields(self)}
        base, bonus = weights.pop("base"), weights.pop("bonus")
        whole = base.denominator == bonus.denominator == 1 and base >= _BELOW
        if not whole or any(4 % one.denominator for one in weights.values()):
            return None
        found = []
        for start, size in ((0, 1), (_SECOND, 2), (int(base) - _BELOW, 4)):
            chains: dict[int, list[int]] = {+1: [], -1: []}
            for name, weight in weights.items():
                quarters = abs(int(4 * weight))
                times = quarters // 4 if size == 4 else quarters // size % 2
                chains[1 if weight > 0 else -1] += [getattr(cells, name)] * times
            found.append((Chain(+1, start, tuple(chains[+1])), Chain(-1, 0, tuple(chains[-1]))))
        return tuple(found)

    @cached_property
    def _exact(self) -> tuple[list[tuple[int, int]], int, int]:
        """Index and weight of each counter, base and bonus; in units of the last decimal."""
        units = {one.name: int(getattr(self, one.name) * 10**_PLACES) for one in fields(self)}
        base, bonus = units.pop("base"), units.pop("bonus")
        return [(getattr(cells, name), weight) for name, weight in units.items()], base, bonus

    def apply(self, counters: bytes | bytearray, has_bonus: bool) -> int:
        """The value that the counters make, 0-255."""
        if self.stages is None:
            weights, base, bonus = self._exact
            total = base + sum(weight * counters[index] for index, weight in weights)
            return int(max(0, min(0xFF, (total + bonus * has_bonus) // 10**_PLACES)))
        first, second, third = self.stages
        a, _ = first[0].apply(_FIRST, counters)
        a, borrowed = first[1].apply(a, counters)
        a = 0 if borrowed else a >> 1
        a, _ = second[0].apply(a, counters)
        a, _ = second[1].apply(a, counters)
        a, _ = third[0].apply(a >> 1, counters)
        a, _ = third[1].apply(a, counters)
        return a + int(self.bonus) & 0xFF if has_bonus else a


def _weight(name: str, value: object, least: int, most: int) -> Fraction:
    good = isinstance(value, int | float | Fraction) and not isinstance(value, bool)
    try:
        number = float(value) if good else math.nan  # type: ignore[arg-type]
    except OverflowError:
        number = math.inf
    if not least <= number <= most:
        text = str(value) if isinstance(value, Fraction) else repr(value)
        shown = text if len(text) < 30 else f"{text[:25]}..."
        raise FormulaError(f"{name} is {shown}; expected a number from {least} to {most}")
    return Fraction(round(Fraction(number) * 10**_PLACES), 10**_PLACES)


IN_1976 = Formula()

"""What scores say: pairs, the Elo difference and its interval, ratings of many.

The unit is the pair, two games from one opening with colours changed: they are not independent, as
the opening favours one colour. Of a pair there are 0, 1/2, 1, 1 1/2 or 2 points, so a match is five
counts, the "pentanomial" of fishtest, OpenBench and fastchess.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import mul
from statistics import NormalDist
from typing import TypeAlias

NORMAL_95 = 1.96
"""Standard deviations of a two-sided 95 % interval."""
MEANS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Points a game in the five kinds of pairs."""
ENOUGH = 10
"""Pairs below which no interval is given: the spread of so few is not known."""
_UNSEEN = 1.0
"""Pairs, won or lost whole, that are added to the spread of those seen."""
_LOGIT = 400 / math.log(10)
"""Elo that multiply the odds by e."""

Pairs: TypeAlias = Sequence[float]
"""How many pairs of 0, 1/2, 1, 1 1/2 and 2 points."""


@dataclass(frozen=True)
class Score:
    """Games won, drawn and lost by the first of two, and its pairs."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)

    def __add__(self, other: Score) -> Score:
        pairs = tuple(one + more for one, more in zip(self.pairs, other.pairs, strict=True))
        games = self.won + other.won, self.drawn + other.drawn, self.lost + other.lost
        return Score(*games, pairs)

    def paired(self, other: Score) -> Score:
        """This game, as the second of a pair whose first is *other*."""
        counts = [0] * len(MEANS)
        counts[round(2 * (self.points + other.points))] = 1
        return replace(self, pairs=tuple(counts))

    @property
    def turned(self) -> Score:
        """The second one's."""
        return Score(self.lost, self.drawn, self.won, self.pairs[::-1])

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """1 for a win, a half for a draw."""
        return self.won + self.drawn / 2

    @property
    def rate(self) -> float:
        """Points a game, 0 to 1, of all games."""
        return self.points / self.games

    @property
    def draw_ratio(self) -> float:
        return self.drawn / self.games

    @property
    def estimate(self) -> Estimate | None:
        """What the pairs say; None of fewer than `ENOUGH`."""
        return Estimate.of(self.pairs) if sum(self.pairs) >= ENOUGH else None


@dataclass(frozen=True)
class Estimate:
    """What pairs say: their number, points a game, and the variance of a pair's points a game."""

    pairs: float
    rate: float
    variance: float

    @classmethod
    def of(cls, pairs: Pairs) -> Estimate:
        """Of five counts, not all 0. Raises what `counts_of` does, ValueError without a pair."""
        counts = counts_of(pairs)
        number = sum(counts)
        if not number:
            raise ValueError("pairs are all 0; expected a pair at least")
        rate = sum(count * mean for count, mean in zip(counts, MEANS, strict=True)) / number
        spread = (count * (mean - rate) ** 2 for count, mean in zip(counts, MEANS, strict=True))
        return cls(number, rate, sum(spread) / number)

    @property
    def interval(self) -> tuple[float, float]:
        """The rates between which the true one lies with 95 % confidence.

        It is Wilson's, with as many yes-or-no trials as vary like these pairs: near 0 and 1, where
        the mean and so many standard errors are too narrow, still one that holds. The standard
        errors are Student's, and a pair that was won or lost whole is added to the spread: few
        pairs show too little of it.
        """
        s, z2 = self.rate, student(self.pairs - 1) ** 2
        whole = self.variance * self.pairs + _UNSEEN * s * (1 - s)
        n = self.pairs * s * (1 - s) * self.pairs / whole if 0 < s < 1 else self.pairs
        middle = (s + z2 / (2 * n)) / (1 + z2 / n)
        error = math.sqrt(z2 * (s * (1 - s) / n + z2 / (4 * n * n))) / (1 + z2 / n)
        return max(0.0, middle - error), min(1.0, middle + error)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference, and its 95 % interval; infinite for a score of 0 or 1."""
        low, high = self.interval
        return elo(self.rate), elo(low), elo(high)

    @property
    def normalised(self) -> float:
        """Normalised Elo: the mean less 1/2 over the deviation of a game, on the scale of Elo; a
        game's variance is taken as twice that of a pair's mean. Infinite without any variance.
        """
        if not self.variance:
            return math.copysign(math.inf, self.rate - 0.5) if self.rate != 0.5 else 0.0
        return (self.rate - 0.5) / math.sqrt(2 * self.variance) * 800 / math.log(10)

    @property
    def superiority(self) -> float:
        """The likelihood that the first is the stronger one (LOS), 0 to 1."""
        if not self.variance:
            return 0.5 if self.rate == 0.5 else float(self.rate > 0.5)
        return NormalDist().cdf((self.rate - 0.5) / math.sqrt(self.variance / self.pairs))


def student(freedom: float) -> float:
    """Standard errors of a two-sided 95 % interval where the spread is known by so many degrees of
    freedom, one or more: the expansion of Fisher and Cornish, to 0.001 from 6 on.
    """
    z, n = NORMAL_95, max(1.0, freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def elo(rate: float) -> float:
    """The Elo difference that makes a rate expected; infinite at 0 and 1."""
    if rate <= 0:
        return -math.inf
    return math.inf if rate >= 1 else -400 * math.log10(1 / rate - 1)


def expected(difference: float) -> float:
    """The rate that an Elo difference makes expected."""
    return 1 / (1 + 10 ** (-difference / 400))


def ratings(
    scores: Mapping[tuple[str, str], Score], anchor: str, elo: float = 0.0
) -> dict[str, tuple[float, float, float]]:
    """The rating of every player, best first, and its 95 % interval, that of *anchor* being *elo*:
    maximum likelihood, from the pairs of those who met; games without their second do not count.

    A game's score is expected to be logistic in the difference (Bradley and Terry, a draw half a
    win). The intervals are of the pairs: how far those of a match lie from what is expected.
    Raises ValueError, naming a player, where games leave a difference to *anchor* unbounded.
    """
    found = {names: Estimate.of(score.pairs) for names, score in scores.items() if any(score.pairs)}
    players = sorted({name for names in found for name in names} - {anchor})
    together = comparable({names: score.pairs for names, score in scores.items()})
    if left_out := [name for name in players if name not in together or anchor not in together]:
        raise ValueError(
            f"{left_out[0]} cannot be rated: no points lead from {anchor} to it and back"
        )
    index = {name: at for at, name in enumerate((*players, anchor))}
    pairings = [(index[one], index[two], seen) for (one, two), seen in found.items()]
    size, logits = len(players), [0.0] * len(index)
    for _ in range(500):
        slope = [0.0] * len(index)
        information, noise = ([[0.0] * len(index) for _ in index] for _ in range(2))
        for one, two, seen in pairings:
            rate = expected(_LOGIT * (logits[one] - logits[two]))
            off = seen.rate - rate
            for a, sign in ((one, 2 * seen.pairs), (two, -2 * seen.pairs)):
                slope[a] += sign * off
                for b, part in ((a, abs(sign)), (one + two - a, -abs(sign))):
                    information[a][b] += part * rate * (1 - rate)
                    noise[a][b] += 2 * part * (seen.variance + off * off)
        inverse = _inverse([row[:size] for row in information[:size]])
        steps = [sum(map(mul, row, slope)) for row in inverse]  # the anchor, last, stays
        if max(map(abs, steps), default=0.0) < 1e-9:
            break
        logits = [at + max(-1, min(1, by)) for at, by in zip(logits, [*steps, 0], strict=True)]
    made = {anchor: (elo, elo, elo)}
    for name, logit, row in zip(players, logits, inverse, strict=False):
        variance = sum(map(mul, row, (sum(map(mul, row, line)) for line in noise)))
        its_pairs = sum(seen.pairs for names, seen in found.items() if name in names)
        errors = student(its_pairs - 1)
        middle, error = elo + _LOGIT * logit, errors * _LOGIT * math.sqrt(variance)
        made[name] = middle, middle - error, middle + error
    return dict(sorted(made.items(), key=lambda one: -one[1][0]))


def comparable(pairs: Mapping[tuple[str, str], Pairs]) -> frozenset[str]:
    """The most players who have taken points of each other, if through others: whose ratings hang
    together. Of as many, those named first.
    """
    names = list(dict.fromkeys(name for two in pairs for name in two))
    rates = {two: Estimate.of(one).rate for two, one in pairs.items() if any(one)}
    took = {two for two, rate in rates.items() if rate > 0}
    took |= {(two, one) for (one, two), rate in rates.items() if rate < 1}
    lost = {(two, one) for one, two in took}
    groups = (_reached(name, took) & _reached(name, lost) for name in names)
    return max(groups, key=len, default=frozenset())


def _reached(name: str, edges: set[tuple[str, str]]) -> frozenset[str]:
    reached, new = {name}, {name}
    while new:
        new = {two for one, two in edges if one in new} - reached
        reached |= new
    return frozenset(reached)


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Of a symmetric positive matrix (Gauss and Jordan)."""
    size = range(len(matrix))
    rows = [[*row, *(float(one == at) for one in size)] for at, row in enumerate(matrix)]
    for at, row in enumerate(rows):
        row[:] = [value / row[at] for value in row]
        for other in rows:
            if other is not row:
                other[:] = [a - other[at] * b for a, b in zip(other, row, strict=True)]
    return [row[len(matrix) :] for row in rows]


def elo_text(score: Score) -> str:
    """``+35 (-12 to +84)``, the interval being of 95 %; in words why there is no such figure."""
    found = score.estimate
    if found is None:
        return f"too few pairs ({sum(score.pairs)} of {ENOUGH})" if score.games else "-"
    return "{:+.0f} ({:+.0f} to {:+.0f})".format(*found.elo)


def counts_of(pairs: Pairs) -> tuple[float, ...]:
    """The five counts, if they are such.

    Raises TypeError when they are no numbers, ValueError when they are not five from 0 up.
    """
    try:
        counts = tuple(pairs)
        good = all(math.isfinite(count) and count >= 0 for count in counts)
    except TypeError:
        raise TypeError(f"pairs are {pairs!r}; expected five numbers") from None
    if len(counts) != len(MEANS) or not good:
        raise ValueError(
            f"pairs are {pairs!r}; expected five counts, 0 or more, of the pairs with 0, 1/2, 1, "
            "1 1/2 and 2 points"
        )
    return counts

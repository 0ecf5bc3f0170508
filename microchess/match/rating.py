"""What a score says: Elo difference, its error, and the sequential probability ratio test."""

from __future__ import annotations

import math
from dataclasses import dataclass

NORMAL_95 = 1.96
"""Standard deviations of a two-sided 95 % interval."""


@dataclass(frozen=True)
class Score:
    """Games won, drawn and lost by the first of two."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """1 for a win, a half for a draw."""
        return self.won + self.drawn / 2

    @property
    def rate(self) -> float:
        """Points a game, 0 to 1."""
        return self.points / self.games

    @property
    def variance(self) -> float:
        """Of one game's points."""
        s = self.rate
        spread = self.won * (1 - s) ** 2 + self.drawn * (0.5 - s) ** 2 + self.lost * s**2
        return spread / self.games

    def interval(self) -> tuple[float, float]:
        """The rates between which the true one lies with 95 % confidence; 0 to 1 without games.

        Wilson's interval, which holds for one-sided scores too, with as many games without draws as
        would vary as little.
        """
        if not self.games:
            return 0.0, 1.0
        s, z2 = self.rate, NORMAL_95**2
        n = self.games * s * (1 - s) / self.variance if self.variance else self.games
        middle = (s + z2 / (2 * n)) / (1 + z2 / n)
        error = math.sqrt(z2 * (s * (1 - s) / n + z2 / (4 * n * n))) / (1 + z2 / n)
        return max(0.0, middle - error), min(1.0, middle + error)


def elo(rate: float) -> float:
    """The Elo difference that makes a rate expected; infinite at 0 and 1."""
    if rate <= 0:
        return -math.inf
    return math.inf if rate >= 1 else -400 * math.log10(1 / rate - 1)


def expected(difference: float) -> float:
    """The rate that an Elo difference makes expected."""
    return 1 / (1 + 10 ** (-difference / 400))


def elo_text(score: Score) -> str:
    """``+35 (-12 to +84)``, the interval being of 95 %; ``-`` without games."""
    if not score.games:
        return "-"
    low, high = score.interval()
    return f"{elo(score.rate):+.0f} ({elo(low):+.0f} to {elo(high):+.0f})"


@dataclass(frozen=True)
class Sprt:
    """Is the difference ``elo1`` rather than ``elo0``? Both errors at most 5 %."""

    elo0: float
    elo1: float
    error: float = 0.05

    @property
    def bound(self) -> float:
        """The log-likelihood ratio that decides, upwards for elo1, downwards for elo0."""
        return math.log((1 - self.error) / self.error)

    def ratio(self, score: Score) -> float:
        """The log-likelihood ratio, games taken as normally distributed with the variance seen."""
        if not score.games or not score.variance:
            return 0.0
        s0, s1 = expected(self.elo0), expected(self.elo1)
        return score.games * (s1 - s0) * (2 * score.rate - s0 - s1) / (2 * score.variance)

    def verdict(self, score: Score) -> str:
        """``elo0`` or ``elo1`` once that is decided, else empty."""
        ratio = self.ratio(score)
        return "elo1" if ratio >= self.bound else "elo0" if ratio <= -self.bound else ""

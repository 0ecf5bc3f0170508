"""The sequential test (SPRT): whether one player is stronger than another, decided game by game."""

import math
from dataclasses import dataclass, field

from microchess.match.rating import MEANS, Pairs, counts_of, expected

_LEAST = 0.001
"""What a count is taken for at least, so that what was never seen is not held impossible."""
_MOST_ELO = 2000.0


@dataclass(frozen=True)
class Sprt:
    """Is the first ``elo1`` rather than ``elo0`` stronger (logistic Elo)? ``alpha`` is the risk to
    take ``elo1`` when ``elo0`` holds, ``beta`` the other way round.

    It is the generalised sequential test on the five counts: the log-likelihood ratio of the
    two distributions nearest to what was seen that have the expected scores of the hypotheses.
    Raises TypeError for what is no number, ValueError for numbers that make no test.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    _rates: tuple[float, float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1", "alpha", "beta"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise TypeError(f"{name} is {value!r}; expected a number")
        for name in ("elo0", "elo1"):
            if not abs(value := getattr(self, name)) <= _MOST_ELO:
                raise ValueError(f"{name} is {value}; expected -{_MOST_ELO:g} to {_MOST_ELO:g}")
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 is {self.elo0:g}; expected less than elo1, {self.elo1:g}")
        for name in ("alpha", "beta"):
            if not 0 < (value := getattr(self, name)) < 0.5:
                raise ValueError(f"{name} is {value}; expected more than 0 and less than 0.5")
        object.__setattr__(self, "_rates", (expected(self.elo0), expected(self.elo1)))

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios that decide, for elo0 and for elo1."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, pairs: Pairs) -> float:
        """The log-likelihood ratio that five counts make, of elo1 to elo0; 0 without a pair.

        Raises what `counts_of` does.
        """
        counts = counts_of(pairs)
        if not any(counts):
            return 0.0
        counts = tuple(max(_LEAST, count) for count in counts)
        t0, t1 = (_tilt(counts, rate) for rate in self._rates)
        s0, s1 = self._rates
        return sum(
            count * math.log((1 + t0 * (mean - s0)) / (1 + t1 * (mean - s1)))
            for count, mean in zip(counts, MEANS, strict=True)
        )

    def verdict(self, pairs: Pairs) -> str:
        """``elo0`` or ``elo1`` once that is decided, else empty."""
        ratio, (low, high) = self.llr(pairs), self.bounds
        return "elo1" if ratio >= high else "elo0" if ratio <= low else ""


def _tilt(counts: tuple[float, ...], rate: float) -> float:
    """The t for which the weights count / (1 + t (mean - rate)) have the mean *rate*.

    The sum below falls as t grows, from +inf to -inf between the bounds, so it is halved; Newton's
    step is taken where it stays between them.
    """
    low, high = -1 / (1 - rate), 1 / rate
    terms = [(count, mean - rate) for count, mean in zip(counts, MEANS, strict=True)]
    t = 0.0
    for _ in range(200):
        value = slope = 0.0
        for count, off in terms:
            share = off / (1 + t * off)
            value += count * share
            slope -= count * share * share
        low, high = (t, high) if value > 0 else (low, t)
        step = t - value / slope
        after = step if low < step < high else (low + high) / 2
        if abs(after - t) <= 1e-13 * max(1.0, abs(t)):
            break
        t = after
    return t

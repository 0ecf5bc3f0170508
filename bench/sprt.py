"""Is the sequential test of a match wrong as seldom as it says? Simulated matches, by pairs.

``python -m bench.sprt`` plays 20,000 matches in which elo0 holds and 20,000 in which elo1 does, for
each of five pairs of hypotheses, to their end; ``--check FILE`` fails unless FILE shows the same.
It fails in any case when a rate of wrong verdicts is beyond 5 % by more than chance explains (the
upper binomial bound of 95 %).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from multiprocessing.pool import Pool

from bench.figures import parser, report
from microchess.match.rating import Sprt, expected

MATCHES, SEED = 20_000, 1976
HYPOTHESES = ((0, 50, 0.1), (0, 100, 0.3), (0, 300, 0.2), (-25, 25, 0.5), (0, 35, 0.8))
"""elo0, elo1, and the games that are drawn between equals."""
BIAS = 0.1
"""How far an opening's favour moves the score of its two games, at most, up and down."""
MOST_WRONG = 0.05 + 1.645 * (0.05 * 0.95 / MATCHES) ** 0.5
HEAD = (
    "| hypotheses | draws | wrong when elo0, elo1 holds | pairs, mean |",
    "| --- | --- | --- | --- |",
)


def pair_weights(rate: float, draws: float, bias: float) -> list[float]:
    """The probabilities of the five kinds of pairs for games of *rate* from an opening that favours
    one colour by *bias*.
    """
    games = []
    for here in (rate + bias, rate - bias):
        drawn = draws * 4 * here * (1 - here)
        games.append((1 - here - drawn / 2, drawn, here - drawn / 2))
    weights = [0.0] * 5
    for one, p in enumerate(games[0]):
        for other, q in enumerate(games[1]):
            weights[one + other] += p * q
    return weights


def play(test: Sprt, rate: float, draws: float, seed: str) -> tuple[str, int]:
    """A match until it is decided: the verdict, and its pairs."""
    rng = random.Random(seed)
    room = min(BIAS, rate, 1 - rate)
    kinds = [list(accumulate(pair_weights(rate, draws, room * part / 4))) for part in range(-4, 5)]
    counts = [0] * 5
    while not (verdict := test.verdict(counts)):
        (kind,) = rng.choices(range(5), cum_weights=rng.choice(kinds))
        counts[kind] += 1
    return verdict, sum(counts)


def wrong_verdicts(pool: Pool, elo0: int, elo1: int, draws: float, truth: str) -> tuple[int, float]:
    """Of all matches in which *truth* holds, and the mean of their pairs."""
    rate = expected({"elo0": elo0, "elo1": elo1}[truth])
    one = partial(play, Sprt(elo0, elo1), rate, draws)
    seeds = [f"{SEED}/{elo0}/{elo1}/{truth}/{number}" for number in range(MATCHES)]
    ended = pool.map(one, seeds, chunksize=50)
    return sum(verdict != truth for verdict, _ in ended), sum(n for _, n in ended) / MATCHES


def rows() -> Iterator[str]:
    """The table; SystemExit behind it when the test is wrong too often."""
    yield from HEAD
    too_often = []
    with Pool() as pool:
        for elo0, elo1, draws in HYPOTHESES:
            wrong, pairs = zip(
                *(wrong_verdicts(pool, elo0, elo1, draws, truth) for truth in ("elo0", "elo1")),
                strict=True,
            )
            shares = [of / MATCHES for of in wrong]
            row = (
                f"| {elo0}/{elo1} | {draws:.0%} | {shares[0]:.1%}, {shares[1]:.1%} "
                f"| {pairs[0]:.0f}, {pairs[1]:.0f} |"
            )
            if max(shares) > MOST_WRONG:
                too_often.append(row)
            yield row
    if too_often:
        raise SystemExit(f"wrong in more than {MOST_WRONG:.1%}: {'; '.join(too_often)}")


if __name__ == "__main__":
    sys.exit(report(rows(), parser(__doc__).parse_args().check))

"""Simulated matches: how seldom the sequential test of a match is wrong. 20,000 of each kind."""

import random
from functools import partial
from itertools import accumulate
from multiprocessing.pool import Pool

from bench.figures import Table
from microchess.match.rating import expected
from microchess.match.sprt import Sprt

MATCHES, SEED = 20_000, 1976
HYPOTHESES = ((0, 50, 0.1), (0, 100, 0.3), (0, 300, 0.2), (-25, 25, 0.5), (0, 35, 0.8))
"""elo0, elo1, and the games that are drawn between equals."""
BIAS = 0.1
"""How far an opening's favour moves the score of its two games, at most, up and down."""
MOST_WRONG = 0.05 + 1.645 * (0.05 * 0.95 / MATCHES) ** 0.5
"""The share of wrong verdicts that 5 % and chance explain: the upper binomial bound of 95 %."""


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


def tables() -> list[Table]:
    """Wrong verdicts by hypotheses. SystemExit when the test is wrong too often."""
    rows = []
    with Pool() as pool:
        for elo0, elo1, draws in HYPOTHESES:
            found = [wrong_verdicts(pool, elo0, elo1, draws, truth) for truth in ("elo0", "elo1")]
            shares = [wrong / MATCHES for wrong, _ in found]
            if max(shares) > MOST_WRONG:
                raise SystemExit(f"{elo0}/{elo1}: wrong in {max(shares):.1%}")
            wrong = ", ".join(f"{share:.1%}" for share in shares)
            pairs = ", ".join(f"{mean:.0f}" for _, mean in found)
            rows.append((f"{elo0}/{elo1}", f"{draws:.0%}", wrong, pairs))
    return [Table(("hypotheses", "draws", "wrong when elo0, elo1 holds", "pairs, mean"), rows)]

"""Does the 95 % interval of a match hold? Simulated matches, by pairs.

``python -m bench.intervals`` draws 20,000 matches of 10, 30 and 100 pairs from each of six
distributions; ``--check FILE`` fails unless FILE shows the same. It fails in any case when less
than 94 % of the intervals hold the true rate. Fewer pairs than ``ENOUGH`` of
`microchess.match.rating` get none.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from bench.figures import parser, report
from bench.sprt import pair_weights
from microchess.match.rating import ENOUGH, MEANS, Estimate

MATCHES, SEED = 20_000, 1976
PAIRS = (5, 10, 30, 100)
LEAST = 0.94
DISTRIBUTIONS = {
    "equal, 10 % drawn": pair_weights(0.5, 0.1, 0),
    "equal, 80 % drawn": pair_weights(0.5, 0.8, 0),
    "openings that decide": pair_weights(0.5, 0.3, 0.3),
    "60 %": pair_weights(0.6, 0.3, 0.1),
    "80 %": pair_weights(0.8, 0.3, 0.1),
    "95 %": pair_weights(0.95, 0.2, 0.03),
}
HEAD = ("| distribution | 5 pairs | 10 | 30 | 100 |", "| --- | --- | --- | --- | --- |")


def holds(weights: list[float], pairs: int, matches: int = MATCHES) -> float:
    """The share of the intervals of so many matches that hold the true rate."""
    rng = random.Random(f"{SEED}/{pairs}/{weights}")
    true = sum(weight * mean for weight, mean in zip(weights, MEANS, strict=True))
    held, known = 0, dict[tuple[int, ...], bool]()
    for _ in range(matches):
        drawn = rng.choices(range(5), weights, k=pairs)
        counts = tuple(map(drawn.count, range(5)))
        if counts not in known:
            low, high = Estimate.of(counts).interval
            known[counts] = low <= true <= high
        held += known[counts]
    return held / matches


def rows() -> Iterator[str]:
    """The table; SystemExit behind it when an interval holds too seldom."""
    yield from HEAD
    too_seldom = []
    for name, weights in DISTRIBUTIONS.items():
        shares = {pairs: holds(weights, pairs) for pairs in PAIRS if pairs >= ENOUGH}
        too_seldom += [f"{name}, {n} pairs" for n, share in shares.items() if share < LEAST]
        cells = (f"{shares[n]:.1%}" if n in shares else "too early" for n in PAIRS)
        yield f"| {name} | {' | '.join(cells)} |"
    if too_seldom:
        raise SystemExit(f"less than {LEAST:.0%} hold: {'; '.join(too_seldom)}")


if __name__ == "__main__":
    sys.exit(report(rows(), parser(__doc__).parse_args().check))

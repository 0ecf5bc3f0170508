"""What scores say."""

import math
import random
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from microchess.match.rating import (
    ENOUGH,
    MEANS,
    Estimate,
    Score,
    comparable,
    elo,
    elo_text,
    expected,
    ratings,
    student,
)
from microchess.match.sprt import Sprt
from tests.sample import every_run

PAGE = Path(__file__).parents[3] / "docs" / "development" / "statistics.md"


def test_the_interval_is_of_the_pairs() -> None:
    found = Estimate.of((10, 20, 40, 20, 10))
    low, high = found.interval
    error = student(99) * math.sqrt((found.variance + 0.0025) / 100)
    assert (found.rate, found.variance) == (0.5, 0.075)
    assert (low, high) == pytest.approx((0.5 - error, 0.5 + error), abs=0.001)


@pytest.mark.parametrize(
    ("freedom", "errors"), [(9, 2.262), (29, 2.045), (99, 1.984), (9999, 1.960)]
)
def test_standard_errors_are_students(freedom: int, errors: float) -> None:
    assert student(freedom) == pytest.approx(errors, abs=0.001)


DISTRIBUTIONS = {
    "equal, 10 % drawn": (0.2025, 0.09, 0.415, 0.09, 0.2025),
    "equal, 80 % drawn": (0.01, 0.16, 0.66, 0.16, 0.01),
    "openings that decide": (0.073216, 0.155136, 0.543296, 0.155136, 0.073216),
    "60 %": (0.0609, 0.1404, 0.3374, 0.2604, 0.2009),
    "80 %": (0.008004, 0.030384, 0.200824, 0.275184, 0.485604),
    "95 %": (0.000615, 0.001509, 0.060905, 0.071205, 0.865766),
}
"""The probabilities of the five kinds of pairs."""


@pytest.mark.parametrize("pairs", every_run([ENOUGH, 30], 1))
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_the_interval_holds_as_often_as_the_page_says(name: str, pairs: int) -> None:
    """Over all outcomes, 1,001 of 10 pairs, each with its probability."""
    weights = DISTRIBUTIONS[name]
    true = sum(weight * mean for weight, mean in zip(weights, MEANS, strict=True))
    held = 0.0
    for cut in combinations(range(pairs + 4), 4):
        ends = (-1, *cut, pairs + 4)
        counts = tuple(b - a - 1 for a, b in pairwise(ends))
        low, high = Estimate.of(counts).interval
        ways = math.factorial(pairs) // math.prod(map(math.factorial, counts))
        held += (low <= true <= high) * ways * math.prod(map(pow, weights, counts))
    assert held > 0.95
    (row,) = (line for line in PAGE.read_text("utf-8").splitlines() if f"| {name} |" in line)
    assert row.split("|")[2 if pairs == ENOUGH else 3].strip() == f"{held:.1%}"


def test_who_lost_everything_leaves_the_others_their_ratings() -> None:
    even, swept = Score(8, 4, 8, (2, 2, 2, 2, 2)), Score(20, 0, 0, (0, 0, 0, 0, 10))
    scores = {("A", "B"): even, ("A", "C"): swept, ("B", "C"): swept}
    assert comparable({two: score.pairs for two, score in scores.items()}) == {"A", "B"}
    with pytest.raises(ValueError, match="C cannot be rated: no points lead from A to it and back"):
        ratings(scores, "A")
    turned = {("C", "A"): swept.turned, ("C", "B"): swept.turned, ("A", "B"): even}
    assert comparable({two: score.pairs for two, score in turned.items()}) == {"A", "B"}


def test_a_clean_sweep_has_a_bound_and_no_number() -> None:
    score = Score(0, 0, 60, (30, 0, 0, 0, 0))
    found = score.estimate
    assert found is not None
    assert elo(score.rate) == -math.inf
    assert found.interval == pytest.approx((0, 0.1224), abs=0.0001)
    assert elo_text(score) == "-inf (-inf to -342)"
    assert (found.normalised, found.superiority) == (-math.inf, 0)
    assert elo_text(Score()) == "-"
    assert elo_text(Score(2, 0, 0, (0, 0, 0, 0, 1))) == "too few pairs (1 of 10)"


def test_normalised_elo_and_superiority_are_of_the_mean_and_its_deviation() -> None:
    found = Estimate.of((0, 100, 0, 300, 0))
    assert found.rate == 0.625
    assert found.variance == 3 / 64
    deviation = math.sqrt(2 * 3 / 64)
    assert found.normalised == pytest.approx(0.125 / deviation * 800 / math.log(10))
    assert Estimate.of((5, 0, 0, 0, 5)).superiority == 0.5
    assert Estimate.of((2, 0, 0, 0, 8)).superiority == pytest.approx(0.991, abs=0.001)


def test_scores_are_added_turned_and_paired() -> None:
    both = Score(1, 0, 0).paired(Score(0, 1, 0)) + Score(0, 1, 0)
    assert both == Score(1, 1, 0, (0, 0, 0, 1, 0))
    assert both.turned == Score(0, 1, 1, (0, 1, 0, 0, 0))


def test_sprt_decides_in_both_directions_and_waits_in_between() -> None:
    test = Sprt(0, 50)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    risky = Sprt(0, 5, alpha=0.01, beta=0.2)
    assert risky.bounds == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))
    for better in ((10, 20, 60, 80, 30), (0, 0, 0, 0, 200), (0, 0, 0, 200, 0)):
        assert test.verdict(better) == "elo1"
        assert test.verdict(better[::-1]) == "elo0"
    for few in ((0, 1, 0, 1, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 3), (4, 0, 0, 0, 0)):
        assert test.verdict(few) == ""


def test_the_ratio_is_of_the_nearest_distributions_with_the_means_of_the_hypotheses() -> None:
    """The nearest distribution is where its Lagrange multiplier t makes the likelihood greatest."""
    counts, test = (12, 30, 50, 33, 15), Sprt(-10, 30)

    def likelihood(rate: float) -> float:
        off = [mean - rate for mean in (0, 0.25, 0.5, 0.75, 1)]
        grid = (t / 1000 for t in range(-1000, 1001))
        return -max(
            sum(c * math.log(1 + t * o) for c, o in zip(counts, off, strict=True)) for t in grid
        )

    expected_ratio = likelihood(expected(30)) - likelihood(expected(-10))
    assert test.llr(counts) == pytest.approx(expected_ratio, abs=1e-3)
    turned = Sprt(-30, 10).llr(counts[::-1])
    assert turned == pytest.approx(-test.llr(counts))


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ((50, 0), "elo0 is 50; expected less than elo1, 0"),
        ((0, math.nan), "elo1 is nan"),
        ((0, 50, 0.5), "alpha is 0.5; expected more than 0"),
        ((0, 50, 0.05, -1), "beta is -1"),
    ],
)
def test_what_is_no_test_is_refused(wrong: tuple[float, ...], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Sprt(*wrong)


def test_what_are_no_pairs_is_refused() -> None:
    test = Sprt(0, 50)
    for pairs in ((1, 2, 3), (1, 2, 3, 4, -5), (0, 0, 0, 0, math.inf)):
        with pytest.raises(ValueError, match="expected five counts"):
            test.verdict(pairs)
    with pytest.raises(TypeError, match="pairs are None; expected five numbers"):
        test.llr(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="elo0 is '0'; expected a number"):
        Sprt("0", 50)  # type: ignore[arg-type]


def simulated(
    truth: dict[str, float], pairs: int, rng: random.Random
) -> dict[tuple[str, str], Score]:
    """All play all; the opening of a pair favours one colour, so its games are not independent."""
    scores = {}
    for one, two in combinations(truth, 2):
        rate, total = expected(truth[one] - truth[two]), Score()
        for _ in range(pairs):
            favour = rng.choice((-1, 1)) * min(rate, 1 - rate) / 2
            first = Score(1) if rng.random() < rate + favour else Score(0, 0, 1)
            second = Score(1) if rng.random() < rate - favour else Score(0, 0, 1)
            total += first
            total += second.paired(first)
        scores[one, two] = total
    return scores


def test_ratings_are_those_of_simulated_players() -> None:
    """In 40 tournaments 95 % of 160 intervals hold the truth, and on average so do the figures."""
    truth = {"a": 0.0, "b": 120.0, "c": 300.0, "d": -200.0, "e": 700.0}
    rng, inside, middles = random.Random(1976), 0, dict.fromkeys(truth, 0.0)
    for _ in range(40):
        found = ratings(simulated(truth, 40, rng), "b", 120)
        assert next(iter(found)) == "e"
        assert found["b"] == (120, 120, 120)
        for name, (middle, low, high) in found.items():
            middles[name] += middle / 40
            inside += name != "b" and low <= truth[name] <= high
    assert 144 <= inside <= 158
    assert middles == pytest.approx(truth, abs=25)
    assert ratings({}, "b", 7) == {"b": (7, 7, 7)}


def test_elo_is_the_fides_table() -> None:
    for rate, difference in ((0.5, 0), (0.76, 200), (0.909, 400), (0.24, -200)):
        assert elo(rate) == pytest.approx(difference, abs=1)
        assert expected(difference) == pytest.approx(rate, abs=0.001)

"""What scores say."""

from __future__ import annotations

import math

import pytest

from microchess.match.rating import Score, Sprt, elo, elo_text, expected


@pytest.mark.parametrize(
    ("rate", "difference"), [(0.5, 0), (0.76, 200), (0.909, 400), (0.24, -200)]
)
def test_elo_is_the_fides_table(rate: float, difference: float) -> None:
    assert elo(rate) == pytest.approx(difference, abs=1)
    assert expected(difference) == pytest.approx(rate, abs=0.001)


def test_the_interval_of_a_hundred_decided_games() -> None:
    low, high = Score(60, 0, 40).interval()
    assert low == pytest.approx(0.502, abs=0.001)
    assert high == pytest.approx(0.691, abs=0.001)


def test_draws_make_it_narrower() -> None:
    def width(score: Score) -> float:
        low, high = score.interval()
        return high - low

    assert width(Score(10, 80, 10)) < width(Score(50, 0, 50))


def test_a_clean_sweep_has_a_bound_and_no_number() -> None:
    score = Score(0, 0, 30)
    assert elo(score.rate) == -math.inf
    assert score.interval() == pytest.approx((0, 0.1135), abs=0.0001)
    assert elo_text(score) == "-inf (-inf to -357)"


def test_no_games_say_nothing() -> None:
    assert elo_text(Score()) == "-"
    assert Score().interval() == (0, 1)


def test_sprt_decides_in_both_directions_and_waits_in_between() -> None:
    test = Sprt(0, 50)
    assert test.bound == pytest.approx(2.944, abs=0.001)
    assert test.verdict(Score(150, 100, 50)) == "elo1"
    assert test.verdict(Score(50, 100, 150)) == "elo0"
    assert test.verdict(Score(2, 1, 1)) == ""
    assert test.verdict(Score()) == ""


def test_the_ratio_is_that_of_two_normal_likelihoods() -> None:
    score, test = Score(40, 30, 30), Sprt(-10, 30)
    error = score.variance / score.games

    def log_likelihood(difference: float) -> float:
        return -((score.rate - expected(difference)) ** 2) / (2 * error)

    assert test.ratio(score) == pytest.approx(log_likelihood(30) - log_likelihood(-10))

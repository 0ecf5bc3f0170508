"""Many whole numbers worked on at once."""

import random

import pytest

from emu.cassette.lanes import exceeds, packed, unpacked

CHANCE = random.Random(1)
VALUES = [CHANCE.randrange(-(1 << 20), 1 << 20) for _ in range(50)]


def test_numbers_come_back_and_those_missing_are_zero() -> None:
    assert list(unpacked(packed(VALUES), 53)) == [*VALUES, 0, 0, 0]


def test_a_product_with_a_few_numbers_is_a_weighted_sum_of_neighbours() -> None:
    weights = [3, -7, 0, 100]
    filtered = unpacked(packed(VALUES) * packed(weights[::-1]), len(VALUES))
    for i in range(3, len(VALUES)):
        assert filtered[i] == sum(w * VALUES[i - 3 + k] for k, w in enumerate(weights))


@pytest.mark.parametrize("loudest", [1000, -1000])
def test_one_number_that_goes_too_far_is_noticed(loudest: int) -> None:
    row = packed([5, -6, loudest, 7])
    assert exceeds(row, 4, 1000)
    assert not exceeds(row, 4, 1001)

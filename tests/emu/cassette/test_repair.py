"""Digits set right by the checksum, and those that are left alone."""

import pytest

from emu.cassette.records import TapeRecord
from emu.cassette.repair import Digit, repaired

RECORD = TapeRecord(0x5A, 0x0200, bytes.fromhex("019CE73F"))
TEXT = RECORD.characters(0)[3:-2].replace(b"/", b"").decode()
TRUE = [int(digit, 16) for digit in TEXT]


def clear(value: int) -> Digit:
    return Digit(value, [0.0 if other == value else 1.0 for other in range(16)])


def unsure(value: int, other: int, doubt: float = 0.1) -> Digit:
    """Read as ``value``, nearly ``other``."""
    doubts = [1.0] * 16
    doubts[value], doubts[other] = 0.0, doubt
    return Digit(value, doubts)


def test_no_to_three_unsure_digits_are_set_right_anywhere() -> None:
    for places in ([], [0], [3, 8], [0, 9, 15], [12, 13, 14]):
        digits = [
            unsure(value ^ 1, value) if at in places else clear(value)
            for at, value in enumerate(TRUE)
        ]
        assert repaired(digits) == TRUE, places


def test_digits_read_clearly_are_not_changed() -> None:
    digits = [clear(value) for value in TRUE]
    digits[6] = clear(TRUE[6] ^ 1)
    assert repaired(digits) is None
    digits[9] = unsure(TRUE[9], TRUE[9] ^ 1)
    assert repaired(digits) is None


@pytest.mark.parametrize(("doubt", "right"), [(0.4, TRUE), (0.15, None)])
def test_of_two_ways_the_less_doubtful_is_taken_unless_they_are_much_the_same(
    doubt: float, right: list[int] | None
) -> None:
    digits = [clear(value) for value in TRUE]
    digits[5] = unsure(TRUE[5] - 1, TRUE[5], doubt=0.1)
    digits[7] = unsure(TRUE[7], TRUE[7] + 1, doubt)
    assert repaired(digits) == right

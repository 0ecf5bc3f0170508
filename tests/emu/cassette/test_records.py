"""A record's characters, the wave they are written as, and digits its checksum sets right."""

from itertools import pairwise

import pytest

from emu.cassette.audio import sound
from emu.cassette.records import TapeRecord
from emu.cassette.repair import Digit, repaired
from emu.cassette.signal import BIT, PAUSE, SPEEDS, encode, half_waves
from emu.chips.waveform import Waveform
from emu.errors import TapeError

RECORD = TapeRecord(0x5A, 0x0200, bytes.fromhex("019CE73F"))


def test_the_characters_are_those_the_kim1_was_seen_to_write() -> None:
    assert RECORD.checksum == 0x01C5
    assert RECORD.characters() == b"\x16" * 100 + b"*5A0002019CE73F/C501\x04\x04"
    data = b"\xff" * 0x300
    assert TapeRecord(1, 0x1234, data).checksum == (0x12 + 0x34 + 0x300 * 0xFF) % 0x10000


@pytest.mark.parametrize(
    ("id", "start", "data", "why"),
    [
        (0x00, 0, b"x", r"\$00"),
        (0xFF, 0, b"x", r"\$FF"),
        (1, 0, b"", "no data"),
        (1, 0xFFFF, b"xy", r"2 bytes at \$FFFF"),
        (1, -1, b"x", "leave"),
    ],
)
def test_what_no_record_can_be_is_refused(id: int, start: int, data: bytes, why: str) -> None:
    with pytest.raises(TapeError, match=why):
        TapeRecord(id, start, data)


def test_a_bit_is_three_parts_of_9_or_6_waves_least_significant_bit_first() -> None:
    high, low = [136] * 18, [206] * 12
    zero, one = high + high + low, high + low + low
    assert list(half_waves([0b0000_0010])) == zero + one + 6 * zero


@pytest.mark.parametrize("speed", SPEEDS)
def test_faster_records_have_fewer_waves_of_the_same_tones(speed: int) -> None:
    assert 7_370 <= BIT <= 7_400, "as was measured"
    levels = encode([RECORD], speed)
    widths = {b - a for a, b in pairwise(levels.edges)}
    assert widths == {136, 206}
    assert levels.length - 2 * PAUSE == pytest.approx(122 * 8 * BIT / speed, rel=0.01)


def test_records_stand_apart_and_leave_no_parts_of_waves() -> None:
    with pytest.raises(TapeError, match="not 4"):
        encode([RECORD], speed=4)
    two = encode([RECORD, RECORD])
    gaps = [b - a for a, b in pairwise(two.edges) if b - a > 1_000]
    assert gaps == [PAUSE]


def test_edges_at_once_or_at_the_very_end_make_a_sound_like_any_other() -> None:
    audio = sound(Waveform(1, (0, 0, 100, 100, 300), 300), 44_100)
    assert len(audio.channels[0]) == 14


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

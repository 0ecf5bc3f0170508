"""Records read back from sound, whole or damaged; and the lanes it is worked on in."""

from __future__ import annotations

import random
import re
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emu.cassette import wav
from emu.cassette.audio import Audio, sound
from emu.cassette.bits import Reader
from emu.cassette.decode import decode, listening
from emu.cassette.lanes import exceeds, packed, unpacked
from emu.cassette.records import TapeRecord
from emu.cassette.signal import SPEEDS, encode, half_waves
from emu.chips.waveform import Waveform
from tests.cases import cases
from tests.emu.cassette.damage import DEFECTS, damaged
from tests.sample import every_run

RECORD = TapeRecord(0x5A, 0x0200, bytes.fromhex("019CE73F"))
PAUSE = 60_000
RATE = 22_050
PAGE = Path(__file__).parents[3] / "docs" / "tapes.md"


def recorded(characters: bytes, speed: int = 3) -> Audio:
    """The sound of these very characters."""
    edges, at = [], PAUSE
    for width in (0, *half_waves(characters, speed)):
        at += width
        edges.append(at)
    return sound(Waveform(0, tuple(edges), at + PAUSE), RATE)


def joined(*parts: Audio) -> Audio:
    channel: array[float] = array("f")
    for part in parts:
        channel += part.channels[0][:]
    return Audio(RATE, (channel,))


def noise(seed: int, length: int) -> Audio:
    chance = random.Random(seed)
    return Audio(RATE, (array("f", [chance.gauss(0, 0.3) for _ in range(length)]),))


@pytest.mark.parametrize("speed", every_run(SPEEDS[::-1], 2))
def test_a_record_comes_back_with_all_that_is_to_be_said_of_it(speed: int) -> None:
    (found,) = decode(sound(encode([RECORD], speed), RATE))
    assert (found.id, found.start, found.data) == (RECORD.id, RECORD.start, RECORD.data)
    assert (found.checksum, found.checksum_read) == (0x01C5, 0x01C5)
    assert (found.good, found.complaints) == (True, ())
    assert found.speed == speed
    assert found.deviation == pytest.approx(0, abs=0.003)
    assert found.syncs in (99, 100)
    assert found.position == pytest.approx(0.5, abs=0.1 / speed)


def test_others_have_their_turn_many_times_in_every_second_of_a_tape() -> None:
    record = TapeRecord(0x5A, 0x0200, bytes(4))
    for rate in (8_000, 96_000):
        audio = sound(encode([record], 3, syncs=20), rate)
        assert len(list(listening(audio))) > 5 * audio.seconds


def test_a_record_is_where_it_is_however_late_it_begins() -> None:
    begun = encode([RECORD], 6, syncs=20, pause=50_000)
    late = 4_000_000
    edges = tuple(late + edge for edge in begun.edges)
    heard = [sound(one, RATE) for one in (begun, Waveform(0, edges, late + begun.length))]
    (found,), (after,) = map(decode, heard)
    assert 1e6 * (after.position - found.position) == pytest.approx(late, abs=45)
    assert 1e6 * (after.end - found.end) == pytest.approx(late, abs=45)


@pytest.mark.parametrize(
    ("written", "speed", "rate", "bits"),
    [
        ([TapeRecord(0x01, 0x0000, bytes(8)), TapeRecord(0x02, 0x1234, b"\x5a")], 3, 8_000, 8),
        ([TapeRecord(0xFE, 0xFFF8, b"\xff" * 8)], 6, 192_000, 16),
        ([RECORD], 3, 11_025, 8),
    ],
)
def test_what_is_written_to_a_file_is_read_from_it(
    written: list[TapeRecord], speed: int, rate: int, bits: int
) -> None:
    line = encode(written, speed, syncs=15, pause=PAUSE)
    found = decode(wav.read(wav.write(sound(line, rate), bits), "x"))
    assert [(f.id, f.start, f.data) for f in found] == [(r.id, r.start, r.data) for r in written]
    assert all(one.good and not one.complaints for one in found)


LIMITS = [
    (defect, speed, limit)
    for defect in DEFECTS
    for row in re.findall(rf"^\| {re.escape(defect)} \|(.*)$", PAGE.read_text("utf-8"), re.M)
    for speed, limit in zip((1, 3, 6), re.findall(r"-?[\d.]+", row), strict=True)
]


@pytest.mark.parametrize(
    ("defect", "speed", "limit"), every_run(LIMITS[2::3] + LIMITS[::9], len(DEFECTS))
)
def test_a_tape_damaged_as_much_as_the_page_allows_is_read(
    defect: str, speed: int, limit: str
) -> None:
    """Print-through loud enough is a second copy of the record, which is as good."""
    chance = random.Random(0)
    start = chance.randrange(0x200, 0x1000)
    record = TapeRecord(chance.randrange(1, 0xFF), start, chance.randbytes(12))
    whole = sound(encode([record], speed, 20, 100_000), 44_100)
    found = decode(damaged(whole, DEFECTS[defect], float(limit), chance))
    wanted = {(record.id, record.start, record.data, True)}
    assert {(f.id, f.start, f.data, f.good) for f in found} == wanted


def test_records_at_several_speeds_are_found_between_noise_and_silence() -> None:
    silence = Audio(RATE, (array("f", bytes(4 * RATE)),))
    written = [TapeRecord(n, 0x200 * n, bytes([n] * n)) for n in (1, 2, 3)]
    parts = [
        sound(encode([one], speed, syncs=20, pause=PAUSE), RATE)
        for one, speed in zip(written, (6, 1, 3), strict=True)
    ]
    rush = noise(1, 60_000)
    found = decode(joined(rush, parts[0], silence, parts[1], rush, parts[2], rush))
    records = [(f.id, f.data, f.speed) for f in found]
    assert records == [(1, b"\1", 6), (2, b"\2\2", 1), (3, b"\3\3\3", 3)]
    assert all(one.good for one in found)
    assert [f.position for f in found] == sorted(f.position for f in found)


def test_noise_a_leader_or_next_to_nothing_is_no_record() -> None:
    assert decode(noise(0, 50_000)) == []
    assert decode(recorded(SYNCS)) == []
    for length in (1, 2, 10, 100, 1_000):
        assert decode(Audio(44_100, (array("f", [0.5] * length),))) == []


def test_the_better_channel_is_found() -> None:
    channel = sound(encode([RECORD], 6, syncs=20, pause=PAUSE), RATE).channels[0]
    loud = array("f", [2 * s for s in noise(1, len(channel)).channels[0]])
    against = array("f", [-s for s in channel])
    for other in (loud, against, array("f", bytes(4 * len(channel)))):
        for channels in ((channel, other), (other, against)):
            assert [f.data for f in decode(Audio(RATE, channels))] == [RECORD.data]


SYNCS = b"\x16" * 20


@pytest.mark.parametrize(("characters", "data", "good", "complaint"), cases("spoilt_records"))
def test_what_is_wrong_with_a_record_is_told(
    characters: str, data: str, good: str, complaint: str
) -> None:
    (found,) = decode(recorded(SYNCS + characters.encode("latin-1")))
    assert found.data[: len(data) // 2] == bytes.fromhex(data)
    assert found.good == (good == "good")
    assert found.complaints[0].startswith(complaint)


def test_a_cut_in_the_header_leaves_the_rest_unknown() -> None:
    (found,) = decode(recorded(SYNCS + b"*5A00"))
    assert (found.id, found.start, found.data, found.checksum) == (0x5A, None, b"", None)
    assert found.complaints == ("cut off before its data",)


def test_noise_in_place_of_the_rest_is_not_taken_for_data() -> None:
    whole = recorded(SYNCS + b"*5A0002019CE73F", 1)
    begun = Audio(RATE, (whole.channels[0][: -RATE * PAUSE // 1_000_000],))
    (found,) = decode(joined(begun, noise(5, 60_000)))
    assert found.data[:4] == RECORD.data
    assert len(found.data) <= 6
    assert not found.good


@pytest.mark.parametrize("bit", every_run(range(4), 2))
def test_a_bit_that_cannot_be_made_out_is_set_right_by_the_checksum(bit: int) -> None:
    audio = recorded(SYNCS + b"*5A0002019CE73F/C501\x04\x04")
    length = 7_380 / 3 * RATE / 1_000_000
    for digit in (11, 14):
        channel = array("f", audio.channels[0])
        at = int(PAUSE * RATE / 1_000_000 + (8 * (20 + digit) + bit + 0.1) * length)
        channel[at : at + int(0.8 * length)] = array("f", bytes(4 * int(0.8 * length)))
        (found,) = decode(Audio(RATE, (channel,)))
        assert (found.data, found.good) == (RECORD.data, True)


@settings(max_examples=8)
@given(
    pieces=st.lists(
        st.tuples(
            st.sampled_from(("noise", "silence", "record")),
            st.integers(1, 4_000),
            st.integers(0, 2**32),
        ),
        max_size=6,
    ),
    rate=st.sampled_from((8_000, 22_050, 44_100, 96_000)),
)
def test_nothing_that_can_be_heard_makes_it_fail(
    pieces: list[tuple[str, int, int]], rate: int
) -> None:
    channel: array[float] = array("f")
    for kind, length, seed in pieces:
        chance = random.Random(seed)
        if kind == "noise":
            channel.extend(chance.uniform(-1, 1) for _ in range(length))
        elif kind == "silence":
            channel.extend([chance.choice((0.0, 1.0, -1.0))] * length)
        else:
            begin = chance.randrange(20_000)
            text = recorded(SYNCS[:12] + bytes(chance.choices(b"*/0123\x04\x16", k=30)), 6)
            channel.extend(text.channels[0][begin : begin + 10 * length])
    if channel:
        for one in decode(Audio(rate, (channel,))):
            assert one.position < one.end
            assert one.good == (not one.wrong and one.checksum == one.checksum_read is not None)


def test_a_record_that_another_one_was_recorded_over_does_not_hide_it() -> None:
    torn = recorded(SYNCS + b"*5A0002019CE7", 6)
    end = len(torn.channels[0]) - int(PAUSE * RATE / 1_000_000)
    begun = Audio(RATE, (torn.channels[0][:end],))
    found = decode(joined(begun, sound(encode([RECORD], 1, syncs=20, pause=0), RATE)))
    assert RECORD.data in [one.data for one in found if one.good]


@pytest.mark.parametrize(
    "characters",
    [lambda n: b"\x16" * 4 * n, lambda n: b"\x16" * 30 + b"*5A0002" + b"01\x16\x16*" * n],
    ids=["a leader without end", "records within records"],
)
def test_a_tape_takes_time_in_proportion_to_its_length(
    characters: Callable[[int], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    count, character = 0, Reader.character

    def counted(reader: Reader) -> Sequence[float]:
        nonlocal count
        count += 1
        return character(reader)

    monkeypatch.setattr(Reader, "character", counted)
    for length in (20, 60):
        count, tape = 0, characters(length)
        decode(recorded(tape, 6))
        assert count < 12 * len(tape)


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

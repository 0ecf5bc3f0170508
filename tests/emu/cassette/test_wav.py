"""WAV files of every kind that is read, those written, and those that are none."""

import io
import math
import struct
import wave
from array import array

import pytest

from emu.cassette import wav
from emu.cassette.audio import Audio, whole
from emu.errors import TapeError

SHAPE = [math.sin(i / 5) * 0.9 for i in range(500)]


def chunk(tag: bytes, body: bytes) -> bytes:
    return tag + struct.pack("<I", len(body)) + body + b"\x00" * (len(body) % 2)


def riff(*chunks: bytes) -> bytes:
    body = b"WAVE" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def form(code: int, channels: int, bits: int, rate: int = 22_050) -> bytes:
    frame = channels * bits // 8
    return struct.pack("<HHIIHH", code, channels, rate, rate * frame, frame, bits)


def pcm(values: list[float], bits: int) -> bytes:
    if bits == 8:
        return bytes(round(128 + 127 * value) for value in values)
    full = 2 ** (bits - 1) - 1
    return b"".join(round(v * full).to_bytes(bits // 8, "little", signed=True) for v in values)


def samples(audio: Audio, channel: int = 0) -> list[float]:
    return list(audio.channels[channel])


def assert_whole(audio: Audio) -> None:
    """As whole numbers all samples are higher by the same, and by less than one."""
    wanted = [round(one * 2**15) for one in samples(audio)]
    more = {
        one - two for one, two in zip(whole(audio.channels[0], slice(None)), wanted, strict=True)
    }
    assert max(more) - min(more) <= 1


@pytest.mark.parametrize("bits", [8, 16, 24, 32])
def test_pcm_of_every_width_is_read(bits: int) -> None:
    audio = wav.read(riff(chunk(b"fmt ", form(1, 1, bits)), chunk(b"data", pcm(SHAPE, bits))), "x")
    assert audio.rate == 22_050
    assert samples(audio) == pytest.approx(SHAPE, abs=2 ** (2 - bits) + 1e-6)
    assert_whole(audio)


@pytest.mark.parametrize(("code", "bits"), [("f", 32), ("d", 64)])
def test_floating_point_is_read_whatever_it_holds(code: str, bits: int) -> None:
    data = array(code, [*SHAPE, math.nan, math.inf, -math.inf, 1e30])
    audio = wav.read(riff(chunk(b"fmt ", form(3, 1, bits)), chunk(b"data", data.tobytes())), "x")
    assert samples(audio)[:500] == pytest.approx(SHAPE, abs=1e-6)
    assert_whole(audio)
    assert samples(audio)[500:] == [0, 4, -4, 4]


def test_the_extensible_format_and_other_chunks_are_read() -> None:
    extra = (
        struct.pack("<HHIH", 22, 16, 3, 1) + b"\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x008\x9bq"
    )
    blob = riff(
        chunk(b"LIST", b"odd"),
        chunk(b"fmt ", form(0xFFFE, 2, 16) + extra),
        chunk(b"fact", b"1234"),
        chunk(b"data", pcm([v for s in SHAPE for v in (s, -s)], 16)),
    )
    audio = wav.read(blob, "x")
    assert samples(audio, 0) == pytest.approx(SHAPE, abs=1e-3)
    assert samples(audio, 1) == pytest.approx([-s for s in SHAPE], abs=1e-3)


@pytest.mark.parametrize(("bits", "rate"), [(wav.BITS[0], 8_000), (wav.BITS[1], 192_000)])
def test_what_is_written_is_read_by_others_and_by_us(bits: int, rate: int) -> None:
    blob = wav.write(Audio(rate, (array("f", SHAPE),)), bits)
    with wave.open(io.BytesIO(blob)) as file:
        assert file.getparams()[:4] == (1, bits // 8, rate, len(SHAPE))
    audio = wav.read(blob, "x")
    assert samples(audio) == pytest.approx(SHAPE, abs=2 ** (1 - bits) * 2)
    audio = wav.read(wav.write(Audio(rate, (array("f", [2, -2]),)), bits), "x")
    assert samples(audio) == pytest.approx([1, -1], abs=0.01), "cut off, not wrapped round"


@pytest.mark.parametrize(
    ("rate", "bits", "why"),
    [(7_999, 16, "7999"), (192_001, 16, "192001"), (44_100, 12, "not 12")],
)
def test_what_is_not_written_is_refused(rate: int, bits: int, why: str) -> None:
    with pytest.raises(TapeError, match=why):
        wav.write(Audio(rate, (array("f", SHAPE),)), bits)


GOOD = riff(chunk(b"fmt ", form(1, 1, 16)), chunk(b"data", pcm(SHAPE, 16)))


@pytest.mark.parametrize(
    ("blob", "why"),
    [
        (b"", "tape.wav is empty"),
        (b"ID3\x03" + bytes(100), "no WAV file"),
        (riff(chunk(b"fmt ", form(1, 1, 16)[:10])), "10 bytes"),
        (riff(chunk(b"fmt ", form(1, 1, 16))), "no sound"),
        (riff(chunk(b"fmt ", form(1, 1, 16)), chunk(b"data", b"x")), "no sound"),
        (riff(chunk(b"fmt ", form(2, 1, 4)), chunk(b"data", b"xx")), "format 2 with 4 bits"),
        (riff(chunk(b"fmt ", form(1, 9, 16)), chunk(b"data", b"xx")), "9 channels"),
        (riff(chunk(b"fmt ", form(1, 1, 16, 100)), chunk(b"data", b"xx")), "100 samples"),
        (GOOD[:30], "its format has 10 bytes"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(blob: bytes, why: str) -> None:
    with pytest.raises(TapeError, match=why) as caught:
        wav.read(blob, "tape.wav")
    assert "\n" not in str(caught.value)
    assert "tape.wav" in str(caught.value)


def test_a_file_cut_short_is_read_as_far_as_it_goes() -> None:
    audio = wav.read(GOOD[:-100], "tape.wav")
    assert samples(audio) == pytest.approx(SHAPE[:450], abs=1e-3)
    assert audio.notes == ("tape.wav is cut short: 900 of 1,000 bytes of sound",)
    for cut in range(0, len(GOOD), 7):
        try:
            wav.read(GOOD[:cut], "tape.wav")
        except TapeError:
            assert cut <= 45


KIND, DATA = chunk(b"fmt ", form(1, 1, 16)), chunk(b"data", pcm(SHAPE, 16))
ODD = chunk(b"LIST", b"odd")[:-1]


def of_lengths(whole: int, sound: int) -> bytes:
    """What a recorder leaves that never wrote how long it all is, and the sound in it."""
    at = GOOD.index(b"data") + 4
    sizes = [struct.pack("<I", size) for size in (whole, sound)]
    return GOOD[:4] + sizes[0] + GOOD[8:at] + sizes[1] + GOOD[at + 4 :]


@pytest.mark.parametrize(
    "blob",
    [
        *map(of_lengths, (1036, 0xFFFFFFFF, 0, 36), (0xFFFFFFFF, 0xFFFFFFFF, 0, 0)),
        riff(DATA, KIND),
        riff(chunk(b"data", b""), DATA, KIND),
        riff(KIND, ODD, DATA),
        riff(ODD, ODD, DATA, ODD, KIND),
        riff(chunk(b"fmt ", form(1, 1, 16)[:12] + bytes(2) + form(1, 1, 16)[14:]), DATA),
    ],
    ids=[
        *("no length of the sound", "no length at all", "zeros", "a length without the sound"),
        *("sound before its format", "an empty chunk first", "an odd chunk that is not padded"),
        *("several of them", "a frame size of zero"),
    ],
)
def test_what_is_odd_about_a_file_hides_nothing(blob: bytes) -> None:
    audio = wav.read(blob, "x")
    assert (samples(audio), audio.notes) == (samples(wav.read(GOOD, "x")), ())


@pytest.mark.parametrize(("bits", "width"), [(24, 4), (16, 1)])
def test_samples_in_wider_frames_are_refused(bits: int, width: int) -> None:
    kind = struct.pack("<HHIIHH", 1, 2, 22_050, 22_050 * 2 * width, 2 * width, bits)
    with pytest.raises(TapeError, match=f"x has {bits} bits in {width} bytes? of each sample"):
        wav.read(riff(chunk(b"fmt ", kind), chunk(b"data", bytes(800))), "x")


def test_samples_are_read_where_they_are_asked_for() -> None:
    class Counted(io.BytesIO):
        taken = 0

        def read(self, size: int | None = -1, /) -> bytes:
            found = super().read(size)
            self.taken += len(found)
            return found

    stereo = pcm([one for pair in zip(SHAPE, SHAPE[::-1], strict=True) for one in pair], 24)
    file = Counted(riff(chunk(b"fmt ", form(1, 2, 24)), chunk(b"data", stereo)))
    left, right = wav.read(file, "x").channels
    begun = file.taken
    assert begun < 100
    assert list(left[100:110]) == pytest.approx(SHAPE[100:110], abs=1e-5)
    assert list(right[-10:]) == pytest.approx(SHAPE[9::-1], abs=1e-5)
    assert file.taken - begun == 2 * 10 * 6
    assert len(left) == len(list(left)) == len(SHAPE)

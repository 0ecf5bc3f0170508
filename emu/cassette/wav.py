"""WAV files: PCM of 8, 16, 24 or 32 bits and floating point of 32 or 64 bits, read and written.

Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0" (1991): a RIFF
file of form WAVE, whose chunk ``fmt `` tells how the samples in the chunk ``data`` are kept.
"""

from __future__ import annotations

import io
import math
import re
import struct
import sys
import wave
from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from operator import add, mul
from typing import Any, BinaryIO, NamedTuple

from emu.cassette.audio import RATES, Audio, fixed
from emu.errors import TapeError
from emu.files import reading
from emu.files.formats.recording import is_wav
from emu.notation import counted

BITS = (8, 16)
"""What is written: samples a second, bits a sample."""

MOST = 384 * reading.MB
"""Bytes of a recording: more than half an hour in stereo."""

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_MOST_CHANNELS = 8
_UNKNOWN = 0xFFFFFF00
"""A size that is this or more says nothing."""
_TAG = re.compile(rb"[A-Za-z][A-Za-z0-9]{2}[A-Za-z0-9 ]")
_PIECE = 1 << 16
"""Samples that are gone through at a time."""
_LONGEST_FORMAT = 64
_UNSIGNED = bytes(value ^ 0x80 for value in range(256))
"""By the highest byte of a number with a sign: that of the number 2**15 higher."""


def limit(head: bytes) -> int:
    """How many bytes a file that begins with *head* may have."""
    return MOST if is_wav(head) else reading.MOST


def write(audio: Audio, bits: int = 16) -> bytes:
    """The contents of a PCM file with the first channel.

    Raises TapeError for a rate or a number of bits that is not one of RATES and BITS.
    """
    channel = audio.channels[0]
    parts = (channel[at : at + _PIECE] for at in range(0, len(channel), _PIECE))
    return written(parts, audio.rate, bits)


def written(parts: Iterable[array[float]], rate: int, bits: int = 16) -> bytes:
    """A WAV file of *parts* of one channel, samples within -1 to 1, one behind the other."""
    if rate not in RATES:
        raise TapeError(f"a sample rate is {RATES[0]}-{RATES[-1]} a second, not {rate}")
    if bits not in BITS:
        raise TapeError(f"samples have 8 or 16 bits, not {bits}")
    full, zero, code = (127.0, 128.5, "B") if bits == 8 else (32767.0, 0.0, "h")
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setparams((1, bits // 8, rate, 0, "NONE", ""))
        for part in parts:
            if max(part, default=0) > 1 or min(part, default=0) < -1:
                part = array("f", [min(max(sample, -1), 1) for sample in part])
            samples = array(code, map(int, map(add, map(mul, part, repeat(full)), repeat(zero))))
            if sys.byteorder == "big":
                samples.byteswap()
            file.writeframesraw(samples.tobytes())
    return out.getvalue()


def read(file: bytes | BinaryIO, name: str, longest: float = math.inf) -> Audio:
    """The sound in a file, or in its contents; ``name`` names it in messages. Samples are read
    where they are asked for, as long as the file is open.

    A file cut short is read as far as it goes, with a note. Raises TapeError, one line, when it is
    no WAV file, holds no samples that can be read, or more than *longest* seconds.
    """
    if isinstance(file, bytes):
        file = io.BytesIO(file)
    size_of_file = file.seek(0, io.SEEK_END)
    if not size_of_file:
        raise TapeError(f"{name} is empty")
    if not is_wav(_at(file, 0, 12)):
        raise TapeError(f"{name} is no WAV file (it does not begin with RIFF and WAVE)")
    kind, data, notes = None, range(0), []
    for tag, at, size in _chunks(file, size_of_file):
        if tag == b"fmt " and kind is None:
            kind = _Kind.of(_at(file, at, min(size, _LONGEST_FORMAT)), name)
        elif tag == b"data" and not data:
            data = range(at, min(at + size, size_of_file))
            if len(data) < size < _UNKNOWN:
                notes.append(f"{name} is cut short: {len(data):,} of {size:,} bytes of sound")
        if kind and data:
            break
    if kind is None:
        raise TapeError(f"{name} is damaged: no format of its sound")
    if not data or len(data) < kind.frame:
        raise TapeError(f"{name} holds no sound")
    channels = tuple(_Channel(file, kind, data, number) for number in range(kind.channels))
    audio = Audio(kind.rate, channels, tuple(notes))
    if audio.seconds > longest:
        raise TapeError(
            f"{name}: {audio.seconds / 60:.1f} minutes; expected at most {longest / 60:g}"
        )
    return audio


def _at(file: BinaryIO, place: int, size: int) -> bytes:
    file.seek(place)
    return file.read(size)


def _chunks(file: BinaryIO, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Tag, place and size of each chunk's body. A recorder that was killed leaves sizes of 0, or
    of all ones; some programs forget the byte that makes an odd chunk even.
    """
    (whole,) = struct.unpack("<I", _at(file, 4, 4))
    at = 12
    while at + 8 <= end:
        tag, size = struct.unpack("<4sI", _at(file, at, 8))
        at += 8
        if tag == b"data" and not size and 8 + whole != end:
            size = _UNKNOWN
        yield tag, at, size
        at += size
        if size % 2 and not _TAG.match(_at(file, at, 4)):
            at += 1


class _Kind(NamedTuple):
    """How samples are kept, by the chunk ``fmt ``; ``frame`` is bytes of all channels."""

    code: int
    channels: int
    rate: int
    bits: int
    frame: int

    @classmethod
    def of(cls, body: bytes, name: str) -> _Kind:
        if len(body) < 16:
            raise TapeError(f"{name} is damaged: its format has {len(body)} bytes, not 16 or more")
        code, channels, rate, _, frame, bits = struct.unpack_from("<HHIIHH", body)
        if code == _EXTENSIBLE and len(body) >= 26:
            (code,) = struct.unpack_from("<H", body, 24)
        if (code, bits) not in _CONVERT:
            raise TapeError(
                f"{name} has format {code} with {bits} bits; "
                "expected PCM of 8, 16, 24 or 32 bits or float of 32 or 64"
            )
        if not 1 <= channels <= _MOST_CHANNELS:
            raise TapeError(f"{name} has {channels} channels; expected 1 to {_MOST_CHANNELS}")
        if rate not in range(RATES[0], 2 * RATES[-1] + 1):
            raise TapeError(
                f"{name} has {rate} samples a second; expected {RATES[0]}-{2 * RATES[-1]}"
            )
        if frame not in (0, channels * bits // 8):
            width = counted(frame // channels, "byte")
            raise TapeError(
                f"{name} has {bits} bits in {width} of each sample; expected {bits // 8}"
            )
        return cls(code, channels, rate, bits, channels * bits // 8)


class _Channel:
    """Samples of channel *number*, read where they are asked for; *data* is where all are."""

    def __init__(self, file: BinaryIO, kind: _Kind, data: range, number: int) -> None:
        self._file, self._kind = file, kind
        self._begin, self._length = data.start, len(data) // kind.frame
        self._number = number

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, part: slice) -> array[float]:
        return _CONVERT[self._kind.code, self._kind.bits](self._bytes(part))

    def whole(self, part: slice) -> array[int]:
        """Samples as 16 bits have them, higher by 2**15; finer ones are cut off."""
        kind = self._kind
        if kind.code == _FLOAT:
            return fixed(self[part])
        raw, width = self._bytes(part), kind.bits // 8
        wide = bytearray(len(raw) // width * 4)
        if width > 1:
            wide[0::4] = raw[width - 2 :: width]
        wide[1::4] = raw[width - 1 :: width].translate(None if width == 1 else _UNSIGNED)
        return _numbers("i", bytes(wide))

    def _bytes(self, part: slice) -> bytes:
        begin, end, _ = part.indices(self._length)
        kind, frame = self._kind, self._kind.frame
        raw = _at(self._file, self._begin + begin * frame, max(0, end - begin) * frame)
        if kind.channels > 1:
            width, one = kind.bits // 8, bytearray(len(raw) // kind.channels)
            for i in range(width):
                one[i::width] = raw[self._number * width + i :: frame]
            raw = bytes(one)
        return raw

    def __iter__(self) -> Iterator[float]:
        return chain.from_iterable(self[at : at + _PIECE] for at in range(0, len(self), _PIECE))


def _numbers(typecode: str, data: bytes) -> array[Any]:
    raw: array[Any] = array(typecode)
    raw.frombytes(data)
    if sys.byteorder == "big":
        raw.byteswap()
    return raw


def _scaled(typecode: str, data: bytes, full: float) -> array[float]:
    return array("f", map(mul, _numbers(typecode, data), repeat(1 / full)))


def _pcm24(data: bytes) -> array[float]:
    wide = bytearray(len(data) // 3 * 4)
    for i in range(3):
        wide[i + 1 :: 4] = data[i::3]
    return _scaled("i", bytes(wide), 2**31)


def _float(typecode: str, data: bytes) -> array[float]:
    """Samples that are no number are silent, and none is louder than a few times full scale."""
    raw = _numbers(typecode, data)
    return array("f", [s if -4 < s < 4 else math.copysign(4, s) if s == s else 0 for s in raw])


_CONVERT: dict[tuple[int, int], Callable[[bytes], array[float]]] = {
    (_PCM, 8): lambda data: array("f", map([v / 128 for v in range(-128, 128)].__getitem__, data)),
    (_PCM, 16): lambda data: _scaled("h", data, 2**15),
    (_PCM, 24): _pcm24,
    (_PCM, 32): lambda data: _scaled("i", data, 2**31),
    (_FLOAT, 32): lambda data: _float("f", data),
    (_FLOAT, 64): lambda data: _float("d", data),
}

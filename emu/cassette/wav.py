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
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import repeat
from operator import add, mul
from typing import NamedTuple

from emu.cassette.audio import RATES, Audio
from emu.errors import TapeError
from emu.files import reading
from emu.files.formats.recording import is_wav
from emu.notation import counted
from emu.passing import result_of

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
"""Samples of each channel that are read at a time."""


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
    full, zero, code = (127, 128.5, "B") if bits == 8 else (32767, 0, "h")
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


def read(blob: bytes, name: str) -> Audio:
    """The sound in a file's contents; ``name`` names the file in messages.

    A file cut short is read as far as it goes, with a note. Raises TapeError, one line, when it is
    no WAV file or holds no samples that can be read.
    """
    return result_of(pieces(blob, name))


def pieces(blob: bytes, name: str, longest: float = math.inf) -> Generator[float, None, Audio]:
    """`read`, piece by piece: how much is read, 0 to 1.

    Raises TapeError for one of more than *longest* seconds too.
    """
    if not blob:
        raise TapeError(f"{name} is empty")
    if not is_wav(blob):
        raise TapeError(f"{name} is no WAV file (it does not begin with RIFF and WAVE)")
    kind, data, notes = None, memoryview(b""), []
    for tag, at, size in _chunks(blob):
        body = memoryview(blob)[at : at + size]
        if tag == b"fmt " and kind is None:
            kind = _Kind.of(body, name)
        elif tag == b"data" and not data:
            data = body
            if len(body) < size < _UNKNOWN:
                notes.append(f"{name} is cut short: {len(body):,} of {size:,} bytes of sound")
        if kind and data:
            break
    if kind is None:
        raise TapeError(f"{name} is damaged: no format of its sound")
    if not data or len(data) < kind.frame:
        raise TapeError(f"{name} holds no sound")
    frames = len(data) // kind.frame
    if frames > longest * kind.rate:
        raise TapeError(
            f"{name}: {frames / kind.rate / 60:.1f} minutes; expected at most {longest / 60:g}"
        )
    channels = tuple(array("f") for _ in range(kind.channels))
    for frame in range(0, frames, _PIECE):
        end = min(frame + _PIECE, frames)
        part = bytes(data[frame * kind.frame : end * kind.frame])
        samples = _CONVERT[kind.code, kind.bits](part)
        for i, channel in enumerate(channels):
            channel.extend(samples[i :: kind.channels])
        yield end / frames
    return Audio(kind.rate, channels, tuple(notes))


def _chunks(blob: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Tag, place and size of each chunk's body. A recorder that was killed leaves sizes of 0, or
    of all ones; some programs forget the byte that makes an odd chunk even.
    """
    (whole,) = struct.unpack_from("<I", blob, 4)
    at = 12
    while at + 8 <= len(blob):
        tag, size = struct.unpack_from("<4sI", blob, at)
        at += 8
        if tag == b"data" and not size and 8 + whole != len(blob):
            size = _UNKNOWN
        yield tag, at, size
        at += size
        if size % 2 and not _TAG.match(blob, at):
            at += 1


class _Kind(NamedTuple):
    """How samples are kept, by the chunk ``fmt ``; ``frame`` is bytes of all channels."""

    code: int
    channels: int
    rate: int
    bits: int
    frame: int

    @classmethod
    def of(cls, body: memoryview, name: str) -> _Kind:
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


def _numbers(typecode: str, data: bytes) -> array[float]:
    raw: array[float] = array(typecode)
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

"""A record as it is read from a recording, character by character."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from emu.cassette.bits import Reader, value
from emu.cassette.records import BEGIN, END_MARKS, END_OF_DATA, EOT, SYN, checksum
from emu.cassette.signal import BIT, SPEEDS

_DIGITS = b"0123456789ABCDEF"
_ENDS = bytes([END_OF_DATA, EOT])
_MISSED_SYNS = 3
_WRONG, _LOST = 2, 8
_CLEAR = 0.3
_DOUBT, _SYN_DOUBT = 0.7, 2.0
_MOST = 0x10000


@dataclass(frozen=True)
class Found:
    """A record on a recording, and what is to be said about it.

    ``id``, ``start`` and ``checksum_read`` are None where the recording breaks off before them.
    ``position`` and ``end`` are in seconds, from the first SYN that was made out; ``bit`` is the
    mean length of a bit in microseconds; ``syncs`` counts the SYNs made out.
    """

    id: int | None
    start: int | None
    data: bytes
    checksum_read: int | None
    complaints: tuple[str, ...]
    position: float
    end: float
    bit: float
    syncs: int

    @property
    def checksum(self) -> int | None:
        """The checksum of what was read."""
        return None if self.start is None else checksum(self.start, self.data)

    @property
    def good(self) -> bool:
        """Whether it was read to its checksum, and that is right."""
        return self.checksum_read is not None and self.checksum_read == self.checksum

    @property
    def speed(self) -> int:
        """Times the KIM-1's own speed that it was written with."""
        return min(SPEEDS, key=lambda speed: abs(math.log(self.bit * speed / BIT)))

    @property
    def deviation(self) -> float:
        """How much faster the tape ran than that, as a fraction: 0.02 is 2 % fast."""
        return BIT / self.speed / self.bit - 1


def read_record(reader: Reader) -> Found | None:
    """The record whose leader ``reader`` is locked to; None when there is none after it."""
    reading = _Reading(reader)
    return reading.record() if reading.leader() else None


class _BrokenOff(Exception):
    """The recording ends here, or goes on as something else."""


class _Reading:
    """``wrong`` are the clear characters that are no hex digits, ``guessed`` counts those that were
    not clear and taken for the likeliest digit. Both are ``odd``: each adds to it, every proper one
    takes off a little, and when it is too much the record has ended where that began."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.position = reader.at
        self.syncs = self.count = 0
        self.id: int | None = None
        self.start: int | None = None
        self.read: int | None = None
        self.data = bytearray()
        self.wrong: list[str] = []
        self.guessed = self.odd = 0
        self.until = (0, 0, 0)
        self.ended = False

    def leader(self) -> bool:
        """Pass over the SYNs; whether a ``*`` is what ends them."""
        missed = 0
        while missed < _MISSED_SYNS and not self.reader.lost:
            character = self._next()
            if _is(character, BEGIN):
                return True
            if _is(character, SYN, _SYN_DOUBT):
                self.syncs += 1
                missed = 0
            else:
                missed += 1
        return False

    def record(self) -> Found:
        """Everything after the ``*``, as far as it can be read."""
        broken = False
        try:
            self._contents()
        except _BrokenOff:
            broken = True
            if self.odd:
                data, wrong, self.guessed = self.until
                del self.data[data:], self.wrong[wrong:]
        end = self.reader.at
        return Found(
            id=self.id,
            start=self.start,
            data=bytes(self.data),
            checksum_read=self.read,
            complaints=tuple(self._complaints(broken)),
            position=self.position / 1e6,
            end=end / 1e6,
            bit=(end - self.position) / (8 * self.count),
            syncs=self.syncs,
        )

    def _complaints(self, broken: bool) -> Iterator[str]:
        if broken and self.start is None:
            yield "cut off before its data"
        elif broken:
            yield f"cut off after {len(self.data)} bytes"
        if self.wrong:
            yield f"{self.wrong[0]} is no hex digit" + (
                f", and {len(self.wrong) - 1} more" if len(self.wrong) > 1 else ""
            )
        if self.guessed:
            yield f"unclear, taken for the likeliest digit: {self.guessed} characters"
        if self.start is not None and self.read is not None:
            made = checksum(self.start, bytes(self.data))
            if made != self.read:
                yield f"checksum ${made:04X}, but ${self.read:04X} on the tape"
        if not self.ended and not broken:
            yield "no end marks"

    def _contents(self) -> None:
        self.id = self._byte()
        self.start = self._byte() | self._byte() << 8
        while (first := self._digit(_ENDS)) < len(_DIGITS):
            if self.start + len(self.data) >= _MOST:
                raise _BrokenOff
            self.data.append(first << 4 | self._digit())
        if _ENDS[first - len(_DIGITS)] == EOT:
            raise _BrokenOff
        self.read = self._byte() | self._byte() << 8
        self.ended = any(_is(self._next(), EOT) for _ in range(END_MARKS))

    def _byte(self) -> int:
        return self._digit() << 4 | self._digit()

    def _digit(self, others: bytes = b"") -> int:
        """The value of the next hex digit, or 16 and up for one of ``others``."""
        character = self._next()
        allowed = _DIGITS + others
        likeliest = min(allowed, key=lambda one: _doubt(character, one))
        doubt = _doubt(character, likeliest)
        clear = _is_clear(character)
        self._weigh(clear and doubt < _DOUBT)
        if doubt >= _DOUBT:
            self.wrong.append(_name(value(character)))
        elif doubt > 0 or not clear:
            self.guessed += 1
        return allowed.index(likeliest)

    def _weigh(self, proper: bool) -> None:
        if proper:
            self.odd = max(0, self.odd - 1)
            return
        if not self.odd:
            self.until = (len(self.data), len(self.wrong), self.guessed)
        self.odd += _WRONG
        if self.odd >= _LOST or self.reader.lost:
            raise _BrokenOff

    def _next(self) -> Sequence[float]:
        self.count += 1
        return self.reader.character()


def _doubt(character: Sequence[float], wanted: int) -> float:
    """How surely the bits contradict the wanted character: 0 when none does, 8 when all do."""
    return sum(max(0.0, -sure if wanted >> i & 1 else sure) for i, sure in enumerate(character))


def _is_clear(character: Sequence[float]) -> bool:
    return sum(map(abs, character)) >= 8 * _CLEAR


def _is(character: Sequence[float], wanted: int, most: float = _DOUBT) -> bool:
    return _is_clear(character) and _doubt(character, wanted) < most


def _name(character: int) -> str:
    shown = repr(chr(character)) if 0x20 < character < 0x7F else "a character"
    return f"{shown} (${character:02X})"

"""A record as it is read from a recording, character by character."""

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from emu.cassette.bits import Reader, value
from emu.cassette.records import BEGIN, END_MARKS, END_OF_DATA, EOT, SYN, checksum
from emu.cassette.repair import Digit, repaired
from emu.cassette.signal import BIT, SPEEDS
from emu.notation import counted
from emu.units import ADDRESS_SPACE, Address

_DIGITS = b"0123456789ABCDEF"
_ENDS = bytes([END_OF_DATA, EOT])
_MISSED_SYNS = 3
_OFTEN = 100
_WRONG, _LOST = 2, 8
_CLEAR = 0.3
_DOUBT, _SYN_DOUBT = 0.7, 2.0


@dataclass(frozen=True)
class Found:
    """A record on a recording, and what is to be said about it.

    ``id``, ``start`` and ``checksum_read`` are None where the recording breaks off before them.
    ``wrong`` counts what is clearly there and cannot be in a record. ``position`` and ``end`` are
    in seconds, from the first SYN that was made out; ``bit`` is the mean length of a bit in
    microseconds; ``syncs`` counts the SYNs made out.
    """

    id: int | None
    start: Address | None
    data: bytes
    checksum_read: int | None
    complaints: tuple[str, ...]
    wrong: int
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
        """Whether it was read to its checksum, that is right, and nothing in it is wrong."""
        right = self.checksum_read is not None and self.checksum_read == self.checksum
        return right and not self.wrong

    @property
    def speed(self) -> int:
        """Times the KIM-1's own speed that it was written with."""
        return min(SPEEDS, key=lambda speed: abs(math.log(self.bit * speed / BIT)))

    @property
    def deviation(self) -> float:
        """How much faster the tape ran than that, as a fraction: 0.02 is 2 % fast."""
        return BIT / self.speed / self.bit - 1


def read_record(reader: Reader) -> Generator[float, None, Found | None]:
    """The record whose leader ``reader`` is locked to; None when there is none after it. On the way
    how much of the tape is read, 0 to 1.
    """
    reading = _Reading(reader)
    return (yield from reading.record()) if (yield from reading.leader()) else None


class _BrokenOff(Exception):
    """The recording ends here, or goes on as something else."""


class _Reading:
    """``digits`` are those from the start address on. ``wrong`` tells of clear characters that are
    no digits, ``guessed`` counts the unclear ones, which are taken for the likeliest digit. Either
    is ``odd`` and adds to it, a proper digit takes off a little; when it is too much, the record
    has ended where that began."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.position = reader.at
        self.syncs = self.count = 0
        self.id: int | None = None
        self.digits: list[Digit] = []
        self.wrong: list[str] = []
        self.guessed = self.odd = 0
        self.until = (0, 0, 0)
        self.complete = self.ended = False

    def leader(self) -> Generator[float, None, bool]:
        """Pass over the SYNs; whether a ``*`` is what ends them."""
        missed = 0
        while missed < _MISSED_SYNS and not self.reader.lost:
            if self.count % _OFTEN == 0:
                yield self.reader.done
            character = self._next()
            if _is(character, BEGIN):
                return True
            if _is(character, SYN, _SYN_DOUBT):
                self.syncs += 1
                missed = 0
            else:
                missed += 1
        return False

    def record(self) -> Generator[float, None, Found]:
        """Everything after the ``*``, as far as it can be read."""
        try:
            yield from self._contents()
        except _BrokenOff:
            if self.odd:
                kept, wrong, self.guessed = self.until
                del self.digits[kept:], self.wrong[wrong:]
        as_read = [digit.value for digit in self.digits]
        digits = (repaired(self.digits) if self.complete else None) or as_read
        changed = sum(a != b for a, b in zip(as_read, digits, strict=True))
        pairs = zip(digits[::2], digits[1::2], strict=False)
        body = bytes(high << 4 | low for high, low in pairs)
        start = int.from_bytes(body[:2], "little") if len(body) > 1 else None
        data = body[2:-2] if self.complete else body[2:]
        read = int.from_bytes(body[-2:], "little") if self.complete else None
        if start is not None and start + len(data) > ADDRESS_SPACE:
            data = data[: ADDRESS_SPACE - start]
            self.wrong.append("data runs past $FFFF")
        end = self.reader.at
        return Found(
            id=self.id,
            start=start,
            data=data,
            checksum_read=read,
            complaints=tuple(self._complaints(start, data, read, changed)),
            wrong=len(self.wrong),
            position=self.position / 1e6,
            end=end / 1e6,
            bit=(end - self.position) / (8 * self.count),
            syncs=self.syncs,
        )

    def _complaints(
        self, start: Address | None, data: bytes, read: int | None, changed: int
    ) -> Iterator[str]:
        if start is None:
            yield "cut off before its data"
        elif read is None:
            yield f"cut off after {counted(len(data), 'byte')}"
        if self.wrong:
            more = f", and {len(self.wrong) - 1} more" if len(self.wrong) > 1 else ""
            yield f"{self.wrong[0]}{more}"
        if self.guessed:
            yield f"{counted(self.guessed, 'character')} unclear, taken for the likeliest digit"
        if changed:
            yield f"{counted(changed, 'digit')} set right by the checksum"
        if start is not None and read not in (None, made := checksum(start, data)):
            yield f"checksum ${made:04X}, but ${read:04X} on the tape"
        if self.complete and not self.ended:
            yield "no end marks"

    def _contents(self) -> Generator[float, None, None]:
        self.id = self._digit() << 4 | self._digit()
        self.digits.clear()
        while (first := self._digit(_ENDS if len(self.digits) >= 4 else b"")) < len(_DIGITS):
            if len(self.digits) > 2 * (ADDRESS_SPACE + 2):
                raise _BrokenOff
            self._digit()
            if len(self.digits) % _OFTEN == 0:
                yield self.reader.done
        if _ENDS[first - len(_DIGITS)] == EOT:
            raise _BrokenOff
        for _ in range(4):
            self._digit()
        self.complete = True
        self.ended = any(_is(self._next(), EOT) for _ in range(END_MARKS))

    def _digit(self, others: bytes = b"") -> int:
        """The value of the next hex digit, or 16 and up for one of ``others``."""
        character = self._next()
        doubts = [_doubt(character, one) for one in _DIGITS + others]
        least = min(doubts)
        likeliest = doubts.index(least)
        clear = _is_clear(character)
        if clear and least < _DOUBT:
            self.odd = max(0, self.odd - 1)
        else:
            if not self.odd:
                self.until = (len(self.digits), len(self.wrong), self.guessed)
            self.odd += _WRONG
            if self.odd >= _LOST or self.reader.lost:
                raise _BrokenOff
        if likeliest < len(_DIGITS):
            self.digits.append(Digit(likeliest, doubts[: len(_DIGITS)]))
        if least >= _DOUBT:
            read = value(character)
            shown = repr(chr(read)) if 0x20 < read < 0x7F else "a character"
            self.wrong.append(f"{shown} (${read:02X}) is no hex digit")
        elif least > 0 or not clear:
            self.guessed += 1
        return likeliest

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

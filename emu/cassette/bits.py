"""From the tones to characters: finding SYN characters and keeping in step with the tape.

A bit begins where the low tone gives way to the high tone. In the leader that is seen from the
edges alone; from two SYNs in a row on the length of a bit and where it begins are known, and a
bit is judged by its middle third, against its first (always high) and its last (always low). Every
boundary between bits corrects place and length a little, as far as it can be made out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from emu.cassette.records import SYN
from emu.cassette.tones import Tones
from emu.units import Microseconds

_SYN_TWICE = SYN << 8 | SYN
_SHORTEST, _LONGEST = 800.0, 12_000.0
_UNEVEN = 1.4
_PHASE, _LENGTH, _LEVEL = 0.5, 0.1, 0.25
_SILENCE = 0.02
_OFTEN = 20_000


@dataclass(frozen=True)
class Lock:
    """Two SYNs in a row: where the first begins, and the length of a bit."""

    begin: Microseconds
    bit: Microseconds


def locks(edges: tuple[bool, list[Microseconds]]) -> Iterator[Lock | None]:
    """Every place where the last 16 bits are two SYNs, by the edges of the tones; None now and
    then on the way.
    """
    high, times = edges
    begins, middles = times[high::2], times[1 + high :: 2]
    shift = 0
    for i in range(min(len(begins) - 1, len(middles))):
        if i % _OFTEN == 0:
            yield None
        begin, end = begins[i], begins[i + 1]
        one = 2 * (middles[i] - begin) < end - begin
        shift = (shift >> 1) | one << 15
        if shift == _SYN_TWICE and i >= 15:
            cells = [begins[k + 1] - begins[k] for k in range(i - 15, i + 1)]
            if max(cells) < _UNEVEN * min(cells) and _SHORTEST < cells[0] < _LONGEST:
                yield Lock(begins[i - 15], (end - begins[i - 15]) / 16)


class Reader:
    """Reads bit after bit from where it was locked.

    ``at`` is where the next bit begins, ``bit`` how long it is; both follow the tape.
    """

    def __init__(self, tones: Tones, lock: Lock) -> None:
        self._tones = tones
        self.at, self.bit = lock.begin, lock.bit
        self.strongest = 0.0
        third = lock.bit / 3
        highs, lows = 0.0, 0.0
        for i in range(16):
            begin = lock.begin + i * lock.bit
            highs += tones.total(begin, begin + third)
            lows += tones.total(begin + 2 * third, begin + lock.bit)
        self._high, self._low = highs / 16 / third, lows / 16 / third
        self.strongest = self._high - self._low

    @property
    def done(self) -> float:
        """How much of the tape is read, 0 to 1."""
        return min(1.0, self.at / self._tones.length)

    @property
    def lost(self) -> bool:
        """Whether the tape is silent here, or ended."""
        return self._high - self._low < _SILENCE * self.strongest or self.at >= self._tones.length

    def character(self) -> Sequence[float]:
        """Eight bits, how surely each is a 1: -1 (a 0) to 1; about 0 when it cannot be told."""
        return [self._read() for _ in range(8)]

    def _read(self) -> float:
        third, at = self.bit / 3, self.at
        total = self._tones.total
        first = total(at, at + third) / third
        middle = total(at + third, at + 2 * third) / third
        last = total(at + 2 * third, at + self.bit) / third
        self._high += _LEVEL * (first - self._high)
        self._low += _LEVEL * (last - self._low)
        span = max(self._high - self._low, first - last, 1e-12)
        sure = ((self._high + self._low) / 2 - middle) / span * 2
        self.strongest = max(self.strongest * 0.995, self._high - self._low)
        self._follow(span)
        return max(-1.0, min(1.0, sure))

    def _follow(self, span: float) -> None:
        end, near = self.at + self.bit, self.bit / 6
        around = self._tones.total(end - near, end + near)
        late = ((self._high + self._low) * near - around) / span
        late = max(-near / 2, min(near / 2, late))
        self.at = end + _PHASE * late
        self.bit += _LENGTH * late


def value(character: Sequence[float]) -> int:
    """The character that the eight bits are, least significant first."""
    return sum((sure > 0) << i for i, sure in enumerate(character))

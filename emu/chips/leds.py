"""Six seven-segment digits, lit as the running program scans them.

Port A of the 6530-002 drives the segments of all digits, the 74145 selects one digit at a time::

        aaa
       f   b      bit 0 = a ... bit 6 = g; no decimal point is wired
        ggg
       e   c
        ddd

The eye keeps what it saw for about 20 ms. A segment counts as lit when it was on for more than
half of the time its digit was selected within that span: so a pattern that stands for a few cycles
on the wrong digit, as many programs leave it, is not seen, nor does a scan flicker.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from emu.units import Byte, Cycle

DIGITS = 6
PERSISTENCE = 20_000
"""Cycles (microseconds) for which the eye keeps a digit."""

HEX_SEGMENTS = (
    0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F, 0x77, 0x7C, 0x39, 0x5E, 0x79, 0x71,
)  # fmt: skip
_CHARACTER = {0: " ", **{segments: f"{n:X}" for n, segments in enumerate(HEX_SEGMENTS)}}

Interval = tuple[int, int, int]
"""Start cycle, length in cycles, segments."""


@dataclass(frozen=True)
class Readout:
    """What a person sees: per digit, left to right, the lit segments and their duty cycle (0-1)."""

    segments: tuple[int, ...]
    duty: tuple[float, ...]

    @property
    def text(self) -> str:
        """Six characters: hex digits, a space where dark, ``?`` for any other pattern."""
        return "".join(_CHARACTER.get(s, "?") for s in self.segments)

    @property
    def dark(self) -> bool:
        """Whether no segment is lit."""
        return not any(self.segments)

    def _repr_svg_(self) -> str:
        from emu.chips.leds_svg import draw

        return draw(self.text, self.segments, self.duty)


@dataclass(frozen=True)
class LedState:
    """The recent past of the digits, and what drives them now."""

    past: tuple[tuple[Interval, ...], ...]
    digit: int | None
    segments: Byte
    since: Cycle

    def __post_init__(self) -> None:
        if len(self.past) != DIGITS or self.digit not in (None, *range(DIGITS)):
            raise ValueError(f"{len(self.past)} digits, {self.digit!r} selected; expected {DIGITS}")


class Leds:
    """Follows the levels that drive the digits and says what can be seen."""

    def __init__(self) -> None:
        self._past: list[deque[Interval]] = [deque() for _ in range(DIGITS)]
        self._digit: int | None = None
        self._segments = 0
        self._since = 0

    def drive(self, now: Cycle, digit: int | None, segments: Byte) -> None:
        """From cycle *now* on *digit* (0 leftmost, None: none) shows *segments*."""
        if digit == self._digit and (segments == self._segments or digit is None):
            self._segments = segments
            return
        if self._digit is not None and now > self._since:
            past = self._past[self._digit]
            past.append((self._since, now - self._since, self._segments))
            while past[0][0] + past[0][1] < now - PERSISTENCE:
                past.popleft()
        self._digit, self._segments, self._since = digit, segments, now

    def read(self, now: Cycle) -> Readout:
        """What is seen at cycle *now*."""
        seen = [self._seen(digit, now) for digit in range(DIGITS)]
        return Readout(tuple(s for s, _ in seen), tuple(d for _, d in seen))

    def _seen(self, digit: int, now: Cycle) -> tuple[int, float]:
        start = now - PERSISTENCE
        selected = 0
        lit = [0] * 7
        intervals = list(self._past[digit])
        if digit == self._digit:
            intervals.append((self._since, now - self._since, self._segments))
        for begin, length, segments in intervals:
            within = begin + length - max(begin, start)
            if within <= 0:
                continue
            selected += within
            for bit in range(7):
                if segments >> bit & 1:
                    lit[bit] += within
        on = sum(1 << bit for bit in range(7) if lit[bit] * 2 > selected)
        return on, max(lit) / PERSISTENCE

    @property
    def state(self) -> LedState:
        """A frozen copy."""
        return LedState(
            tuple(tuple(p) for p in self._past), self._digit, self._segments, self._since
        )

    @state.setter
    def state(self, s: LedState) -> None:
        self._past = [deque(p) for p in s.past]
        self._digit, self._segments, self._since = s.digit, s.segments, s.since

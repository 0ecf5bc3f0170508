"""Six seven-segment digits, lit as the running program scans them.

Port A of the 6530-002 drives the segments of all digits, the 74145 selects one digit at a time::

        aaa
       f   b      bit 0 = a ... bit 6 = g; no decimal point is wired
        ggg
       e   c
        ddd

The eye keeps what it saw for about 20 ms. Every segment is as bright as its share of that span, and
is seen when it has a tenth of the brightest one's. A pattern that stands for a few cycles on the
wrong digit, as many programs leave it, has a hundredth; segments that a program lights one after
another on the same digit have a third and are all seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from emu.units import Byte, Cycle

DIGITS, SEGMENTS = 6, 7
PERSISTENCE = 20_000
"""Cycles (microseconds) for which the eye keeps a digit."""
SETTLING = PERSISTENCE + 5_000
"""Cycles after which nothing of an earlier picture is left: the monitor scans in 4,258."""

HEX_SEGMENTS = (
    0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F, 0x77, 0x7C, 0x39, 0x5E, 0x79, 0x71,
)  # fmt: skip
_CHARACTER = {0: " ", **{segments: f"{n:X}" for n, segments in enumerate(HEX_SEGMENTS)}}

Interval = tuple[int, int, int]
"""Start cycle, length in cycles, segments."""


VISIBLE = 0.1
"""What a segment needs of the brightest one's share to be seen."""
FULL_SHARE = 1 / DIGITS
"""The most that counts as the brightest one's share: a digit left on alone outshines no others."""
LEAST_SHARE = 0.03
"""The least: a glimpse that is all there is on a dark display is as faint as beside lit digits."""
STEPS = ((0.4, 1.0), (0.2, 0.6), (VISIBLE, 0.3))
"""How bright a segment is drawn that has at least so much of the brightest one's share."""


@dataclass(frozen=True)
class Readout:
    """What a person sees: per digit, left to right, the share of time (0-1) of segments a to g."""

    shares: tuple[tuple[float, ...], ...]

    @classmethod
    def steady(cls, segments: Iterable[int], duty: Iterable[float]) -> Readout:
        """Digits of which each shows *segments*, all for *duty* of the time."""
        return cls(
            tuple(
                tuple(share if pattern >> bit & 1 else 0.0 for bit in range(SEGMENTS))
                for pattern, share in zip(segments, duty, strict=True)
            )
        )

    @cached_property
    def brightness(self) -> tuple[tuple[float, ...], ...]:
        """Each segment's share over that of the brightest, or over the nearest one that counts,
        0-1.
        """
        full = max(LEAST_SHARE, min(max(map(max, self.shares)), FULL_SHARE))
        return tuple(tuple(min(1.0, s / full) for s in digit) for digit in self.shares)

    @property
    def segments(self) -> tuple[int, ...]:
        """The segments that are seen of each digit, as the bits of a byte."""
        return tuple(
            sum(1 << bit for bit, bright in enumerate(digit) if bright >= VISIBLE)
            for digit in self.brightness
        )

    @property
    def duty(self) -> tuple[float, ...]:
        """The share of each digit's brightest segment."""
        return tuple(map(max, self.shares))

    @property
    def steps(self) -> tuple[tuple[float, ...], ...]:
        """The brightness of each segment in steps, 0-1, 0 where it is not seen."""
        return tuple(
            tuple(next((step for least, step in STEPS if one >= least), 0.0) for one in digit)
            for digit in self.brightness
        )

    @property
    def text(self) -> str:
        """Six characters: hex digits, a space where dark, ``?`` for any other pattern."""
        return "".join(_CHARACTER.get(s, "?") for s in self.segments)

    @property
    def dark(self) -> bool:
        return not any(self.segments)

    def _repr_svg_(self) -> str:
        from emu.chips.leds_svg import draw

        return draw(self.text, self.steps, self.duty)


@dataclass(frozen=True)
class LedState:
    """The recent past of the digits, and what drives them now; ``round`` as in `Leds`."""

    past: tuple[tuple[Interval, ...], ...]
    digit: int | None
    segments: Byte
    since: Cycle
    round: tuple[Cycle, Cycle] | None = field(default=None, compare=False)
    LATER: ClassVar = ("round",)

    def __post_init__(self) -> None:
        if self.round is not None and self.round[0] >= self.round[1]:
            raise ValueError(f"a round from cycle {self.round[0]} to {self.round[1]}")
        if len(self.past) != DIGITS or self.digit not in (None, *range(DIGITS)):
            raise ValueError(f"{len(self.past)} digits, {self.digit!r} selected; expected {DIGITS}")


class Leds:
    """Follows the levels that drive the digits and says what can be seen.

    ``round``: the first and the last cycle of what a program shows again and again.
    """

    def __init__(self) -> None:
        self.round: tuple[Cycle, Cycle] | None = None
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
        """What is seen at cycle *now*; at the end of a round as if it went on for ever."""
        start = now - PERSISTENCE
        if self.round is not None and self.round[1] == now:
            start = max(start, self.round[0])
        return Readout(tuple(self._seen(digit, start, now) for digit in range(DIGITS)))

    def _seen(self, digit: int, start: Cycle, now: Cycle) -> tuple[float, ...]:
        lit = [0] * SEGMENTS
        intervals = list(self._past[digit])
        if digit == self._digit:
            intervals.append((self._since, now - self._since, self._segments))
        for begin, length, segments in intervals:
            within = begin + length - max(begin, start)
            if within <= 0:
                continue
            for bit in range(SEGMENTS):
                if segments >> bit & 1:
                    lit[bit] += within
        return tuple(time / (now - start) for time in lit)

    @property
    def state(self) -> LedState:
        past = tuple(tuple(p) for p in self._past)
        return LedState(past, self._digit, self._segments, self._since, self.round)

    @state.setter
    def state(self, s: LedState) -> None:
        self._past = [deque(p) for p in s.past]
        self._digit, self._segments, self._since = s.digit, s.segments, s.since
        self.round = s.round

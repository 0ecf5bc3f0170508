"""A speaker on an output pin: programs play tunes by switching it.

Owners put it, with an amplifier, on PA0 or PB0 of the 6530-003's connector, or on the cassette
output, PB7 of the 6530-002. What is heard is the square wave through a small speaker: its edges lie
where they were to the cycle, no overtone is folded down, and a pin that stands still is silent.
"""

import math
from array import array
from collections import deque
from collections.abc import Iterator
from itertools import chain, pairwise

from emu.board import Board
from emu.cassette.audio import PEAK, Audio
from emu.chips.waveform import Edges, Waveform
from emu.units import Cycle, Cycles, Level

PINS = {"PA0": 0x01, "PB0": 0x02, "PB7": 0x80}
"""Their bits in :func:`_levels`."""
RATE = 44_100
EVER = 1 << 60
"""More cycles than any machine runs."""
LOWEST, HIGHEST = 40.0, 6_000.0
"""Hertz between which a small speaker sounds; one pole each."""


def _levels(board: Board) -> int:
    io = board.riot_003
    a, b = io.port_a | ~io.direction_a, io.port_b | ~io.direction_b
    return a & 1 | (b & 1) << 1 | board.deck.out << 7


class Speaker:
    """Keeps what each of PINS of *board* does in the last *most* cycles, also over a way back."""

    def __init__(self, board: Board, most: Cycles = EVER) -> None:
        self._board, self._most = board, most
        self._started = self._heard = board.cycles
        self._last = _levels(board)
        self._first = {pin: int(self._last & bit != 0) for pin, bit in PINS.items()}
        self._edges: dict[str, deque[Cycle]] = {pin: deque() for pin in PINS}
        board.output_listeners.append(self._hear)

    def close(self) -> None:
        self._board.output_listeners.remove(self._hear)

    def _hear(self, now: Cycle) -> None:
        levels, before = _levels(self._board), self._heard
        changed = levels ^ self._last
        self._heard, self._last = now, levels
        if changed or now < before:
            for pin, bit in PINS.items():
                if changed & bit or now < before:
                    self._follow(pin, int(levels & bit != 0), now)

    def _follow(self, pin: str, level: Level, now: Cycle) -> None:
        edges = self._edges[pin]
        while edges and edges[-1] >= now:  # the machine was taken back
            edges.pop()
        if level != self._first[pin] ^ len(edges) & 1:
            edges.append(now)
        while edges and edges[0] < now - self._most:
            edges.popleft()
            self._first[pin] = 1 - self._first[pin]

    def waveforms(self) -> dict[str, Waveform]:
        """What each pin did; times count from the first moment that is kept."""
        now, levels = self._board.cycles, _levels(self._board)
        for pin, bit in PINS.items():
            self._follow(pin, int(levels & bit != 0), now)
        begin = min(now, max(self._started, now - self._most))
        return {
            pin: Waveform(self._first[pin], Edges(one - begin for one in edges), now - begin)
            for pin, edges in self._edges.items()
        }


def heard(levels: Waveform) -> Audio:
    """What a speaker makes of a pin's levels, at RATE samples a second; it peaks below PEAK."""
    step = 1_000_000 / RATE
    low, high = (1 - math.exp(-2 * math.pi * f / RATE) for f in (HIGHEST, LOWEST))
    smooth = mean = float(levels.first)
    samples = array("f")
    for share in _shares(levels, step):
        smooth += low * (share - smooth)
        mean += high * (smooth - mean)
        samples.append(PEAK * (smooth - mean))
    return Audio(RATE, (samples,))


def _shares(levels: Waveform, step: float) -> Iterator[float]:
    """The share of each sample's time, *step* cycles, in which the line is at level 1."""
    count, high = 0, 0.0
    level = levels.first
    for begin, end in pairwise(chain((0,), levels.edges, (levels.length,))):
        at = float(begin)
        while at < end:
            border = min((count + 1) * step, end)
            high += level * (border - at)
            at = border
            if at >= (count + 1) * step:
                yield high / step
                count, high = count + 1, 0.0
        level = 1 - level

"""A speaker on an output pin: programs play tunes by switching it.

Owners put it, with an amplifier, on PA0 or PB0 of the 6530-003's connector, or on the cassette
output, PB7 of the 6530-002. What is heard is the square wave through a small speaker: its edges lie
where they were to the cycle, no overtone is folded down, and a pin that stands still is silent.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain, pairwise

from emu.board import Board
from emu.cassette.audio import PEAK, Audio
from emu.chips.waveform import Waveform
from emu.units import Cycle, Cycles, Level

PINS: dict[str, Callable[[Board], int]] = {
    "PA0": lambda board: board.riot_003.outputs_a & 1,
    "PB0": lambda board: board.riot_003.outputs_b & 1,
    "PB7": lambda board: board.riot_002.outputs_b >> 7,
}
RATE = 44_100
LOWEST, HIGHEST = 40.0, 6_000.0
"""Hertz between which a small speaker sounds; one pole each."""


class Speaker:
    """Keeps what *pin* of *board*, one of PINS, does from now on."""

    def __init__(self, board: Board, pin: str) -> None:
        self._board, self._level_of = board, PINS[pin]
        self._started = board.cycles
        self._first = self._level = self._level_of(board)
        self._edges: list[Cycle] = []
        board.output_listeners.append(self._hear)

    def _hear(self, now: Cycle) -> None:
        """An output port was written."""
        level = self._level_of(self._board)
        if level != self._level:
            self._level = level
            self._edges.append(now - self._started)

    def waveform(self) -> Waveform:
        """What the pin did so far."""
        length = self._board.cycles - self._started
        return Waveform(Level(self._first), tuple(self._edges), length)


class LastSounds:
    """Keeps what each of PINS of *board* did in the last *most* cycles, also over a way back."""

    def __init__(self, board: Board, most: Cycles = 30_000_000) -> None:
        self._board, self._most = board, most
        self._started = board.cycles
        self._first = {pin: level_of(board) for pin, level_of in PINS.items()}
        self._edges: dict[str, deque[Cycle]] = {pin: deque() for pin in PINS}
        self._listener = self._hear
        board.output_listeners.append(self._listener)

    def close(self) -> None:
        """Listen no more."""
        self._board.output_listeners.remove(self._listener)

    def _hear(self, now: Cycle) -> None:
        for pin, edges in self._edges.items():
            while edges and edges[-1] >= now:  # the machine was taken back
                edges.pop()
            if PINS[pin](self._board) != self._first[pin] ^ len(edges) & 1:
                edges.append(now)
            while edges and edges[0] < now - self._most:
                edges.popleft()
                self._first[pin] ^= 1

    def waveforms(self) -> dict[str, Waveform]:
        """What each pin did that was switched; times count from the first moment that is kept."""
        now = self._board.cycles
        self._hear(now)
        begin = min(now, max(self._started, now - self._most))
        return {
            pin: Waveform(self._first[pin], tuple(one - begin for one in edges), now - begin)
            for pin, edges in self._edges.items()
            if edges
        }


def heard(levels: Waveform, rate: int = RATE) -> Audio:
    """What a speaker makes of a pin's levels, at *rate* samples a second; it peaks below PEAK."""
    step = 1_000_000 / rate
    low, high = (1 - math.exp(-2 * math.pi * f / rate) for f in (HIGHEST, LOWEST))
    smooth = mean = float(levels.first)
    samples = array("f")
    for share in _shares(levels, step):
        smooth += low * (share - smooth)
        mean += high * (smooth - mean)
        samples.append(PEAK * (smooth - mean))
    return Audio(rate, (samples,))


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
        level = Level(1 - level)

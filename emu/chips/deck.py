"""The cassette recorder on PB7 of the 6530-002.

Played is the line behind the board's audio input: its PLL makes 0 of the high tone and 1 of the
low one. Recorded is the square wave the program writes to PB7. Neither motor is under control of
the program; playing and recording at the same time is possible, as with two recorders.

With an output wired to the input (``loop``), as for setting the PLL, no tape is heard: the input
is 0 while that output makes the high tone, else 1. The tone is told by the median of the last three
half waves; a line that stands still is no tone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal, get_args

from emu.chips.waveform import Edges, Waveform
from emu.errors import EmuError
from emu.units import Cycle, Cycles, Level

TapeLoop = Literal[False, True, "PA0"]
"""The wire to the input: none, from the cassette output, or from PA0 of the 6530-003."""


@dataclass(frozen=True)
class DeckState:
    """What is in the recorder; times in cycles since power-on."""

    played: Waveform | None = None
    started: Cycle = 0
    recorded: Sequence[Cycle] | None = None
    first: Level = 1
    since: Cycle = 0
    out: Level = 1
    loop: TapeLoop = False
    turns: tuple[Cycle, ...] = ()
    """The last edges of what is wired to the input since it was, at most four."""
    LATER: ClassVar = ("loop", "turns")


BORDER = 167
"""Cycles of half a wave half-way between the tones: the geometric mean of 136 and 206."""
SILENT = 400
"""Cycles after an edge from which on the output makes no tone."""
_TURNS = 4


class Deck:
    """A recorder; every method that takes *now* wants the present cycle."""

    def __init__(self) -> None:
        self._played: Waveform | None = None
        self._recorded: Edges | None = None
        self._started = self._since = 0
        self._first = self._out = 1
        self._loop: TapeLoop = False
        self._turns: deque[int] = deque(maxlen=_TURNS)
        self.pa0: Level = 1
        """The level of PA0 where that is wired to the input."""
        self.looks = 0
        """How often its level was asked for, as the interpreter runs."""

    def play(self, levels: Waveform, now: Cycle) -> None:
        """Let the tape run from its beginning."""
        self._played, self._started = levels, now

    def remaining(self, now: Cycle) -> Cycles:
        """Cycles until the tape that plays has run through; 0 when none does."""
        if self._played is None:
            return 0
        return max(0, self._started + self._played.length - now)

    def stop(self) -> None:
        self._played = None

    def level(self, now: Cycle) -> Level:
        """The level at the input; 1 while no tape runs."""
        self.looks += 1
        if self._loop:
            turns = self._turns
            if len(turns) < _TURNS or now - turns[-1] > SILENT:
                return 1
            middle = sorted(end - begin for begin, end in pairwise(turns))[1]
            return 0 if middle < BORDER else 1
        return self._played.at(now - self._started) if self.remaining(now) and self._played else 1

    def next_edge(self, now: Cycle) -> tuple[Level, Cycle | None]:
        """The level at the input, and when that may change: at once, while the output makes it."""
        if self._loop:
            return 1, now
        if not self.remaining(now) or self._played is None:
            return 1, None
        edge = self._played.next_edge(now - self._started)
        return self.level(now), self._started + edge

    @property
    def out(self) -> Level:
        """The level at the board's output."""
        return self._out

    @property
    def loop(self) -> TapeLoop:
        """What is wired to the input."""
        return self._loop

    @loop.setter
    def loop(self, wire: TapeLoop) -> None:
        if wire not in get_args(TapeLoop):
            raise EmuError(f"a wire from {wire!r} to the audio input; expected True, False or PA0")
        self._loop = wire
        self._turns.clear()

    @property
    def playing(self) -> tuple[Cycle, Waveform] | None:
        """When the tape that plays was started, and what is on it."""
        return None if self._played is None else (self._started, self._played)

    @property
    def recording(self) -> Cycle | None:
        """Since when it records; None: it does not."""
        return None if self._recorded is None else self._since

    def busy_until(self, now: Cycle) -> Cycle:
        """Until when a tape has run, or runs, or there was something to record; 0 for never."""
        if self.remaining(now):
            return now
        return self._since + self._recorded[-1] if self._recorded else 0

    def record(self, now: Cycle) -> None:
        """Start to record, on an empty tape."""
        self._recorded, self._first, self._since = Edges(), self._out, now

    def drive(self, now: Cycle, level: Level) -> None:
        """From cycle *now* on the board's output is at *level*."""
        if level != self._out:
            self._out = level
            if self._loop is True:
                self._turns.append(now)
            if self._recorded is not None:
                self._recorded.append(now - self._since)

    def hear_pa0(self, now: Cycle, level: Level) -> None:
        """From cycle *now* on PA0, which is wired to the input, is at *level*."""
        if level != self.pa0:
            self.pa0 = level
            self._turns.append(now)

    def recorded(self, now: Cycle) -> Waveform:
        """Stop recording; what was recorded, empty if nothing was."""
        edges, self._recorded = self._recorded or Edges(), None
        return Waveform(self._first, edges, now - self._since)

    @property
    def state(self) -> DeckState:
        recorded = None if self._recorded is None else self._recorded.copy()
        output = recorded, self._first, self._since, self._out
        turns = tuple(self._turns)
        return DeckState(self._played, self._started, *output, self.loop, turns)

    @state.setter
    def state(self, s: DeckState) -> None:
        self._played, self._started = s.played, s.started
        edges = s.recorded
        shared = edges.copy() if isinstance(edges, Edges) else Edges(edges or ())
        self._recorded = None if edges is None else shared
        self._first, self._since, self._out = s.first, s.since, s.out
        self._loop, self._turns = s.loop, deque(s.turns, _TURNS)

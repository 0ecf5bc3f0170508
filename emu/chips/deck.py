"""The cassette recorder on PB7 of the 6530-002.

Played is the line behind the board's audio input: its PLL makes 0 of the high tone and 1 of the
low one. Recorded is the square wave the program writes to PB7. Neither motor is under control of
the program; playing and recording at the same time is possible, as with two recorders.
"""

from __future__ import annotations

from dataclasses import dataclass

from emu.chips.waveform import Waveform
from emu.units import Cycle, Cycles, Level


@dataclass(frozen=True)
class DeckState:
    """What is in the recorder; times in cycles since power-on."""

    played: Waveform | None = None
    started: Cycle = 0
    recorded: tuple[int, ...] | None = None
    first: Level = 1
    since: Cycle = 0
    out: Level = 1


class Deck:
    """A recorder; every method that takes *now* wants the present cycle."""

    def __init__(self) -> None:
        self._played: Waveform | None = None
        self._recorded: list[int] | None = None
        self._started = self._since = 0
        self._first = self._out = 1

    def play(self, levels: Waveform, now: Cycle) -> None:
        """Let the tape run from its beginning."""
        self._played, self._started = levels, now

    def remaining(self, now: Cycle) -> Cycles:
        """Cycles until the tape that plays has run through; 0 when none does."""
        if self._played is None:
            return 0
        return max(0, self._started + self._played.length - now)

    def stop(self) -> None:
        """Stop playing."""
        self._played = None

    def level(self, now: Cycle) -> Level:
        """The level at the input; 1 while no tape runs."""
        return self._played.at(now - self._started) if self.remaining(now) and self._played else 1

    def record(self, now: Cycle) -> None:
        """Start to record, on an empty tape."""
        self._recorded, self._first, self._since = [], self._out, now

    def drive(self, now: Cycle, level: Level) -> None:
        """From cycle *now* on the board's output is at *level*."""
        if level != self._out:
            self._out = level
            if self._recorded is not None:
                self._recorded.append(now - self._since)

    def recorded(self, now: Cycle) -> Waveform:
        """Stop recording; what was recorded, empty if nothing was."""
        edges, self._recorded = self._recorded or [], None
        return Waveform(self._first, tuple(edges), now - self._since)

    @property
    def state(self) -> DeckState:
        """A frozen copy."""
        recorded = None if self._recorded is None else tuple(self._recorded)
        return DeckState(self._played, self._started, recorded, self._first, self._since, self._out)

    @state.setter
    def state(self, s: DeckState) -> None:
        self._played, self._started = s.played, s.started
        self._recorded = None if s.recorded is None else list(s.recorded)
        self._first, self._since, self._out = s.first, s.since, s.out

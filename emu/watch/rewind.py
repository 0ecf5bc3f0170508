"""Back in time: the way that a machine came (`emu.watch.timeline`) is gone again.

To be at an earlier cycle, the last state before it that was kept is restored, and the machine run
on with what was done to it then. The way is exact: forward again, the same state comes again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from emu.board_state import BoardState
from emu.errors import EmuError
from emu.events import Event
from emu.machine import MHZ, Machine
from emu.units import Cycle
from emu.watch.timeline import Stretch, Timeline
from emu.watch.way import LONGEST_STEP, Do, Way

INTERVAL = MHZ
"""Cycles between two states that are kept."""
FIRST_PIECE, LARGEST_PIECE = 20_000, 100_000
"""Cycles of the latest piece that is gone over again, and at most of an earlier one."""


class RewindError(EmuError):
    """There is no way back to there."""


@dataclass(frozen=True)
class PastRecord:
    """What a machine did from its state ``start`` up to cycle ``last``: what was done to it."""

    start: BoardState
    events: tuple[Event, ...]
    last: int


Replay = Callable[[Do], None]


class Rewind:
    """The past of *machine* from now on.

    Whoever runs the machine calls ``keep`` from time to time (before each slice). A state is kept
    every *interval* cycles, the older, the sparser. Where the machine is run on
    from an earlier time, or anything is done to it there, what came later is forgotten. Who listens
    to the machine hears of a way to another time as of one state restored. What the terminal prints
    on that way is not printed again.
    """

    def __init__(self, machine: Machine, interval: int = INTERVAL) -> None:
        self._machine = machine
        self._board = machine.board
        self._interval = interval
        self._timeline = Timeline(machine.snapshot())
        self._way = Way(machine, self._timeline)
        self._taken_to: Cycle | None = None
        """Where it was taken in time, until it goes on from there."""
        self._last = machine.cycles
        self._traveling = False
        machine.listeners.append(self._heard)

    @classmethod
    def again(cls, machine: Machine, recording: PastRecord, interval: int) -> Rewind:
        """What was recorded, on another *machine* of the same kind, which stands at its beginning:
        ``to`` goes anywhere in it.
        """
        machine.restore(recording.start)
        past = cls(machine, interval)
        for event in recording.events:
            past._timeline.add(event)
            if event.verb == "restore":
                past._timeline.begin(event.value)
        past._last, past._taken_to = recording.last, past.first
        return past

    def close(self) -> None:
        self._machine.listeners.remove(self._heard)

    @property
    def first(self) -> Cycle:
        """The earliest cycle there is a way back to."""
        return self._stretches[0].cycle

    @property
    def last(self) -> Cycle:
        """The latest cycle that is known."""
        self._look()
        return max(self._last, self._machine.cycles)

    @property
    def events(self) -> tuple[Event, ...]:
        """What was done from the earliest cycle to now."""
        return self._timeline.events(self._machine.cycles)

    @property
    def recording(self) -> PastRecord:
        """All of the way from the earliest cycle to now."""
        return PastRecord(self._stretches[0].beginning, self.events, self._machine.cycles)

    @property
    def instructions(self) -> int:
        """How many instructions there is a way back by."""
        self._look()
        at, _ = self._way.place()
        with self._way.unchanged():
            before = sum(map(self._way.executed, range(at)))
        return before + self._board.instructions - self._stretches[at].state.instructions

    def keep(self) -> None:
        """Keep the present state if it is time for one."""
        self._look()
        if self._taken_to is not None:
            return
        if self._machine.cycles >= self._stretches[-1].cycle + self._interval:
            self._timeline.begin(self._machine.snapshot())
            self._timeline.thin()

    def to(self, cycle: Cycle) -> None:
        """Be at *cycle*, or at the end of the instruction that it falls in.

        Everything done at that very cycle is done. Raises RewindError before the first cycle that
        is known and after the last.
        """
        if not self.first <= cycle <= self.last:
            raise RewindError(
                f"no way to cycle {cycle:,}; known is {self.first:,} to {self.last:,}"
            )
        with self._travel():
            self._way.go(cycle)

    def to_step(self, cycle: Cycle) -> None:
        """Be where the instruction or the interrupt begins that *cycle* falls in.

        Raises RewindError as ``to`` does.
        """
        if not self.first <= cycle <= self.last:
            self.to(cycle)
        with self._travel():
            self._way.go(max(self.first, cycle - LONGEST_STEP))
            begun = self._board.cycles
            while self._board.cycles < cycle:
                begun = self._board.cycles
                self._way.go(begun + 1)
            if self._board.cycles > cycle:
                self._way.go(begun)

    def back_instructions(self, count: int = 1) -> None:
        """Go back by *count* instructions, to where the instruction before has just ended.

        Raises RewindError when there were not as many.
        """
        if count > self.instructions:
            raise RewindError(f"no way back by {count:,} instructions")
        at, _ = self._way.place()
        with self._travel():
            end = self._board.cycles
            done = self._board.instructions - self._stretches[at].state.instructions
            while count > done or (count == done and self._timeline.is_led_to(at)):
                count -= done
                at, end = at - 1, self._stretches[at].cycle
                done = self._way.executed(at)
            self._way.go_on_by(at, done - count, end - (count + 1) * LONGEST_STEP)

    def pieces(self, since: Cycle) -> Generator[Replay, None, None]:
        """The way from cycle *since* to now in pieces, the latest first; each is a function that
        goes over it again, from where the machine stands then. It is given what does an event.

        When the last piece is asked for, or the iterator is closed, all is as it was.
        """
        self._look()
        now = end = self._machine.cycles
        size, later = FIRST_PIECE, None
        try:
            with self._way.unchanged():
                while later is None or end > since:
                    end = max(since, end - size)
                    at = self._way.cut_at(end)
                    if (stretch := self._stretches[at]) is not later:
                        before = None if later is None else self._stretches.index(later)
                        self._board.state = stretch.beginning
                        yield partial(self._way.forward, at, 0, now, before=before)
                        later = stretch
                    size = min(2 * size, LARGEST_PIECE)
        finally:
            self._timeline.thin()

    # What happens to the machine

    def _heard(self, event: Event) -> None:
        if self._traveling:
            return
        self._look(event.cycle)
        self._forget_later()
        if event.verb == "restore":
            self._last = self._machine.cycles
            self._timeline.restore(event, self._machine.snapshot())
        else:
            self._timeline.add(event)

    def _look(self, cycle: Cycle | None = None) -> None:
        """See whether the machine went on by itself from where it was taken to."""
        now = self._machine.cycles if cycle is None else cycle
        if self._taken_to is not None and now != self._taken_to:
            self._forget_later()

    def _forget_later(self) -> None:
        if self._taken_to is None:
            return
        self._timeline.forget_after(self._taken_to)
        self._last, self._taken_to = self._taken_to, None

    @property
    def _stretches(self) -> list[Stretch]:
        return self._timeline.stretches

    @contextmanager
    def _travel(self) -> Iterator[None]:
        """Within it the machine is taken to another time; who listens hears of a state restored."""
        self._last, terminal = self.last, self._board.terminal
        terminal.advance(self._machine.cycles)
        paper, terminal.paper = terminal.paper, bytearray()
        self._traveling = True
        try:
            yield
            self._machine.do("restore", self._machine.snapshot())
        finally:
            terminal.paper = paper
            self._traveling = False
            self._taken_to = self._machine.cycles

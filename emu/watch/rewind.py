"""Back in time: snapshots at intervals, and everything done to the machine in between.

To be at an earlier cycle, the last snapshot before it is restored and the machine run forward,
with the events that happened then. The way is exact: forward again, the same state comes again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from emu.board import BoardState
from emu.errors import EmuError
from emu.events import Event
from emu.machine import MHZ, Machine

INTERVAL = MHZ
"""Cycles between two snapshots."""
MOST_SNAPSHOTS = 200
MOST_EVENTS = 100_000
LONGEST_STEP = 14
"""Cycles of an interrupt and an instruction."""
_PAGE = 256
_NEAR = 20_000
"""Cycles before a wanted moment at which one more snapshot is held, for those just before it."""


class RewindError(EmuError):
    """There is no way back to there."""


@dataclass(frozen=True)
class _Snapshot:
    """A state before the event with number ``event``; memory in pages that snapshots share."""

    state: BoardState
    pages: tuple[bytes, ...]
    event: int

    def restored(self) -> BoardState:
        return replace(self.state, memory=b"".join(self.pages))


@dataclass(frozen=True)
class PastRecord:
    """What a machine did from its state ``start`` up to cycle ``last``: what was done to it."""

    start: BoardState
    events: tuple[Event, ...]
    last: int


class Rewind:
    """The past of *machine* from now on.

    Whoever runs the machine calls ``keep`` from time to time (before each slice). At
    most *most* snapshots, 3 or more, are held: the older, the sparser. Where the machine is run on
    from an earlier time, or anything is done to it there, what came later is forgotten.
    What the terminal prints on the way to another time is not printed again. A state that somebody
    else restores is a part of the way: an earlier one takes the place of what came after it.
    """

    def __init__(
        self, machine: Machine, interval: int = INTERVAL, most: int = MOST_SNAPSHOTS
    ) -> None:
        self._machine = machine
        self._interval = interval
        self._most = most
        self._snapshots: list[_Snapshot] = []
        self._events: list[Event] = []
        self._near: _Snapshot | None = None
        self._forgotten = 0
        self._done = 0
        self._returned_to: int | None = None
        self._last = machine.cycles
        self._replaying = False
        self._take()
        machine.listeners.append(self._heard)

    @classmethod
    def again(cls, machine: Machine, recording: PastRecord, interval: int) -> Rewind:
        """What was recorded, on another *machine* of the same kind, which stands at its beginning:
        ``to`` goes anywhere in it.
        """
        machine.restore(recording.start)
        past = cls(machine, interval)
        past._events = list(recording.events)
        past._last, past._returned_to = recording.last, past.first
        return past

    def close(self) -> None:
        """Stop listening to the machine."""
        self._machine.listeners.remove(self._heard)

    @property
    def first(self) -> int:
        """The earliest cycle there is a way back to."""
        return self._snapshots[0].state.cycles

    @property
    def beginning(self) -> BoardState:
        """The state at the earliest cycle, before what was done at that very cycle."""
        return self._snapshots[0].restored()

    @property
    def last(self) -> int:
        """The latest cycle that is known."""
        self._look()
        return max(self._last, self._machine.cycles)

    @property
    def events(self) -> tuple[Event, ...]:
        """What was done on the way from there to now."""
        return tuple(self._events[: self._done - self._forgotten])

    @property
    def recording(self) -> PastRecord:
        """All of the way from there to now."""
        return PastRecord(self.beginning, self.events, self._machine.cycles)

    @property
    def instructions(self) -> int:
        """How many instructions there is a way back by."""
        return self._machine.instructions - self._snapshots[0].state.instructions

    def keep(self) -> None:
        """Take a snapshot if it is time for one."""
        self._look()
        self._take_in_time()

    def _take_in_time(self) -> None:
        if self._machine.cycles >= self._snapshots[-1].state.cycles + self._interval:
            self._take()

    def to(self, cycle: int) -> None:
        """Be at *cycle*, or at the end of the instruction that it falls in.

        Everything done at that very cycle is done. Raises RewindError before the first snapshot
        and after the last known cycle.
        """
        self._look()
        if not self.first <= cycle <= self.last:
            raise RewindError(
                f"no way to cycle {cycle:,}; known is {self.first:,} to {self.last:,}"
            )
        self._last = self.last
        with self._replay():
            if cycle < self._machine.cycles:
                snapshot = self._before(cycle)
                self._machine.restore(snapshot.restored())
                self._done = snapshot.event
                if self._machine.cycles < cycle - 2 * _NEAR:
                    self._forward(cycle - _NEAR)
                    self._near = self._snapshot()
            self._forward(cycle)

    def back_instructions(self, count: int = 1) -> None:
        """Go back by *count* instructions, to where the instruction before has just ended.

        Raises RewindError when there were not as many.
        """
        self._look()
        now, wanted = self._machine.cycles, self._machine.instructions - count
        if count > self.instructions:
            raise RewindError(f"no way back by {count:,} instructions")
        margin = count * LONGEST_STEP
        while self._machine.instructions > wanted:
            self.to(max(self.first, now - margin))
            margin *= 2
        with self._replay():
            while self._machine.instructions < wanted:
                self._machine.run(1)
                self._do_events(self._machine.cycles)

    def _heard(self, event: Event) -> None:
        if self._replaying:
            return
        self._look(event.cycle)
        self._cut(event.cycle)
        if event.verb == "restore":
            now, self._near = self._machine.cycles, None
            self._snapshots = [s for s in self._snapshots if s.state.cycles < now]
            self._events = [e for e in self._events if e.cycle < now]
            if self._snapshots:
                self._events.append(Event(min(event.cycle, now), "restore", event.value))
            self._done = self._forgotten + len(self._events)
            self._last = now
            self._take()
            return
        self._events.append(event)
        self._done += 1
        self._forget()

    def _look(self, cycle: int | None = None) -> None:
        """See whether the machine went on by itself from where it was taken back to."""
        now = self._machine.cycles if cycle is None else cycle
        if self._returned_to is not None and now != self._returned_to:
            self._cut(self._returned_to)

    def _cut(self, cycle: int) -> None:
        if self._returned_to is None:
            return
        self._returned_to = self._near = None
        del self._events[self._done - self._forgotten :]
        self._snapshots = [s for s in self._snapshots if s.event <= self._done]
        self._snapshots = [s for s in self._snapshots if s.state.cycles <= cycle]
        self._last = cycle

    @contextmanager
    def _replay(self) -> Iterator[None]:
        self._replaying = True
        try:
            yield
        finally:
            self._machine.printed()
            self._replaying = False
            self._returned_to = self._machine.cycles

    def _before(self, cycle: int) -> _Snapshot:
        held = [*self._snapshots, *([self._near] if self._near else [])]
        return max(
            (s for s in held if s.state.cycles <= cycle), key=lambda s: (s.state.cycles, s.event)
        )

    def _forward(self, cycle: int) -> None:
        self._do_events(cycle)
        self._run(cycle)
        self._do_events(self._machine.cycles)

    def _run(self, cycle: int) -> None:
        while self._machine.cycles < cycle:
            self._machine.run(min(self._interval, cycle - self._machine.cycles))
            self._take_in_time()

    def _do_events(self, until: int) -> None:
        """Do all that was done up to cycle *until*, each at its time."""
        while (number := self._done - self._forgotten) < len(self._events):
            event = self._events[number]
            if event.cycle > until:
                return
            self._run(event.cycle)
            self._machine.do(event.verb, event.value)
            self._done += 1

    def _take(self) -> None:
        self._snapshots.append(self._snapshot())
        if len(self._snapshots) > self._most:
            cycles = [s.state.cycles for s in self._snapshots]
            now = cycles[-1]
            # the one whose gap, without it, were smallest beside its age
            del self._snapshots[
                min(
                    range(1, len(cycles) - 1),
                    key=lambda i: (cycles[i + 1] - cycles[i - 1]) / (now - cycles[i - 1] + 1),
                )
            ]

    def _snapshot(self) -> _Snapshot:
        state = self._machine.snapshot()
        memory = state.memory
        pages = tuple(memory[i : i + _PAGE] for i in range(0, len(memory), _PAGE))
        if self._snapshots:
            before = self._snapshots[-1].pages
            pages = tuple(
                old if old == new else new for old, new in zip(before, pages, strict=True)
            )
        return _Snapshot(replace(state, memory=b""), pages, self._done)

    def _forget(self) -> None:
        while len(self._events) > MOST_EVENTS and len(self._snapshots) > 1:
            self._near = None
            del self._snapshots[0]
            gone = self._snapshots[0].event - self._forgotten
            del self._events[:gone]
            self._forgotten += gone

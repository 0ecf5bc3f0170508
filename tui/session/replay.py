"""The last reply once more: any moment of it, on a machine of its own beside the game's."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from emu.board import BoardState
from emu.events import Event
from emu.machine import Machine
from emu.watch.rewind import Rewind
from tui.session.past import WayBack

_NO_FURTHER = "the last reply begins here; Undo takes back the move before it"
_SHORTEST_STEP = 20_000
_SNAPSHOTS = 100


class ReplyRecord:
    """What is done to *machine* from now until ``end`` is called."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.start: BoardState = machine.snapshot()
        self._events: list[Event] = []
        self.last = machine.cycles
        machine.listeners.append(self._events.append)

    @property
    def first(self) -> int:
        """The cycle at which it began."""
        return self.start.cycles

    def end(self) -> None:
        """It ends now."""
        self.drop()
        self.last = self._machine.cycles

    @property
    def _hears(self) -> bool:
        return self._events.append in self._machine.listeners

    def drop(self) -> None:
        """Hear no more."""
        if self._hears:
            self._machine.listeners.remove(self._events.append)

    @property
    def events(self) -> list[Event]:
        """What was done on the way that led to its end: what was taken back does not count."""
        way: list[Event] = []
        for event in self._events:
            while way and way[-1].cycle > event.cycle:
                way.pop()
            way.append(event)
        last = max(self.last, self._machine.cycles) if self._hears else self.last
        return [one for one in way if one.verb != "restore" and one.cycle <= last]

    @property
    def keys(self) -> tuple[tuple[int, str], ...]:
        """The keys that were pressed, each with its cycle."""
        down = [(one.cycle, one.value) for one in self.events if one.verb == "key down"]
        return tuple(dict.fromkeys(down))


class Replay(WayBack):
    """The machine of a *recording* at ``machine.cycles``; *build* makes one like the game's."""

    def __init__(self, recording: ReplyRecord, build: Callable[[], Machine]) -> None:
        self.first, self.last = recording.first, recording.last
        interval = max(_SHORTEST_STEP, (self.last - self.first) // _SNAPSHOTS)
        machine = build()
        machine.restore(recording.start)
        super().__init__(machine, Rewind(machine, interval), _NO_FURTHER)
        self._interval, self._events = interval, deque(recording.events)

    def _run(self, cycle: int) -> None:
        while self.machine.cycles < cycle:
            self.machine.run(min(self._interval, cycle - self.machine.cycles))
            self.rewind.keep()

    def to(self, cycle: int) -> None:
        """Be at *cycle*, or as near as the reply goes; what was not yet gone through is now."""
        cycle = max(self.first, min(cycle, self.last))
        if cycle < (known := self.rewind.last):
            self.rewind.to(cycle)
            return
        self.rewind.to(known)
        while self._events and self._events[0].cycle <= cycle:
            event = self._events.popleft()
            self._run(event.cycle)
            self.machine.do(event.verb, event.value)
        self._run(cycle)

    def step(self) -> None:
        """One instruction on, within the reply."""
        if self.machine.cycles < self.last:
            self.to(self.machine.cycles + 1)

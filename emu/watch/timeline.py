"""The past of a machine as states, and what was done to it from each to the next.

The past is a list of stretches. One invariant holds: the machine in the state that a stretch begins
with, run on, with the events of that stretch done each at its cycle, comes to the state that the
next one begins with; and no cycle along the list is earlier than one before. So any stretch may be
cut in two where the machine comes by, and two become one by adding their events.

A state restored from outside is an event like others, the last of its stretch. One of an earlier
cycle takes the place of all that came after that cycle. Where the way is gone again and is already
in the state that is to be restored, nothing was done that counts, and the event is forgotten.
"""

from bisect import bisect_right
from dataclasses import dataclass, field, replace

from emu.board_state import BoardState
from emu.events import Event
from emu.units import Cycle

MOST_STATES = 200
MOST_EVENTS = 100_000
_PAGE = 256


@dataclass(eq=False)
class Stretch:
    """It begins with ``state``, whose memory is in pages that stretches share; then ``events``."""

    state: BoardState
    pages: tuple[bytes, ...]
    events: list[Event] = field(default_factory=list)

    @property
    def cycle(self) -> Cycle:
        return self.state.cycles

    @property
    def restores(self) -> bool:
        """Whether it ends with a state from outside."""
        return bool(self.events) and self.events[-1].verb == "restore"

    @property
    def beginning(self) -> BoardState:
        """The whole of its ``state``."""
        return replace(self.state, memory=b"".join(self.pages))


class Timeline:
    """The stretches, the first of which begins with *state*."""

    def __init__(self, state: BoardState) -> None:
        self.stretches: list[Stretch] = []
        self.begin(state)

    def place(self, cycle: Cycle) -> tuple[int, int]:
        """The stretch in which a machine at *cycle* is, and how many of its events are done: all
        up to that cycle.
        """
        at = bisect_right(self.stretches, cycle, key=lambda one: one.cycle) - 1
        return at, bisect_right(self.stretches[at].events, cycle, key=lambda one: one.cycle)

    def events(self, cycle: Cycle) -> tuple[Event, ...]:
        """All that was done up to *cycle*."""
        at, done = self.place(cycle)
        before = (event for one in self.stretches[:at] for event in one.events)
        return (*before, *self.stretches[at].events[:done])

    def is_led_to(self, at: int) -> bool:
        """Whether the machine came to the stretch *at* by itself."""
        return at > 0 and not self.stretches[at - 1].restores

    def begin(self, state: BoardState, at: int | None = None, events: int = 0) -> None:
        """Let a stretch begin with *state*, as the last or at a place in the list; the one before
        keeps so many of its *events* then.
        """
        if at is None:
            self.stretches.append(Stretch(*self._paged(state, len(self.stretches))))
            return
        made, before = Stretch(*self._paged(state, at)), self.stretches[at - 1]
        made.events, before.events = before.events[events:], before.events[:events]
        self.stretches.insert(at, made)

    def _paged(self, state: BoardState, at: int) -> tuple[BoardState, tuple[bytes, ...]]:
        memory = state.memory
        pages = tuple(memory[i : i + _PAGE] for i in range(0, len(memory), _PAGE))
        if at:
            pairs = zip(self.stretches[at - 1].pages, pages, strict=True)
            pages = tuple(old if old == new else new for old, new in pairs)
        return replace(state, memory=b""), pages

    def thin(self) -> None:
        """Join stretches while there are too many, those first whose joining leaves the smallest
        gap beside its age.
        """
        while len(self.stretches) > MOST_STATES:
            cycles = [one.cycle for one in self.stretches]
            at = min(
                filter(self.is_led_to, range(1, len(cycles) - 1)),
                key=lambda i: (cycles[i + 1] - cycles[i - 1]) / (cycles[-1] - cycles[i - 1] + 1),
                default=0,
            )
            joined = self.stretches.pop(at)
            if at:
                self.stretches[at - 1].events += joined.events

    def add(self, event: Event) -> None:
        """*event* was done; of too many the earliest are forgotten."""
        self.stretches[-1].events.append(event)
        while len(self.stretches) > 1 and self._event_count() > MOST_EVENTS:
            del self.stretches[0]

    def _event_count(self) -> int:
        return sum(len(one.events) for one in self.stretches)

    def restore(self, event: Event, state: BoardState) -> None:
        """The *state* of *event* was restored: it takes the place of all that came after it."""
        now = state.cycles
        while self.stretches and self.stretches[-1].cycle > now:
            self.stretches.pop()
            if self.stretches and self.stretches[-1].restores:
                self.stretches[-1].events.pop()
        if self.stretches:
            latest = self.stretches[-1]
            latest.events = [one for one in latest.events if one.cycle <= now]
            if latest.cycle == now and latest.beginning == state:
                latest.events.clear()
                return
            self.add(Event(min(event.cycle, now), "restore", event.value))
        self.begin(state)
        self.thin()

    def forget_after(self, cycle: Cycle) -> None:
        """What was done after *cycle* never was."""
        at, done = self.place(cycle)
        del self.stretches[at + 1 :], self.stretches[at].events[done:]

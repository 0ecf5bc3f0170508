"""A way back of a machine of the session, and the last reply once more beside the game."""

from collections.abc import Callable, Generator
from typing import TypeAlias

from emu.machine import MHZ, Machine
from emu.units import Cycle
from emu.watch.past_search import CHANGES, READS, VISITS, PastAccess, PastSearch
from emu.watch.rewind import PastRecord, Rewind, RewindError
from tui.session.governor import Governor
from tui.session.speeds import lasting

LOOKED_BACK = 3 * MHZ
"""Cycles in which an access is looked for: some seconds of the host's time at worst."""
_SHORTEST_STEP = 20_000
_SNAPSHOTS = 100
Steps: TypeAlias = Generator[float, None, str]


class WayBack:
    """Takes *machine* back on the way that *rewind* knows (None: from now on), to an instruction
    that is about to be carried out; where there is no way, RewindError says *no_further*.

    Each way back is limited by the cycle *end*. It goes on by steps, which tell how much of the
    past is searched, 0 to 1; its result is what is to be told of it. It raises RewindError, also
    where nothing is found as far back as is looked.
    """

    def __init__(self, machine: Machine, no_further: str, rewind: Rewind | None = None) -> None:
        self.machine = machine
        self.rewind = rewind or Rewind(machine)
        self._no_further = no_further

    def back(self, end: Cycle, cycles: int | None) -> Steps:
        """Go back by so many *cycles*, None: all the way."""
        yield from ()
        now = self._now(end)
        self.rewind.to(end if cycles is None else max(end, now - cycles))
        return ""

    def step_back(self, end: Cycle) -> Steps:
        """Go back by one instruction."""
        yield from ()
        self._now(end)
        self.rewind.back_instructions()
        return ""

    def to_access(self, end: Cycle, address: int, written: bool) -> Steps:
        """Go back to what last wrote the byte at *address*, or read it."""
        past = self._past(end)
        what = f"${address:04X} was not {'written' if written else 'read'}"
        found = yield from past.searching(address, CHANGES if written else READS)
        return f"${address:04X}: {_told(self._go_to(found, past, what), written)}"

    def to_halt(self, end: Cycle, governor: Governor) -> Steps:
        """Go back to the last breakpoint or watched change."""
        past, met = self._past(end), []
        for points, kinds in zip(governor.halts_of(self.machine), (VISITS, CHANGES), strict=True):
            for at, wanted in points.items():
                met.append((yield from past.searching(at, kinds, wanted)))
        found = max(filter(None, met), key=lambda one: one.cycle, default=None)
        self._go_to(found, past, "no breakpoint or watchpoint was met")
        return ""

    def _now(self, end: Cycle) -> Cycle:
        if self.machine.cycles <= end:
            raise RewindError(self._no_further)
        return self.machine.cycles

    def _past(self, end: Cycle) -> PastSearch:
        return PastSearch(self.machine, self.rewind, min(LOOKED_BACK, self._now(end) - end))

    def _go_to(self, found: PastAccess | None, past: PastSearch, otherwise: str) -> PastAccess:
        if found is None:
            looked = lasting(self.machine.cycles - past.earliest)
            raise RewindError(f"{otherwise} in the last {looked}")
        past.go(found)
        return found


How = Callable[[WayBack, Cycle], Steps]
"""One of the ways back of a `WayBack`."""


def _told(found: PastAccess, written: bool) -> str:
    what = f"{found.value:02X} written (was {found.before:02X})" if written else "read"
    by = "from outside" if found.pc is None else f"by the instruction at ${found.pc:04X}"
    return f"{what} {by}"


class Replay(WayBack):
    """A *recording* once more, on *machine*."""

    def __init__(self, machine: Machine, recording: PastRecord, no_further: str) -> None:
        self.last = recording.last
        interval = max(_SHORTEST_STEP, (self.last - recording.start.cycles) // _SNAPSHOTS)
        super().__init__(machine, no_further, Rewind.again(machine, recording, interval))

    def to(self, cycle: Cycle) -> None:
        """Be at *cycle*, or as near as it goes."""
        self.rewind.to(max(self.rewind.first, min(cycle, self.last)))

    def step(self) -> None:
        """Carry out one instruction."""
        self.to(self.machine.cycles + 1)

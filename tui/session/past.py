"""A way back of a machine of the live session, and the last reply once more beside the game."""

from __future__ import annotations

from emu.machine import MHZ, Machine
from emu.units import Cycle
from emu.watch.past_search import PastAccess, PastSearch
from emu.watch.rewind import PastRecord, Rewind, RewindError
from tui.session import commands as c
from tui.session.governor import Governor

LOOKED_BACK = 3 * MHZ
"""Cycles in which an access is looked for: some seconds of the host's time at worst."""
_SHORTEST_STEP = 20_000
_SNAPSHOTS = 100


class WayBack:
    """Takes *machine* back on the way that *rewind* knows (None: from now on); where there is none,
    RewindError says *no_further*.
    """

    def __init__(self, machine: Machine, no_further: str, rewind: Rewind | None = None) -> None:
        self.machine = machine
        self.rewind = rewind or Rewind(machine)
        self._no_further = no_further

    def go(self, command: c.Command, end: Cycle, governor: Governor) -> str:
        """Go back as *command* says, never beyond the cycle *end*: to an instruction that is about
        to be carried out. What is to be told of it.

        Raises RewindError, also where nothing is found as far back as is looked.
        """
        now = self.machine.cycles
        if now <= end:
            raise RewindError(self._no_further)
        past = PastSearch(self.machine, self.rewind, min(LOOKED_BACK, now - end))
        match command:
            case c.Command(c.Back, (cycles,)):
                self.rewind.to(end if cycles is None else max(end, now - cycles))
            case c.Command(c.StepBack):
                self.rewind.back_instructions()
            case c.Command(c.BackToAccess, (address, written)):
                what = f"${address:04X} was not {'written' if written else 'read'}"
                found = past.last_write(address) if written else past.last_read(address)
                return f"${address:04X}: {_told(self._go_to(found, past, what), written)}"
            case c.Command(c.BackToHalt):
                breakpoints, watchpoints = governor.halts_of(self.machine)
                met = [past.last_visit(at, wanted) for at, wanted in breakpoints.items()]
                met += [past.last_write(at, wanted) for at, wanted in watchpoints.items()]
                found = max(filter(None, met), key=lambda one: one.cycle, default=None)
                self._go_to(found, past, "no breakpoint or watchpoint was met")
        return ""

    def _go_to(self, found: PastAccess | None, past: PastSearch, otherwise: str) -> PastAccess:
        if found is None:
            seconds = (self.machine.cycles - past.earliest) / MHZ
            raise RewindError(f"{otherwise} in the last {seconds:.2g} s")
        past.go(found)
        return found


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

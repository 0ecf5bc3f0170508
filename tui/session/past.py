"""A way back of a machine of the live session, and the last reply once more beside the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emu.machine import MHZ, Machine
from emu.units import Cycle
from emu.watch.past_search import PastAccess, PastSearch, Wanted
from emu.watch.rewind import Recording, Rewind, RewindError

LOOKED_BACK = 3 * MHZ
"""Cycles in which an access is looked for: some seconds of the host's time at worst."""
_SHORTEST_STEP = 20_000
_SNAPSHOTS = 100


class WayBack:
    """Takes *machine* back on the way that *rewind* knows (None: from now on), never beyond the
    cycle ``end``; where it stands there, RewindError says *no_further*.
    """

    def __init__(self, machine: Machine, no_further: str, rewind: Rewind | None = None) -> None:
        self.machine = machine
        self.rewind = rewind or Rewind(machine)
        self._no_further = no_further

    def back(self, cycles: int | None, end: Cycle) -> None:
        """Go back by *cycles*, or as far as there is a way."""
        self._expect_later(end)
        self.rewind.to(end if cycles is None else max(end, self.machine.cycles - cycles))

    def step_back(self, end: Cycle) -> None:
        """Go back by one instruction."""
        self._expect_later(end)
        self.rewind.back_instructions()

    def _expect_later(self, end: Cycle) -> None:
        if self.machine.cycles <= end:
            raise RewindError(self._no_further)

    def to_access(self, address: int, written: bool, end: Cycle) -> PastAccess:
        """Go back to where the byte at *address* was last *written*, or read: the instruction is
        about to be carried out.

        Raises RewindError when nothing did so since cycle *end*, or as far back as is looked.
        """
        what = f"${address:04X} was not {'written' if written else 'read'}"
        return self._to_last(
            lambda past: past.last_write(address) if written else past.last_read(address),
            what,
            end,
        )

    def to_halt(
        self, breakpoints: Mapping[int, Wanted], watchpoints: Mapping[int, Wanted], end: Cycle
    ) -> PastAccess:
        """Go back to the last instruction at one of *breakpoints*, or that wrote a byte at one of
        *watchpoints*, as is wanted there; it is about to be carried out.

        Raises RewindError as ``to_access`` does.
        """

        def search(past: PastSearch) -> PastAccess | None:
            found = [past.last_visit(at, wanted) for at, wanted in breakpoints.items()]
            found += [past.last_write(at, wanted) for at, wanted in watchpoints.items()]
            return max(filter(None, found), key=lambda one: one.cycle, default=None)

        return self._to_last(search, "no breakpoint or watchpoint was met", end)

    def _to_last(
        self, search: Callable[[PastSearch], PastAccess | None], what: str, end: Cycle
    ) -> PastAccess:
        self._expect_later(end)
        now = self.machine.cycles
        past = PastSearch(self.machine, self.rewind, min(LOOKED_BACK, now - end))
        if (found := search(past)) is None:
            seconds = (now - past.earliest) / MHZ
            raise RewindError(f"{what} in the last {seconds:.2g} s")
        past.go(found)
        return found


class Replay(WayBack):
    """A *recording* once more, on *machine*."""

    def __init__(self, machine: Machine, recording: Recording, no_further: str) -> None:
        self.last = recording.last
        interval = max(_SHORTEST_STEP, (self.last - recording.start.cycles) // _SNAPSHOTS)
        super().__init__(machine, no_further, Rewind.again(machine, recording, interval))

    def to(self, cycle: Cycle) -> None:
        """Be at *cycle*, or as near as it goes."""
        self.rewind.to(max(self.rewind.first, min(cycle, self.last)))

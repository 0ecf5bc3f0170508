"""Which routines the last cycles of a machine's past went to."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Generator

from emu.events import VERBS, Event
from emu.machine import Machine
from emu.units import Address, Cycle, Cycles
from emu.watch.debug import JSR
from emu.watch.rewind import Replay, Rewind
from emu.watch.trace import FETCHED, BusAccess, Filter, Trace, tapped

_WANTED = Filter(kinds=frozenset({FETCHED}))


def spending(
    machine: Machine, past: Rewind, since: Cycle
) -> Generator[float, None, tuple[tuple[Address, Cycles], ...]]:
    """Go over the *past* of *machine* from cycle *since* to now again; it is as it was afterwards.

    It tells how much of that is done, 0 to 1. Its result are routines by address and their cycles,
    most cycles first. A routine goes from an address that was called to the next one.
    """
    now, count = machine.cycles, _Count(machine, since)
    for again in past.pieces(since):
        begun = machine.cycles
        count.go_over(again)
        yield min(1.0, (now - begun) / max(1, now - since))
    return count.routines


class _Count:
    def __init__(self, machine: Machine, since: Cycle) -> None:
        self._board, self._since = machine.board, since
        self._cycles: Counter[Address] = Counter()
        self._called: set[Address] = set()
        self._last: BusAccess | None = None

    def go_over(self, again: Replay) -> None:
        """Count the instructions of one piece of the past."""
        self._last = None
        with tapped(self._board, Trace(self._heard, _WANTED)):
            again(self._do)
        self._put_down(self._board.cycles)

    @property
    def routines(self) -> tuple[tuple[Address, Cycles], ...]:
        """What there is of each, by its address; before the first one called: the first seen."""
        beginnings = sorted(self._called | set(sorted(self._cycles)[:1]))
        found: Counter[Address] = Counter()
        for address, cycles in self._cycles.items():
            found[beginnings[bisect_right(beginnings, address) - 1]] += cycles
        return tuple(found.most_common())

    def _heard(self, access: BusAccess) -> None:
        if self._last is not None and self._last.value == JSR:
            self._called.add(access.pc)
        self._put_down(access.cycle)
        self._last = access

    def _put_down(self, end: Cycle) -> None:
        if self._last is not None:
            self._cycles[self._last.pc] += max(0, end - max(self._last.cycle, self._since))

    def _do(self, event: Event) -> None:
        VERBS[event.verb].act(self._board, event.value)

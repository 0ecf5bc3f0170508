"""The way back of the live session's machine: as far as the game has no memory of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from emu.events import Event
from emu.machine import MHZ, Machine
from emu.watch.past_search import PastAccess, PastSearch, Wanted
from emu.watch.rewind import Rewind, RewindError

LOOKED_BACK = 3 * MHZ
"""Cycles in which an access is looked for: some seconds of the host's time at worst."""
_NO_FURTHER = "no way back beyond the game's last key or move; Undo takes back the last move"


class WayBack:
    """Takes *machine* back on the way that *rewind* knows, never beyond the cycle ``end``; where it
    stands there, RewindError says *no_further*.
    """

    def __init__(self, machine: Machine, rewind: Rewind, no_further: str) -> None:
        self.machine = machine
        self.rewind, self._no_further = rewind, no_further
        self._going = False

    def back(self, cycles: int | None, end: int) -> None:
        """Go back by *cycles*, or as far as there is a way."""
        with self._going_back(end):
            self.rewind.to(end if cycles is None else max(end, self.machine.cycles - cycles))

    def step_back(self, end: int) -> None:
        """Go back by one instruction."""
        with self._going_back(end):
            self.rewind.back_instructions()

    @contextmanager
    def _going_back(self, end: int) -> Iterator[None]:
        if self.machine.cycles <= end:
            raise RewindError(self._no_further)
        self._going = True
        try:
            yield
        finally:
            self._going = False

    def to_access(self, address: int, written: bool, end: int) -> PastAccess:
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
        self, breakpoints: Mapping[int, Wanted], watchpoints: Mapping[int, Wanted], end: int
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
        self, search: Callable[[PastSearch], PastAccess | None], what: str, end: int
    ) -> PastAccess:
        with self._going_back(end):
            now = self.machine.cycles
            past = PastSearch(self.machine, self.rewind, min(LOOKED_BACK, now - end))
            if (found := search(past)) is None:
                seconds = (now - past.earliest) / MHZ
                raise RewindError(f"{what} in the last {seconds:.2g} s")
            past.go(found)
            return found


class Past(WayBack):
    """The past of *machine* from now on."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine, Rewind(machine), _NO_FURTHER)
        self._last_done = machine.cycles
        machine.listeners.append(self._heard)

    def close(self) -> None:
        """Forget it."""
        self.rewind.close()
        self.machine.listeners.remove(self._heard)

    @property
    def at_its_beginning(self) -> bool:
        """Whether there is no way back from here."""
        return self.machine.cycles <= self.rewind.first

    def end(self, keying: bool) -> int:
        """The cycle beyond which there is no way: with *keying*, that of the last key."""
        return self._last_done if keying else self.rewind.first

    def _heard(self, _: Event) -> None:
        if not self._going:
            self._last_done = self.machine.cycles

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
_END = "no way back beyond the game's last key or move; Undo takes back the last move"
NO_FURTHER = "the last reply begins here; Undo takes back the move before it"


class LookBack:
    """Takes *machine* to what happened on the way that *rewind* knows."""

    def __init__(self, machine: Machine, rewind: Rewind) -> None:
        self._machine, self._rewind = machine, rewind

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
        now = self._machine.cycles
        past = PastSearch(self._machine, self._rewind, min(LOOKED_BACK, now - end))
        if (found := search(past)) is None:
            seconds = (now - past.earliest) / MHZ
            raise RewindError(f"{what} in the last {seconds:.2g} s")
        past.go(found)
        return found


class Past:
    """The past of *machine* from now on."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._rewind = Rewind(machine)
        self._looking = LookBack(machine, self._rewind)
        self._last_done = machine.cycles
        self._going = False
        machine.listeners.append(self._heard)

    def close(self) -> None:
        """Forget it."""
        self._rewind.close()
        self._machine.listeners.remove(self._heard)

    def keep(self) -> None:
        """To be called before every slice."""
        self._rewind.keep()

    def back(self, cycles: int | None, keying: bool) -> None:
        """Go back by *cycles*, or as far as there is a way; None: all the way.

        While somebody is *keying* for the game, that is to the last key that went down or up.
        Raises RewindError when there is none.
        """
        end = self._end(keying)
        with self._going_back():
            self._rewind.to(end if cycles is None else max(end, self._machine.cycles - cycles))

    def step_back(self, keying: bool) -> None:
        """Go back by one instruction.

        Raises RewindError as ``back`` does.
        """
        self._end(keying)
        with self._going_back():
            self._rewind.back_instructions()

    def to_access(self, address: int, written: bool, keying: bool) -> PastAccess:
        """As `LookBack.to_access`; raises RewindError as ``back`` does as well."""
        end = self._end(keying)
        with self._going_back():
            return self._looking.to_access(address, written, end)

    def to_halt(
        self, breakpoints: Mapping[int, Wanted], watchpoints: Mapping[int, Wanted], keying: bool
    ) -> PastAccess:
        """As `LookBack.to_halt`; raises RewindError as ``back`` does as well."""
        end = self._end(keying)
        with self._going_back():
            return self._looking.to_halt(breakpoints, watchpoints, end)

    @property
    def at_its_beginning(self) -> bool:
        """Whether there is no way back from here."""
        return self._machine.cycles <= self._rewind.first

    def _end(self, keying: bool) -> int:
        end = self._last_done if keying else self._rewind.first
        if self._machine.cycles <= end:
            raise RewindError(_END)
        return end

    @contextmanager
    def _going_back(self) -> Iterator[None]:
        self._going = True
        try:
            yield
        finally:
            self._going = False

    def _heard(self, _: Event) -> None:
        if not self._going:
            self._last_done = self._machine.cycles

"""The way back of the live session's machine: as far as the game has no memory of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from emu.events import Event
from emu.machine import Machine
from emu.watch.rewind import Rewind, RewindError

_END = "no way back beyond the game's last key or move; Undo takes back the last move"


class Past:
    """The past of *machine* from now on."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._rewind = Rewind(machine)
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

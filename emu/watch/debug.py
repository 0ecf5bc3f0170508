"""Breakpoints, watchpoints, and a machine that runs in slices under somebody's eye.

A run of the machine may be long and may stand deep within other code; whoever watches it has to
look in from time to time, hold it, or give it up. :class:`SupervisedMachine` asks its supervisor
before every slice; to hold the machine the supervisor simply does not return.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from emu.bus import Expansion
from emu.errors import EmuError
from emu.machine import POLLING, Machine

JSR = 0x20
JSR_SIZE = 3


class Stopped(EmuError):
    """The run was given up from outside."""

    def __init__(self, why: str = "stopped") -> None:
        super().__init__(why)


@dataclass(frozen=True)
class Halt:
    """Why the machine stands: at a breakpoint (``address``) or after a byte there changed."""

    pc: int
    watched: int | None = None
    before: int = 0
    after: int = 0

    def __str__(self) -> str:
        if self.watched is None:
            return f"breakpoint at ${self.pc:04X}"
        return f"${self.watched:04X} changed from ${self.before:02X} to ${self.after:02X}"


class Supervisor(Protocol):
    """Who looks in before every slice."""

    @property
    def breakpoints(self) -> frozenset[int]:
        """Addresses of instructions to halt before."""

    @property
    def watchpoints(self) -> frozenset[int]:
        """Addresses of bytes whose change halts."""

    def next_slice(self, machine: SupervisedMachine) -> int:
        """Called before a slice; its length in cycles (1: one instruction).

        May take its time, take the machine back to an earlier one, and raise :class:`Stopped`.
        """

    def halted(self, machine: SupervisedMachine, halt: Halt) -> None:
        """A breakpoint or watchpoint was met; ``next_slice`` follows."""


class SupervisedMachine(Machine):
    """A machine whose runs go slice by slice once ``supervisor`` is set.

    Breakpoints halt before their instruction, watchpoints after the one that changed their byte.
    """

    supervisor: Supervisor | None = None

    @contextmanager
    def unwatched(self) -> Iterator[None]:
        """Within it the supervisor is not asked."""
        supervisor, self.supervisor = self.supervisor, None
        try:
            yield
        finally:
            self.supervisor = supervisor

    def loop(self, instructions: int = POLLING) -> int | None:
        """As in `Machine`; None as well while a breakpoint or watchpoint could be in the loop."""
        supervisor = self.supervisor
        if supervisor and (supervisor.breakpoints or supervisor.watchpoints):
            return None
        return super().loop(instructions)

    def _advance(
        self, until: int, stops: Collection[int] = (), stop_at_keypad: bool = False
    ) -> bool:
        if self.supervisor is None:
            return super()._advance(until, stops, stop_at_keypad)
        while True:
            length = self.supervisor.next_slice(self)
            end = min(until, self.cycles + length)
            if self._slice(self.supervisor, end, stops, stop_at_keypad):
                return True
            if self.cycles >= until:
                return False

    def _slice(
        self, supervisor: Supervisor, end: int, stops: Collection[int], stop_at_keypad: bool
    ) -> bool:
        if supervisor.watchpoints:
            return self._watched_slice(supervisor, end, stops, stop_at_keypad)
        every = {*stops, *supervisor.breakpoints} if supervisor.breakpoints else stops
        if not super()._advance(end, every, stop_at_keypad):
            return False
        return self._arrived(supervisor, stops, stop_at_keypad)

    def _watched_slice(
        self, supervisor: Supervisor, end: int, stops: Collection[int], stop_at_keypad: bool
    ) -> bool:
        """The same, instruction by instruction."""
        watched = sorted(supervisor.watchpoints)
        before = [self.peek(address) for address in watched]
        every = {*stops, *supervisor.breakpoints}
        while True:
            halted = super()._advance(self.cycles + 1, every, stop_at_keypad)
            after = [self.peek(address) for address in watched]
            if after != before:
                for address, old, new in zip(watched, before, after, strict=True):
                    if old != new:
                        supervisor.halted(self, Halt(self.registers.pc, address, old, new))
                return halted and self._asked_for(stops, stop_at_keypad)
            if halted:
                return self._arrived(supervisor, stops, stop_at_keypad)
            if self.cycles >= end:
                return False

    def _arrived(
        self, supervisor: Supervisor, stops: Collection[int], stop_at_keypad: bool
    ) -> bool:
        pc = self.registers.pc
        if pc in supervisor.breakpoints:
            supervisor.halted(self, Halt(pc))
        return self._asked_for(stops, stop_at_keypad)

    def _asked_for(self, stops: Collection[int], stop_at_keypad: bool) -> bool:
        return self.registers.pc in stops or (stop_at_keypad and self.board.keypad_read)

    def after_call(self) -> int | None:
        """Where the subroutine called by the next instruction returns to; None if it is no JSR."""
        pc = self.registers.pc
        return pc + JSR_SIZE & 0xFFFF if self.peek(pc) == JSR else None


def supervised(
    supervisor: Supervisor,
) -> Callable[[bytes, Iterable[Expansion]], SupervisedMachine]:
    """A builder of machines under *supervisor*."""

    def build(monitor: bytes, expansions: Iterable[Expansion]) -> SupervisedMachine:
        machine = SupervisedMachine(monitor, expansions)
        machine.supervisor = supervisor
        return machine

    return build

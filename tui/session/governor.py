"""Holds the machine to its clock, and holds it altogether when somebody wants to look."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from emu.machine import MHZ
from emu.watch.debug import Halt, SupervisedMachine

GLANCE = 0.008
"""Seconds of the host between two looks at the outside world."""
LATE = 0.1
"""Seconds behind the clock after which the clock is set anew."""
_SHORTEST, _LONGEST = 1_000, 4 * MHZ
_GROWTH = 1.5
"""A slice may be this much longer than the last: slow code is met with a short one."""
_ONE_INSTRUCTION = 1


class Governor:
    """Supervises a machine. ``look_in`` is called every few milliseconds, ``idle`` while it is
    held; both may raise :class:`~emu.watch.debug.Stopped`.
    """

    def __init__(self, look_in: Callable[[], None], idle: Callable[[], None]) -> None:
        self.speed: float | None = None
        self.held = False
        self.halt: Halt | None = None
        self.user_breakpoints: frozenset[int] = frozenset()
        self.watchpoints: frozenset[int] = frozenset()
        self._look_in, self._idle = look_in, idle
        self._target: tuple[int, int] | None = None
        self._step = False
        self._rate = 1.0 * MHZ
        self._anchor = (0.0, 0)
        self._left: tuple[float, int] | None = None

    @property
    def settings(self) -> dict[str, Any]:
        """What is kept with a session: speed, breakpoints, watchpoints."""
        return {
            "speed": self.speed,
            "breakpoints": sorted(self.user_breakpoints),
            "watchpoints": sorted(self.watchpoints),
        }

    def restore(self, settings: Mapping[str, Any]) -> None:
        """Take over what a session kept, as far as it makes sense."""
        speed = settings.get("speed", self.speed)
        if speed is None or (isinstance(speed, float) and speed > 0):
            self.speed = speed
        self.user_breakpoints = _addresses(settings.get("breakpoints"))
        self.watchpoints = _addresses(settings.get("watchpoints"))

    @property
    def breakpoints(self) -> frozenset[int]:
        """The user's, and the one of a run to somewhere."""
        if self._target is None:
            return self.user_breakpoints
        return self.user_breakpoints | {self._target[0]}

    def hold(self) -> None:
        """Stand still before the next instruction."""
        self.held, self.halt, self._target = True, None, None

    def go_on(self) -> None:
        """Run again."""
        self.held, self.halt, self._target = False, None, None

    def step(self) -> None:
        """One instruction, then hold."""
        self.held, self._step, self._target = True, True, None

    def run_to(self, address: int, stack: int = 0) -> None:
        """Hold at *address*, once the stack pointer is at least *stack*."""
        self.held, self.halt, self._target = False, None, (address, stack)

    def next_slice(self, machine: SupervisedMachine) -> int:
        """Wait as long as the clock or the user wants."""
        self._measure(machine)
        self._look_in()
        while self.held and not self._step:
            self._idle()
        if self._step:
            self._step = False
            self.halt = None
            return _ONE_INSTRUCTION
        self._keep_time(machine)
        length = self._rate * GLANCE
        if (speed := self.speed) is not None:
            length = min(length, speed * MHZ * GLANCE)
        self._left = (time.perf_counter(), machine.cycles)
        return round(min(max(length, _SHORTEST), _LONGEST))

    def halted(self, machine: SupervisedMachine, halt: Halt) -> None:
        """Hold, unless it is the target of a step over met deeper in the stack."""
        if halt.watched is None and self._target is not None and halt.pc == self._target[0]:
            too_deep = machine.registers.sp < self._target[1]
            if too_deep and halt.pc not in self.user_breakpoints:
                return
            self.hold()
            return
        self.hold()
        self.halt = halt

    def _measure(self, machine: SupervisedMachine) -> None:
        if self._left is None:
            return
        moment, cycles = self._left
        self._left = None
        took, done = time.perf_counter() - moment, machine.cycles - cycles
        if done > 0 and took > 0:
            self._rate = min(done / took, self._rate * _GROWTH)

    def _keep_time(self, machine: SupervisedMachine) -> None:
        while self.speed is not None and not self.held:
            moment, cycles = self._anchor
            due = moment + (machine.cycles - cycles) / (self.speed * MHZ)
            now = time.perf_counter()
            if not -LATE < due - now < LATE:
                self._anchor = (now, machine.cycles)
                return
            if due <= now:
                return
            time.sleep(min(due - now, GLANCE))
            self._look_in()


def _addresses(kept: Any) -> frozenset[int]:
    """The addresses in a list out of a file."""
    if not isinstance(kept, list):
        return frozenset()
    return frozenset(one for one in kept if isinstance(one, int) and 0 <= one <= 0xFFFF)

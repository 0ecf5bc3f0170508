"""Keeps a machine's work to a clock: how long the next slice is, and when it is due."""

import time

from emu.machine import MHZ, Machine

GLANCE = 0.008
"""Seconds of the host between two looks at the outside world."""
LATE = 0.1
"""Seconds behind the clock after which the clock is set anew."""
_SHORTEST, _LONGEST = 1_000, 4 * MHZ
_GROWTH = 1.5
"""A slice may be this much longer than the last: slow code is met with a short one."""


class Clock:
    """``speed`` times 1 MHz, None: as fast as can be; for ``keying`` 1 MHz at least."""

    def __init__(self, speed: float | None = None) -> None:
        self.speed = speed
        self.keying = False
        self._rate = 1.0 * MHZ
        self._anchor = (0.0, 0)
        self._left: tuple[float, int] | None = None

    @property
    def _pace(self) -> float | None:
        """The speed that counts now."""
        return max(self.speed, 1.0) if self.keying and self.speed is not None else self.speed

    def wait(self, machine: Machine) -> float:
        """Seconds until *machine* may run on, 0 when it may now."""
        pace = self._pace
        if pace is None:
            return 0.0
        moment, cycles = self._anchor
        due = moment + (machine.cycles - cycles) / (pace * MHZ)
        now = time.perf_counter()
        if not -LATE < due - now < LATE:
            self._anchor = (now, machine.cycles)
            return 0.0
        return max(0.0, due - now)

    def begin_slice(self, machine: Machine) -> int:
        """The length of the slice that begins now, in cycles."""
        self._left = (time.perf_counter(), machine.cycles)
        length = min(max(self._rate * GLANCE, _SHORTEST), _LONGEST)
        if (pace := self._pace) is not None:
            length = max(1, min(length, pace * MHZ * GLANCE))
        return round(length)

    def end_slice(self, machine: Machine) -> None:
        """The slice has ended; see how fast the machine is."""
        if self._left is None:
            return
        moment, cycles = self._left
        self._left = None
        took, done = time.perf_counter() - moment, machine.cycles - cycles
        if done > 0 and took > 0:
            self._rate = min(done / took, self._rate * _GROWTH)

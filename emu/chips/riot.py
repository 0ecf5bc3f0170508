"""The MCS6530: two ports with data-direction registers and an interval timer.

Registers by the low four address bits (data sheet of March 1976)::

    0 port A   1 direction A   2 port B   3 direction B    (8-B the same)
    write 4/5/6/7: start the timer, divided by 1/8/64/1024, its interrupt disabled
    write C/D/E/F: the same, interrupt enabled
    read 4/6, C/E: the count       read 5/7, D/F: the flag in bit 7

A count N divided by k reads N-1 one clock after it was written, drops every k clocks, reaches $FF
in clock N*k+1, when the flag is set, and from then on drops every clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, get_args

from emu.units import Byte, Cycle

Divider = Literal[1, 8, 64, 1024]
DIVIDERS = get_args(Divider)
_POWER_ON_PERIOD = 256


class RiotState(NamedTuple):
    """Everything a 6530 holds besides its RAM and ROM; times in cycles."""

    port_a: Byte
    direction_a: Byte
    port_b: Byte
    direction_b: Byte
    expires: Cycle
    divider: Divider
    interrupt_enabled: bool


class Riot6530:
    """One 6530. ``clock`` gives the present cycle; ``pins_a`` and ``pins_b`` what is wired to the
    ports: the level of each pin as seen from outside, 1 where nothing pulls it down.
    """

    def __init__(
        self,
        clock: Callable[[], int],
        pins_a: Callable[[], int] = lambda: 0xFF,
        pins_b: Callable[[], int] = lambda: 0xFF,
    ) -> None:
        self._clock = clock
        self._pins_a = pins_a
        self._pins_b = pins_b
        self.timer_reads = 0
        self.port_a = self.direction_a = self.port_b = self.direction_b = 0
        self.expires = _POWER_ON_PERIOD
        self.divider = DIVIDERS[0]
        self.interrupt_enabled = False

    def reset(self) -> None:
        """The RES line: all port pins become inputs, the timer goes on without its interrupt."""
        self.port_a = self.direction_a = self.port_b = self.direction_b = 0
        self.interrupt_enabled = False

    @property
    def state(self) -> RiotState:
        return RiotState(*(getattr(self, name) for name in RiotState._fields))

    @state.setter
    def state(self, s: RiotState) -> None:
        for name, value in s._asdict().items():
            setattr(self, name, value)

    @property
    def outputs_a(self) -> Byte:
        """The level on the pins of port A with nothing attached: inputs float high."""
        return self.port_a | ~self.direction_a & 0xFF

    @property
    def outputs_b(self) -> Byte:
        """The level on the pins of port B with nothing attached: inputs float high."""
        return self.port_b | ~self.direction_b & 0xFF

    @property
    def interrupt(self) -> bool:
        """Whether the timer asks for an interrupt."""
        return self.interrupt_enabled and self._clock() >= self.expires

    @property
    def pulls_pb7_at(self) -> Cycle | None:
        """When the timer's interrupt pulls PB7, if nothing is read or written: only while that pin
        is an input; None for never.
        """
        return self.expires if self.interrupt_enabled and not self.direction_b & 0x80 else None

    def read(self, register: int) -> Byte:
        """Read register 0-15, with the side effects a read has."""
        if not register & 4:
            return self.peek(register)
        self.timer_reads += 1
        if register & 1:
            return self._flag()
        now = self._clock()
        count = self._count(now)
        self.interrupt_enabled = bool(register & 8)
        if now > self.expires:
            self.expires = now + (count + 1) * self.divider
        return count

    def peek(self, register: int) -> Byte:
        """What a read of register 0-15 would give, without its side effects."""
        if register & 4:
            return self._flag() if register & 1 else self._count(self._clock())
        match register & 3:
            case 0:
                return self._mix(self.port_a, self.direction_a, self._pins_a())
            case 1:
                return self.direction_a
            case 2:
                pins = self._pins_b() & (0x7F if self.interrupt else 0xFF)
                return self._mix(self.port_b, self.direction_b, pins)
            case _:
                return self.direction_b

    def write(self, register: int, value: Byte) -> None:
        """Write register 0-15."""
        if register & 4:
            self.divider = DIVIDERS[register & 3]
            self.expires = self._clock() + value * self.divider + 1
            self.interrupt_enabled = bool(register & 8)
        elif register & 2:
            if register & 1:
                self.direction_b = value
            else:
                self.port_b = value
        elif register & 1:
            self.direction_a = value
        else:
            self.port_a = value

    @staticmethod
    def _mix(latch: Byte, direction: Byte, pins: Byte) -> Byte:
        return latch & direction | pins & ~direction & 0xFF

    def _flag(self) -> int:
        return 0x80 if self._clock() >= self.expires else 0

    def _count(self, now: Cycle) -> int:
        left = self.expires - 1 - now
        return left // self.divider & 0xFF if left >= 0 else left & 0xFF

"""The owner's wire from PB7 of a 6530, its timer's interrupt, to one of the processor's lines."""

from __future__ import annotations

from typing import NamedTuple

from emu.chips.riot import Riot6530
from emu.units import Byte, Cycle


class RegisterAccess(NamedTuple):
    """A register was reached in ``cycle`` of an instruction that began in cycle ``begun`` with the
    flags ``p``; until then PB7 was to be pulled from cycle ``pulled_from`` on.
    """

    cycle: Cycle
    begun: Cycle
    p: Byte
    pulled_from: Cycle | None


class TimerLine:
    """Pulls as the timer of *riot* does; what is read or written counts from the next cycle on.

    ``accesses`` are those of the present instruction.
    """

    def __init__(self, riot: Riot6530) -> None:
        self._riot = riot
        self.accesses: list[RegisterAccess] = []

    def note_access(self, cycle: Cycle, begun: Cycle, p: Byte) -> None:
        """Call before a register is reached."""
        self.accesses.append(RegisterAccess(cycle, begun, p, self._riot.pulls_pb7_at))

    def is_low(self, cycle: Cycle) -> bool:
        before = (one.pulled_from for one in self.accesses if cycle <= one.cycle)
        pulled_from = next(before, self._riot.pulls_pb7_at)
        return pulled_from is not None and cycle >= pulled_from

    def low_from(self, cycle: Cycle) -> Cycle | None:
        pulled_from = self._riot.pulls_pb7_at
        return None if pulled_from is None else max(cycle, pulled_from)

"""IRQ and NMI of a board: what pulls them (a wire from PB7 of a 6530, too), and when the processor
may see it.
"""

from typing import NamedTuple

from emu.chips.interrupts import LINES, InterruptLine, Interrupts, LinePuller
from emu.chips.mpu import NMOS6502
from emu.chips.riot import Riot6530
from emu.errors import EmuError
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


class InterruptLines:
    """Both lines of *cpu*; PB7 of *riot* may be wired to one of them.

    ``pullers`` are all that pulls them, the SST switch apart. An instruction, or an interrupt, is
    announced with ``begin`` and looked back at with ``end_instruction`` or ``end_interrupt``.
    """

    def __init__(self, cpu: NMOS6502, riot: Riot6530) -> None:
        self._cpu = cpu
        self._timer = TimerLine(riot)
        self._timer_wire: InterruptLine | None = None
        self._stepped_at: Cycle | None = None
        self._begun: Cycle = 0
        self.seen = Interrupts()
        self.pullers: dict[InterruptLine, list[LinePuller]] = {line: [] for line in LINES}
        cpu.vector = lambda: self.seen.vector(cpu.processorCycles, self.nmi_low)

    @property
    def timer_wire(self) -> InterruptLine | None:
        """Which line the timer is wired to."""
        return self._timer_wire

    @timer_wire.setter
    def timer_wire(self, line: InterruptLine | None) -> None:
        if line is not None and line not in LINES:
            raise EmuError(f"a wire from the timer to {line!r}; expected {', '.join(LINES)}")
        if self._timer_wire is not None:
            self.pullers[self._timer_wire].remove(self._timer)
        if line is not None:
            self.pullers[line].append(self._timer)
        self._timer_wire = line
        self.seen.nmi_low = False

    def begin(self, stepped: bool = False) -> None:
        """An instruction, or several that see no interrupt, begin; the first is *stepped* if its
        fetch pulls NMI.
        """
        self._timer.accesses.clear()
        self._begun = self._cpu.processorCycles
        self._stepped_at = self._cpu.processorCycles if stepped else None

    def note_access(self, cycle: Cycle) -> None:
        """Call before a register of *riot* is reached in *cycle* of an instruction."""
        self._timer.note_access(cycle, self._cpu.processorCycles, self._cpu.p)

    def end_instruction(self, begun: Cycle, p: Byte) -> None:
        """An instruction is over that began in cycle *begun* with the flags *p*."""
        cpu = self._cpu
        cycles = range(begun, cpu.processorCycles)
        self.seen.after_instruction(cpu.opcode, cycles, (p, cpu.p), self.irq_low, self.nmi_low)
        self.begin()

    def end_interrupt(self, begun: Cycle) -> None:
        """An interrupt is over that began in cycle *begun*."""
        self.seen.after_sequence(range(begun, self._cpu.processorCycles), self.nmi_low)
        self.begin()

    def end_unseen(self) -> None:
        """Instructions are over that saw no interrupt; the last may have reached the timer, and is
        looked back at then. How NMI was before the first of them has been seen already.
        """
        accesses = self._timer.accesses
        begun = accesses[0].begun if accesses else self._cpu.processorCycles
        if begun > self._begun:
            self.seen.nmi_low = self.nmi_low(begun - 1)
        if accesses and begun < self._cpu.processorCycles:
            self.end_instruction(begun, accesses[0].p)
        self.begin()

    def irq_low(self, cycle: Cycle) -> bool:
        """Whether IRQ is low in *cycle*, of the present instruction or later."""
        return any(one.is_low(cycle) for one in self.pullers["IRQ"])

    def nmi_low(self, cycle: Cycle) -> bool:
        return cycle == self._stepped_at or any(one.is_low(cycle) for one in self.pullers["NMI"])

    @property
    def idle(self) -> bool:
        """Whether nothing is wired to them, and nothing waits."""
        seen = self.seen
        return not (any(self.pullers.values()) or seen.nmi or seen.due or seen.nmi_low)

    @property
    def low_at(self) -> Cycle | None:
        """The first cycle from now on in which an interrupt may be seen, the SST switch apart, if
        nothing is read or written; None for never.
        """
        now: Cycle = self._cpu.processorCycles
        if self.seen.nmi or self.seen.due:
            return now
        low = [(line, one.low_from(now)) for line in LINES for one in self.pullers[line]]
        # NMI that is low already has to rise first
        held = ("NMI", now) if self.seen.nmi_low else None
        return min((at for line, at in low if at is not None and (line, at) != held), default=None)

    @property
    def ahead(self) -> bool:
        """Whether an interrupt comes by time alone. IRQ that is low by now brings none to who goes
        round with I set.
        """
        now = self._cpu.processorCycles
        low = [one.low_from(now) for line in LINES for one in self.pullers[line]]
        return self.seen.nmi or self.seen.due or any(at is not None and at > now for at in low)

"""The KIM-1's wiring: processor, bus, two 6530s, keypad, digits, and the three control lines.

Port A of the 6530-002 drives the segments and reads the keypad columns; PB1-PB4 go to the 74145
that selects a keypad row (0-2), the TTY jumper (3) or a digit (4-9). PA7 and PB0 are the serial
line, PB7 the cassette's, and PB5 = 1 shuts both inputs. RS pulls RES; ST pulls NMI; with the SST
switch on, every opcode fetch outside the monitor ROM's select (K7) pulls NMI too. Wires from PB7
of the 6530-003, its timer's interrupt, to IRQ or NMI and to the audio input are the owner's own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, get_args

from emu.bus import Bus, Expansion
from emu.chips.deck import Deck, DeckState, TapeLoop
from emu.chips.interrupts import LINES, InterruptLine, Interrupts, LinePuller
from emu.chips.keypad import Keypad
from emu.chips.leds import DIGITS, Leds, LedState
from emu.chips.mpu import NMOS6502
from emu.chips.registers import Registers
from emu.chips.riot import Riot6530, RiotState
from emu.chips.terminal import Terminal, TerminalState
from emu.chips.timer_line import TimerLine
from emu.errors import EmuError
from emu.passing import Passing
from emu.units import Address, Byte, Cycle

KEYPAD_ROWS = range(3)
TTY_JUMPER = 3
FIRST_DIGIT = 4
SERIAL_OUT, SHUT, PB7 = 0x01, 0x20, 0x80
_LINES = SERIAL_OUT | SHUT | PB7
LONGEST_INSTRUCTION = 8
"""Cycles."""


@dataclass(frozen=True)
class BoardState:
    """The whole machine between two instructions."""

    registers: Registers
    cycles: int
    instructions: int
    memory: bytes
    expansions: tuple[Expansion, ...]
    riot_002: RiotState
    riot_003: RiotState
    leds: LedState
    keys_down: frozenset[str]
    nmi_pending: bool
    single_step: bool
    tty_jumper: bool
    terminal: TerminalState = field(default_factory=TerminalState)
    deck: DeckState = field(default_factory=DeckState)
    timer_wire: InterruptLine | None = None
    timer_line: bool = False
    """Whether the wired timer pulled NMI in the last cycle."""
    interrupt_due: bool | None = field(default=None, metadata={"omitted": True})
    """Whether an interrupt comes in place of the next instruction; None: if ``nmi_pending``."""


class CpuEngine(Protocol):
    """Runs a board's processor; all engines do the same, cycle for cycle (`emu.engines`)."""

    def run(
        self, until: int, stops: Collection[int], until_noticed: bool, exact: bool = True
    ) -> bool:
        """Run to cycle *until*, at least one instruction; no interrupt comes and SST is off.

        Returns True as soon as the next instruction lies at one of *stops*, or, with
        *until_noticed*, `Board.noticed` is set; False when the cycles are used up. *exact* is that
        of `Board.run`.
        """
        ...


class Board:
    """One KIM-1 with *expansions* plugged in; memory is zero, nothing runs before ``reset``.

    *build_engine* makes what runs its processor; `emu.engines.board` makes both by name. With
    *documented_only* the processor refuses the opcodes that MOS did not document.
    """

    bus_type: ClassVar[type[Bus]] = Bus

    def __init__(
        self,
        build_engine: Callable[[Board], CpuEngine],
        expansions: Iterable[Expansion] = (),
        documented_only: bool = False,
    ) -> None:
        self.bus = self.bus_type(self._read_register, self._write_register, expansions)
        self.cpu = NMOS6502(self.bus, documented_only=documented_only)
        self.keypad = Keypad()
        self.leds = Leds()
        self.terminal = Terminal()
        self.deck = Deck()
        self.riot_003 = Riot6530(self._bus_cycle)
        self.riot_002 = Riot6530(self._bus_cycle, self._pins_a, self._pins_b)
        self._lines = 0xFF & _LINES
        self._first_access = 0
        self.single_step = False
        self.tty_jumper = False
        self.sources: dict[InterruptLine, list[LinePuller]] = {line: [] for line in LINES}
        """What pulls the processor's lines, the SST switch apart."""
        self._interrupts = Interrupts()
        self.cpu.vector = lambda: self._interrupts.vector(self.cycles, self._nmi_low)
        self._timer_wire: InterruptLine | None = None
        self._timer = TimerLine(self.riot_003)
        self._stepped_at: Cycle | None = None
        self._pa0 = 1
        self.instructions = 0
        self.keypad_read = False
        """Set when the program reads a keypad row, at least where a run is to stop then."""
        self.noticed = False
        """Set then, and whenever it reaches the 6530-003 with its timer wired."""
        self.output_listeners: list[Callable[[Cycle], None]] = []
        """Told the cycle whenever the program writes to a 6530 that drives pins."""
        self.passing: Passing | None = None
        """Where an engine need not stop."""
        self.engine = build_engine(self)

    @property
    def cycles(self) -> int:
        """Cycles since power-on."""
        total: int = self.cpu.processorCycles
        return total

    def reset(self) -> None:
        """RS: reset the processor and both 6530s."""
        self.riot_002.reset()
        self.riot_003.reset()
        self._interrupts.clear()
        self.cpu.power_up()
        self._drive()
        self._tell_outputs()

    @property
    def timer_wire(self) -> InterruptLine | None:
        """Which of the processor's lines PB7 of the 6530-003 is wired to."""
        return self._timer_wire

    @timer_wire.setter
    def timer_wire(self, line: InterruptLine | None) -> None:
        if line is not None and line not in LINES:
            raise EmuError(f"a wire from the timer to {line!r}; expected {', '.join(LINES)}")
        self._wire_timer(line)
        self._interrupts.nmi_low = False

    def _wire_timer(self, line: InterruptLine | None) -> None:
        if self._timer_wire is not None:
            self.sources[self._timer_wire].remove(self._timer)
        if line is not None:
            self.sources[line].append(self._timer)
        self._timer_wire = line

    @property
    def tape_loop(self) -> TapeLoop:
        """What is wired to the audio input."""
        return self.deck.loop

    @tape_loop.setter
    def tape_loop(self, wire: TapeLoop) -> None:
        if wire not in get_args(TapeLoop):
            raise EmuError(f"a wire from {wire!r} to the audio input; expected True, False or PA0")
        self.deck.loop = wire
        self._wire_pa0()

    def _wire_pa0(self) -> None:
        """Hear of PA0 of the 6530-003 while it is wired, and only then."""
        if self._hear_pa0 in self.output_listeners:
            self.output_listeners.remove(self._hear_pa0)
        if self.deck.loop == "PA0":
            self._pa0 = self.riot_003.outputs_a & 1
            self.output_listeners.append(self._hear_pa0)

    def _hear_pa0(self, now: Cycle) -> None:
        level = self.riot_003.outputs_a & 1
        if level != self._pa0:
            self._pa0 = level
            self.deck.turn(now)

    def nmi(self) -> None:
        """ST: one falling edge on NMI, taken before the next instruction."""
        self._interrupts.pull_nmi()

    @property
    def nmi_pending(self) -> bool:
        """Whether an edge on NMI has not been served yet."""
        return self._interrupts.nmi

    def step(self) -> None:
        """One instruction, preceded by the interrupt that waits."""
        if self._interrupts.due:
            self._take_interrupt()
        self._execute()

    def _execute(self) -> None:
        """One instruction, with every line looked at as the chip does."""
        cpu, begun, p = self.cpu, self.cycles, self.cpu.p
        self._begin_watched(cpu.pc)
        cpu.step()
        self.instructions += 1
        self._look(begun, p)

    def _take_interrupt(self) -> None:
        begun = self.cycles
        self._begin_watched(self.cpu.pc)
        self.cpu.interrupt()
        self._interrupts.after_sequence(range(begun, self.cycles), self._nmi_low)

    def _begin_watched(self, pc: Address) -> None:
        self.begin_cycles()
        self._timer.accesses.clear()
        stepped = self.single_step and not self.bus.selects_monitor(pc)
        self._stepped_at = self.cycles if stepped else None

    def _look(self, begun: Cycle, p: Byte) -> None:
        """What comes of an instruction that began in cycle *begun* with the flags *p*."""
        cpu, cycles = self.cpu, range(begun, self.cycles)
        self._interrupts.after_instruction(
            cpu.opcode, cycles, (p, cpu.p), self._irq_low, self._nmi_low
        )

    def _irq_low(self, cycle: Cycle) -> bool:
        return any(source.is_low(cycle) for source in self.sources["IRQ"])

    def _nmi_low(self, cycle: Cycle) -> bool:
        stepped = cycle == self._stepped_at
        return stepped or any(source.is_low(cycle) for source in self.sources["NMI"])

    @property
    def interrupted_at(self) -> Cycle | None:
        """The first cycle from now on in which an interrupt may be seen if nothing is read or
        written; None for never.
        """
        now, interrupts = self.cycles, self._interrupts
        if self.single_step or interrupts.nmi or interrupts.due:
            return now
        low = [(line, s.low_from(now)) for line in LINES for s in self.sources[line]]
        # NMI that is low already has to rise first
        held = ("NMI", now) if interrupts.nmi_low else None
        return min((at for line, at in low if at is not None and (line, at) != held), default=None)

    @property
    def interrupt_ahead(self) -> bool:
        """Whether an interrupt comes by time alone, the SST switch apart. IRQ that is low by now
        brings none to who goes round with I set.
        """
        if self._interrupts.nmi or self._interrupts.due:
            return True
        low = [source.low_from(self.cycles) for line in LINES for source in self.sources[line]]
        return any(at is not None and at > self.cycles for at in low)

    @property
    def irq_low(self) -> bool:
        """Whether something pulls IRQ."""
        return self._irq_low(self.cycles)

    def run(
        self,
        until: int,
        stops: Collection[int] = (),
        stop_at_keypad: bool = False,
        exact: bool = True,
    ) -> bool:
        """Run to cycle *until*, at least one instruction or interrupt; where it need not be
        *exact*, an engine may end some thousand cycles before, if it is slow to meet the cycle.

        Returns True as soon as the next instruction lies at one of *stops*, or, with
        *stop_at_keypad*, once a keypad row has been read; False when the cycles are used up.
        """
        self.keypad_read = self.noticed = False
        unwatched = not (any(self.sources.values()) or self._interrupts.nmi_low)
        if unwatched and self.interrupted_at is None:
            return self.engine.run(until, stops, stop_at_keypad, exact)
        while True:
            ended = False
            if self._interrupts.due:
                self._take_interrupt()
            else:
                ended = self._run_to_interrupt(until, stops, stop_at_keypad, exact)
            if not self._interrupts.due and (
                self.cpu.pc in stops or (stop_at_keypad and self.keypad_read)
            ):
                return True
            if ended or self.cycles >= until:
                return False

    def _run_to_interrupt(
        self, until: int, stops: Collection[int], stop_at_keypad: bool, exact: bool
    ) -> bool:
        """Run as far as no interrupt is seen, or one instruction in which one may be; whether it
        ended as near to *until* as it need.
        """
        low_at = self.interrupted_at
        end = until if low_at is None else min(until, low_at - LONGEST_INSTRUCTION + 1)
        if end <= self.cycles:
            self._execute()
            return False
        self.noticed, self._stepped_at = False, None
        accesses = self._timer.accesses
        accesses.clear()
        noticing = self._timer_wire is not None or stop_at_keypad
        try:
            stopped = self.engine.run(end, stops, noticing, exact or end < until)
        finally:
            begun = accesses[0].begun if accesses else self.cycles
            self._interrupts.nmi_low = self._nmi_low(begun - 1)
        if accesses:
            self._look(begun, accesses[0].p)
        return end == until and not stopped

    @property
    def state(self) -> BoardState:
        """A frozen copy of the whole machine."""
        return BoardState(
            registers=self.cpu.registers,
            cycles=self.cycles,
            instructions=self.instructions,
            memory=self.bus.contents,
            expansions=self.bus.expansions,
            riot_002=self.riot_002.state,
            riot_003=self.riot_003.state,
            leds=self.leds.state,
            keys_down=self.keypad.down,
            nmi_pending=self._interrupts.nmi,
            single_step=self.single_step,
            tty_jumper=self.tty_jumper,
            terminal=self.terminal.snapshot(self.cycles),
            deck=self.deck.state,
            timer_wire=self._timer_wire,
            timer_line=self._interrupts.nmi_low,
            interrupt_due=self._interrupts.due
            if self._interrupts.due != self._interrupts.nmi
            else None,
        )

    @state.setter
    def state(self, s: BoardState) -> None:
        self.bus.contents = s.memory
        self.cpu.registers = s.registers
        self.cpu.processorCycles, self.instructions = s.cycles, s.instructions
        self.riot_002.state, self.riot_003.state = s.riot_002, s.riot_003
        self.leds.state = s.leds
        self.keypad.down = s.keys_down
        self.single_step = s.single_step
        self.tty_jumper = s.tty_jumper
        self.terminal.restore(s.terminal)
        self.deck.state = s.deck
        self._wire_pa0()
        self._wire_timer(s.timer_wire)
        due = s.nmi_pending if s.interrupt_due is None else s.interrupt_due
        self._interrupts.nmi, self._interrupts.due = s.nmi_pending, due
        self._interrupts.nmi_low = s.timer_line
        self._lines = self.riot_002.outputs_b & _LINES

    def peek(self, address: int) -> int:
        """The byte at *address* without the side effects of a read."""
        if self.bus.is_register(address):
            riot = self.riot_002 if address & 0x40 else self.riot_003
            return riot.peek(address & 0x0F)
        return self.bus.peek(address)

    def begin_cycles(self) -> None:
        """Call before instructions: from here on every access to the bus is one cycle."""
        self._first_access = self.bus.accesses - self.cycles

    @property
    def next_cycle(self) -> int:
        """The cycle of the next access to the bus, within an instruction."""
        return self.bus.accesses - self._first_access

    def _bus_cycle(self) -> int:
        """The present cycle: within an instruction that of its last access to the bus."""
        return self.next_cycle - 1 if self.cpu.executing or self.cpu.interrupting else self.cycles

    def _selected(self) -> int:
        return self.riot_002.outputs_b >> 1 & 0x0F

    def levels_a(self, selected: int) -> int:
        """What keys and jumper make of the pins of port A with *selected* at the 74145."""
        if selected in KEYPAD_ROWS:
            return self.keypad.columns(selected)
        return 0xFE if selected == TTY_JUMPER and self.tty_jumper else 0xFF

    def _pins_a(self) -> int:
        levels = self.levels_a(self._selected())
        return levels & (0x7F | self.terminal.level(self._bus_cycle()) << 7)

    def _pins_b(self) -> int:
        if self._lines & SHUT:
            return 0xFF
        return 0x7F | self.deck.level(self._bus_cycle()) << 7

    def _read_register(self, register: int) -> int:
        if register < 0x10:
            self._reach_003()
            return self.riot_003.read(register)
        if register & 7 == 0 and self._selected() in KEYPAD_ROWS:
            self.keypad_read = self.noticed = True
        return self.riot_002.read(register & 0x0F)

    def _reach_003(self) -> None:
        if self._timer_wire is not None:
            self.noticed = True
            if self.cpu.executing or self.cpu.interrupting:
                self._timer.note_access(self._bus_cycle(), self.cycles, self.cpu.p)

    def _write_register(self, register: int, value: int) -> None:
        if register < 0x10:
            self._reach_003()
            self.riot_003.write(register, value)
            self._tell_outputs()
            return
        self.riot_002.write(register & 0x0F, value)
        if not register & 4:
            self._drive()
            self._tell_outputs()

    def _tell_outputs(self) -> None:
        if self.output_listeners:
            now = self._bus_cycle()
            for listener in self.output_listeners:
                listener(now)

    def _drive(self) -> None:
        self.follow(self._bus_cycle(), self.riot_002.outputs_a, self.riot_002.outputs_b)

    def follow(self, now: Cycle, outputs_a: Byte, outputs_b: Byte) -> None:
        """Let the digits, the serial and the cassette line follow the 6530-002's outputs, which
        are such from cycle *now* on.
        """
        digit = (outputs_b >> 1 & 0x0F) - FIRST_DIGIT
        shown = digit if 0 <= digit < DIGITS else None
        self.leds.drive(now, shown, outputs_a & 0x7F)
        lines = outputs_b & _LINES
        if lines != self._lines:
            self._lines = lines
            self.terminal.drive(now, lines & SERIAL_OUT, bool(lines & SHUT))
            self.deck.drive(now, lines >> 7)

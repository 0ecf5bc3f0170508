"""The KIM-1's wiring: processor, bus, two 6530s, keypad, digits, and the three control lines.

Port A of the 6530-002 drives the segments and reads the keypad columns; PB1-PB4 go to the 74145
that selects a keypad row (0-2), the TTY jumper (3) or a digit (4-9). PA7 and PB0 are the serial
line, PB7 the cassette's, and PB5 = 1 shuts both inputs. RS pulls RES; ST pulls NMI; with the SST
switch on, every opcode fetch outside the monitor ROM's select (K7) pulls NMI too. Wires from PB7
of the 6530-003, its timer's interrupt, to IRQ or NMI and to the audio input are the owner's own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import ClassVar

from emu.board_state import BoardState
from emu.bus import Bus, Expansion
from emu.chips.deck import Deck, TapeLoop
from emu.chips.interrupt_lines import InterruptLines
from emu.chips.interrupts import InterruptLine
from emu.chips.keypad import Keypad
from emu.chips.leds import DIGITS, Leds
from emu.chips.mpu import NMOS6502
from emu.chips.riot import Riot6530
from emu.chips.terminal import Terminal
from emu.cpu_engine import CpuEngine
from emu.passing import Passing
from emu.units import Byte, Cycle

KEYPAD_ROWS = range(3)
TTY_JUMPER = 3
FIRST_DIGIT = 4
SERIAL_OUT, SHUT, PB7 = 0x01, 0x20, 0x80
_LINES = SERIAL_OUT | SHUT | PB7
LONGEST_INSTRUCTION = 8
"""Cycles."""


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
        self.single_step = self.tty_jumper = False
        self.interrupts = InterruptLines(self.cpu, self.riot_003)
        self.instructions = 0
        self.keypad_read = False
        """Set when the program reads a keypad row, at least where a run is to stop then."""
        self.noticed = False
        """Set then, and whenever it reaches the 6530-003 with its timer wired."""
        self.output_listeners: list[Callable[[Cycle], None]] = []
        """Told the cycle whenever the program writes to a port of the 6530-003, or switches one of
        the lines of the 6530-002.
        """
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
        self.interrupts.seen.clear()
        self.cpu.power_up()
        self._drive()
        self._tell_outputs(self.cycles)

    @property
    def timer_wire(self) -> InterruptLine | None:
        """Which of the processor's lines PB7 of the 6530-003 is wired to."""
        return self.interrupts.timer_wire

    @timer_wire.setter
    def timer_wire(self, line: InterruptLine | None) -> None:
        self.interrupts.timer_wire = line

    @property
    def tape_loop(self) -> TapeLoop:
        """What is wired to the audio input."""
        return self.deck.loop

    @tape_loop.setter
    def tape_loop(self, wire: TapeLoop) -> None:
        self.deck.loop = wire
        self._wire_pa0()

    def _wire_pa0(self) -> None:
        """Hear of PA0 of the 6530-003 while it is wired, and only then."""
        if self._hear_pa0 in self.output_listeners:
            self.output_listeners.remove(self._hear_pa0)
        if self.deck.loop == "PA0":
            self.deck.pa0 = self.riot_003.outputs_a & 1
            self.output_listeners.append(self._hear_pa0)

    def _hear_pa0(self, now: Cycle) -> None:
        self.deck.hear_pa0(now, self.riot_003.outputs_a & 1)

    def nmi(self) -> None:
        """ST: one falling edge on NMI, taken before the next instruction."""
        self.interrupts.seen.pull_nmi()

    @property
    def nmi_pending(self) -> bool:
        """Whether an edge on NMI has not been served yet."""
        return self.interrupts.seen.nmi

    def step(self) -> None:
        """One instruction, preceded by the interrupt that waits."""
        if self.interrupts.seen.due:
            self._take_interrupt()
        self._execute()

    def _execute(self) -> None:
        """One instruction, with every line looked at as the chip does."""
        begun, p = self.cycles, self.cpu.p
        self._begin_watched()
        self.cpu.step()
        self.instructions += 1
        self.interrupts.end_instruction(begun, p)

    def _take_interrupt(self) -> None:
        begun = self.cycles
        self._begin_watched()
        self.cpu.interrupt()
        self.interrupts.end_interrupt(begun)

    def _begin_watched(self) -> None:
        self.begin_cycles()
        self.interrupts.begin(self.single_step and not self.bus.selects_monitor(self.cpu.pc))

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
        if self.interrupts.idle and not self.single_step:
            return self.engine.run(until, stops, stop_at_keypad, exact)
        seen = self.interrupts.seen
        while True:
            ended = False
            if seen.due:
                self._take_interrupt()
            else:
                ended = self._run_to_interrupt(until, stops, stop_at_keypad, exact)
            if not seen.due and (self.cpu.pc in stops or (stop_at_keypad and self.keypad_read)):
                return True
            if ended or self.cycles >= until:
                return False

    def _run_to_interrupt(
        self, until: int, stops: Collection[int], stop_at_keypad: bool, exact: bool
    ) -> bool:
        """Run as far as no interrupt is seen, or one instruction in which one may be; whether it
        ended as near to *until* as it need.
        """
        low_at = self.cycles if self.single_step else self.interrupts.low_at
        end = until if low_at is None else min(until, low_at - LONGEST_INSTRUCTION + 1)
        if end <= self.cycles:
            self._execute()
            return False
        self.noticed = False
        self.interrupts.begin()
        noticing = self.timer_wire is not None or stop_at_keypad
        try:
            stopped = self.engine.run(end, stops, noticing, exact or end < until)
        finally:
            self.interrupts.end_unseen()
        return end == until and not stopped

    @property
    def state(self) -> BoardState:
        """A frozen copy of the whole machine."""
        seen = self.interrupts.seen
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
            nmi_pending=seen.nmi,
            single_step=self.single_step,
            tty_jumper=self.tty_jumper,
            terminal=self.terminal.snapshot(self.cycles),
            deck=self.deck.state,
            timer_wire=self.timer_wire,
            timer_line=seen.nmi_low,
            interrupt_due=None if seen.due == seen.nmi else seen.due,
        )

    @state.setter
    def state(self, s: BoardState) -> None:
        self.bus.contents = s.memory
        self.cpu.registers = s.registers
        self.cpu.processorCycles, self.instructions = s.cycles, s.instructions
        self.riot_002.state, self.riot_003.state = s.riot_002, s.riot_003
        self.leds.state, self.keypad.down = s.leds, s.keys_down
        self.single_step, self.tty_jumper = s.single_step, s.tty_jumper
        self.terminal.restore(s.terminal)
        self.deck.state = s.deck
        self._wire_pa0()
        self.interrupts.begin()
        self.interrupts.timer_wire = s.timer_wire
        due = s.nmi_pending if s.interrupt_due is None else s.interrupt_due
        self.interrupts.seen.restore(s.nmi_pending, due, s.timer_line)
        self._lines = self.riot_002.outputs_b & _LINES

    def peek(self, address: int) -> int:
        """The byte at *address* without the side effects of a read."""
        if self.bus.is_register(address):
            return (self.riot_002 if address & 0x40 else self.riot_003).peek(address & 0x0F)
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

    def levels_a(self, selected: int) -> int:
        """What keys and jumper make of the pins of port A with *selected* at the 74145."""
        if selected in KEYPAD_ROWS:
            return self.keypad.columns(selected)
        return 0xFE if selected == TTY_JUMPER and self.tty_jumper else 0xFF

    def _pins_a(self) -> int:
        levels = self.levels_a(self.riot_002.outputs_b >> 1 & 0x0F)
        return levels & (0x7F | self.terminal.level(self._bus_cycle()) << 7)

    def _pins_b(self) -> int:
        if self._lines & SHUT:
            return 0xFF
        return 0x7F | self.deck.level(self._bus_cycle()) << 7

    def _read_register(self, register: int) -> int:
        if register < 0x10:
            self._reach_003()
            return self.riot_003.read(register)
        if register & 7 == 0 and self.riot_002.outputs_b >> 1 & 0x0F in KEYPAD_ROWS:
            self.keypad_read = self.noticed = True
        return self.riot_002.read(register & 0x0F)

    def _reach_003(self) -> None:
        if self.timer_wire is not None:
            self.noticed = True
            if self.cpu.executing or self.cpu.interrupting:
                self.interrupts.note_access(self._bus_cycle())

    def _write_register(self, register: int, value: int) -> None:
        if register < 0x10:
            self._reach_003()
            self.riot_003.write(register, value)
            if not register & 4:
                self._tell_outputs(self._bus_cycle())
            return
        self.riot_002.write(register & 0x0F, value)
        if not register & 4:
            self._drive()

    def _tell_outputs(self, now: Cycle) -> None:
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
        changed = lines ^ self._lines
        if changed:
            self._lines = lines
            if changed & (SERIAL_OUT | SHUT):
                self.terminal.drive(now, lines & SERIAL_OUT, bool(lines & SHUT))
            if changed >> 7:
                self.deck.drive(now, lines >> 7)
            if self.output_listeners:
                self._tell_outputs(now)

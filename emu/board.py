"""The KIM-1's wiring: processor, bus, two 6530s, keypad, digits, and the three control lines.

Port A of the 6530-002 drives the segments and reads the keypad columns; PB1-PB4 go to the 74145
that selects a keypad row (0-2), the TTY jumper (3) or a digit (4-9). RS pulls RES; ST pulls NMI;
with the SST switch on, every opcode fetch outside the monitor ROM's select (K7) pulls NMI too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from emu import engines
from emu.bus import Bus, Expansion
from emu.keypad import Keypad
from emu.leds import DIGITS, Leds, LedState
from emu.mpu import NMOS6502, Registers
from emu.riot import Riot6530, RiotState

KEYPAD_ROWS = range(3)
TTY_JUMPER = 3
FIRST_DIGIT = 4


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


class Board:
    """One KIM-1 with *expansions* plugged in; memory is zero, nothing runs before ``reset``.

    *engine* names what runs the processor, see `emu.engines`.
    """

    def __init__(self, expansions: Iterable[Expansion] = (), engine: str | None = None) -> None:
        self.bus = Bus(self._read_register, self._write_register, expansions)
        self.cpu = NMOS6502(self.bus)
        self.keypad = Keypad()
        self.leds = Leds()
        self.riot_003 = Riot6530(self._bus_cycle)
        self.riot_002 = Riot6530(self._bus_cycle, pins_a=self._columns)
        self.single_step = False
        self.tty_jumper = False
        self.nmi_pending = False
        self.instructions = 0
        self.keypad_read = False
        """Set whenever the program reads a keypad row."""
        self.engine = engines.engine(self, engine)

    @property
    def cycles(self) -> int:
        """Cycles since power-on."""
        total: int = self.cpu.processorCycles
        return total

    def reset(self) -> None:
        """RS: reset the processor and both 6530s."""
        self.riot_002.reset()
        self.riot_003.reset()
        self.nmi_pending = False
        self.cpu.power_up()
        self._drive_leds()

    def nmi(self) -> None:
        """ST: one falling edge on NMI, taken before the next instruction."""
        self.nmi_pending = True

    def step(self) -> None:
        """One instruction, preceded by the interrupt that waits."""
        self._take_interrupt()
        address = self.cpu.pc
        self.cpu.step()
        self.instructions += 1
        if self.single_step and not self.bus.selects_monitor(address):
            self.nmi_pending = True

    def _take_interrupt(self) -> bool:
        if not self.nmi_pending:
            return False
        self.nmi_pending = False
        self.cpu.nmi()
        return True

    def run(self, until: int, stops: Collection[int] = (), stop_at_keypad: bool = False) -> bool:
        """Run to cycle *until*, at least one instruction or interrupt.

        Returns True as soon as the next instruction lies at one of *stops*, or, with
        *stop_at_keypad*, once a keypad row has been read; False when the cycles are used up.
        """
        self.keypad_read = False
        if self.single_step or self.nmi_pending:
            return self._run_stepwise(until, stops, stop_at_keypad)
        return self.engine.run(until, stops, stop_at_keypad)

    def _run_stepwise(self, until: int, stops: Collection[int], stop_at_keypad: bool) -> bool:
        while True:
            if self._take_interrupt() and self.cpu.pc in stops:
                return True
            self.step()
            if not self.nmi_pending and (
                self.cpu.pc in stops or (stop_at_keypad and self.keypad_read)
            ):
                return True
            if self.cpu.processorCycles >= until:
                return False

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
            nmi_pending=self.nmi_pending,
            single_step=self.single_step,
            tty_jumper=self.tty_jumper,
        )

    @state.setter
    def state(self, s: BoardState) -> None:
        self.bus.contents = s.memory
        self.cpu.registers = s.registers
        self.cpu.processorCycles, self.instructions = s.cycles, s.instructions
        self.riot_002.state, self.riot_003.state = s.riot_002, s.riot_003
        self.leds.state = s.leds
        self.keypad.down = s.keys_down
        self.nmi_pending, self.single_step = s.nmi_pending, s.single_step
        self.tty_jumper = s.tty_jumper

    def peek(self, address: int) -> int:
        """The byte at *address* without the side effects of a read."""
        if self.bus.is_register(address):
            riot = self.riot_002 if address & 0x40 else self.riot_003
            return riot.peek(address & 0x0F)
        return self.bus[address]

    def _bus_cycle(self) -> int:
        return self.cpu.bus_cycle

    def _selected(self) -> int:
        return self.riot_002.outputs_b >> 1 & 0x0F

    def _columns(self) -> int:
        selected = self._selected()
        if selected in KEYPAD_ROWS:
            return self.keypad.columns(selected)
        return 0xFE if selected == TTY_JUMPER and self.tty_jumper else 0xFF

    def _read_register(self, register: int) -> int:
        if register < 0x10:
            return self.riot_003.read(register)
        if register & 7 == 0 and self._selected() in KEYPAD_ROWS:
            self.keypad_read = True
        return self.riot_002.read(register & 0x0F)

    def _write_register(self, register: int, value: int) -> None:
        if register < 0x10:
            self.riot_003.write(register, value)
            return
        self.riot_002.write(register & 0x0F, value)
        if not register & 4:
            self._drive_leds()

    def _drive_leds(self) -> None:
        digit = self._selected() - FIRST_DIGIT
        self.leds.drive(
            self._bus_cycle(),
            digit if 0 <= digit < DIGITS else None,
            self.riot_002.outputs_a & 0x7F,
        )

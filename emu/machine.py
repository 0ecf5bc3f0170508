"""The KIM-1 as a set of verbs: load, press, run, run until, look at the digits, save, restore.

Cycles (1 MHz: microseconds) are the only clock. Nothing here knows what the machine runs.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

from emu.board import Board, BoardState, TimerWire
from emu.bus import ROM_START, Expansion, storage
from emu.errors import AddressError, BudgetSpent, EmuError, SnapshotError
from emu.events import VERBS, Event, Line, Patch, Typing, Write
from emu.formats.image import Program
from emu.keypad import key_name
from emu.leds import PERSISTENCE, Readout
from emu.levels import Levels
from emu.mpu import Registers

MHZ = 1_000_000
"""Cycles a second."""
HOLD = 40_000
"""Cycles a key is held, then left alone; the monitor samples it twice within 8.5 ms."""
DEFAULT_BUDGET = 1_000 * MHZ
NMI_RAM_VECTOR, IRQ_RAM_VECTOR = 0x17FA, 0x17FE
SAVE_ENTRY = 0x1C00
SAVED_STATUS = 0x00F1
MONITOR_SIZE = 0x800
_Search = Callable[[int], bool]
POLLING = 64
"""Instructions of a loop that only looks at an input, with room to spare."""
_TRAIL = 12
_TRAIL_CYCLES = 200


class Machine:
    """A KIM-1 with the 2,048-byte *monitor* in its ROM ($1800-$1FFF) and *expansions* plugged in.

    It is switched on and reset. RAM is zero, but for the two interrupt vectors at $17FA and $17FE:
    they hold $1C00, what every owner put there by hand first; not so with ``preset=False``.
    *engine* names what runs the processor (`emu.engines`); what happens is the same with all.
    The monitor has yet to run: give it ``run_until_waiting()`` before the first key.
    """

    def __init__(
        self,
        monitor: bytes,
        expansions: Iterable[Expansion] = (),
        preset: bool = True,
        engine: str | None = None,
    ) -> None:
        if len(monitor) != MONITOR_SIZE:
            raise EmuError(f"the monitor ROM has {len(monitor)} bytes; expected {MONITOR_SIZE}")
        self.board = Board(expansions, engine)
        self.board.bus.program(ROM_START, monitor)
        self.listeners: list[Callable[[Event], None]] = []
        """Who is told of everything done to the machine from outside, after it was done."""
        if preset:
            for vector in (NMI_RAM_VECTOR, IRQ_RAM_VECTOR):
                self.load_bytes(vector, SAVE_ENTRY.to_bytes(2, "little"))
        self.board.reset()

    def do(self, verb: str, value: Any = None) -> Any:
        """What everything done from outside goes through: see `emu.events`."""
        event = Event(self.cycles, verb, value)
        result = VERBS[verb].act(self.board, value)
        for listener in self.listeners:
            listener(event)
        return result

    # Memory and registers

    def load(self, program: Program) -> None:
        """Put a program into memory, processor held. All of it, or nothing and AddressError."""
        for segment in program.segments:
            for address in range(segment.address, segment.end):
                if not self.board.bus.is_memory(address):
                    raise AddressError(
                        f"{program.name}: no memory at ${address:04X}; "
                        "RAM is at $0000-$03FF and $1780-$17FF, more needs an expansion"
                    )
        for segment in program.segments:
            self.load_bytes(segment.address, segment.data)

    def load_bytes(self, address: int, data: bytes) -> None:
        """Put bytes into memory, ROM included."""
        self.do("load", Patch(address, data.hex()))

    def peek(self, address: int) -> int:
        """The byte at *address*; reading it here has no side effects."""
        return self.board.peek(address & 0xFFFF)

    def read(self, address: int, length: int) -> bytes:
        """*length* bytes from *address* on, without side effects."""
        memory = self.board.bus.slice(address, length)
        return memory or bytes(self.peek(address + i) for i in range(length))

    def poke(self, address: int, value: int) -> None:
        """Write a byte as the processor would.

        Raises AddressError where only ROM or nothing answers, or the byte is no byte.
        """
        write = Write(address, value)
        bus = self.board.bus
        if not (bus.is_writable(address) or bus.is_register(address)):
            where = "ROM" if bus.is_memory(address) else "nothing"
            raise AddressError(f"cannot poke ${address:04X}: there is {where}, not RAM")
        self.do("poke", write)

    @property
    def registers(self) -> Registers:
        """The processor's registers between two instructions."""
        return self.board.cpu.registers

    @registers.setter
    def registers(self, registers: Registers) -> None:
        self.do("registers", registers)

    @property
    def cycles(self) -> int:
        """Cycles since power-on."""
        return self.board.cycles

    @property
    def instructions(self) -> int:
        """Instructions executed since power-on."""
        return self.board.instructions

    # Keys and switches

    def reset(self) -> None:
        """Press RS."""
        self.do("reset")

    def stop(self) -> None:
        """Press ST."""
        self.do("nmi")

    def begin(self) -> None:
        """After programs were put in: press RS, then what every owner did by hand.

        Interrupt vectors that hold 0000 become $1C00, and the status that GO starts with $00.
        """
        self.reset()
        for vector in (NMI_RAM_VECTOR, IRQ_RAM_VECTOR):
            if not any(self.read(vector, 2)):
                self.load_bytes(vector, SAVE_ENTRY.to_bytes(2, "little"))
        self.load_bytes(SAVED_STATUS, bytes(1))
        self.run(HOLD)

    def scramble(self, seed: int = 1976) -> None:
        """Fill RAM with junk, as it is when the power comes on; the same for the same *seed*."""
        junk = random.Random(seed)
        for address, size, writable in storage(self.board.bus.expansions):
            if writable:
                self.load_bytes(address, junk.randbytes(size))

    def press(self, name: str, hold: int = HOLD, rest: int = HOLD) -> None:
        """Press a key, keep it down for *hold* cycles, then leave it alone for *rest* cycles."""
        key = key_name(name)
        if key == "RS":
            self.reset()
            self.run(rest)
        elif key == "ST":
            self.stop()
            self.run(rest)
        else:
            self.key_down(key)
            try:
                self.run(hold)
            finally:
                self.key_up(key)
            self.run(rest)

    def key_down(self, name: str) -> None:
        """Push a key of the matrix down."""
        self.do("key down", key_name(name))

    def key_up(self, name: str) -> None:
        """Let a key of the matrix up."""
        self.do("key up", key_name(name))

    def jump(self, address: int) -> None:
        """Let the processor go on at *address* with an empty stack, the monitor unasked."""
        self.registers = Registers(address, 0, 0, 0, 0xFF, 0x30)

    def leave_subroutine(self, a: int | None = None) -> None:
        """Return to the caller at once, in no time, with *a* in the accumulator if given."""
        r = self.registers
        self.registers = replace(
            r, pc=self.return_address, sp=r.sp + 2 & 0xFF, a=r.a if a is None else a
        )

    @property
    def return_address(self) -> int:
        """Where the subroutine just entered will return to."""
        sp = self.registers.sp
        low, high = (self.peek(0x100 + (sp + i & 0xFF)) for i in (1, 2))
        return (low | high << 8) + 1 & 0xFFFF

    def go(self, address: int) -> None:
        """Start a program as a person does: AD, four digits, GO."""
        for key in ("AD", *f"{address:04X}", "GO"):
            self.press(key)

    @property
    def single_step(self) -> bool:
        """The SST switch."""
        return self.board.single_step

    @single_step.setter
    def single_step(self, on: bool) -> None:
        self.do("single step", on)

    @property
    def tty(self) -> bool:
        """The TTY jumper: the monitor talks to the terminal instead of keypad and digits."""
        return self.board.tty_jumper

    @tty.setter
    def tty(self, fitted: bool) -> None:
        self.do("tty", fitted)

    @property
    def timer_wire(self) -> TimerWire | None:
        """The wire from the 6530-003's timer (PB7) to "IRQ" or "NMI"; None: there is none."""
        return self.board.timer_wire

    @timer_wire.setter
    def timer_wire(self, line: TimerWire | None) -> None:
        self.do("timer wire", line)

    # Terminal and cassette recorder

    def set_line(self, baud: float, stop_bits: int = 2) -> None:
        """Set the terminal up for *baud* (50-9600) with 1 or 2 stop bits."""
        self.do("line", Line(float(baud), stop_bits))

    def type(self, data: bytes, gap: int = 0) -> None:
        """Type characters on the terminal, with *gap* cycles of rest behind each.

        They go over the line as the machine runs; ``typing`` tells when they are through.
        """
        self.do("type", Typing(data.decode("latin-1"), gap))

    def send_break(self, cycles: int) -> None:
        """Hold the terminal's BREAK key for *cycles*."""
        self.do("break", cycles)

    @property
    def typing(self) -> bool:
        """Whether typed characters are still on their way."""
        return self.board.terminal.busy(self.cycles)

    def printed(self) -> bytes:
        """What the terminal printed since the last call, all eight bits of each character."""
        return self.board.terminal.printed(self.cycles)

    def play_tape(self, levels: Levels) -> None:
        """Let a tape run; ``levels`` as the board's audio input makes them of its tones."""
        self.do("play tape", levels)

    def stop_tape(self) -> None:
        """Stop the tape that plays."""
        self.do("stop tape")

    def record_tape(self) -> None:
        """Record the cassette output on an empty tape."""
        self.do("record tape")

    def recorded_tape(self) -> Levels:
        """Stop recording; what is on the tape."""
        levels: Levels = self.do("end recording")
        return levels

    # Running

    def step(self) -> None:
        """One instruction."""
        self.board.step()

    def run(self, cycles: int) -> None:
        """Run for *cycles*, to the end of the instruction in which they are used up."""
        if cycles > 0:
            self._advance(self.cycles + cycles)

    def run_until(self, stops: Collection[int], budget: int = DEFAULT_BUDGET) -> int:
        """Run, at least one instruction, until the next one lies at one of *stops*; return where.

        Raises BudgetSpent after *budget* cycles.
        """
        self._bounded("the stop address", budget, lambda end: self._advance(end, stops))
        pc: int = self.board.cpu.pc
        return pc

    def run_for(self, cycles: int, stops: Collection[int]) -> int | None:
        """Run, at least one instruction, until the next one lies at one of *stops* (returned), or
        *cycles* are used up (None).
        """
        if self._advance(self.cycles + cycles, stops):
            pc: int = self.board.cpu.pc
            return pc
        return None

    def run_until_waiting(
        self, budget: int = DEFAULT_BUDGET, stops: Collection[int] = ()
    ) -> int | None:
        """Run until the program waits for a key, or stands at one of *stops* (returned then).

        It waits when it reads the keypad, nothing is pressed, and processor and RAM are as they
        were at an earlier such reading: from there it can only go round for ever. Programs that
        also read a timer are not recognised. Raises BudgetSpent after *budget* cycles.
        """
        seen: set[int] = set()
        stopped_at: int | None = None

        def search(end: int) -> bool:
            nonlocal stopped_at
            board = self.board
            while True:
                halted = self._advance(end, stops, stop_at_keypad=True)
                if halted and board.cpu.pc in stops:
                    stopped_at = board.cpu.pc
                    return True
                if board.keypad_read and not board.keypad.down:
                    situation = self._situation()
                    if situation in seen:
                        return True
                    seen.add(situation)
                if board.cycles >= end:
                    return False

        self._bounded("waiting for a key", budget, search)
        return stopped_at

    def loop(self, instructions: int = POLLING) -> int | None:
        """Cycles of the loop in which the machine goes round until something outside changes.

        None if it does not come back to the same registers, ports and RAM within so many
        *instructions*, which are run; or if time alone may end the loop: characters on their way, a
        tape, a timer that was read or is wired, the SST switch.
        """
        board = self.board
        tape = board.deck.remaining(self.cycles)
        if board.timer_wire or board.single_step or board.nmi_pending or self.typing or tape:
            return None
        pc, start, situation = board.cpu.pc, self.cycles, self._situation()
        for _ in range(instructions):
            self.step()
            if board.cpu.pc == pc and self._situation() == situation:
                return self.cycles - start
        return None

    def readout(self) -> Readout:
        """What the six digits show now."""
        return self.board.leds.read(self.cycles)

    def settled_readout(self) -> Readout:
        """What they show once the eye has forgotten what was before."""
        self.run(PERSISTENCE)
        return self.readout()

    # The whole machine

    def snapshot(self) -> BoardState:
        """A frozen copy of the whole machine."""
        return self.board.state

    def restore(self, state: BoardState) -> None:
        """Go back to a snapshot.

        Raises SnapshotError when it comes from a machine with other memory.
        """
        if state.expansions != self.board.bus.expansions:
            raise SnapshotError("the snapshot comes from a machine with other expansion memory")
        self.do("restore", state)

    def unwatched(self) -> AbstractContextManager[None]:
        """Within it nobody looks on: for runs that are taken back again."""
        return nullcontext()

    def _advance(
        self, until: int, stops: Collection[int] = (), stop_at_keypad: bool = False
    ) -> bool:
        """Every run goes through here: see :meth:`Board.run`."""
        return self.board.run(until, stops, stop_at_keypad)

    def _situation(self) -> int:
        board = self.board
        riots = (board.riot_002, board.riot_003)
        return hash(
            (
                board.cpu.registers,
                board.bus.writable_contents,
                *((r.port_a, r.direction_a, r.port_b, r.direction_b, r.timer_reads) for r in riots),
            )
        )

    def _bounded(self, goal: str, budget: int, search: _Search) -> None:
        end = self.cycles + budget
        if budget > _TRAIL_CYCLES and search(end - _TRAIL_CYCLES):
            return
        trail: deque[int] = deque(maxlen=_TRAIL)
        while self.cycles < end:
            trail.append(self.board.cpu.pc)
            if search(self.cycles + 1):
                return
        raise BudgetSpent(goal, budget, trail, self.registers)

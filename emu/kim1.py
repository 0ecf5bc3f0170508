"""What can be done to a KIM-1 between two instructions, and what can be seen of it then.

Everything done goes through :meth:`Kim1.do`, so that it can be logged and done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from emu import engines
from emu.alone import Alone, one_at_a_time
from emu.board_state import BoardState
from emu.bus import ROM_START, Expansion, storage
from emu.chips.deck import TapeLoop
from emu.chips.interrupts import InterruptLine
from emu.chips.keypad import key_name
from emu.chips.leds import Readout
from emu.chips.registers import Registers
from emu.chips.uart import Framing
from emu.chips.waveform import Waveform
from emu.errors import AddressError, EmuError, SnapshotError
from emu.events import VERBS, Event, LoadedBytes, Typing
from emu.files.formats.image import Program
from emu.notation import Poke, whole
from emu.units import ADDRESS_SPACE

NMI_RAM_VECTOR, IRQ_RAM_VECTOR = 0x17FA, 0x17FE
SAVE_ENTRY = 0x1C00
MONITOR_SIZE = 0x800


class Kim1:
    """A KIM-1 at rest, with the 2,048-byte *monitor* in its ROM ($1800-$1FFF) and *expansions*
    plugged in.

    It is switched on and reset. RAM is zero, but for the two interrupt vectors at $17FA and $17FE:
    they hold $1C00, what every owner put there by hand first; not so with ``preset=False``.
    *engine* names what runs the processor (`emu.engines`); what happens is the same with all. With
    *documented_only* opcodes that MOS did not document raise UndocumentedOpcode.
    """

    def __init__(
        self,
        monitor: bytes,
        expansions: Iterable[Expansion] = (),
        preset: bool = True,
        engine: str | None = None,
        documented_only: bool = False,
    ) -> None:
        if len(monitor) != MONITOR_SIZE:
            raise EmuError(f"the monitor ROM has {len(monitor)} bytes; expected {MONITOR_SIZE}")
        self.alone = Alone("this machine")
        """Which thread works it; another is refused meanwhile, with InUse."""
        self._engine, self._documented_only = engine, documented_only
        self.board = engines.board(expansions, engine, documented_only)
        self.board.bus.program(ROM_START, monitor)
        self.listeners: list[Callable[[Event], None]] = []
        """Who is told of everything done to the machine from outside, after it was done."""
        if preset:
            for vector in (NMI_RAM_VECTOR, IRQ_RAM_VECTOR):
                self.load_bytes(vector, SAVE_ENTRY.to_bytes(2, "little"))
        self.board.reset()

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, pickled or not, is a machine of its own in the same state; nobody hears of it."""
        kept = {
            n: value for n, value in vars(self).items() if n not in ("board", "listeners", "alone")
        }
        return _again, (type(self), self._engine, self._documented_only, self.snapshot()), kept

    def do(self, verb: str, value: Any = None) -> Any:
        """What everything done from outside goes through: see `emu.events`. Raises TypeError for
        another kind of value.
        """
        kind = VERBS[verb].kind
        if isinstance(kind, type) and not isinstance(value, kind):
            raise TypeError(f"{verb} {value!r}: expected {kind.__name__}")
        with self.alone:
            cycle = self.cycles
            result = VERBS[verb].act(self.board, value)
            for listener in self.listeners:
                listener(Event(cycle, verb, value))
        return result

    # Memory and registers

    def load(self, program: Program) -> None:
        """Put a program into memory, processor held. All of it, or nothing and AddressError."""
        if not isinstance(program, Program):
            raise TypeError(f"program {program!r}: expected a Program")
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
        """Put bytes into memory, ROM included. Raises AddressError where there is no memory."""
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError(f"data {data!r}: expected bytes")
        self.do("load", LoadedBytes(whole("address", address), data.hex()))

    def peek(self, address: int) -> int:
        """The byte at *address*; reading it here has no side effects. Raises AddressError."""
        return self.board.peek(whole("address", address))

    @one_at_a_time
    def read(self, address: int, length: int) -> bytes:
        """*length* bytes from *address* on, without side effects. Raises AddressError where they do
        not lie within $0000-$FFFF.
        """
        end = whole("address", address) + whole("length", length, ADDRESS_SPACE)
        if end > ADDRESS_SPACE:
            raise AddressError(f"{length} bytes at ${address:04X} reach beyond $FFFF")
        memory = self.board.bus.slice(address, length)
        return memory or bytes(map(self.board.peek, range(address, end)))

    def poke(self, address: int, value: int) -> None:
        """Write a byte as the processor would.

        Raises AddressError where only ROM or nothing answers, or the byte is no byte.
        """
        poke, bus = Poke(address, value), self.board.bus
        if not (bus.is_writable(address) or bus.is_register(address)):
            where = "ROM" if bus.is_memory(address) else "nothing"
            raise AddressError(f"cannot poke ${address:04X}: there is {where}, not RAM")
        self.do("poke", poke)

    @property
    def registers(self) -> Registers:
        """The processor's registers between two instructions."""
        return self.board.cpu.registers

    @registers.setter
    def registers(self, registers: Registers) -> None:
        if isinstance(registers, Registers):
            for name, value in registers._asdict().items():
                whole(name, value, ADDRESS_SPACE - 1 if name == "pc" else 0xFF)
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

    def key_down(self, name: str) -> None:
        """Push a key of the matrix down."""
        self.do("key down", key_name(name))

    def key_up(self, name: str) -> None:
        """Let a key of the matrix up."""
        self.do("key up", key_name(name))

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
    def timer_wire(self) -> InterruptLine | None:
        """The wire from the 6530-003's timer (PB7) to "IRQ" or "NMI"; None: there is none."""
        return self.board.timer_wire

    @timer_wire.setter
    def timer_wire(self, line: InterruptLine | None) -> None:
        self.do("timer wire", line)

    # Terminal and cassette recorder

    def set_line(self, baud: float, stop_bits: int = 2) -> None:
        """Set the terminal up for *baud* (50-9600) with 1 or 2 stop bits."""
        if not isinstance(baud, int | float):
            raise TypeError(f"baud {baud!r}: expected a number")
        self.do("line", Framing(float(baud), stop_bits))

    def type(self, data: bytes, gap: int = 0) -> None:
        """Type characters on the terminal, with *gap* cycles of rest behind each.

        They go over the line as the machine runs; ``typing`` tells when they are through.
        """
        if not isinstance(data, bytes | bytearray):
            raise TypeError(f"characters {data!r}: expected bytes, such as b'G'")
        if not isinstance(gap, int) or gap < 0:
            raise TypeError(f"gap {gap!r}: expected cycles, 0 or more")
        self.do("type", Typing(data.decode("latin-1"), gap))

    def send_break(self, cycles: int) -> None:
        """Hold the terminal's BREAK key for *cycles*."""
        self.do("break", cycles)

    @property
    def typing(self) -> bool:
        """Whether typed characters are still on their way."""
        return self.board.terminal.busy(self.cycles)

    @one_at_a_time
    def printed(self) -> bytes:
        """What the terminal printed since the last call, all eight bits of each character."""
        return self.board.terminal.printed(self.cycles)

    def play_tape(self, levels: Waveform) -> None:
        """Let a tape run; ``levels`` as the board's audio input makes them of its tones."""
        self.do("play tape", levels)

    def stop_tape(self) -> None:
        """Stop the tape that plays."""
        self.do("stop tape")

    def record_tape(self) -> None:
        """Record the cassette output on an empty tape."""
        self.do("record tape")

    def recorded_tape(self) -> Waveform:
        """Stop recording; what is on the tape."""
        levels: Waveform = self.do("end recording")
        return levels

    @property
    def tape_loop(self) -> TapeLoop:
        """The wire to the audio input: True from the cassette output, "PA0" from that pin of the
        6530-003; False: there is none. No tape is heard with it.
        """
        return self.board.tape_loop

    @tape_loop.setter
    def tape_loop(self, wire: TapeLoop) -> None:
        self.do("loop tape", wire)

    # The whole machine

    @one_at_a_time
    def readout(self) -> Readout:
        """What the six digits show now; while the program waits for a key, what its rounds show."""
        return self.board.leds.read(self.cycles)

    @one_at_a_time
    def snapshot(self) -> BoardState:
        """A frozen copy of the whole machine."""
        return self.board.state

    def restore(self, state: BoardState) -> None:
        """Go back to a snapshot.

        Raises SnapshotError when it comes from a machine with other memory.
        """
        if not isinstance(state, BoardState):
            raise TypeError(f"state {state!r}: expected a snapshot")
        present = self.board.bus.expansions
        if state.expansions != present:
            raise SnapshotError(
                "the snapshot comes from a machine with other expansion memory: "
                f"{_listed(state.expansions)}; this one has {_listed(present)}"
            )
        self.do("restore", state)

    def scramble(self, seed: int = 1976) -> None:
        """Fill RAM with junk, as it is when the power comes on; the same for the same *seed*."""
        from random import Random

        junk = Random(seed)
        for address, size, writable in storage(self.board.bus.expansions):
            if writable:
                self.load_bytes(address, junk.randbytes(size))

    def jump(self, address: int) -> None:
        """Let the processor go on at *address* with an empty stack, the monitor unasked."""
        self.registers = Registers(whole("address", address), 0, 0, 0, 0xFF, 0x30)

    @one_at_a_time
    def leave_subroutine(self, a: int | None = None) -> None:
        """Return to the caller at once, in no time, with *a* in the accumulator if given."""
        r = self.registers
        kept = r.a if a is None else a
        self.registers = Registers(self.return_address, kept, r.x, r.y, r.sp + 2 & 0xFF, r.p)

    @property
    def return_address(self) -> int:
        """Where the subroutine just entered will return to."""
        sp = self.board.cpu.sp
        low, high = self.peek(0x100 + (sp + 1 & 0xFF)), self.peek(0x100 + (sp + 2 & 0xFF))
        return (low | high << 8) + 1 & 0xFFFF


def _again(kind: type[Kim1], engine: str | None, documented_only: bool, state: BoardState) -> Kim1:
    made = kind(state.memory[-MONITOR_SIZE:], state.expansions, False, engine, documented_only)
    made.restore(state)
    return made


def _listed(expansions: Iterable[Expansion]) -> str:
    return ", ".join(map(str, expansions)) or "none"

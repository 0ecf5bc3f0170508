"""How many times as fast as py65 compiled code runs: ratios of processor time within one run.

Every piece of work must end with the registers, memory and cycles of py65. All else that is shown
belongs to this machine alone. Two minutes on two quiet cores.
"""

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import NamedTuple

import rom
from bench.figures import Table, golden_positions
from emu.board_state import BoardState
from emu.engines import ENVIRONMENT
from emu.machine import Machine
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.memory_map import GETKEY, KEY_PC, NO_KEY
from microchess.program.request import Request
from microchess.program.table import PieceTable
from rom import labels

ENGINES = ("py65", "wasm")
ORIGIN, CENSUS = 0x0200, labels("census")
WARMED = 24_000_000
"""Cycles that each piece runs before it is timed."""
ROUNDS, AT_ONCE = 3, 7
"""Runs one after the other, but on py65: the first waits for the processor's caches."""
EVERY = 20
"""One in so many golden positions."""
SIZES, FRAME = (100, 1_000, 20_000, 1_000_000), 16_667
"""Cycles of slices; those of a sixtieth of a second at 1 MHz."""


class Work(NamedTuple):
    """A machine, the states that it starts from, and what it runs."""

    machine: Machine
    starts: tuple[BoardState, ...]
    run: Callable[[Machine], object]

    def seconds(self, start: BoardState) -> float:
        """Processor time of one piece."""
        self.machine.restore(start)
        began = time.process_time()
        self.run(self.machine)
        return time.process_time() - began

    def warm(self, start: BoardState) -> BoardState:
        """Run a piece until all of it is translated; how it ends."""
        self.machine.restore(start)
        before, spent = self.machine.cycles, 0
        while spent < WARMED:
            self.seconds(start)
            spent += self.machine.cycles - before
        return self.machine.snapshot()


def searching(engine: str) -> Work:
    """A program of ours that searches a list of men."""
    machine = Machine(rom.monitor(), engine=engine)
    machine.load_bytes(ORIGIN, rom.census())
    machine.jump(CENSUS["start"])
    return Work(machine, (machine.snapshot(),), lambda m: m.run_until({CENSUS["done"]}))


def replies(engine: str) -> Work:
    """Replies of Janus at normal level to some golden positions, the display a bare RTS."""
    os.environ[ENVIRONMENT] = engine
    solver = MachineSolver(janus())
    machine = solver.bridge.machine

    def start(table: str) -> BoardState:
        solver.prepare(Request(PieceTable.from_hex(table), Level.NORMAL))
        machine.leave_subroutine(a=NO_KEY)
        machine.run_until({GETKEY})
        machine.leave_subroutine(a=KEY_PC)
        return machine.snapshot()

    tables = [golden["table"] for golden in golden_positions(Level.NORMAL)[::EVERY]]
    return Work(machine, tuple(map(start, tables)), lambda m: m.run_until({GETKEY}))


def waiting(begin: Callable[[Machine], object], cycles: int, engine: str) -> Work:
    """So many cycles of a program that waits."""
    machine = Machine(rom.monitor(), engine=engine)
    machine.reset()
    machine.run(100_000)
    begin(machine)
    return Work(machine, (machine.snapshot(),), lambda m: m.run(cycles))


def _load(text: str, machine: Machine) -> None:
    machine.load_bytes(ORIGIN, bytes.fromhex(text))
    machine.jump(ORIGIN)


def _prompt(machine: Machine) -> None:
    """The monitor's serial prompt, with characters arriving at 9600 baud."""
    machine.tty = True
    machine.reset()
    machine.set_line(9600)
    machine.type(b"\x7f")
    machine.run(100_000)
    machine.type(b"0200 " * 60)


def _tape(machine: Machine) -> None:
    """Our monitor saves a page of memory."""
    machine.load_bytes(0x17F5, bytes.fromhex("00020003 01"))
    machine.load_bytes(0x00F1, b"\0")
    machine.jump(labels("kim1-003")["dumpt"])


TIMER = "A9 FF 8D 07 17 2C 07 17 10 FB 4C 00 02"
SHORT_TIMER = "A9 64 8D 04 17 2C 07 17 10 FB 4C 00 02"
TONES = "A9 BF 8D 43 17 A9 7D 8D 44 17 AD 42 17 49 80 8D 42 17 2C 47 17 10 FB 4C 05 02"
MUSIC = "A9 01 8D 01 17 A0 50 A6 10 AD 00 17 49 01 8D 00 17 CA D0 FD 88 D0 F2 E6 10 4C 05 02"
WAITS: tuple[tuple[str, int, Callable[[Machine], object]], ...] = (
    ("timer: BIT $1707, BPL, 261,000 cycles a time", 16_000_000, partial(_load, TIMER)),
    ("timer: the same, 100 cycles a time", 4_000_000, partial(_load, SHORT_TIMER)),
    ("tape: half waves timed by $1747", 4_000_000, partial(_load, TONES)),
    ("tape: our monitor saves a page", 4_000_000, _tape),
    ("music: a loudspeaker at PA0", 4_000_000, partial(_load, MUSIC)),
    ("monitor: waits for a key", 4_000_000, Machine.run_until_waiting),
    ("monitor: 300 characters at 9600 baud", 400_000, _prompt),
)
WORKS: dict[str, Callable[[str], Work]] = {
    "census: a list of men, searched": searching,
    "Janus, replies at normal level": replies,
}
WORKS |= {f"waiting: {name}": partial(waiting, begin, cycles) for name, cycles, begin in WAITS}


def ratio(name: str) -> float:
    """How many times as fast as on py65 a work is. AssertionError where a piece ends otherwise."""
    slow, fast = (WORKS[name](engine) for engine in ENGINES)
    for start in slow.starts:
        slow.seconds(start)
        assert fast.warm(start) == slow.machine.snapshot(), f"{name} ends otherwise"
    found = []
    for number in range(ROUNDS):
        start = slow.starts[number % len(slow.starts)]
        times = (fast.seconds(start) for _ in range(AT_ONCE))
        found.append(slow.seconds(start) / median(times))
    return median(found)


def _sliced(number: int, cycles: int, machine: Machine) -> None:
    for _ in range(number):
        machine.run(cycles)


def slices(engine: str) -> Iterator[str]:
    """Microseconds of ``run(N)`` within the census by N; the part of a core that 1 MHz takes."""
    work = searching(engine)
    for cycles in (*SIZES, FRAME):
        number = max(1, min(1_000, (1_000_000 if engine == "py65" else 8_000_000) // cycles))
        part = work._replace(run=partial(_sliced, number, cycles))
        if engine != "py65":
            part.warm(work.starts[0])
        each = 1e6 * part.seconds(work.starts[0]) / number
        yield f"{each / cycles:.1%}" if cycles == FRAME else f"{each:,.0f}"


def tables() -> list[Table]:
    """The ratios, and what a slice costs."""
    sizes = (f"{size:,} cycles" for size in SIZES)
    return [
        Table(
            ("how many times as fast as py65", ""),
            [(name, f"{ratio(name):,.0f}") for name in WORKS],
        ),
        Table(
            ("µs a slice", *sizes, "a core at 1 MHz"),
            [(engine, *slices(engine)) for engine in ENGINES],
        ),
    ]

"""The driver: runs translated code where it can, the interpreter where it must.

An address is translated when it has been reached often enough by other means than falling into it.
Code may change under way, by the program or by the user: the bus tells, what was made from the old
bytes is dropped, and made again when it is wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from emu.interpreter import Interpreter
from emu.mpu import Registers
from emu.turbo.builder import MAX_PATH_CYCLES, Builder
from emu.turbo.layout import Layout
from emu.turbo.pyengine import PythonEngine, Tables, compile_tree
from emu.turbo.state import STACK
from emu.turbo.translations import Translations

if TYPE_CHECKING:
    from emu.board import Board

WARM = 16
"""Visits after which an address is worth a translation."""
HOPELESS = -1000
"""Visits after which one that could not be translated is tried again."""
MOST_STOPS = 256
_CARRY, _ZERO, _INTERRUPT, _DECIMAL, _ALWAYS, _OVERFLOW, _NEGATIVE = (
    0x01, 0x02, 0x04, 0x08, 0x30, 0x40, 0x80,
)  # fmt: skip


class Turbo:
    """Runs *board* at full speed, exactly as `Interpreter` does.

    ``interpreted`` counts the instructions left to the interpreter; *warm* is how often an address
    must be reached to be translated.
    """

    def __init__(self, board: Board, warm: int = WARM) -> None:
        self._board = board
        self._warm = warm
        self._bus = board.bus
        self._interpreter = Interpreter(board)
        self._layout = Layout(board.bus)
        self._room = bytearray(256)
        self._stops: frozenset[int] = frozenset()
        self._visits: Counter[int] = Counter()
        self.translations = Translations(board.bus.store, board.bus.code)
        tables = Tables(
            board.bus.store,
            board.bus.code,
            self._room,
            board.bus.read_cells,
            board.bus.write_cells,
        )
        self._engine = PythonEngine(tables, self._visit)
        self.interpreted = 0
        self._measure_room()

    def run(self, until: int, stops: Collection[int], stop_at_keypad: bool) -> bool:
        """See `Board.run`; no interrupt is pending and SST is off."""
        board, cpu = self._board, self._board.cpu
        if not self._stops.issuperset(stops):
            self._add_stops(frozenset(stops))
        may_run = cpu.pc not in stops
        while True:
            if self._bus.code_changed:
                self._renew()
            cycles = until - cpu.processorCycles - MAX_PATH_CYCLES
            if may_run and cycles > 0 and self._ready(cpu.pc):
                before = cpu.processorCycles
                left = self._run_translated(cycles)
                if cpu.processorCycles > before:
                    if cpu.pc in stops:
                        return True
                    if not left or cpu.pc in self._stops:
                        continue
            elif cycles <= 0:
                return self._interpreter.run(until, stops, stop_at_keypad)
            self.interpreted += 1
            if self._interpreter.run(cpu.processorCycles, stops, stop_at_keypad):
                return True
            may_run = True

    def _ready(self, address: int) -> bool:
        """Whether there is translated code at *address*, if need be by making it."""
        if self._board.cpu.p & _DECIMAL:
            return False
        if address not in self._engine:
            self._visit(address)
        return address in self._engine

    def _visit(self, address: int) -> None:
        """Translate *address* if it was wanted often enough."""
        self._visits[address] += 1
        if self._visits[address] < self._warm:
            return
        builder = Builder(
            self._layout,
            self._bus.store,
            lambda cell: bool(self._bus.code[cell]),
            self.translations.variable,
            self._stops,
        )
        tree = builder.build(address)
        if tree is None:
            self._visits[address] = HOPELESS
            return
        for head in self.translations.storing_to(tree.code.keys()):
            self._drop(head)
        self.translations.add(tree)
        self._engine.install(address, compile_tree(tree, self._stops))
        self._measure_room()

    def _run_translated(self, cycles: int) -> bool:
        """Run from the present address; whether the interpreter must go on."""
        board, cpu = self._board, self._board.cpu
        p = cpu.p
        registers = {
            "a": cpu.a,
            "x": cpu.x,
            "y": cpu.y,
            "s": cpu.sp,
            "c": p & _CARRY,
            "n": p & _NEGATIVE,
            "z": ~p & _ZERO,
            "v0": 0,
            "v1": 0,
            "v2": (p & _OVERFLOW) << 1,
            "i": p & _INTERRUPT,
        }
        pc, spent, instructions, left = self._engine.run(cpu.pc, registers, cycles)
        cpu.registers = Registers(
            pc, registers["a"], registers["x"], registers["y"], registers["s"], _status(registers)
        )
        cpu.processorCycles += spent
        board.instructions += instructions
        return left

    def _add_stops(self, stops: frozenset[int]) -> None:
        """Have translated code stop at *stops* too."""
        if len(self._stops | stops) > MOST_STOPS:
            for head in self.translations.heads:
                self._drop(head)
            self._stops = stops
        else:
            new = stops - self._stops
            for head in self.translations.touching(new):
                self._drop(head)
            self._stops |= new
        self._engine.stop_at(self._stops)

    def _renew(self) -> None:
        """Drop what was made from bytes that are no longer there."""
        self._bus.code_changed = False
        changed = self.translations.changed()
        for head in changed:
            self._drop(head)
        if changed:
            self._measure_room()

    def _drop(self, head: int) -> None:
        self.translations.remove(head)
        self._engine.remove(head)

    def _measure_room(self) -> None:
        """``room[sp]``: how many bytes can be pushed before page one ends or code begins."""
        code, room = self._bus.code, 0
        for sp in range(256):
            self._room[sp] = room = 0 if code[STACK + sp] else min(room + 1, sp)


def _status(registers: dict[str, int]) -> int:
    r = registers
    overflow = (r["v0"] ^ r["v2"]) & (r["v1"] ^ r["v2"]) & 0x80
    return (
        r["c"]
        | (0 if r["z"] else _ZERO)
        | r["i"]
        | _ALWAYS
        | overflow >> 1
        | r["n"] & _NEGATIVE
    )

"""The processor on cases of interrupts: cycle for cycle, and as its engine runs it."""

from dataclasses import dataclass

from emu import engines
from emu.board import Board
from emu.conformance.cases import FETCH, READ, WRITE, BusCycle, Differences, InterruptCase
from emu.conformance.selftest import FlatBoard
from emu.errors import Jammed
from emu.units import Address, Byte, Cycle


@dataclass(frozen=True)
class Pull:
    """A line is low in these cycles."""

    cycles: range

    def is_low(self, cycle: Cycle) -> bool:
        return cycle in self.cycles

    def low_from(self, cycle: Cycle) -> Cycle | None:
        return max(cycle, self.cycles.start) if cycle < self.cycles.stop else None


class InterruptRunner:
    """Runs cases on *engine*; with *bus* every cycle is compared, else fetches and writes are."""

    def __init__(self, engine: str, bus: bool) -> None:
        self._bus = bus
        self._watched = FlatBoard(lambda board: engines.engine(board, "py65"))
        self._tap = _Tap(self._watched)
        self._running = None
        if engine != "py65":
            self._running = FlatBoard(lambda board: engines.engine(board, engine))

    def differences(self, case: InterruptCase) -> Differences:
        """Where the processor does something else than in *case*, in words."""
        found = self._on_the_bus(case)
        if self._running is not None:
            found += self._run(self._running, case)
        return found

    def _on_the_bus(self, case: InterruptCase) -> Differences:
        board, made = self._watched, self._tap.cycles
        _prepare(board, case)
        made.clear()
        try:
            while len(made) < len(case.cycles):
                board.step()
        except Jammed as error:
            return (f"{error}; expected {len(case.cycles)} cycles",)
        for number, (found, expected) in enumerate(zip(made, case.cycles, strict=False)):
            seen = self._bus or READ not in (found.kind, expected.kind)
            if found.kind != expected.kind or (seen and found != expected):
                return (f"cycle {number}: {found}, expected {expected}",)
        return ()

    @staticmethod
    def _run(board: Board, case: InterruptCase) -> Differences:
        """From one fetch to the next, and the memory at the last of them."""
        _prepare(board, case)
        memory = bytearray(board.bus.store)
        for number, expected in enumerate(case.cycles):
            if expected.kind == WRITE:
                memory[expected.address] = expected.value
            elif expected.kind == FETCH:
                if number:
                    board.run(number)
                if (board.cycles, board.cpu.pc) != (number, expected.address):
                    found = f"cycle {board.cycles}: the next is at ${board.cpu.pc:04X}"
                    return (f"run: {found}, expected cycle {number}: {expected}",)
                written = bytes(memory)
                if written != board.bus.contents:
                    pairs = enumerate(zip(board.bus.contents, written, strict=True))
                    at, (is_, byte) = next((at, two) for at, two in pairs if two[0] != two[1])
                    return (f"run: byte at ${at:04X} ${is_:02X}, expected ${byte:02X}",)
        return ()


def _prepare(board: Board, case: InterruptCase) -> None:
    """Have *board* about to fetch the first opcode of *case* in its cycle 0."""
    board.reset()
    board.bus.contents = case.memory
    board.cpu.registers = case.initial.registers
    board.cpu.processorCycles = 0
    for line, pullers in board.interrupts.pullers.items():
        pullers[:] = [Pull(case.low[line])] if line in case.low else []


class _Tap:
    """Stands between processor and bus and keeps what goes over it."""

    def __init__(self, board: Board) -> None:
        self._board, self._bus = board, board.bus
        self.cycles: list[BusCycle] = []
        board.cpu.memory = self

    def __getitem__(self, address: Address) -> Byte:
        value, cpu = self._bus[address], self._board.cpu
        fetched = self._board.next_cycle == cpu.processorCycles + 1
        self.cycles.append(BusCycle(address, value, FETCH if fetched else READ))
        return value

    def __setitem__(self, address: Address, value: Byte) -> None:
        self._bus[address] = value
        self.cycles.append(BusCycle(address, value, WRITE))

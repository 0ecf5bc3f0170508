"""The KIM-1 as a set of verbs: press, run, run until, look at the digits, beside its controls.

Cycles (1 MHz: microseconds) are the only clock. Nothing here knows what the machine runs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext

from emu.chips.keypad import key_name
from emu.chips.leds import PERSISTENCE, Readout
from emu.chips.uart import MHZ as MHZ
from emu.errors import BudgetSpent
from emu.kim1 import IRQ_RAM_VECTOR, NMI_RAM_VECTOR, SAVE_ENTRY, Kim1

HOLD = 40_000
"""Cycles a key is held, then left alone; the monitor samples it twice within 8.5 ms."""
DEFAULT_BUDGET = 1_000 * MHZ
SAVED_STATUS = 0x00F1
_Search = Callable[[int], bool]
POLLING = 64
"""Instructions of a loop that only looks at an input, with room to spare."""
_TRAIL = 12
_TRAIL_CYCLES = 200


class Machine(Kim1):
    """A KIM-1 that runs; built as :class:`~emu.kim1.Kim1` says.

    The monitor has yet to run: give it ``run_until_waiting()`` before the first key.
    """

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

    def go(self, address: int) -> None:
        """Start a program as a person does: AD, four digits, GO."""
        for key in ("AD", *f"{address:04X}", "GO"):
            self.press(key)

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
        also read a timer are not recognised; what a supervisor took back does not count as earlier.
        Raises BudgetSpent after *budget* cycles.
        """
        seen: set[int] = set()
        looked = self.cycles
        stopped_at: int | None = None

        def search(end: int) -> bool:
            nonlocal stopped_at, looked
            board = self.board
            while True:
                halted = self._advance(end, stops, stop_at_keypad=True)
                if halted and board.cpu.pc in stops:
                    stopped_at = board.cpu.pc
                    return True
                if board.cycles <= looked:
                    seen.clear()
                looked = board.cycles
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

    def settled_readout(self) -> Readout:
        """What they show once the eye has forgotten what was before."""
        self.run(PERSISTENCE)
        return self.readout()

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

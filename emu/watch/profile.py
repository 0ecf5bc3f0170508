"""Where the cycles go: a profile by routine.

A routine begins where a JSR, an interrupt or the reset goes, or an RTS or RTI that returns to no
call; whoever falls or jumps into the beginning of another one is in that from there on. A return
belongs to the call whose address it finds at the very place of the stack where that call put it,
in whatever order, on whatever stack.
"""

from collections import Counter
from dataclasses import dataclass

from emu.board import Board
from emu.units import Address, Cycle, Cycles
from emu.watch.debug import JSR, JSR_SIZE
from emu.watch.trace import FETCHED, BusAccess, Filter, Trace

RTI, RTS = 0x40, 0x60
_VECTORS = (0xFFFA, 0xFFFC, 0xFFFE)
_SEQUENCE = 7
"""Cycles from an interrupt or the reset to its first instruction."""


@dataclass(frozen=True)
class Routine:
    """How often a routine was entered, and the cycles it took without those that it called."""

    address: Address
    calls: int
    cycles: Cycles


class Profile:
    """Counts what *board* does while ``tap`` is in its line."""

    def __init__(self, board: Board) -> None:
        self.tap = Trace(self._heard, Filter(kinds=frozenset({FETCHED})))
        self._board = board
        self._entries = {self._word(address) for address in _VECTORS}
        self._cycles: Counter[Address] = Counter()
        self._calls: Counter[Address] = Counter()
        self._callers: dict[int, tuple[Address, Address]] = {}
        """By the stack pointer in the routine called: where that returns, and to which routine."""
        self._interrupted: dict[Address, Address] = {}
        """By where they were interrupted, routines."""
        self._last: BusAccess | None = None
        self._routine = 0
        self._counted = board.cycles

    @property
    def routines(self) -> list[Routine]:
        """The routines, most cycles first."""
        self._count(self._board.cycles)
        found = self._cycles.most_common()
        return [Routine(one, self._calls[one], cycles) for one, cycles in found]

    def _count(self, now: Cycle) -> None:
        self._cycles[self._routine] += now - self._counted
        self._counted = now

    def _heard(self, access: BusAccess) -> None:
        last, self._last, pc = self._last, access, access.pc
        if last is None:
            self._enter(pc)
        self._count(access.cycle - _SEQUENCE * (pc in self._entries))
        stack = self._board.cpu.sp
        if pc in self._entries:
            self._interrupted[self._word(0x0100 + (stack + 2 & 0xFF))] = self._routine
            self._enter(pc)
        elif last is None:
            pass
        elif last.value == JSR:
            self._callers[stack] = last.pc + JSR_SIZE & 0xFFFF, self._routine
            self._enter(pc)
        elif last.value == RTS:
            self._return(pc, stack - 2 & 0xFF)
        elif last.value == RTI and pc in self._interrupted:
            self._routine = self._interrupted[pc]
        elif last.value == RTI or (pc in self._calls and pc != self._routine):
            self._enter(pc)

    def _return(self, pc: Address, stack: int) -> None:
        returns_to, caller = self._callers.get(stack, (None, pc))
        self._routine = caller
        if returns_to == pc:
            return
        if self._board.peek(pc - JSR_SIZE & 0xFFFF) == JSR:
            self._routine = max((one for one in self._calls if one <= pc), default=pc)
        else:
            self._enter(pc)

    def _enter(self, routine: Address) -> None:
        self._calls[routine] += 1
        self._routine = routine

    def _word(self, address: Address) -> Address:
        peek = self._board.peek
        return peek(address) | peek(address + 1) << 8

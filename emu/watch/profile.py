"""Where the cycles go: a profile by routine.

A routine is what was called: it begins where a JSR, an interrupt or the reset goes, or where an RTS
or RTI goes that returns to no call. What runs as the profile begins, and its callers, are one too.
*Self* are the cycles from its beginning on, less those of what it calls; whoever falls or jumps
into the beginning of another routine is in that one from there on. *Inclusive* is all that passed
from there to the return.

Programs play with the stack. A return belongs to the call whose address it finds at the very place
of the stack where that call put it, in whatever order, on whatever stack; calls made since then are
over too. A call whose place another call takes was abandoned, and is over at that moment. An RTI
to where a program was interrupted once, as the monitor's GO after ST, goes on with that.
"""

from collections import Counter
from dataclasses import dataclass

from emu.board import Board
from emu.chips.mpu import RESET_VECTOR, AddressSpace
from emu.units import Address, Byte, Cycles

BRK, JSR, RTI, RTS = 0x00, 0x20, 0x40, 0x60
_JSR_SIZE = 3
_CALL, _INTERRUPT = 2, 3
"""Bytes put on the stack."""


@dataclass(frozen=True)
class Routine:
    """What a routine took; ``calls`` is how often it was entered, called or not."""

    address: Address
    calls: int
    instructions: int
    cycles: Cycles
    inclusive: Cycles


@dataclass(eq=False)
class _Call:
    routine: Address
    caller: Address
    sp: int
    size: int
    returns_to: Address
    tail: int | None = None
    """The routine that was fallen or jumped into since."""


class Profile:
    """A tap that counts; read ``routines`` when the run is over."""

    def __init__(self) -> None:
        self._cycles: Counter[int] = Counter()
        self._instructions: Counter[int] = Counter()
        self._entered: Counter[int] = Counter()
        self._inclusive: Counter[int] = Counter()
        self._active: Counter[int] = Counter()
        self._began: dict[int, int] = {}
        self._calls: list[_Call] = []
        self._places: list[_Call | None] = [None] * 0x100
        self._beginnings: set[int] = set()
        self._root: _Call | None = None
        self._interrupted: int | None = None
        self._resumable: dict[int, int] = {}
        self._reset = False
        self._running: int | None = None
        self._routine = 0
        self._first = self._last = self._opcode = 0

    def connect(self, board: Board, bus: AddressSpace) -> None:
        self._board, self._cpu, self._bus, self._peek = board, board.cpu, bus, board.peek
        self._start = self._now = board.cpu.processorCycles

    def __getitem__(self, address: Address) -> Byte:
        cpu = self._cpu
        first = self._board.next_cycle == cpu.processorCycles
        value = self._bus[address]
        if cpu.executing and first:
            self._fetched(address, value)
        elif address == RESET_VECTOR and not (cpu.executing or cpu.interrupting):
            self._count()
            self._reset = True
        return value

    def __setitem__(self, address: Address, value: Byte) -> None:
        if not self._cpu.executing and self._interrupted is None:
            self._count()
            self._arrive(self._cpu.pc)
            self._interrupted = self._cpu.pc
            self._resumable[self._interrupted] = self._routine
        self._bus[address] = value

    @property
    def cycles(self) -> Cycles:
        """All cycles counted."""
        self._count()
        return self._cycles.total()

    @property
    def routines(self) -> list[Routine]:
        """The routines, most cycles first."""
        self._count()
        running = {r: self._now - self._began[r] for r, count in self._active.items() if count}
        inclusive = self._inclusive + Counter(running)
        found = [
            Routine(r, calls, self._instructions[r], self._cycles[r], inclusive[r])
            for r, calls in self._entered.items()
        ]
        return sorted(found, key=lambda routine: (-routine.cycles, routine.address))

    def _count(self) -> None:
        """Put the cycles since the last time down to the routine that is running."""
        now = self._cpu.processorCycles
        if self._running is not None:
            self._cycles[self._running] += now - self._start
            self._start, self._running = now, None
        self._now = now

    def _fetched(self, pc: Address, opcode: int) -> None:
        self._count()
        if self._reset:
            self._enter_root(pc)
        elif self._interrupted is not None:
            self._call(pc, _INTERRUPT, self._interrupted)
        else:
            self._arrive(pc)
        self._reset, self._interrupted = False, None
        if pc != self._routine and pc in self._beginnings:
            self._slide(pc)
        self._running, self._last, self._opcode = self._routine, pc, opcode
        self._instructions[self._routine] += 1

    def _arrive(self, pc: Address) -> None:
        if self._root is None:
            self._enter_root(pc)
            self._first = pc
            self._beginnings.clear()
        elif self._opcode == JSR:
            self._call(pc, _CALL, self._last + 3 & 0xFFFF)
        elif self._opcode == BRK:
            self._call(pc, _INTERRUPT, self._last + 2 & 0xFFFF)
        elif self._opcode == RTS:
            self._return(pc, _CALL)
        elif self._opcode == RTI:
            self._return(pc, _INTERRUPT)

    def _call(self, routine: Address, size: int, returns_to: Address) -> None:
        sp = self._cpu.sp
        for place in range(sp + 1, sp + 1 + size):
            abandoned = self._places[place & 0xFF]
            if abandoned is not None:
                self._calls.remove(abandoned)
                self._over(abandoned)
        call = _Call(routine, self._routine, sp, size, returns_to)
        for place in range(sp + 1, sp + 1 + size):
            self._places[place & 0xFF] = call
        self._calls.append(call)
        self._beginnings.add(routine)
        self._enter(routine)

    def _return(self, pc: Address, size: int) -> None:
        call = self._places[self._cpu.sp - size + 1 & 0xFF]
        if call is not None and (call.size, call.returns_to) == (size, pc):
            while (over := self._calls.pop()) is not call:
                self._over(over)
            self._over(call)
            self._routine = call.caller
        elif size == _CALL and self._peek(pc - _JSR_SIZE & 0xFFFF) == JSR:
            self._slide(self._first)
        elif size == _CALL:
            self._beginnings.add(pc)
            self._slide(pc)
        elif pc in self._resumable:
            self._routine = self._resumable[pc]
        else:
            self._enter_root(pc)

    def _enter_root(self, routine: Address) -> None:
        """Begin anew: nothing that was called will return."""
        while self._calls:
            self._over(self._calls.pop())
        if self._root is not None:
            self._over(self._root)
        self._root = _Call(routine, routine, 0, 0, 0)
        self._beginnings.add(routine)
        self._enter(routine)

    def _slide(self, routine: Address) -> None:
        """Go on in *routine* without a call."""
        call = self._calls[-1] if self._calls else self._root
        assert call is not None
        if call.tail is not None:
            self._leave(call.tail)
            call.tail = None
        self._routine = routine
        if routine != call.routine:
            call.tail = routine
            self._enter(routine)

    def _over(self, call: _Call) -> None:
        for place in range(call.sp + 1, call.sp + 1 + call.size):
            if self._places[place & 0xFF] is call:
                self._places[place & 0xFF] = None
        if call.tail is not None:
            self._leave(call.tail)
        self._leave(call.routine)

    def _enter(self, routine: Address) -> None:
        self._routine = routine
        self._entered[routine] += 1
        self._active[routine] += 1
        if self._active[routine] == 1:
            self._began[routine] = self._start

    def _leave(self, routine: Address) -> None:
        self._active[routine] -= 1
        if not self._active[routine]:
            self._inclusive[routine] += self._start - self._began[routine]

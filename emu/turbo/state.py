"""What is known at one point of a path: registers, bytes of memory, stores not yet carried out.

A store to a known cell waits as long as nothing could see it: overwritten on the way it never
happens, and a byte pushed and pulled again never travels through memory before the path's end.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field

from emu.turbo.contract import STACK, TREE_REGISTERS
from emu.turbo.iostate import FAR
from emu.turbo.tree import Block, Charge, Exit, Fork, Frame, Store
from emu.turbo.values import Value, Values
from emu.units import Address, Cell, Cycles

ZERO_PAGE = range(0x100)
_ENTRY_RANGES = {"c": (0, 1), "n": (-255, 255), "z": (-255, 255), "v": (0, 510), "i": (0, 4)}

_COPIED = ("registers", "known", "pending", "ranges", "written", "loaded")
"""What each side of a fork has for itself."""
_NARROWING = frozenset(("==", ">=", "&"))

Location = Cell | tuple[str, int]
"""A physical cell, ``~slot`` for one of ``io``, or ``("stack", offset)`` from the frame's
pointer."""


@dataclass
class PathState:
    """The machine at one point of a path, in terms of what it was at the head.

    ``cycles``, ``instructions`` and ``charges`` are spent so far, ``worst_cycles`` at most in all;
    ``path`` has the addresses of the instructions executed. ``assumed`` are the conditions met on
    the way and how they went, ``loaded`` what was read, with the cells, ``written`` the last byte
    for each location that was stored to; ``scattered`` if others were as well.
    """

    values: Values
    block: Block
    frame: Frame
    offset: int = 0
    registers: dict[str, Value] = field(default_factory=dict)
    known: dict[Location, Value] = field(default_factory=dict)
    pending: dict[Location, Value] = field(default_factory=dict)
    ranges: dict[Value, tuple[int, int]] = field(default_factory=dict)
    cycles: Cycles = 0
    instructions: int = 0
    worst_cycles: Cycles = 0
    charges: tuple[Charge, ...] = ()
    path: frozenset[Address] = frozenset()
    assumed: tuple[tuple[Value, bool], ...] = ()
    loaded: dict[Value, Value] = field(default_factory=dict)
    written: dict[Location, Value] = field(default_factory=dict)
    scattered: bool = False

    @classmethod
    def at_head(cls, values: Values) -> PathState:
        """The state in which a tree is entered."""
        entry = {r: values.given("in", r, *_ENTRY_RANGES.get(r, (0, 255))) for r in TREE_REGISTERS}
        return cls(values, Block(), Frame(entry["s"]), registers=entry)

    def fork(self) -> PathState:
        """A state for the other side of a fork, in a block of its own."""
        other = copy(self)
        for name in _COPIED:
            setattr(other, name, getattr(self, name).copy())
        other.block = Block()
        return other

    def __getitem__(self, register: str) -> Value:
        return self.registers[register]

    def __setitem__(self, register: str, value: Value) -> None:
        self.registers[register] = value

    @property
    def pointer(self) -> Value:
        """The stack pointer."""
        return self.values("+", self.frame.pointer, self.offset)

    def now(self, offset: Cycles) -> Value:
        """The cycle of the run that is *offset* cycles away."""
        v = self.values
        time = v("+", v.given("time", "", 0, FAR), self.cycles + offset)
        for charge in self.charges:
            time = v("+", time, v("*", charge.times, charge.cycles))
        return time

    # What forks tell

    def decide(self, condition: Value) -> Value:
        """*condition*, as a constant where what is known on this path decides it."""
        if condition.operation not in _NARROWING:
            return condition
        value, number = condition.arguments
        if number.constant is None:
            return condition
        low, high = self._range(value)
        return self.values.decided(condition.operation, low, high, number.constant) or condition

    def assume(self, condition: Value, holds: bool) -> None:
        """Go on knowing how a fork on *condition* went."""
        self.assumed += ((condition, holds),)
        if condition.operation not in _NARROWING:
            return
        value, number = condition.arguments
        n = number.constant
        if n is None:
            return
        low, high = self._range(value)
        match condition.operation, holds:
            case ("==", True):
                low = high = n
            case ("==", False):
                low, high = low + (n == low), high - (n == high)
            case (">=", True):
                low = max(low, n)
            case (">=", False):
                high = min(high, n - 1)
        self.ranges[value] = low, high

    def _range(self, value: Value) -> tuple[int, int]:
        return self.ranges.get(value, (value.low, value.high))

    def split(self, condition: Value) -> tuple[PathState, PathState]:
        """Fork on *condition*: the states where it holds and where it does not."""
        yes, no = self.fork(), self.fork()
        yes.assume(condition, True)
        no.assume(condition, False)
        self.block.end = Fork(condition, yes.block, no.block)
        return yes, no

    # Memory

    def load(self, location: Location) -> Value:
        """The byte at a known location."""
        if _in_stack_page(location):
            return self.load_from(self._cell(location), STACK, STACK + 0xFF)
        value = self.known.get(location)
        if value is None:
            value = self.emit_load("load", self._cell(location))
            self.known[location] = value
        return value

    def store(self, location: Location, value: Value) -> None:
        """Write a byte at a known location."""
        if _in_stack_page(location):
            self.store_to(self._cell(location), value, STACK, STACK + 0xFF)
            return
        self.known[location] = self.written[location] = value
        self.pending.pop(location, None)
        self.pending[location] = value

    def load_io(self, slot: int, low: int, high: int) -> Value:
        """The number, *low* to *high*, in a slot of ``io``."""
        location = Cell(~slot)
        if location not in self.known:
            self.known[location] = self.emit_load("load", self._cell(location), low=low, high=high)
        return self.known[location]

    def store_io(self, slot: int, value: Value) -> None:
        """Put a number into a slot of ``io``."""
        self.store(Cell(~slot), value)

    def load_from(self, cell: Value, low: int, high: int) -> Value:
        """The byte in a computed cell between *low* and *high*."""
        self.flush(low, high)
        return self.emit_load("load", cell)

    def store_to(self, cell: Value, value: Value, low: int, high: int) -> None:
        """Write a byte to a computed cell between *low* and *high*."""
        self.flush(low, high)
        for location in [one for one in self.known if _overlaps(one, low, high)]:
            del self.known[location]
        self.scattered = True
        self.block.body.append(Store(cell, value))

    def emit_load(self, operation: str, *arguments: Value, low: int = 0, high: int = 255) -> Value:
        """Read memory at this point of the path."""
        value = self.values.memory(operation, *arguments, low=low, high=high)
        self.block.body.append(value)
        self.loaded[value] = arguments[0]
        return value

    def flush(self, low: int = -0xFFFF, high: int = 0xFFFF) -> None:
        """Carry out the waiting stores that a load from cells low..high could see; all of them."""
        for location in [one for one in self.pending if _overlaps(one, low, high)]:
            self.block.body.append(Store(self._cell(location), self.pending.pop(location)))

    def _cell(self, location: Location) -> Value:
        if isinstance(location, int):
            return self.values.const(location)
        return self.values("+", self.frame.pointer, STACK + location[1])

    # The stack

    def push(self, value: Value) -> None:
        """Push a byte."""
        self.frame.depth = max(self.frame.depth, 1 - self.offset)
        self.store(("stack", self.offset), value)
        self.offset -= 1

    def top(self, below: int = 0) -> Value:
        """The byte that would be pulled next, or that many later."""
        place = self.offset + 1 + below
        self.frame.height = max(self.frame.height, place)
        return self.load(("stack", place))

    def pull(self) -> Value:
        """Pull a byte."""
        value = self.top()
        self.offset += 1
        return value

    def new_frame(self, pointer: Value) -> None:
        """Count from another stack pointer from here on."""
        self.flush(STACK, STACK + 0xFF)
        for location in [one for one in self.known if not isinstance(one, int)]:
            del self.known[location]
        self.frame, self.offset = Frame(pointer), 0

    # The end

    def charge(
        self, times: Value, cycles: Cycles, instructions: int, at_most: int | None = None
    ) -> None:
        """Add cycles and instructions *times* over; *at_most* bounds it better than its range."""
        if times.constant is None:
            self.charges += (Charge(times, cycles, instructions),)
        else:
            self.cycles += times.constant * cycles
            self.instructions += times.constant * instructions
        self.worst_cycles += (times.high if at_most is None else at_most) * cycles

    def spend(self, cycles: Cycles, instructions: int = 1) -> None:
        """Add cycles and instructions."""
        self.cycles += cycles
        self.worst_cycles += cycles
        self.instructions += instructions

    def changed(self) -> dict[str, Value]:
        """The registers that are not as they were at the head."""
        return {
            name: value
            for name, value in {**self.registers, "s": self.pointer}.items()
            if not (value.operation == "in" and value.arguments == (name,))
        }

    def exit(self, target: Address | Value, side_exit: bool = False) -> None:
        """End the path here."""
        self.flush()
        spent = self.cycles, self.instructions, self.charges, self.worst_cycles
        self.block.end = Exit(target, side_exit, self.changed(), *spent)


def _in_stack_page(location: Location) -> bool:
    return isinstance(location, int) and STACK <= location <= STACK + 0xFF


def _overlaps(location: Location, low: int, high: int) -> bool:
    if isinstance(location, int):
        return low <= location <= high
    return low <= STACK + 0xFF and high >= STACK

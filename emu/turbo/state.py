"""What is known at one point of a path: registers, bytes of memory, stores not yet carried out.

A store to a known cell waits as long as nothing could see it: overwritten on the way it never
happens, and a byte pushed and pulled again never travels through memory before the path's end.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from emu.turbo.registers import REGISTERS
from emu.turbo.tree import Block, Charge, Exit, Frame, Load, Store
from emu.turbo.values import Value, Values

STACK = 0x100
ZERO_PAGE = range(0x100)
_RANGES = {"c": (0, 1), "n": (-255, 255), "z": (-255, 255), "v2": (0, 510), "i": (0, 4)}

_TELLING = frozenset(("==", ">=", "&"))

Place = int | tuple[str, int]
"""A physical cell, or ``("stack", offset)`` from the frame's pointer."""


@dataclass
class PathState:
    """The machine at one point of a path, in terms of what it was at the head.

    ``cycles``, ``instructions`` and ``charges`` are spent so far, at most ``worst`` cycles in all;
    ``path`` has the addresses of the instructions executed.
    """

    values: Values
    block: Block
    frame: Frame
    offset: int = 0
    registers: dict[str, Value] = field(default_factory=dict)
    known: dict[Place, Value] = field(default_factory=dict)
    pending: dict[Place, Value] = field(default_factory=dict)
    facts: dict[Value, tuple[int, int]] = field(default_factory=dict)
    cycles: int = 0
    instructions: int = 0
    worst: int = 0
    charges: tuple[Charge, ...] = ()
    path: frozenset[int] = frozenset()

    @classmethod
    def at_head(cls, values: Values) -> PathState:
        """The state in which a tree is entered."""
        entry = {r: values.entry(r, *_RANGES.get(r, (0, 255))) for r in REGISTERS}
        return cls(values, Block(), Frame(entry["s"]), registers=entry)

    def fork(self) -> PathState:
        """A state for the other side of a fork, in a block of its own."""
        return PathState(
            self.values,
            Block(),
            self.frame,
            self.offset,
            dict(self.registers),
            dict(self.known),
            dict(self.pending),
            dict(self.facts),
            self.cycles,
            self.instructions,
            self.worst,
            self.charges,
            self.path,
        )

    def __getitem__(self, register: str) -> Value:
        return self.registers[register]

    def __setitem__(self, register: str, value: Value) -> None:
        self.registers[register] = value

    @property
    def pointer(self) -> Value:
        """The stack pointer."""
        return self.values("+", self.frame.pointer, self.offset)

    # What forks tell

    def decide(self, condition: Value) -> Value:
        """*condition*, as a constant where what is known on this path decides it."""
        if condition.operation not in _TELLING:
            return condition
        value, number = condition.arguments
        if number.constant is None:
            return condition
        low, high = self._range(value)
        return self.values.decided(condition.operation, low, high, number.constant) or condition

    def learn(self, condition: Value, holds: bool) -> None:
        """Go on knowing how a fork on *condition* went."""
        if condition.operation not in _TELLING:
            return
        if condition.operation != "&":
            self._settle(condition, int(holds))
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
        self.facts[value] = low, high
        if low == high:
            self._settle(value, low)

    def _settle(self, value: Value, number: int) -> None:
        """Registers that hold *value* hold *number*."""
        known = self.values.const(number)
        self.registers = {r: known if v is value else v for r, v in self.registers.items()}

    def _range(self, value: Value) -> tuple[int, int]:
        return self.facts.get(value, (value.low, value.high))

    # Memory

    def load(self, place: Place) -> Value:
        """The byte at a known place."""
        if _in_stack_page(place):
            return self.load_from(self._cell(place), STACK, STACK + 0xFF)
        value = self.known.get(place)
        if value is None:
            value = self.emit_load("load", self._cell(place))
            self.known[place] = value
        return value

    def store(self, place: Place, value: Value) -> None:
        """Write a byte at a known place."""
        if _in_stack_page(place):
            self.store_to(self._cell(place), value, STACK, STACK + 0xFF)
            return
        self.known[place] = value
        self.pending.pop(place, None)
        self.pending[place] = value

    def load_from(self, cell: Value, low: int, high: int) -> Value:
        """The byte in a computed cell between *low* and *high*."""
        self.flush(low, high)
        return self.emit_load("load", cell)

    def store_to(self, cell: Value, value: Value, low: int, high: int) -> None:
        """Write a byte to a computed cell between *low* and *high*."""
        self.flush(low, high)
        for place in [p for p in self.known if _overlaps(p, low, high)]:
            del self.known[place]
        self.block.body.append(Store(cell, value))

    def emit_load(self, operation: str, *arguments: Value, low: int = 0, high: int = 255) -> Value:
        """Read memory at this point of the path."""
        value = self.values.memory(operation, *arguments, low=low, high=high)
        self.block.body.append(Load(value))
        return value

    def flush(self, low: int = 0, high: int = 0xFFFF) -> None:
        """Carry out the waiting stores that a load from cells low..high could see."""
        for place in [p for p in self.pending if _overlaps(p, low, high)]:
            self.block.body.append(Store(self._cell(place), self.pending.pop(place)))

    def _cell(self, place: Place) -> Value:
        if isinstance(place, int):
            return self.values.const(place)
        return self.values("+", self.frame.pointer, STACK + place[1])

    # The stack

    def push(self, value: Value) -> None:
        """Push a byte."""
        self.frame.depth = max(self.frame.depth, 1 - self.offset)
        self.store(("stack", self.offset), value)
        self.offset -= 1

    def top(self) -> Value:
        """The byte that would be pulled next."""
        self.frame.height = max(self.frame.height, self.offset + 1)
        return self.load(("stack", self.offset + 1))

    def pull(self) -> Value:
        """Pull a byte."""
        value = self.top()
        self.offset += 1
        return value

    def new_frame(self, pointer: Value) -> None:
        """Count from another stack pointer from here on."""
        self.flush(STACK, STACK + 0xFF)
        for place in [p for p in self.known if not isinstance(p, int)]:
            del self.known[place]
        self.frame, self.offset = Frame(pointer), 0

    # The end

    def charge(
        self, times: Value, cycles: int, instructions: int, at_most: int | None = None
    ) -> None:
        """Add cycles and instructions *times* over; *at_most* bounds it better than its range."""
        if times.constant is None:
            self.charges += (Charge(times, cycles, instructions),)
        else:
            self.cycles += times.constant * cycles
            self.instructions += times.constant * instructions
        self.worst += (times.high if at_most is None else at_most) * cycles

    def spend(self, cycles: int, instructions: int = 1) -> None:
        """Add cycles and instructions."""
        self.cycles += cycles
        self.worst += cycles
        self.instructions += instructions

    def exit(self, target: int | Value, side_exit: bool = False) -> None:
        """End the path here."""
        self.flush()
        changed = {
            name: value
            for name, value in {**self.registers, "s": self.pointer}.items()
            if not (value.operation == "in" and value.arguments == (name,))
        }
        self.block.end = Exit(
            target, side_exit, changed, self.cycles, self.instructions, self.charges
        )


def _in_stack_page(place: Place) -> bool:
    return isinstance(place, int) and STACK <= place <= STACK + 0xFF


def _overlaps(place: Place, low: int, high: int) -> bool:
    if isinstance(place, int):
        return low <= place <= high
    return low <= STACK + 0xFF and high >= STACK

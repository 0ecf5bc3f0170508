"""The form between the front end and the back ends: a decision tree of straight blocks.

A tree starts at one address, its head. From there every block does its loads and stores
in order and ends in a fork or an exit; nothing joins again. So whatever is known on the way
down, a constant, a byte just stored, stays known to the leaves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import TYPE_CHECKING

from emu.units import Address, Byte, Cell, Cycles

if TYPE_CHECKING:
    from emu.turbo.values import Value, Values


@dataclass(frozen=True, slots=True)
class Store:
    """A byte is written to a physical cell; a number to slot ``~cell`` of ``io`` below 0."""

    cell: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Driven:
    """Outputs of port A and of port B of the 6530-002 from cycle ``time`` of the run on."""

    time: Value
    outputs_a: Value
    outputs_b: Value


@dataclass(slots=True)
class Frame:
    """A stretch of path with one stack pointer to count from: pushes go at most ``depth`` bytes
    down from ``pointer``, pulls at most ``height`` up. Known when the tree is complete."""

    pointer: Value
    depth: int = 0
    height: int = 0

    def leaves(self, v: Values) -> Value | None:
        """Not 0 if it is not all in page one and off translated code; None where it must be."""
        out = []
        if self.depth:
            free = v.given("stack_free", self.pointer, 0, 0xFF)
            out.append(v("==", v(">=", free, self.depth), 0))
        if self.height:
            out.append(v(">=", self.pointer, 0x100 - self.height))
        return reduce(partial(v, "|"), out) if out else None


@dataclass(frozen=True, slots=True)
class Fork:
    """``yes`` if the condition is not 0, else ``no``."""

    condition: Value
    yes: Block
    no: Block


@dataclass(frozen=True, slots=True)
class Charge:
    """Cycles and instructions spent ``times`` over."""

    times: Value
    cycles: Cycles
    instructions: int


@dataclass(frozen=True, slots=True)
class Exit:
    """The end of a path: what it leaves behind and where the program goes on.

    After a *side exit* the interpreter must execute the next instruction. Only
    registers that changed are listed. ``at_most`` are the cycles of the path with all charges.
    """

    target: Address | Value
    side_exit: bool
    registers: dict[str, Value]
    cycles: Cycles
    instructions: int
    charges: tuple[Charge, ...]
    at_most: Cycles


@dataclass(slots=True)
class Block:
    """Straight work, then an end. A value in the body is read from memory there and kept."""

    body: list[Value | Store | Driven] = field(default_factory=list)
    end: Fork | Exit | None = None

    def walk(self) -> Iterator[Block]:
        """This block and every one after it."""
        waiting = [self]
        while waiting:
            block = waiting.pop()
            yield block
            if isinstance(block.end, Fork):
                waiting += (block.end.no, block.end.yes)


@dataclass(frozen=True)
class Tree:
    """All that can happen from ``head`` on until an exit; ``root`` is its first block.

    ``code`` maps each physical cell an instruction was read from to the byte found there, but for
    operands read when they are used; ``addresses`` are those of the instructions; ``stores`` the
    cells written at known addresses; ``targets`` the addresses its paths go on at, and the head if
    a loop within passes it. Its ``longest`` path takes so many cycles; ``registers`` tells whether
    a 6530's are reached.
    """

    head: Address
    root: Block
    code: dict[Cell, Byte]
    addresses: frozenset[Address]
    stores: frozenset[Cell]
    targets: frozenset[Address]
    longest: Cycles
    registers: bool

    @property
    def logs(self) -> bool:
        """Whether it may add to the log."""
        return any(isinstance(one, Driven) for block in self.root.walk() for one in block.body)


def in_order(trees: Collection[Tree]) -> list[Tree]:
    """*trees*, each before those it leads to, as far as that goes."""
    by_head = {tree.head: tree for tree in trees}
    waiting, seen = sorted(by_head, reverse=True), set[Address]()
    ordered: dict[Address, Tree] = {}
    while waiting:
        head = waiting[-1]
        if head in seen:
            ordered.setdefault(head, by_head[waiting.pop()])
        else:
            seen.add(head)
            following = by_head.keys() & by_head[head].targets - seen
            waiting += sorted(following, reverse=True)
    return list(ordered.values())[::-1]

"""The form between the front end and the back ends: a decision tree of straight blocks.

A tree starts at one address, its head. From there every block does its looks at memory and its
stores in order and ends in a fork or an exit; nothing joins again. So whatever is known on the way
down, a constant, a byte just stored, stays known to the leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from emu.turbo.values import Value

REGISTERS = ("a", "x", "y", "s", "c", "n", "z", "v0", "v1", "v2", "i")
"""What passes between trees. The flags are kept as what they come from, P is put together only
where it is seen: C is ``c``; N is bit 7 of ``n``; Z is set when ``z`` is 0; V is bit 7 of
``(v0 ^ v2) & (v1 ^ v2)``, operands and result of the last addition; I is ``i`` (4 or 0). D is clear
while trees run."""


@dataclass(frozen=True, slots=True)
class Look:
    """Memory is read here and the value kept."""

    value: Value


@dataclass(frozen=True, slots=True)
class Store:
    """A byte is written to a physical cell."""

    cell: Value
    value: Value


@dataclass(slots=True)
class Frame:
    """A stretch of path with one stack pointer to count from: pushes go at most ``depth`` bytes
    down from ``pointer``, pulls at most ``height`` up. Known when the tree is complete."""

    pointer: Value
    depth: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Fork:
    """``yes`` if the condition is not 0, else ``no``."""

    condition: Value
    yes: Block
    no: Block


@dataclass(frozen=True, slots=True)
class StackCheck:
    """On to ``inside`` if the frame's stack stays within page one and off translated code."""

    frame: Frame
    inside: Block
    outside: Block


@dataclass(frozen=True, slots=True)
class Charge:
    """Cycles and instructions spent ``times`` over."""

    times: Value
    cycles: int
    instructions: int


@dataclass(frozen=True, slots=True)
class Exit:
    """The end of a path: what it leaves behind and where the program goes on.

    With *leave* the interpreter must execute the next instruction. Only registers that changed are
    listed.
    """

    target: int | Value
    leave: bool
    registers: dict[str, Value]
    cycles: int
    instructions: int
    charges: tuple[Charge, ...]


@dataclass(slots=True)
class Block:
    """Straight work, then an end."""

    body: list[Look | Store] = field(default_factory=list)
    end: Fork | StackCheck | Exit | None = None


@dataclass(frozen=True)
class Tree:
    """All that can happen from ``head`` on until an exit.

    ``code`` maps each physical cell an instruction was read from to the byte found there;
    ``addresses`` are those of its instructions; ``immediates`` are the cells of ``code`` that hold
    nothing but an immediate operand; ``stores`` the cells written at known places.
    """

    head: int
    root: Block
    code: dict[int, int]
    addresses: frozenset[int]
    immediates: frozenset[int]
    stores: frozenset[int]

    def blocks(self) -> Iterator[Block]:
        """Every block, the root first."""
        waiting = [self.root]
        while waiting:
            block = waiting.pop()
            yield block
            if isinstance(block.end, Fork):
                waiting += (block.end.no, block.end.yes)
            elif isinstance(block.end, StackCheck):
                waiting += (block.end.outside, block.end.inside)

    @property
    def targets(self) -> frozenset[int]:
        """The heads its exits go to without the interpreter."""
        exits = (b.end for b in self.blocks() if isinstance(b.end, Exit) and not b.end.leave)
        return frozenset(e.target for e in exits if isinstance(e.target, int))

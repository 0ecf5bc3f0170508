"""Making code: the trees that are wanted, those they lead to, and their compilation."""

from __future__ import annotations

import gc
import time
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from emu.turbo.builder import Builder
from emu.turbo.compiled import Compiled
from emu.turbo.contract import STACK
from emu.turbo.hosts import NoHost, WasmHost
from emu.turbo.layout import Layout
from emu.turbo.tree import Tree, in_order
from emu.turbo.wasmsource import Writer
from emu.units import Address, Cell

JSR, JSR_LENGTH = 0x20, 3
STACK_SIZE = 0x100


@dataclass(frozen=True)
class Order:
    """Code wanted for *heads*, and for what they lead to, as *memory* is now.

    ``changes`` counts those of cells that have held other code. It is not made unless it has heads
    that are not ``in_use``.
    """

    layout: Layout
    heads: frozenset[Address]
    in_use: frozenset[Address]
    memory: bytearray
    stops: frozenset[Address]
    changes: Mapping[Cell, int]


class Compilation:
    """Does the *work* of `make`, a turn at a time."""

    def __init__(self, work: Iterator[Compiled | None]) -> None:
        self._work = work
        self.made: Compiled | None = None
        self.done = False
        self.fault = ""

    def advance(self, seconds: float) -> None:
        """Give it so much time, while nothing else is done and no rubbish is collected."""
        end, collects = time.perf_counter() + seconds, gc.isenabled()
        gc.disable()
        try:
            for made in self._work:
                self.made = made
                if time.perf_counter() >= end:
                    return
        except (NoHost, MemoryError) as error:
            self.made, self.fault = None, str(error) or type(error).__name__
        finally:
            if collects:
                gc.enable()
        self.done = True


def make(order: Order, host: WasmHost) -> Iterator[Compiled | None]:
    """What was ordered, at last; pauses often."""
    found = yield from _grow(order)
    if found.keys() <= order.in_use:
        return
    trees = in_order(found.values())
    writer = Writer(trees, order.stops, host.placed)
    yield from writer.steps()
    module = yield from host.compile(writer.module)
    yield Compiled.of(trees, module, order.stops)


def _grow(order: Order) -> Generator[None, None, dict[Address, Tree]]:
    """Find the trees of *order* by head; none stores into the code of another without a guard."""
    code: set[Cell] = set()
    builder = Builder(order.layout, order.memory, code.__contains__, order.changes, order.stops)
    heads = {*order.heads, *_on_stack(order)}
    trees: dict[Address, Tree] = {}
    refused: set[Address] = set()
    stored: set[Cell] = set()
    read: set[Cell] = set()
    ahead: set[Address] = set()
    registers = False
    while True:
        new = heads - trees.keys() - refused
        for head in (*sorted(new & order.heads), *sorted(new - order.heads)):
            tree = builder.build(head)
            if tree is None or (
                head not in order.heads and _unwanted(tree, stored, read, registers)
            ):
                refused.add(head)
            else:
                trees[head] = tree
                registers |= tree.registers
                stored |= tree.stores
                read |= tree.code.keys()
                ahead.update(_leads_to(order, tree))
            yield
        if not stored.isdisjoint(read - code):
            code |= read
            for found in (trees, refused, stored, read, ahead):
                found.clear()
            continue
        if ahead <= heads:
            return trees
        heads |= ahead


def _unwanted(tree: Tree, stored: set[Cell], read: set[Cell], registers: bool) -> bool:
    """Whether a tree that nobody has asked for may be no code at all, as others have *stored* to
    its bytes, or it stores to code that was *read*; or it alone reaches *registers*, which takes
    time in every run.
    """
    alone = tree.registers and not registers
    return alone or not stored.isdisjoint(tree.code) or not tree.stores.isdisjoint(read)


def _on_stack(order: Order) -> Iterator[Address]:
    """Where the calls under way return to, as far as their return addresses can be told."""
    for low, high in pairwise(order.memory[STACK : STACK + STACK_SIZE]):
        last = low | high << 8
        cell = order.layout.read_cells[last - 2 & 0xFFFF]
        if cell >= 0 and order.memory[cell] == JSR:
            yield last + 1 & 0xFFFF


def _leads_to(order: Order, tree: Tree) -> Iterator[Address]:
    """Where the program goes on after *tree*, and where its calls return to."""
    yield from tree.targets
    for address in tree.addresses:
        if order.memory[order.layout.read_cells[address]] == JSR:
            yield address + JSR_LENGTH & 0xFFFF

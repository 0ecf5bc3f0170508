"""What a compiler does with its order, in a process of its own: trees, and native code of them.

It goes on when the process that ordered has ended, with low priority; it ends when its time is up,
or at once where another one is at work for the same memory layout.
"""

from __future__ import annotations

import marshal
import os
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from threading import Thread

from emu.errors import FileLocked
from emu.files.locks import FileLock
from emu.turbo.builder import Builder
from emu.turbo.cache import Folder
from emu.turbo.compiler import AT_WORK, DRAFT, PATIENCE, Compiled, Order
from emu.turbo.contract import STACK
from emu.turbo.layout import Layout
from emu.turbo.tree import Tree
from emu.units import Address, Cell

JSR, JSR_LENGTH = 0x20, 3
STACK_SIZE = 0x100
_LOOK_EVERY = 0.5
_LOW_PRIORITY = 15


def trees_of(layout: Layout, order: Order) -> list[Tree]:
    """The trees of an order, and those that they lead to or return to; none stores into the code
    of another without a guard.
    """
    code: set[Cell] = set()
    heads = {*order.heads, *_on_stack(layout, order)}
    memory = bytearray(order.memory)
    builder = Builder(layout, memory, code.__contains__, order.variable, order.stops)
    trees: dict[Address, Tree] = {}
    refused: set[Address] = set()
    while True:
        for head in sorted(heads - trees.keys() - refused):
            tree = builder.build(head)
            if tree is None or (head not in order.heads and _unwanted(tree, order, trees)):
                refused.add(head)
            else:
                trees[head] = tree
        stores = frozenset().union(*(tree.dependencies.stores for tree in trees.values()))
        found = {cell for tree in trees.values() for cell in tree.dependencies.code} - code
        if stores & found:
            code |= found
            trees.clear()
            refused.clear()
            continue
        ahead = {head for tree in trees.values() for head in _leads_to(layout, order, tree)}
        if ahead <= heads:
            return list(trees.values())
        heads |= ahead


def _unwanted(tree: Tree, order: Order, trees: dict[Address, Tree]) -> bool:
    """Whether a tree that nobody has asked for may be no code at all: its bytes have changed, one
    of *trees* stores to them, or it to theirs; or is seldom wanted, as it reaches a register.
    """
    made = tree.dependencies
    if made.registers:
        return True
    if not order.unsteady.isdisjoint(made.code):
        return True
    return any(
        not other.dependencies.stores.isdisjoint(made.code)
        or not made.stores.isdisjoint(other.dependencies.code)
        for other in trees.values()
    )


def _on_stack(layout: Layout, order: Order) -> Iterator[Address]:
    """Where the calls under way return to, as far as their return addresses can be told."""
    memory = order.memory
    for low, high in pairwise(memory[STACK : STACK + STACK_SIZE]):
        last = low | high << 8
        cell = layout.read_cells[last - 2 & 0xFFFF]
        if cell >= 0 and memory[cell] == JSR:
            yield last + 1 & 0xFFFF


def _leads_to(layout: Layout, order: Order, tree: Tree) -> Iterator[Address]:
    """Where the program goes on after *tree*, and where its calls return to."""
    yield from tree.dependencies.targets
    for address in tree.dependencies.addresses:
        if order.memory[layout.read_cells[address]] == JSR:
            yield address + JSR_LENGTH & 0xFFFF


def main() -> None:
    """Work on the order on standard input, unless another compiler is at work."""
    path, name, work, layout, order, parent = marshal.loads(sys.stdin.buffer.read())
    Thread(target=_end_in_time, args=(parent,), daemon=True).start()
    folder = Path(path)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with closing(FileLock(Path(work))):
            kept = _answer(Folder(folder), name, Layout.unpacked(layout), Order(*order))
    except FileLocked:
        raise SystemExit(AT_WORK) from None
    if not kept:
        raise SystemExit(1)


def _answer(folder: Folder, name: str, layout: Layout, order: Order) -> bool:
    """Put a draft into *folder*, soon, and then what takes its place; whether that is there."""
    trees = trees_of(layout, order)
    kept = False
    for draft in (True, False):
        made = native_code(trees, layout, order, draft)
        kept = folder.write(name + DRAFT * draft, made.packed())
    if kept:
        folder.remove(name + DRAFT)
    return kept


def native_code(trees: Collection[Tree], layout: Layout, order: Order, draft: bool) -> Compiled:
    """The native code of *trees*."""
    from emu.turbo.native import compile_trees, host

    code = compile_trees(trees, order.stops, layout.size, draft)
    dependencies = tuple(tree.dependencies for tree in trees)
    return Compiled(host(), code, order.stops, dependencies, draft)


def _end_in_time(parent: int) -> None:
    """Make way for others once the *parent* has ended, and end when the time is up."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if parent and os.getppid() != parent and hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, os.getpid(), _LOW_PRIORITY)
            parent = 0
        time.sleep(_LOOK_EVERY)
    os._exit(1)

"""Which trees there are, what they were made from, and which of them no longer hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from emu.turbo.tree import Tree


class Translations:
    """The trees made from *memory*; their cells are marked in *code*.

    ``variable`` are immediate operands that were seen to change; trees read them when they run.
    """

    def __init__(self, memory: bytearray, code: bytearray) -> None:
        self._memory = memory
        self._code = code
        self._trees: dict[int, Tree] = {}
        self._owners: Counter[int] = Counter()
        self.variable: frozenset[int] = frozenset()

    @property
    def heads(self) -> tuple[int, ...]:
        """All heads."""
        return tuple(self._trees)

    def add(self, tree: Tree) -> None:
        """Keep *tree*."""
        self._trees[tree.head] = tree
        for cell in tree.code:
            self._owners[cell] += 1
            self._code[cell] = 1

    def remove(self, head: int) -> None:
        """Forget the tree at *head*."""
        for cell in self._trees.pop(head).code:
            self._owners[cell] -= 1
            if not self._owners[cell]:
                del self._owners[cell]
                self._code[cell] = 0

    def storing_to(self, cells: Collection[int]) -> list[int]:
        """Heads of trees that store to one of *cells* without looking whether it is code."""
        return [head for head, tree in self._trees.items() if not tree.stores.isdisjoint(cells)]

    def touching(self, addresses: frozenset[int]) -> list[int]:
        """Heads of trees that pass one of *addresses* or go on there."""
        return [
            head
            for head, tree in self._trees.items()
            if not (tree.addresses - {head} | tree.targets).isdisjoint(addresses)
        ]

    def changed(self) -> list[int]:
        """Heads of trees whose code is no longer in memory; operands among it become variable."""
        memory = self._memory
        heads, cells = [], set()
        for head, tree in self._trees.items():
            altered = [cell for cell, byte in tree.code.items() if memory[cell] != byte]
            if altered:
                heads.append(head)
                cells.update(altered)
        operands = {c for c in cells if all(c in t.immediates for t in self._holding(c))}
        self.variable |= operands
        return heads

    def _holding(self, cell: int) -> list[Tree]:
        return [tree for tree in self._trees.values() if cell in tree.code]

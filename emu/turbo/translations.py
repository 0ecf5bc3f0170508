"""Which translations there are, what they were made from, and which of them no longer hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from typing import Literal, NamedTuple

from emu.units import Address, Byte, Cell, Cycles

_AGAIN_AND_AGAIN = 3
"""Changes of a cell: once is a program loaded or a byte poked."""


class Dependencies(NamedTuple):
    """What a translation relies on, and how many cycles its ``longest`` path takes.

    ``code`` maps each physical cell an instruction was read from to the byte found there, but for
    operands read when they are used; ``addresses`` are those of the instructions; ``immediates``
    are the cells of ``code`` that hold nothing but an immediate operand; ``stores`` the cells
    written at known addresses; ``targets`` the addresses its paths go on at, and the head if a
    loop within passes it; those in ``stops`` return to the driver. ``registers`` tells whether a
    6530's are reached.
    """

    head: Address
    code: dict[Cell, Byte]
    addresses: frozenset[Address]
    immediates: frozenset[Cell]
    stores: frozenset[Cell]
    targets: frozenset[Address]
    stops: frozenset[Address]
    longest: Cycles = 0
    registers: bool = False

    def holds(self, memory: bytes | bytearray) -> bool:
        """Whether *memory* still holds the code."""
        return all(memory[cell] == byte for cell, byte in self.code.items())

    def passes(self, addresses: frozenset[Address]) -> bool:
        """Whether it would run past one of *addresses* without returning there."""
        passed = self.addresses - {self.head} | self.targets - self.stops
        return not passed.isdisjoint(addresses)


class Key(NamedTuple):
    """Names a translation: a function of long or of short trees, or native code, at ``head``."""

    kind: Literal["long", "short", "native"]
    head: Address


class Translations:
    """The translations made from *memory*; their cells are marked in *code_map*.

    ``variable`` are immediate operands that were seen to change, to be read when they are used,
    ``unsteady`` other cells of code that were again and again.
    """

    def __init__(self, memory: bytearray, code_map: bytearray) -> None:
        self._memory = memory
        self._code_map = code_map
        self._dependencies: dict[Key, Dependencies] = {}
        self._owners: Counter[Cell] = Counter()
        self._storing: defaultdict[Cell, set[Key]] = defaultdict(set)
        self._made_from = bytearray(len(memory))
        self._runs: list[slice] | None = None
        self.variable: frozenset[Cell] = frozenset()
        self._changes: Counter[Cell] = Counter()

    @property
    def keys(self) -> tuple[Key, ...]:
        """All keys."""
        return tuple(self._dependencies)

    @property
    def unsteady(self) -> frozenset[Cell]:
        """See the class."""
        return frozenset(cell for cell, times in self._changes.items() if times >= _AGAIN_AND_AGAIN)

    def __contains__(self, key: Key) -> bool:
        return key in self._dependencies

    def holds(self, dependencies: Dependencies, stops: frozenset[Address]) -> bool:
        """Whether a translation made earlier is right here and now, with these stops."""
        return (
            dependencies.holds(self._memory)
            and dependencies.stops <= stops
            and not dependencies.passes(stops)
            and not any(self._code_map[cell] for cell in dependencies.stores)
        )

    def add(self, key: Key, dependencies: Dependencies) -> None:
        """Keep *dependencies*."""
        self._dependencies[key] = dependencies
        for cell in dependencies.stores:
            self._storing[cell].add(key)
        for cell in dependencies.code:
            self._owners[cell] += 1
            self._code_map[cell] = 1
            self._made_from[cell] = self._memory[cell]
        self._runs = None

    def remove(self, key: Key) -> None:
        """Forget a translation."""
        dependencies = self._dependencies.pop(key)
        for cell in dependencies.stores:
            self._storing[cell].discard(key)
        for cell in dependencies.code:
            self._owners[cell] -= 1
            if not self._owners[cell]:
                del self._owners[cell]
                self._code_map[cell] = 0
        self._runs = None

    def storing_to(self, cells: Collection[Cell]) -> set[Key]:
        """Those that store to one of *cells* without a guard that it is no code."""
        return set().union(*(self._storing[cell] for cell in self._storing.keys() & cells))

    def passing(self, addresses: frozenset[Address]) -> list[Key]:
        """Those that would run past one of *addresses*."""
        return [key for key, d in self._dependencies.items() if d.passes(addresses)]

    def changed(self) -> list[Key]:
        """Those whose code is no longer in memory; operands among it become variable."""
        memory, made_from = self._memory, self._made_from
        runs = [run for run in self._code_runs() if memory[run] != made_from[run]]
        cells = {
            Cell(c) for run in runs for c in range(run.start, run.stop) if memory[c] != made_from[c]
        }
        if not cells:
            return []
        operands = frozenset(c for c in cells if self._is_operand(c))
        self.variable |= operands
        self._changes.update(cells - operands)
        return [key for key, d in self._dependencies.items() if not cells.isdisjoint(d.code)]

    def _code_runs(self) -> list[slice]:
        """The cells with code, in runs without a gap."""
        if self._runs is None:
            runs: list[slice] = []
            for cell in sorted(self._owners):
                if runs and runs[-1].stop == cell:
                    runs[-1] = slice(runs[-1].start, cell + 1)
                else:
                    runs.append(slice(cell, cell + 1))
            self._runs = runs
        return self._runs

    def _is_operand(self, cell: Cell) -> bool:
        holding = [d for d in self._dependencies.values() if cell in d.code]
        return all(cell in d.immediates for d in holding)

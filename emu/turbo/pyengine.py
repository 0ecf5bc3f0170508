"""The Python engine: trees compiled to functions that call each other through a trampoline."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import CellType, CodeType, FunctionType
from typing import Any

from emu.chips.mpu import NMOS6502
from emu.chips.registers import ALWAYS_SET, CARRY, INTERRUPT, NEGATIVE, OVERFLOW, ZERO
from emu.turbo.contract import LONG, TREE_REGISTERS, ExitReason
from emu.turbo.iostate import INPUTS_SIZE, IO_SIZE
from emu.units import Address, Cell, Cycles

Function = Callable[[], Any]
PYTHON_CYCLE = 1 << 24
"""One cycle in ``t``, the Python engine's counter: instructions count 1 each in its low 24 bits,
cycles above them."""
EXPIRED = -1
"""A ``limit`` that ``t`` has always reached."""
SHARED_VARIABLES = (*TREE_REGISTERS, "t", "limit", "latest", "pc")
SHARED_CONSTANTS = (
    "memory", "rfind", "code_map", "stack_free", "read_cells", "write_cells", "functions",
    "side_exit", "io", "inputs", "log",
)  # fmt: skip
MAX_RUN_CYCLES = PYTHON_CYCLE - 1
"""In one run; so many instructions can't overflow their part of ``t``."""


def name_of(head: Address) -> str:
    """The name of the function for the tree at *head*."""
    return f"f{head:04X}"


def head_of(name: str) -> Address:
    """The way back."""
    return int(name[1:], 16)


class _Functions(dict[Address, Function]):
    """The function for each address; unknown ones are made when they are asked for."""

    def __init__(self, make: Callable[[Address], Function]) -> None:
        self._make = make

    def __missing__(self, address: Address) -> Function:
        function = self._make(address)
        self[address] = function
        return function


@dataclass(frozen=True)
class Tables:
    """What functions look things up in: physical memory and ``code_map`` by cell, ``stack_free``
    by stack pointer (how many bytes may be pushed), the cell to read and to write by address; what
    `emu.turbo.iostate` has of the 6530s."""

    memory: bytearray
    code_map: bytearray
    stack_free: bytearray
    read_cells: list[Cell]
    write_cells: list[Cell]
    io: array[int] = field(default_factory=lambda: array("i", bytes(4 * IO_SIZE)))
    inputs: array[int] = field(default_factory=lambda: array("i", bytes(4 * INPUTS_SIZE)))
    log: list[int] = field(default_factory=list)


def from_cpu(cpu: NMOS6502) -> tuple[int, ...]:
    """What trees are entered with, in the order of ``TREE_REGISTERS``."""
    p = cpu.p
    overflow = (p & OVERFLOW) << 1
    flags = (p & CARRY, p & NEGATIVE, ~p & ZERO, 0, 0, overflow, p & INTERRUPT)
    return (cpu.a, cpu.x, cpu.y, cpu.sp, *flags)


def to_cpu(cpu: NMOS6502, values: Sequence[int]) -> None:
    """The processor's registers after trees, from *values* in the order of ``TREE_REGISTERS``."""
    cpu.a, cpu.x, cpu.y, cpu.sp, c, n, z, v0, v1, v2, i = values
    overflow = (v0 ^ v2) & (v1 ^ v2) & NEGATIVE
    zero = 0 if z else ZERO
    cpu.p = c | zero | i | ALWAYS_SET | overflow >> 1 | n & NEGATIVE


class PythonEngine:
    """Runs functions made of trees. ``on_missing(address)`` is asked when one is first wanted; it
    may ``install`` it, and tells whether the run goes on there or the interpreter has the address
    for now. No path of a tree takes
    more than *longest* cycles."""

    def __init__(
        self,
        tables: Tables,
        on_missing: Callable[[Address], bool],
        longest: Cycles = LONG.longest,
    ) -> None:
        self._on_missing = on_missing
        self._longest = longest
        self._longest_of: dict[Function, int] = {}
        self._functions = _Functions(self._stub)
        environment = {
            **dict.fromkeys(SHARED_VARIABLES, 0),
            **vars(tables),
            "rfind": tables.memory.rfind,
            "functions": self._functions,
            "side_exit": None,
            "longest_of": self._longest_of.get,
        }
        self._closure_cells = {name: CellType(value) for name, value in environment.items()}
        self._trampoline = self._make_trampoline()
        self._stops: frozenset[Address] = frozenset()
        self._installed: dict[Address, Function] = {}
        self._unused: set[Address] = set()

    def __contains__(self, head: Address) -> bool:
        return head in self._installed

    def install(self, head: Address, code: CodeType, longest: Cycles) -> None:
        """Have *code* run at *head*, whose longest path takes *longest* cycles."""
        for name in code.co_freevars:
            if name not in self._closure_cells:
                self._link(name)
        closure = tuple(self._closure_cells[name] for name in code.co_freevars)
        function = FunctionType(code, {}, name_of(head), None, closure)
        self._longest_of[function] = longest * PYTHON_CYCLE
        self._set(head, function)
        self._installed[head] = function

    def remove(self, head: Address) -> None:
        """Forget the function at *head*."""
        del self._longest_of[self._installed.pop(head)]
        self._unused.discard(head)
        self._set(head, self._stub(head))

    def begin_survey(self) -> None:
        """Find out from here on which functions are used."""
        self._unused = set(self._installed)
        for head in self._unused:
            self._set(head, self._first_use(head))

    @property
    def used(self) -> tuple[Address, ...]:
        """The heads whose functions were used since the survey began, or were made since."""
        return tuple(head for head in self._installed if head not in self._unused)

    def stop_at(self, addresses: frozenset[Address]) -> None:
        """Take a side exit, not run on, where a computed jump goes to one of *addresses*."""
        self._stops = addresses
        self._functions.clear()
        for head in self._installed.keys() - addresses:
            self._functions[head] = self._closure_cells[name_of(head)].cell_contents
        for address in addresses:
            self._functions[address] = self._stub(address, stop=True)

    def run(self, cpu: NMOS6502, cycles: Cycles, once: bool = False) -> tuple[int, ExitReason]:
        """Run until the longest path of a tree would take more than *cycles*, or a side exit is
        taken; with *once* not more than one tree.

        Returns the instructions executed, and why it ended.
        """
        cells = self._closure_cells
        head = self._installed[cpu.pc]
        self._unused.discard(cpu.pc)
        ends = (min(cycles, MAX_RUN_CYCLES) + 1) * PYTHON_CYCLE - 1
        if not once:
            unchecked = max(0, ends - self._longest * PYTHON_CYCLE)
        elif self._longest_of.get(head, 0) <= ends:
            unchecked, ends = 1, EXPIRED
        else:
            return 0, ExitReason.TIME
        cells["latest"].cell_contents = min(cycles, MAX_RUN_CYCLES) - self._longest
        last = self._trampoline(cpu, head, unchecked, ends)
        exited = cells["limit"].cell_contents == EXPIRED
        cpu.pc = cells["pc"].cell_contents if exited else head_of(last.__name__)
        spent, instructions = divmod(cells["t"].cell_contents, PYTHON_CYCLE)
        cpu.processorCycles += spent
        if exited:
            return instructions, ExitReason.SIDE_EXIT
        return instructions, ExitReason.ELSEWHERE if once else ExitReason.TIME

    def _set(self, head: Address, function: Function) -> None:
        name = name_of(head)
        self._link(name)
        self._closure_cells[name].cell_contents = function
        if head not in self._stops:
            self._functions[head] = function

    def _first_use(self, head: Address) -> Function:
        """What notes that the function at *head* is used, and makes way for it."""

        def note() -> Any:
            self._unused.discard(head)
            self._set(head, self._installed[head])
            return self._installed[head]

        note.__name__ = name_of(head)
        return note

    def _link(self, name: str) -> None:
        """Let *name* be callable before there is a tree for it."""
        if name not in self._closure_cells:
            self._closure_cells[name] = CellType(self._stub(head_of(name)))

    def _stub(self, head: Address, stop: bool = False) -> Function:
        """What runs where nothing is installed yet: asks for it, once; not at a *stop*."""
        cells = self._closure_cells

        def stub() -> Any:
            if not stop and self._on_missing(head):
                return self._functions[head]
            cells["pc"].cell_contents = head
            cells["limit"].cell_contents = EXPIRED
            return None

        stub.__name__ = name_of(head)
        return stub

    def _make_trampoline(self) -> Callable[[NMOS6502, Function, int, int], Function]:
        a = x = y = s = c = n = z = v0 = v1 = v2 = i = t = limit = 0
        longest_of: Callable[[Function, int], int] = self._longest_of.get

        def trampoline(cpu: NMOS6502, function: Function, unchecked: int, ends: int) -> Function:
            nonlocal a, x, y, s, c, n, z, v0, v1, v2, i, t, limit
            a, x, y, s, c, n, z, v0, v1, v2, i = from_cpu(cpu)
            t, limit = 0, unchecked
            while t < limit:
                function = function()
            if limit != EXPIRED:
                limit = 0
                while not limit and t + longest_of(function, 0) <= ends:
                    function = function()
            to_cpu(cpu, (a, x, y, s, c, n, z, v0, v1, v2, i))
            return function

        closure = tuple(self._closure_cells[name] for name in trampoline.__code__.co_freevars)
        return FunctionType(trampoline.__code__, globals(), "trampoline", None, closure)

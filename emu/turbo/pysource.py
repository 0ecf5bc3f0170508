"""The first back end: a tree as the source of one Python function.

Registers live in closure cells that all functions share, ``a x y s c n z v0 v1 v2 i``; a function
copies what it needs into locals, works on those, writes back what changed, adds its time to ``t``
and returns the function to run next. ``t`` counts cycles and instructions in one number, so that
one addition does for both. A side exit names the address in ``pc`` and
takes away the time limit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType

from emu.turbo.contract import TREE_REGISTERS
from emu.turbo.iostate import LOG_FULL
from emu.turbo.pyengine import EXPIRED, PYTHON_CYCLE, SHARED_CONSTANTS, SHARED_VARIABLES, name_of
from emu.turbo.tree import Block, Driven, Exit, Fork, StackGuard, Store, Tree
from emu.turbo.values import LEAVES, MEMORY_OPERATIONS, Value
from emu.units import Address

_PRECEDENCE = {
    ">=": 0, "==": 0, "|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6, "//": 6,
}  # fmt: skip
_ATOM = 9
_TIME = "(t >> 24)"


def source(tree: Tree) -> str:
    """The function for *tree*."""
    return _Writer(tree).source()


def use_counts(blocks: Iterable[Block]) -> Counter[int]:
    """How often each value, by ``id``, is needed by stores, forks, exits and needed values."""
    count: Counter[int] = Counter()
    waiting = [value for block in blocks for value in _needed(block)]
    while waiting:
        value = waiting.pop()
        before = count.get(id(value), 0)
        count[id(value)] = before + 1
        if not before and value.operation not in LEAVES:
            waiting += value.arguments
    return count


def _needed(block: Block) -> Iterator[Value]:
    for statement in block.body:
        if isinstance(statement, Store):
            yield statement.cell
            yield statement.value
        elif isinstance(statement, Driven):
            yield from (statement.time, statement.outputs_a, statement.outputs_b)
    match block.end:
        case Fork():
            yield block.end.condition
        case StackGuard() if block.end.frame.depth or block.end.frame.height:
            yield block.end.frame.pointer
        case Exit():
            yield from block.end.registers.values()
            yield from (charge.times for charge in block.end.charges)
            if isinstance(block.end.target, Value):
                yield block.end.target


@dataclass
class _Scope:
    """A place in the function, and what is known there: the local of each value by ``id``, and the
    loads whose value is needed once and may still be written where it is needed.
    """

    depth: int
    names: dict[int, str]
    deferred: dict[int, Value]

    def inner(self) -> _Scope:
        """The same one indent further in."""
        return _Scope(self.depth + 1, dict(self.names), dict(self.deferred))


class _Writer:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._stops = tree.dependencies.stops
        blocks = list(tree.root.walk())
        self._use_counts = use_counts(blocks)
        ends = [block.end for block in blocks if isinstance(block.end, Exit)]
        repeats = any(end.target == tree.head and not end.side_exit for end in ends)
        self._loops = repeats and tree.head not in self._stops
        self._lines: list[str] = []
        self._entries: set[str] = set()
        self._written: set[str] = set()
        self._locals = 0

    def source(self) -> str:
        depth = 2 if self._loops else 1
        self._block(self._tree.root, _Scope(depth, {}, {}))
        top = [f"def {name_of(self._tree.head)}():"]
        if self._tree.logs:
            self._written |= {"pc", "limit"}
        if self._written:
            top.append(f"    nonlocal {', '.join(sorted(self._written))}")
        if self._loops:
            top.append("    while True:")
        top += [f"{'    ' * depth}{r}_ = {r}" for r in TREE_REGISTERS if r in self._entries]
        if self._tree.logs:
            top += [
                f"{'    ' * depth}if len(log) > {LOG_FULL}:",
                *(f"{'    ' * (depth + 1)}{line}" for line in self._leaving(self._tree.head)),
            ]
        return "\n".join((*top, *self._lines, ""))

    def _line(self, here: _Scope, text: str) -> None:
        self._lines.append("    " * here.depth + text)

    def _block(self, block: Block, here: _Scope) -> None:
        """Write a block and all that follows."""
        for statement in block.body:
            if isinstance(statement, Store):
                self._store(statement, here)
            elif isinstance(statement, Driven):
                self._log(statement, here)
            elif self._use_counts[id(statement.value)] == 1:
                here.deferred[id(statement.value)] = statement.value
            elif self._use_counts[id(statement.value)]:
                self._assign(statement.value, here)
        match block.end:
            case Fork(condition, yes, no):
                self._line(here, f"if {self._text(condition, here)}:")
                self._block(yes, here.inner())
                self._block(no, here)
            case StackGuard(frame, passed, failed):
                checks = []
                if frame.depth:
                    sp = self._text(frame.pointer, here)
                    checks.append(f"stack_free[{sp}] < {frame.depth}")
                if frame.height:
                    sp = self._text(frame.pointer, here)
                    checks.append(f"{sp} > {0xFF - frame.height}")
                if checks:
                    self._line(here, f"if {' or '.join(checks)}:")
                    self._block(failed, here.inner())
                self._block(passed, here)
            case Exit():
                self._exit(block.end, here)

    def _store(self, store: Store, here: _Scope) -> None:
        value = self._text(store.value, here)
        cell = self._text(store.cell, here)
        for value_id in list(here.deferred):
            if value_id in here.deferred:
                self._assign(here.deferred[value_id], here)
        number = store.cell.constant
        place = f"memory[{cell}]" if number is None or number >= 0 else f"io[{~number}]"
        self._line(here, f"{place} = {value}")

    def _log(self, entry: Driven, here: _Scope) -> None:
        time, a, b = (
            self._text(value, here, _PRECEDENCE["<<"])
            for value in (entry.time, entry.outputs_a, entry.outputs_b)
        )
        self._line(here, f"log.append({time} << 16 | {a} << 8 | {b})")

    def _assign(self, value: Value, here: _Scope) -> str:
        here.deferred.pop(id(value), None)
        text = self._expression(value, here)
        name = f"k{self._locals}"
        self._locals += 1
        self._line(here, f"{name} = {text}")
        here.names[id(value)] = name
        return name

    def _text(self, value: Value, here: _Scope, precedence: int = -1) -> str:
        """*value* as an expression that binds tighter than *precedence*."""
        if value.constant is not None:
            return str(value.constant)
        if value.operation == "time":
            return _TIME
        if value.operation == "latest":
            return "latest"
        if value.operation == "in":
            self._entries.add(value.arguments[0])
            return f"{value.arguments[0]}_"
        if id(value) in here.names:
            return here.names[id(value)]
        if value.operation in MEMORY_OPERATIONS:
            assert id(value) in here.deferred, "a load out of its place"
            del here.deferred[id(value)]
        elif self._use_counts[id(value)] > 1:
            return self._assign(value, here)
        text = self._expression(value, here)
        return f"({text})" if _PRECEDENCE.get(value.operation, _ATOM) <= precedence else text

    def _expression(self, value: Value, here: _Scope) -> str:
        def text(argument: Value, precedence: int = -1) -> str:
            return self._text(argument, here, precedence)

        arguments = value.arguments
        match value.operation:
            case "load" if (arguments[0].constant or 0) < 0:
                return f"io[{~arguments[0].constant}]"
            case "min" | "max" as function:
                return f"{function}({text(arguments[0])}, {text(arguments[1])})"
            case "load":
                return f"memory[{text(arguments[0])}]"
            case "rfind":
                return f"rfind({', '.join(text(a) for a in arguments)})"
            case "code_map" | "read_cells" | "write_cells" | "inputs" as table:
                return f"{table}[{text(arguments[0])}]"
            case operation:
                precedence = _PRECEDENCE[operation]
                a = text(arguments[0], precedence - 1 if operation in "+-|^&" else precedence)
                return f"{a} {operation} {text(arguments[1], precedence)}"

    def _exit(self, end: Exit, here: _Scope) -> None:
        everywhere, self._use_counts = self._use_counts, use_counts([Block(end=end)])
        by_text: dict[str, list[str]] = {}
        for register, value in end.registers.items():
            by_text.setdefault(self._text(value, here), []).append(register)
        target = end.target
        going = "" if isinstance(target, int) else self._text(target, here)
        time = self._time(end, here)
        self._use_counts = everywhere
        if _TIME in going:
            self._line(here, f"going = {going}")
            going = "going"
        for text, registers in by_text.items():
            self._written.update(registers)
            self._line(here, f"{' = '.join(registers)} = {text}")
        if time:
            self._written.add("t")
            self._line(here, f"t += {time}")
        if not isinstance(target, int):
            self._line(here, f"return functions[{going}]")
        elif end.side_exit or target in self._stops:
            self._written |= {"pc", "limit"}
            for line in self._leaving(target):
                self._line(here, line)
        else:
            if target == self._tree.head:
                self._line(here, "if t < limit:")
                self._line(here.inner(), "continue")
            self._line(here, f"return {name_of(target)}")

    @staticmethod
    def _leaving(target: Address) -> tuple[str, ...]:
        return f"pc = {target}", f"limit = {EXPIRED}", "return side_exit"

    def _time(self, end: Exit, here: _Scope) -> str:
        """What the path adds to ``t``."""
        terms = [str(end.cycles * PYTHON_CYCLE + end.instructions)] if end.instructions else []
        for charge in end.charges:
            times = self._text(charge.times, here, _PRECEDENCE["*"])
            terms.append(f"{times} * {charge.cycles * PYTHON_CYCLE + charge.instructions}")
        return " + ".join(terms)


def compile_tree(tree: Tree) -> CodeType:
    """The function for *tree* as a code object, free variables unbound."""
    lines = "\n".join("    " + line for line in source(tree).splitlines())
    targets = map(name_of, tree.dependencies.targets)
    free = sorted({*SHARED_VARIABLES, *SHARED_CONSTANTS, *targets})
    own = name_of(tree.head)
    bound = " = ".join(name for name in free if name != own)
    module = compile(f"def bind():\n    {bound} = None\n{lines}\n", f"<6502 {own[1:]}>", "exec")
    return _inner(_inner(module, "bind"), own)


def _inner(code: CodeType, name: str) -> CodeType:
    return next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)

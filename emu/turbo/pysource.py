"""The first back end: a tree as the source of one Python function.

Registers live in closure cells that all functions share, ``a x y s c n z v0 v1 v2 i``; a function
copies what it needs into locals, works on those, writes back what changed, adds its time to ``t``
and returns the function to run next. ``t`` counts cycles and instructions in one number, so that
one addition does for both. To leave to the interpreter it names the address in ``pc`` and takes
away the time limit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from types import CodeType

from emu.turbo.pyengine import CYCLE, ENVIRONMENT, OVER, SHARED, name_of
from emu.turbo.registers import REGISTERS
from emu.turbo.tree import (
    Block,
    Charge,
    Exit,
    Fork,
    Look,
    StackCheck,
    Store,
    Tree,
)
from emu.turbo.values import MEMORY_OPERATIONS, Value

_BINDS = {">=": 0, "==": 0, "|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6}
_TIGHTEST = 9


def source(tree: Tree) -> str:
    """The function for *tree*."""
    return _Writer(tree).source()


def uses(blocks: Iterable[Block]) -> Counter[int]:
    """How often each value, by ``id``, is needed by stores, forks, exits and needed values."""
    count: Counter[int] = Counter()
    waiting = [value for block in blocks for value in _needed(block)]
    while waiting:
        value = waiting.pop()
        count[id(value)] += 1
        if count[id(value)] == 1:
            waiting += [a for a in value.arguments if isinstance(a, Value)]
    return count


def _needed(block: Block) -> Iterator[Value]:
    for statement in block.body:
        if isinstance(statement, Store):
            yield statement.cell
            yield statement.value
    match block.end:
        case Fork():
            yield block.end.condition
        case StackCheck() if block.end.frame.depth or block.end.frame.height:
            yield block.end.frame.pointer
        case Exit():
            yield from block.end.registers.values()
            yield from (charge.times for charge in block.end.charges)
            if isinstance(block.end.target, Value):
                yield block.end.target


class _Writer:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._stops = tree.dependencies.stops
        self._uses = uses(tree.blocks())
        self._loops = tree.head in tree.dependencies.targets - tree.dependencies.stops
        self._lines: list[str] = []
        self._entries: set[str] = set()
        self._written: set[str] = set()
        self._locals = 0

    def source(self) -> str:
        depth = 2 if self._loops else 1
        self._block(self._tree.root, depth, {}, {})
        top = [f"def {name_of(self._tree.head)}():"]
        if self._written:
            top.append(f"    nonlocal {', '.join(sorted(self._written))}")
        if self._loops:
            top.append("    while True:")
        top += [f"{'    ' * depth}{r}_ = {r}" for r in REGISTERS if r in self._entries]
        return "\n".join((*top, *self._lines, ""))

    def _line(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def _block(
        self, block: Block, depth: int, names: dict[int, str], waiting: dict[int, Value]
    ) -> None:
        """Write a block and all that follows. *names*: locals by value; *waiting*: looks at memory
        that are needed once and may still be written where they are needed."""
        for statement in block.body:
            if isinstance(statement, Look):
                self._look(statement.value, depth, names, waiting)
            else:
                self._store(statement, depth, names, waiting)
        match block.end:
            case Fork(condition, yes, no):
                self._line(depth, f"if {self._text(condition, depth, names, waiting)}:")
                self._block(yes, depth + 1, dict(names), dict(waiting))
                self._block(no, depth, names, waiting)
            case StackCheck(frame, inside, outside):
                pointer = frame.pointer
                checks = []
                if frame.depth:
                    sp = self._text(pointer, depth, names, waiting)
                    checks.append(f"room[{sp}] < {frame.depth}")
                if frame.height:
                    sp = self._text(pointer, depth, names, waiting)
                    checks.append(f"{sp} > {0xFF - frame.height}")
                if checks:
                    self._line(depth, f"if {' or '.join(checks)}:")
                    self._block(outside, depth + 1, dict(names), dict(waiting))
                self._block(inside, depth, names, waiting)
            case Exit():
                self._exit(block.end, depth, names, waiting)

    def _look(
        self, value: Value, depth: int, names: dict[int, str], waiting: dict[int, Value]
    ) -> None:
        needed = self._uses[id(value)]
        if needed == 1:
            waiting[id(value)] = value
        elif needed:
            self._assign(value, depth, names, waiting)

    def _store(
        self, store: Store, depth: int, names: dict[int, str], waiting: dict[int, Value]
    ) -> None:
        value = self._text(store.value, depth, names, waiting)
        cell = self._text(store.cell, depth, names, waiting)
        for value_id in list(waiting):
            if value_id in waiting:
                self._assign(waiting[value_id], depth, names, waiting)
        self._line(depth, f"memory[{cell}] = {value}")

    def _assign(
        self, value: Value, depth: int, names: dict[int, str], waiting: dict[int, Value]
    ) -> str:
        waiting.pop(id(value), None)
        text = self._expression(value, depth, names, waiting)
        name = f"k{self._locals}"
        self._locals += 1
        self._line(depth, f"{name} = {text}")
        names[id(value)] = name
        return name

    def _text(
        self,
        value: Value,
        depth: int,
        names: dict[int, str],
        waiting: dict[int, Value],
        binds: int = -1,
    ) -> str:
        """*value* as an expression that binds tighter than *binds*."""
        if value.constant is not None:
            return str(value.constant)
        if value.operation == "in":
            self._entries.add(value.arguments[0])
            return f"{value.arguments[0]}_"
        if id(value) in names:
            return names[id(value)]
        if value.operation in MEMORY_OPERATIONS:
            assert id(value) in waiting, "a look at memory out of its place"
            del waiting[id(value)]
        elif self._uses[id(value)] > 1:
            return self._assign(value, depth, names, waiting)
        text = self._expression(value, depth, names, waiting)
        return f"({text})" if _BINDS.get(value.operation, _TIGHTEST) <= binds else text

    def _expression(
        self, value: Value, depth: int, names: dict[int, str], waiting: dict[int, Value]
    ) -> str:
        def text(argument: Value, binds: int = -1) -> str:
            return self._text(argument, depth, names, waiting, binds)

        arguments = value.arguments
        match value.operation:
            case "load":
                return f"memory[{text(arguments[0])}]"
            case "rfind":
                return f"rfind({', '.join(text(a) for a in arguments)})"
            case "guarded" | "cell-read" | "cell-write" as table:
                return f"{table.replace('-', '_')}[{text(arguments[0])}]"
            case operation:
                binds = _BINDS[operation]
                a = text(arguments[0], binds - 1 if operation in "+-|^&" else binds)
                return f"{a} {operation} {text(arguments[1], binds)}"

    def _exit(
        self, end: Exit, depth: int, names: dict[int, str], waiting: dict[int, Value]
    ) -> None:
        everywhere, self._uses = self._uses, uses([Block(end=end)])
        by_text: dict[str, list[str]] = {}
        for register, value in end.registers.items():
            by_text.setdefault(self._text(value, depth, names, waiting), []).append(register)
        target = end.target
        going = "" if isinstance(target, int) else self._text(target, depth, names, waiting)
        time = self._time(end.cycles, end.instructions, end.charges, depth, names, waiting)
        self._uses = everywhere
        for text, registers in by_text.items():
            self._write(registers)
            self._line(depth, f"{' = '.join(registers)} = {text}")
        if time:
            self._write("t")
            self._line(depth, f"t += {time}")
        if not isinstance(target, int):
            self._line(depth, f"return functions[{going}]")
        elif end.leave or target in self._stops:
            self._write(("pc", "limit"))
            self._line(depth, f"pc = {target}")
            self._line(depth, f"limit = {OVER}")
            self._line(depth, "return leave")
        else:
            if target == self._tree.head:
                self._line(depth, "if t < limit:")
                self._line(depth + 1, "continue")
            self._line(depth, f"return {name_of(target)}")

    def _time(
        self,
        cycles: int,
        instructions: int,
        charges: Iterable[Charge],
        depth: int,
        names: dict[int, str],
        waiting: dict[int, Value],
    ) -> str:
        terms = [str(cycles * CYCLE + instructions)] if instructions else []
        for charge in charges:
            times = self._text(charge.times, depth, names, waiting, _BINDS["*"])
            terms.append(f"{times} * {charge.cycles * CYCLE + charge.instructions}")
        return " + ".join(terms)

    def _write(self, registers: Iterable[str]) -> None:
        self._written.update(registers)


def compile_tree(tree: Tree) -> CodeType:
    """The function for *tree* as a code object, free variables unbound."""
    lines = "\n".join("    " + line for line in source(tree).splitlines())
    free = sorted(
        {*SHARED, *ENVIRONMENT, *(name_of(target) for target in tree.dependencies.targets)}
    )
    own = name_of(tree.head)
    bound = " = ".join(name for name in free if name != own)
    module = compile(f"def bind():\n    {bound} = None\n{lines}\n", f"<6502 {own[1:]}>", "exec")
    return _inner(_inner(module, "bind"), own)


def _inner(code: CodeType, name: str) -> CodeType:
    return next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)

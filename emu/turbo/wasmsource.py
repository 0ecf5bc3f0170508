"""The back end: trees as one WebAssembly function.

Registers are locals. A tree follows the end of a block, so that a jump to a tree further down
leaves that many blocks; trees are ordered so that most jumps do. All others, and computed ones,
go round a loop whose first instruction sorts them by the number of the tree. The function runs
until its cycles are used up or it meets something that is not its own, and says why (`ExitReason`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from emu.turbo.contract import TREE_REGISTERS, ExitReason
from emu.turbo.iostate import LOG_FULL, LOGGED
from emu.turbo.linear import SLOTS, At, Past
from emu.turbo.tree import Block, Driven, Exit, Fork, Store, Tree
from emu.turbo.values import Value
from emu.turbo.wasm import (
    COPY,
    GET_PLACE,
    I32,
    NO_RESULT,
    PAGE,
    Access,
    Op,
    access,
    br,
    br_table,
    const,
    const64,
    get,
    load_vector,
    module,
    put,
    tee,
)
from emu.turbo.wasmsearch import VECTOR, search
from emu.units import Address

FUNCTION = "run"
CYCLE = 1 << 32
"""One cycle in ``time`` and ``limit``: instructions count 1 each in the low half of the i64, cycles
in the high half."""
PAGES = At.END // PAGE

_LOCALS = {slot: n for n, slot in enumerate(("time", *TREE_REGISTERS, "pc", "number"))}
_TIME, _WIDE = _LOCALS["time"], 1
_PC, _NUMBER = _LOCALS["pc"], _LOCALS["number"]
_BASE, _TEMPORARY = len(_LOCALS), len(_LOCALS) + 1

_OPERATORS = {
    "+": Op.ADD, "-": Op.SUB, "*": Op.MUL, "//": Op.DIV_S, "&": Op.AND, "|": Op.OR, "^": Op.XOR,
    "<<": Op.SHL, ">>": Op.SHR_S, ">=": Op.GE_S, "==": Op.EQ,
}  # fmt: skip
_TABLES = {
    "code_map": (At.CODE_MAP, 0),
    "stack_free": (At.STACK_FREE, 0),
    "read_cells": (At.READ_CELLS, 2),
    "write_cells": (At.WRITE_CELLS, 2),
    "inputs": (At.INPUTS, 2),
}
"""Where they are, and the logarithm of an entry's size."""


class Writer:
    """Writes the function for *trees*, numbered as they come. It returns where it would come to an
    address of *stops*. Its tables lie at 0; if they are *placed*, where it is told.
    """

    def __init__(self, trees: Sequence[Tree], stops: Collection[Address], placed: bool) -> None:
        self._trees = trees
        self._numbers = {tree.head: number for number, tree in enumerate(trees)}
        self._stops = stops
        self._placed = placed
        self._start = get(_BASE) if placed else const(0)
        self._from_start = get(_BASE) + bytes((Op.ADD,)) if placed else b""
        self._code = bytearray()
        self._most = self._next = _TEMPORARY
        self._tree = 0
        self._depth = self._longest = 0
        self._repeats = False

    def steps(self) -> Iterator[None]:
        """Write it; pauses after each tree."""
        count, code = len(self._trees), self._code
        if self._placed:
            code += GET_PLACE + put(_BASE)
        for slot, local in _LOCALS.items():
            self._load_state(slot)
            code += (b"" if slot == "time" else bytes((Op.WRAP,))) + put(local)
        code += bytes((Op.BLOCK, *I32, Op.LOOP, *NO_RESULT))
        code += bytes((Op.BLOCK, *NO_RESULT)) * (count + 1)
        code += get(_NUMBER) + br_table(range(count), count)
        for number, tree in enumerate(self._trees):
            code.append(Op.END)
            self._write(number, tree)
            yield
        code.append(Op.END)
        self._go_past()
        code += const(ExitReason.ELSEWHERE) + br(1)
        code += bytes((Op.END, Op.UNREACHABLE, Op.END)) + put(_NUMBER)
        for slot, local in _LOCALS.items():
            value = get(local) + (b"" if slot == "time" else bytes((Op.EXTEND_S,)))
            code += self._start + value + access(Access.STORE_64, At.STATE + 8 * SLOTS.index(slot))
        code += get(_NUMBER)
        code.append(Op.END)

    @property
    def module(self) -> bytes:
        """The module, once it is written."""
        narrow = self._most - _WIDE
        return module(FUNCTION, _WIDE, narrow, bytes(self._code), PAGES, self._placed)

    # Parts of the function

    def _load_at(self, kind: Access, offset: int) -> None:
        self._code += self._start + access(kind, offset)

    def _load_state(self, slot: str) -> None:
        self._load_at(Access.LOAD_64, At.STATE + 8 * SLOTS.index(slot))

    def _go_past(self) -> None:
        """Note A and the cells where it comes to the address to go past, and go on."""
        code = self._code
        at = {one: self._start + access(Access.LOAD_64, At.PAST + 8 * one) for one in Past}
        used = at[Past.USED] + bytes((Op.WRAP,))
        code += get(_PC) + bytes((Op.EXTEND_U,)) + at[Past.ADDRESS] + bytes((Op.EQ_64,))
        code += at[Past.ROOM] + const64(0) + bytes((Op.GT_S_64, Op.AND, Op.IF, *NO_RESULT))
        used += self._from_start
        code += used + get(_LOCALS["a"]) + access(Access.STORE_8, At.SEEN)
        code += used + const(At.SEEN + 1) + bytes((Op.ADD,))
        code += at[Past.START] + bytes((Op.WRAP,)) + self._from_start + const(At.MEMORY)
        code += bytes((Op.ADD,)) + at[Past.LENGTH] + bytes((Op.WRAP,)) + COPY
        one_less = at[Past.ROOM] + const64(1) + bytes((Op.SUB_64,))
        more = at[Past.LENGTH] + bytes((Op.ADD_64,)) + const64(1) + bytes((Op.ADD_64,))
        for place, value in ((Past.ROOM, one_less), (Past.USED, at[Past.USED] + more)):
            code += self._start + value + access(Access.STORE_64, At.PAST + 8 * place)
        code += at[Past.NUMBER] + bytes((Op.WRAP,)) + put(_NUMBER) + br(1)
        code.append(Op.END)

    def _write(self, number: int, tree: Tree) -> None:
        """A tree: its check of the time, its blocks."""
        self._tree, self._depth, self._next = number, 0, _TEMPORARY
        self._longest = tree.longest
        ends = [block.end for block in tree.root.walk() if isinstance(block.end, Exit)]
        self._repeats = tree.head not in self._stops and any(
            end.target == tree.head and not end.side_exit for end in ends
        )
        if self._repeats:
            self._open(Op.LOOP)
        self._code += get(_TIME)
        self._load_state("limit")
        self._code += const64(self._longest * CYCLE) + bytes((Op.SUB_64, Op.GT_S_64))
        self._leave_if(tree.head, ExitReason.TIME)
        if tree.logs:
            self._load_at(Access.LOAD_32, At.IO + 4 * LOGGED)
            self._code += const(LOG_FULL) + bytes((Op.GT_S,))
            self._leave_if(tree.head, ExitReason.SIDE_EXIT)
        self._block(tree.root, {})
        if self._repeats:
            self._code += bytes((Op.END, Op.UNREACHABLE))
        self._most = max(self._most, self._next)

    def _open(self, kind: Op) -> None:
        self._code += bytes((kind, *NO_RESULT))
        self._depth += 1

    def _close(self) -> None:
        self._code.append(Op.END)
        self._depth -= 1

    def _new(self) -> int:
        self._next += 1
        return self._next - 1

    def _leave_if(self, head: Address, reason: ExitReason) -> None:
        self._open(Op.IF)
        self._leave(head, reason)
        self._close()

    def _leave(self, head: Address, reason: ExitReason) -> None:
        self._code += const(head) + put(_PC)
        behind = self._depth + len(self._trees) - self._tree
        if reason is ExitReason.ELSEWHERE:
            self._code += br(behind - 1)
        else:
            self._code += const(reason) + br(behind + 1)

    def _block(self, block: Block, names: dict[int, int]) -> None:
        """A block and all that follows; *names* has the local of each value, by ``id``."""
        for statement in block.body:
            if isinstance(statement, Value):
                self._load(statement, names)
            elif isinstance(statement, Driven):
                self._log(statement, names)
            else:
                self._store(statement, names)
        match block.end:
            case Fork(condition, yes, no):
                self._push(condition, names)
                self._open(Op.IF)
                self._block(yes, dict(names))
                self._close()
                self._block(no, names)
            case Exit():
                self._exit(block.end, names)

    def _store(self, store: Store, names: dict[int, int]) -> None:
        _, kind, at = self._place(store.cell, names)
        self._push(store.value, names)
        self._code += access(kind, at)

    def _place(self, cell: Value, names: dict[int, int]) -> tuple[Access, Access, int]:
        """Push the part of a cell's address that is not known; how to load and store there, and the
        other part.
        """
        number = cell.constant
        if number is None:
            self._push(cell, names)
            self._code += self._from_start
            return Access.LOAD_8, Access.STORE_8, At.MEMORY
        self._code += self._start
        if number < 0:
            return Access.LOAD_32, Access.STORE_32, At.IO + 4 * ~number
        return Access.LOAD_8, Access.STORE_8, At.MEMORY + number

    def _log(self, entry: Driven, names: dict[int, int]) -> None:
        values = entry.time, entry.outputs_a, entry.outputs_b
        time, a, b = (self._operand(one, names) for one in values)
        logged = self._new()
        self._load_at(Access.LOAD_32, At.IO + 4 * LOGGED)
        self._code += tee(logged) + const(3) + bytes((Op.SHL,)) + self._from_start
        self._code += time + bytes((Op.EXTEND_S,)) + const64(16) + bytes((Op.SHL_64,))
        self._code += a + const(8) + bytes((Op.SHL,)) + b + bytes((Op.OR, Op.EXTEND_U, Op.OR_64))
        self._code += access(Access.STORE_64, At.LOG)
        self._code += self._start + get(logged) + const(1) + bytes((Op.ADD,))
        self._code += access(Access.STORE_32, At.IO + 4 * LOGGED)

    def _exit(self, end: Exit, names: dict[int, int]) -> None:
        code, target = self._code, end.target
        registers = {r: self._operand(value, names) for r, value in end.registers.items()}
        going = b"" if isinstance(target, int) else self._operand(target, names)
        counted = [self._operand(charge.times, names) for charge in end.charges]
        if end.instructions:
            spent = const64(end.cycles * CYCLE + end.instructions)
            code += get(_TIME) + spent + bytes((Op.ADD_64,)) + put(_TIME)
        for charge, times in zip(end.charges, counted, strict=True):
            each = const64(charge.cycles * CYCLE + charge.instructions)
            code += get(_TIME) + times + bytes((Op.EXTEND_S,)) + each
            code += bytes((Op.MUL_64, Op.ADD_64)) + put(_TIME)
        moved = {_LOCALS[r]: value for r, value in registers.items() if value != get(_LOCALS[r])}
        code += b"".join(moved.values()) + b"".join(map(put, reversed(moved)))
        if not isinstance(target, int):
            code += going + tee(_PC) + const(1) + bytes((Op.SHL,)) + self._from_start
            code += access(Access.LOAD_16, At.NUMBERS) + put(_NUMBER)
            self._go_round()
        elif end.side_exit or target not in self._numbers or target in self._stops:
            self._leave(target, ExitReason.SIDE_EXIT if end.side_exit else ExitReason.ELSEWHERE)
        else:
            self._go(self._numbers[target])

    def _go(self, number: int) -> None:
        """To another tree, or round this one."""
        if number == self._tree and self._repeats:
            self._code += br(self._depth - 1)
        elif number > self._tree:
            self._code += br(self._depth + number - self._tree - 1)
        else:
            self._code += const(number) + put(_NUMBER)
            self._go_round()

    def _go_round(self) -> None:
        self._code += br(self._depth + len(self._trees) - self._tree)

    # Values

    def _operand(self, value: Value, names: dict[int, int]) -> bytes:
        """What pushes *value*, which is computed here unless it is there."""
        if value.constant is not None:
            return const(value.constant)
        if value.operation == "in":
            return get(_LOCALS[value.arguments[0]])
        if id(value) not in names:
            self._compute(value, names)
            names[id(value)] = self._new()
            self._code += put(names[id(value)])
        return get(names[id(value)])

    def _push(self, value: Value, names: dict[int, int]) -> None:
        self._code += self._operand(value, names)

    def _load(self, value: Value, names: dict[int, int]) -> None:
        if value.operation == "rfind":
            self._search(value, names)
            return
        kind, _, at = self._place(value.arguments[0], names)
        names[id(value)] = self._new()
        self._code += access(kind, at) + put(names[id(value)])

    def _compute(self, value: Value, names: dict[int, int]) -> None:
        code, operation = self._code, value.operation
        if operation == "time":
            code += get(_TIME) + const64(32) + bytes((Op.SHR_S_64, Op.WRAP))
        elif operation == "latest":
            self._load_state("limit")
            code += const64(32) + bytes((Op.SHR_S_64, Op.WRAP)) + const(self._longest)
            code.append(Op.SUB)
        elif operation in _TABLES:
            at, size = _TABLES[operation]
            self._push(value.arguments[0], names)
            if size:
                code += const(size) + bytes((Op.SHL,))
            code += self._from_start + access(Access.LOAD_32 if size else Access.LOAD_8, at)
        elif operation in ("min", "max"):
            both = b"".join([self._operand(one, names) for one in value.arguments])
            code += both + both + bytes((Op.LT_S if operation == "min" else Op.GT_S, Op.SELECT))
        else:
            for one in value.arguments:
                self._push(one, names)
            code.append(_OPERATORS[operation])

    def _search(self, value: Value, names: dict[int, int]) -> None:
        needle, start, stop = (self._operand(one, names) for one in value.arguments)
        first = value.arguments[1].constant
        assert first is not None
        found, at = self._new(), self._new()
        halves = [self._start + load_vector(At.MEMORY + first + more) for more in (0, VECTOR)]
        byte = get(at) + self._from_start + access(Access.LOAD_8, At.MEMORY)
        self._code += search(needle, start, stop, halves, byte, found, at)
        names[id(value)] = found

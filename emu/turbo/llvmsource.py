"""The second back end: trees as LLVM assembly, all of them in one function.

Registers are stack slots that LLVM turns into processor registers; every head is a label, so that a
loop of trees is a loop of the host. The function runs until its cycles are used up or it meets
something that is not its own, and says why (`ExitReason`).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable
from enum import IntEnum

from emu.turbo.contract import TREE_REGISTERS, ExitReason
from emu.turbo.iostate import LOG_FULL, LOGGED
from emu.turbo.tree import Block, Driven, Exit, Fork, Load, StackGuard, Store, Tree
from emu.turbo.values import Value
from emu.units import Address

FUNCTION = "run"
SLOTS = (*TREE_REGISTERS, "pc", "time", "limit")
"""The state passed in and out, an i64 each."""
_WIDTHS = {slot: "i64" if slot in ("time", "limit") else "i32" for slot in SLOTS}
"""As which the function keeps them."""
NATIVE_CYCLE = 1 << 32
"""One cycle in ``time`` and ``limit``, the native engine's counters: instructions count 1 each in
the low half of the i64, cycles in the high half."""


class Past(IntEnum):
    """Places of ``past``, an i64 each: the address that is gone past; where the cells noted there
    begin, how many they are; for how many notes there is room; the bytes used for them in ``seen``,
    and the time, at the last one.
    """

    ADDRESS = 0
    START = 1
    LENGTH = 2
    ROOM = 3
    USED = 4
    TIME = 5


WINDOW = 32
"""Bytes a search compares at once."""


_OPERATORS = {"+": "add", "-": "sub", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "ashr"}
_OPERATORS |= {"*": "mul", "//": "sdiv"}
_COMPARISONS = {">=": "sge", "==": "eq"}
_TABLES = {
    "code_map": ("%code_map", "i8"),
    "stack_free": ("%stack_free", "i8"),
    "read_cells": ("%read_cells", "i32"),
    "write_cells": ("%write_cells", "i32"),
    "inputs": ("%inputs", "i32"),
}
_PRELUDE = f"""\
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
define i32 @{FUNCTION}(ptr noalias %memory, ptr noalias readonly %code_map, ptr noalias readonly %stack_free,
    ptr noalias readonly %read_cells, ptr noalias readonly %write_cells,
    ptr noalias readonly %inputs, ptr noalias %io, ptr noalias %log, ptr noalias %state,
    ptr noalias %past, ptr noalias %seen) {{
enter:
"""  # noqa: E501
_WAYS_OUT = {reason: f"reason{reason.value}" for reason in ExitReason}
_WAYS_OUT[ExitReason.ELSEWHERE] = "elsewhere"
_WEIGHTS = """\
!0 = !{!"branch_weights", i32 1, i32 4000}
!1 = !{!"branch_weights", i32 4000, i32 1}
"""
_RARELY, _MOSTLY = ", !prof !0", ", !prof !1"


def module(trees: Collection[Tree], stops: Container[Address], memory_size: int) -> str:
    """LLVM assembly of a function ``run`` for *trees*.

    It returns to the driver where it would come to an address of *stops*; physical memory has
    *memory_size* bytes.
    """
    entries = frozenset(tree.head for tree in trees)
    heads = frozenset(head for head in entries if head not in stops)
    writer = _Writer(heads, memory_size)
    writer.enter(entries, heads)
    for tree in trees:
        writer.tree(tree)
    return _PRELUDE + "\n".join(writer.lines) + "\n}\n" + _WEIGHTS


def _is_side_exit(block: Block) -> bool:
    return isinstance(block.end, Exit) and block.end.side_exit


class _Writer:
    def __init__(self, heads: Container[Address], memory_size: int) -> None:
        self.lines: list[str] = []
        self._heads = heads
        self._memory_size = memory_size
        self._number = self._longest = 0
        self._hits: dict[int, str] = {}

    def enter(self, entries: Iterable[Address], heads: Iterable[Address]) -> None:
        """The way in, the way out, and where computed jumps are sorted."""
        for slot, width in _WIDTHS.items():
            self._line(f"%{slot} = alloca {width}")
        for number, (slot, width) in enumerate(_WIDTHS.items()):
            at = self._new(f"getelementptr i64, ptr %state, i64 {number}")
            value = self._new(f"load i64, ptr {at}")
            if width == "i32":
                value = self._new(f"trunc i64 {value} to i32")
            self._line(f"store {width} {value}, ptr %{slot}")
        self._line("br label %entries")
        self._label("entries")
        self._switch(entries)
        self._label("dispatch")
        self._switch(heads)
        self._label("elsewhere")
        self._go_past()
        for reason in ExitReason:
            self._label(f"reason{reason.value}")
            self._line("br label %out")
        self._label("out")
        reason_of = ", ".join(f"[{r.value}, %reason{r.value}]" for r in ExitReason)
        reason_value = self._new(f"phi i32 {reason_of}")
        for number, slot in enumerate(SLOTS[:-1]):
            value = self._new(f"load {_WIDTHS[slot]}, ptr %{slot}")
            if _WIDTHS[slot] == "i32":
                value = self._new(f"sext i32 {value} to i64")
            at = self._new(f"getelementptr i64, ptr %state, i64 {number}")
            self._line(f"store i64 {value}, ptr {at}")
        self._line(f"ret i32 {reason_value}")

    def _switch(self, heads: Iterable[Address]) -> None:
        pc = self._new("load i32, ptr %pc")
        cases = " ".join(f"i32 {head}, label %h{head:04X}" for head in sorted(heads))
        self._line(f"switch i32 {pc}, label %elsewhere [{cases}]")

    def _go_past(self) -> None:
        """Note A and the cells where it comes to the address to go past, and go on."""
        at = {one: self._new(f"getelementptr i64, ptr %past, i64 {one}") for one in Past}
        past = {one: self._new(f"load i64, ptr {at[one]}") for one in Past}
        pc = self._new(f"zext i32 {self._new('load i32, ptr %pc')} to i64")
        time = self._new("load i64, ptr %time")
        there = self._new(f"icmp eq i64 {pc}, {past[Past.ADDRESS]}")
        later = self._new(f"icmp sgt i64 {time}, {past[Past.TIME]}")
        room = self._new(f"icmp sgt i64 {past[Past.ROOM]}, 0")
        passes = self._new(f"and i1 {there}, {self._new(f'and i1 {later}, {room}')}")
        self._line(f"br i1 {passes}, label %see, label %reason{ExitReason.ELSEWHERE.value}")
        self._label("see")
        note = self._new(f"getelementptr i8, ptr %seen, i64 {past[Past.USED]}")
        a = self._new(f"trunc i32 {self._new('load i32, ptr %a')} to i8")
        self._line(f"store i8 {a}, ptr {note}")
        cells = self._new(f"getelementptr i8, ptr %memory, i64 {past[Past.START]}")
        self._line("br label %copy")
        self._label("copy")
        number = self._new("phi i64 [0, %see], [%behind, %copy]")
        byte = self._new(
            f"load i8, ptr {self._new(f'getelementptr i8, ptr {cells}, i64 {number}')}"
        )
        self._line(f"%behind = add i64 {number}, 1")
        to = self._new(f"getelementptr i8, ptr {note}, i64 %behind")
        self._line(f"store i8 {byte}, ptr {to}")
        whole = self._new(f"icmp eq i64 %behind, {past[Past.LENGTH]}")
        self._line(f"br i1 {whole}, label %noted, label %copy")
        self._label("noted")
        size = self._new("add i64 %behind, 1")
        self._line(f"store i64 {self._new(f'sub i64 {past[Past.ROOM]}, 1')}, ptr {at[Past.ROOM]}")
        used = self._new(f"add i64 {past[Past.USED]}, {size}")
        self._line(f"store i64 {used}, ptr {at[Past.USED]}")
        self._line(f"store i64 {time}, ptr {at[Past.TIME]}")
        self._line("br label %entries")

    def tree(self, tree: Tree) -> None:
        """A head's label, its check of the time, its blocks."""
        name = f"{tree.head:04X}"
        self._label(f"h{name}")
        spent = self._new("load i64, ptr %time")
        limit = self._new("load i64, ptr %limit")
        longest = tree.dependencies.longest * NATIVE_CYCLE
        latest = self._new(f"sub i64 {limit}, {longest}")
        in_time = self._new(f"icmp sle i64 {spent}, {latest}")
        self._line(f"br i1 {in_time}, label %b{name}, label %p{name}{_MOSTLY}")
        self._label(f"p{name}")
        self._leave(tree.head, ExitReason.TIME)
        self._label(f"b{name}")
        if tree.logs:
            logged = self._new(f"load i32, ptr {self._slot(LOGGED)}")
            room = self._new(f"icmp sle i32 {logged}, {LOG_FULL}")
            self._line(f"br i1 {room}, label %r{name}, label %f{name}{_MOSTLY}")
            self._label(f"f{name}")
            self._leave(tree.head, ExitReason.ELSEWHERE)
            self._label(f"r{name}")
        self._longest = tree.dependencies.longest
        names: dict[int, str] = {}
        self._block(tree.root, names)

    # Blocks

    def _block(self, block: Block, names: dict[int, str]) -> None:
        for statement in block.body:
            if isinstance(statement, Load):
                names[id(statement.value)] = self._load(statement.value, names)
            elif isinstance(statement, Driven):
                self._log(statement, names)
            else:
                self._store(statement, names)
        match block.end:
            case Fork(condition, yes, no):
                self._fork(self._truth(condition, names), yes, no, names)
            case StackGuard(frame, passed, failed):
                if not frame.depth and not frame.height:
                    self._block(passed, names)
                    return
                pointer = self._value(frame.pointer, names)
                free = self._table("stack_free", pointer)
                short = self._new(f"icmp slt i32 {free}, {frame.depth}")
                high = self._new(f"icmp sgt i32 {pointer}, {0xFF - frame.height}")
                self._fork(self._new(f"or i1 {short}, {high}"), failed, passed, names)
            case Exit():
                self._exit(block.end, names)

    def _fork(self, truth: str, yes: Block, no: Block, names: dict[int, str]) -> None:
        number = self._next()
        weight = _RARELY if _is_side_exit(yes) else _MOSTLY if _is_side_exit(no) else ""
        self._line(f"br i1 {truth}, label %y{number}, label %n{number}{weight}")
        self._label(f"y{number}")
        self._block(yes, dict(names))
        self._label(f"n{number}")
        self._block(no, names)

    def _store(self, store: Store, names: dict[int, str]) -> None:
        value = self._value(store.value, names)
        number = store.cell.constant
        if number is not None and number < 0:
            self._line(f"store i32 {value}, ptr {self._slot(~number)}")
            return
        byte = self._new(f"trunc i32 {value} to i8")
        self._line(f"store i8 {byte}, ptr {self._cell(store.cell, names)}")

    def _exit(self, end: Exit, names: dict[int, str]) -> None:
        values = {r: self._value(v, names) for r, v in end.registers.items()}
        self._join_overflow(values)
        target = end.target
        going = target if isinstance(target, int) else self._value(target, names)
        counted = [self._value(charge.times, names) for charge in end.charges]
        if end.instructions:
            self._spend(str(end.cycles * NATIVE_CYCLE + end.instructions))
        for charge, number in zip(end.charges, counted, strict=True):
            times = self._new(f"sext i32 {number} to i64")
            each = charge.cycles * NATIVE_CYCLE + charge.instructions
            self._spend(self._new(f"mul i64 {times}, {each}"))
        for register, value in values.items():
            self._line(f"store i32 {value}, ptr %{register}")
        if isinstance(going, int) and going in self._heads and not end.side_exit:
            self._line(f"br label %h{going:04X}")
            return
        if isinstance(going, int):
            reason = ExitReason.SIDE_EXIT if end.side_exit else ExitReason.ELSEWHERE
            self._leave(going, reason)
            return
        self._line(f"store i32 {going}, ptr %pc")
        self._line("br label %dispatch")

    def _leave(self, head: Address, reason: ExitReason) -> None:
        self._line(f"store i32 {head}, ptr %pc")
        self._line(f"br label %{_WAYS_OUT[reason]}")

    def _join_overflow(self, values: dict[str, str]) -> None:
        """Keep V in ``v2`` alone, so that trees hand on one register less twice over."""
        if values.keys().isdisjoint(("v0", "v1", "v2")):
            return
        v0, v1 = (values.pop(register, "0") for register in ("v0", "v1"))
        v2 = values.get("v2") or self._new("load i32, ptr %v2")
        left, right = (self._new(f"xor i32 {v}, {v2}") for v in (v0, v1))
        values["v2"] = self._new(f"and i32 {left}, {right}")

    def _spend(self, time: str) -> None:
        before = self._new("load i64, ptr %time")
        self._line(f"store i64 {self._new(f'add i64 {before}, {time}')}, ptr %time")

    # Values

    def _load(self, value: Value, names: dict[int, str]) -> str:
        if value.operation == "rfind":
            return self._rfind(value, names)
        number = value.arguments[0].constant
        if number is not None and number < 0:
            return self._new(f"load i32, ptr {self._slot(~number)}")
        at = self._cell(value.arguments[0], names)
        return self._new(f"zext i8 {self._new(f'load i8, ptr {at}')} to i32")

    def _slot(self, place: int) -> str:
        return self._new(f"getelementptr i32, ptr %io, i64 {place}")

    def _log(self, entry: Driven, names: dict[int, str]) -> None:
        time, a, b = (
            self._value(one, names) for one in (entry.time, entry.outputs_a, entry.outputs_b)
        )
        high = self._new(f"shl i32 {a}, 8")
        outputs = self._new(f"zext i32 {self._new(f'or i32 {high}, {b}')} to i64")
        shifted = self._new(f"shl i64 {self._new(f'sext i32 {time} to i64')}, 16")
        slot = self._slot(LOGGED)
        logged = self._new(f"load i32, ptr {slot}")
        place = self._new(f"sext i32 {logged} to i64")
        at = self._new(f"getelementptr i64, ptr %log, i64 {place}")
        self._line(f"store i64 {self._new(f'or i64 {shifted}, {outputs}')}, ptr {at}")
        self._line(f"store i32 {self._new(f'add i32 {logged}, 1')}, ptr {slot}")

    def _clock(self, slot: str) -> str:
        """The cycles of a counter."""
        cycles = self._new(f"ashr i64 {self._new(f'load i64, ptr %{slot}')}, 32")
        return self._new(f"trunc i64 {cycles} to i32")

    def _cell(self, cell: Value, names: dict[int, str]) -> str:
        at = self._new(f"zext i32 {self._value(cell, names)} to i64")
        return self._new(f"getelementptr i8, ptr %memory, i64 {at}")

    def _table(self, table: str, index: str) -> str:
        base, kind = _TABLES[table]
        wide = self._new(f"zext i32 {index} to i64")
        at = self._new(f"getelementptr {kind}, ptr {base}, i64 {wide}")
        value = self._new(f"load {kind}, ptr {at}")
        return self._new(f"zext i8 {value} to i32") if kind == "i8" else value

    def _value(self, value: Value, names: dict[int, str]) -> str:
        if value.constant is not None:
            return str(value.constant)
        known = names.get(id(value))
        if known is None:
            known = names[id(value)] = self._compute(value, names)
        return known

    def _compute(self, value: Value, names: dict[int, str]) -> str:
        operation = value.operation
        if operation == "in" and value.arguments[0] in ("v0", "v1"):
            return "0"
        if operation == "in":
            return self._new(f"load i32, ptr %{value.arguments[0]}")
        if operation == "time":
            return self._clock("time")
        if operation == "latest":
            return self._new(f"sub i32 {self._clock('limit')}, {self._longest}")
        if operation in ("min", "max"):
            a, b = (self._value(argument, names) for argument in value.arguments)
            return self._new(f"call i32 @llvm.s{operation}.i32(i32 {a}, i32 {b})")
        if operation in _TABLES:
            return self._table(operation, self._value(value.arguments[0], names))
        if operation in _COMPARISONS:
            return self._new(f"zext i1 {self._truth(value, names)} to i32")
        a, b = (self._value(argument, names) for argument in value.arguments)
        return self._new(f"{_OPERATORS[operation]} i32 {a}, {b}")

    def _truth(self, value: Value, names: dict[int, str]) -> str:
        if value.operation == ">=" and value.arguments[0].operation == "rfind":
            return self._hits[id(value.arguments[0])]
        if value.operation in _COMPARISONS:
            a, b = (self._value(argument, names) for argument in value.arguments)
            return self._new(f"icmp {_COMPARISONS[value.operation]} i32 {a}, {b}")
        return self._new(f"icmp ne i32 {self._value(value, names)}, 0")

    def _rfind(self, value: Value, names: dict[int, str]) -> str:
        """A window of bytes at once if the range fits in one, else byte by byte."""
        needle, start, stop = (self._value(argument, names) for argument in value.arguments)
        byte = self._new(f"trunc i32 {needle} to i8")
        number = self._next()
        done, slow = f"found{number}", f"slow{number}"
        if int(start) + WINDOW <= self._memory_size:
            length = self._new(f"sub i32 {stop}, {start}")
            fits = self._new(f"icmp sle i32 {length}, {WINDOW}")
            self._line(f"br i1 {fits}, label %fast{number}, label %{slow}{_MOSTLY}")
            self._label(f"fast{number}")
            at = self._new(f"getelementptr i8, ptr %memory, i64 {start}")
            window = self._new(f"load <{WINDOW} x i8>, ptr {at}, align 1")
            one = self._new(f"insertelement <{WINDOW} x i8> poison, i8 {byte}, i32 0")
            zeros = f"<{WINDOW} x i32> zeroinitializer"
            all_of_it = self._new(
                f"shufflevector <{WINDOW} x i8> {one}, <{WINDOW} x i8> poison, {zeros}"
            )
            equal = self._new(f"icmp eq <{WINDOW} x i8> {window}, {all_of_it}")
            bits = self._new(f"bitcast <{WINDOW} x i1> {equal} to i{WINDOW}")
            surplus = self._new(f"sub i32 {WINDOW}, {length}")
            # a range of 0 bytes does not occur, so the shift stays below the width
            kept = self._new(f"shl i32 {bits}, {surplus}")
            zeros_above = self._new(f"call i32 @llvm.ctlz.i32(i32 {kept}, i1 false)")
            last = self._new(f"sub i32 {stop}, 1")
            place = self._new(f"sub i32 {last}, {zeros_above}")
            hits = self._new(f"icmp ne i32 {kept}, 0")
            self._line(f"br label %{done}")
        else:
            place = hits = ""
            self._line(f"br label %{slow}")
        self._label(slow)
        self._line(f"br label %loop{number}")
        self._label(f"loop{number}")
        before = f"[{stop}, %{slow}], [%at{number}, %miss{number}]"
        behind = self._new(f"phi i32 {before}")
        self._line(f"%at{number} = sub i32 {behind}, 1")
        over = self._new(f"icmp slt i32 %at{number}, {start}")
        self._line(f"br i1 {over}, label %none{number}, label %test{number}")
        self._label(f"test{number}")
        wide = self._new(f"zext i32 %at{number} to i64")
        cell = self._new(f"getelementptr i8, ptr %memory, i64 {wide}")
        same = self._new(f"icmp eq i8 {self._new(f'load i8, ptr {cell}')}, {byte}")
        self._line(f"br i1 {same}, label %hit{number}, label %miss{number}")
        for label, target in ((f"miss{number}", f"loop{number}"), (f"hit{number}", done)):
            self._label(label)
            self._line(f"br label %{target}")
        self._label(f"none{number}")
        self._line(f"br label %{done}")
        self._label(done)
        fast = ("", "") if not hits else (f", [{p}, %fast{number}]" for p in (place, hits))
        ways = ((f"%at{number}", "-1"), ("true", "false"))
        found, self._hits[id(value)] = (
            self._new(f"phi {kind} [{hit}, %hit{number}], [{none}, %none{number}]{fast_way}")
            for kind, (hit, none), fast_way in zip(("i32", "i1"), ways, fast, strict=True)
        )
        return found

    # Lines

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _new(self, instruction: str) -> str:
        name = f"%t{self._next()}"
        self._line(f"{name} = {instruction}")
        return name

    def _line(self, text: str) -> None:
        self.lines.append("  " + text)

    def _label(self, name: str) -> None:
        self.lines.append(f"{name}:")

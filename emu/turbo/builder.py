"""The front end: follows the program from an address and builds the tree of what can happen there.

Jumps, calls and returns whose target is known are followed, both sides of a branch are, nearest
first, until a path comes back to where it was, has grown long, or reaches an address the machine
wants to stop at.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from emu.bus import REGISTERS
from emu.turbo import idioms, waits
from emu.turbo.contract import MOST_CYCLES, SIZE
from emu.turbo.decode import BRANCHES, Instruction, decode
from emu.turbo.delay import Decode, Delay, find
from emu.turbo.layout import Layout
from emu.turbo.operands import Operands, SideExit
from emu.turbo.semantics import branch_condition, execute
from emu.turbo.state import PathState
from emu.turbo.tree import Block, Exit, Fork, Frame, Store, Tree
from emu.turbo.values import Value, Values
from emu.units import Address, Byte, Cell

_LONGEST = 3
"""Bytes of an instruction."""
_SHORT_LOOP = 16
"""Instructions."""
_AGAIN_AND_AGAIN = 3
_REGISTER_BITS = 0x1F80
"""Of an address: what makes it, or one it may repeat, an I/O register's."""


@dataclass
class Builder:
    """Builds trees from *memory* (physical cells), which stays as it is; paths end before an
    address of *stops*.

    ``is_code`` tells of cells that hold code translated already, ``changes`` how often the bytes of
    cells have changed: immediate operands are read when they are used then, instructions that
    change again and again left to the interpreter.
    """

    layout: Layout
    memory: bytearray
    is_code: Callable[[Cell], bool]
    changes: Mapping[Cell, int] = field(default_factory=dict)
    stops: Container[Address] = frozenset()

    def build(self, head: Address) -> Tree | None:
        """The tree of *head*; None where there is no code that can be translated."""
        own: set[Cell] = set()
        while True:
            tree = _TreeBuilder(self, head, frozenset(own)).tree()
            if tree is None or own >= tree.code.keys() or not tree.stores & tree.code.keys():
                return tree
            own |= tree.code.keys()

    @cached_property
    def fetch(self) -> Decode:
        """Tells the instruction at an address, if it can be translated."""
        return cache(self._fetch)

    @cached_property
    def idiom(self) -> Callable[[Address], idioms.ListSearch | Delay | None]:
        """Tells the idiom that starts at an address, if one does."""
        return cache(lambda at: find(self.fetch, at) or idioms.find_search(self.fetch, at))

    def _fetch(self, address: Address) -> Instruction | None:
        """The instruction at *address*, if it lies in memory and touches no register unseen."""
        cells = self._cells(address)
        if cells[0] < 0:
            return None
        code = bytes(self.memory[c] for c in cells if c >= 0)
        ins = decode(code, address)
        if ins is None or any(map(self.layout.is_register, ins.dropped)):
            return None
        steady = cells[: 1 if ins.mode == "imm" else ins.length]
        return None if any(self.changes.get(c, 0) >= _AGAIN_AND_AGAIN for c in steady) else ins

    def _cells(self, address: Address) -> list[Cell]:
        """Where the bytes of an instruction are, as many as it may have."""
        return [self.layout.read_cells[address + i & 0xFFFF] for i in range(_LONGEST)]


class _TreeBuilder:
    """One tree, path by path."""

    def __init__(self, builder: Builder, head: Address, own: frozenset[Cell]) -> None:
        self._builder = builder
        self._fetch = builder.fetch
        self._head = head
        self._values = Values()
        self._operands = Operands(
            builder.layout,
            self._side_exit_if,
            lambda cell: cell in own or builder.is_code(cell),
            builder.changes,
        )
        self._instructions = 0
        self._code: dict[Cell, Byte] = {}
        self._addresses: set[Address] = set()
        self._guards: list[tuple[Frame, Block, Block, Block]] = []
        self._paths: deque[tuple[PathState, Address]] = deque()
        self._pc = head
        self._passes_head = False
        self._repeats = head not in builder.stops

    def tree(self) -> Tree | None:
        start = PathState.at_head(self._values)
        root = start.block
        self._new_frame(start)
        self._paths.append((start, self._head))
        while self._paths:
            self._follow(*self._paths.popleft())
        if not self._addresses:
            return None
        for guard in reversed(self._guards):
            self._guard_stack(*guard)
        blocks = list(root.walk())
        stores = (s.cell.constant for b in blocks for s in b.body if isinstance(s, Store))
        exits = [b.end for b in blocks if isinstance(b.end, Exit)]
        going_on = (end.target for end in exits if not end.side_exit)
        targets = frozenset(target for target in going_on if isinstance(target, int))
        targets |= {self._head} if self._passes_head else set()
        return Tree(
            self._head,
            root,
            self._code,
            frozenset(self._addresses),
            frozenset(Cell(cell) for cell in stores if cell is not None),
            targets,
            max(end.at_most for end in exits),
            self._operands.registers,
        )

    def _follow(self, state: PathState, pc: Address) -> None:
        """Follow one path to its next fork or its end."""
        while True:
            if state.path and self._ends(state, pc):
                if pc == self._head and self._repeats:
                    waits.repeat(state)
                state.exit(pc)
                return
            self._pc = pc
            if self._idiom(state, pc):
                return
            ins = self._fetch(pc)
            if ins is None:
                state.exit(pc, side_exit=True)
                return
            try:
                going_on = self._execute(state, ins)
            except SideExit:
                state.exit(pc, side_exit=True)
                return
            if going_on is None:
                return
            pc = going_on

    def _ends(self, state: PathState, pc: Address) -> bool:
        return (
            pc in state.path
            or pc in self._builder.stops
            or self._instructions >= SIZE
            or state.worst_cycles >= MOST_CYCLES
            or (pc < self._head and self._polls(pc))
        )

    def _polls(self, pc: Address) -> bool:
        """Whether the head lies in a loop from *pc* on that looks at a register: such a loop waits,
        and only its own tree can tell for how long.
        """
        looks = False
        for _ in range(_SHORT_LOOP):
            ins = self._fetch(pc)
            if ins is None or pc >= self._head:
                break
            looks |= ins.mode == "abs" and self._builder.layout.is_register(ins.operand)
            pc = ins.next
        return looks and pc == self._head

    def _execute(self, state: PathState, ins: Instruction) -> Address | None:
        """Carry out one instruction; the address of the next, None if the path was given away."""
        if ins.mnemonic in BRANCHES:
            self._enter(state, ins)
            return self._branch(state, ins)
        pointer = None
        match ins.mnemonic:
            case "JMP" if ins.mode == "abs":
                following = ins.operand
            case "JMP":
                self._jump_indirect(state, ins)
                return None
            case "JSR":
                back = ins.address + 2 & 0xFFFF
                self._guard_push(state)
                state.push(self._values.const(back >> 8))
                state.push(self._values.const(back & 0xFF))
                following = ins.operand
            case "RTS":
                return self._return(state, ins)
            case _:
                if ins.mnemonic in ("PHA", "PHP"):
                    self._guard_push(state)
                pointer = execute(state, ins, self._operands)
                following = ins.next
        self._enter(state, ins)
        state.spend(ins.cycles)
        if pointer is not None:
            self._pc = following
            self._new_frame(state, pointer)
        return following

    def _branch(self, state: PathState, ins: Instruction) -> Address | None:
        condition, if_set = branch_condition(state, ins.mnemonic)
        condition = state.decide(condition)
        if condition.constant is not None:
            taken = bool(condition.constant) == if_set
            state.spend(ins.taken_cycles if taken else ins.cycles)
            return ins.target if taken else ins.next
        yes, no = state.split(condition)
        taken_state, other = (yes, no) if if_set else (no, yes)
        taken_state.spend(ins.taken_cycles)
        other.spend(ins.cycles)
        self._paths += ((taken_state, ins.target), (other, ins.next))
        return None

    def _jump_indirect(self, state: PathState, ins: Instruction) -> None:
        read_cells, v = self._builder.layout.read_cells, self._values
        pointer = ins.operand
        cells = [read_cells[pointer], read_cells[pointer & 0xFF00 | pointer + 1 & 0xFF]]
        if min(cells) < 0:
            raise SideExit
        low, high = (state.load(cell) for cell in cells)
        self._enter(state, ins)
        state.spend(ins.cycles)
        state.exit(v("|", low, v("<<", high, 8)))

    def _return(self, state: PathState, ins: Instruction) -> Address | None:
        v = self._values
        back = v("|", state.top(), v("<<", state.top(1), 8))
        self._side_exit_if(state, v("==", v("&", back, _REGISTER_BITS), REGISTERS.start))
        state.offset += 2
        self._enter(state, ins)
        state.spend(ins.cycles)
        target = v("&", v("+", back, 1), 0xFFFF)
        if target.constant is not None:
            return target.constant
        state.exit(target)
        return None

    def _idiom(self, state: PathState, pc: Address) -> bool:
        """Carry out the idiom at *pc*, if there is one."""
        idiom = self._builder.idiom(pc)
        if idiom is None or any(i.address in self._builder.stops for i in idiom.instructions):
            return False
        if isinstance(idiom, Delay):
            ended, cut = idioms.run_delay(idiom, state)
            ways = (ended, idiom.instructions[-1].next), (cut, pc)
        else:
            cell, length = self._builder.layout.read_span(idiom.base)
            if min(idiom.limit, length - 1) < idiom.lowest + 1:
                return False
            try:
                hit, no_hit = idioms.run_search(idiom, cell, length, state, self._side_exit_if)
            except SideExit:
                return False
            ways = (hit, idiom.compare.exit_target), (no_hit, idiom.count.exit_target)
        self._passes_head |= any(ins.address == self._head for ins in idiom.instructions)
        for path, _ in ways:
            for ins in idiom.instructions:
                self._enter(path, ins)
        self._paths += ways
        return True

    def _enter(self, state: PathState, ins: Instruction) -> None:
        """Note that the path goes through *ins*."""
        state.path |= {ins.address}
        self._instructions += 1
        self._addresses.add(ins.address)
        for i in range(ins.length):
            cell = self._builder.layout.read_cells[ins.address + i & 0xFFFF]
            if i != 1 or ins.mode != "imm" or cell not in self._builder.changes:
                self._code[cell] = self._builder.memory[cell]

    def _side_exit_if(self, state: PathState, condition: Value) -> None:
        """A guard: leave the present instruction to the interpreter if *condition* is not 0."""
        condition = state.decide(condition)
        if condition.constant == 0:
            return
        if condition.constant is not None:
            raise SideExit
        failed = state.fork()
        failed.exit(self._pc, side_exit=True)
        passed = Block()
        state.block.end = Fork(condition, failed.block, passed)
        state.block = passed
        state.assumed += ((condition, False),)

    def _guard_push(self, state: PathState) -> None:
        """Have a frame whose guard can cover a push."""
        if state.offset > 0:
            self._new_frame(state, state.pointer)

    def _new_frame(self, state: PathState, pointer: Value | None = None) -> None:
        """Count from another stack pointer, with a guard for what the path will push and pull."""
        if pointer is not None:
            state.new_frame(pointer)
        failed = state.fork()
        failed.exit(self._pc, side_exit=True)
        passed = Block()
        self._guards.append((state.frame, state.block, passed, failed.block))
        state.block = passed

    def _guard_stack(self, frame: Frame, before: Block, passed: Block, failed: Block) -> None:
        """On to *passed* if the frame's stack stays within page one and off translated code."""
        leaves = frame.leaves(self._values)
        if leaves is not None:
            before.end = Fork(leaves, failed, passed)
        else:
            before.body += passed.body
            before.end = passed.end

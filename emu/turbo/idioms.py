"""Loops that are one operation.

*The search*: which of these cells equals A? A program without an index from squares to men asks
that all the time; its loop has four instructions, in this order or rotated by two::

    again  CMP table,X        again  DEX
           BEQ hit                   BMI out
           DEX                       CMP table,X
           BPL again                 BNE again

*The delay*: ``DEX`` and ``BNE`` back to it. Both are recognised by what they do, wherever they
stand, with X or Y, with either polarity of the branches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from emu.turbo.decode import Instruction
from emu.turbo.state import PathState
from emu.turbo.tree import Fork
from emu.turbo.values import Value
from emu.units import Address, Cell, Cycles

Decode = Callable[[Address], Instruction | None]

_SIGN = {"BPL": True, "BMI": False}
_ZERO = {"BNE": True, "BEQ": False}
_INDEX = {"zpx": "x", "abx": "x", "aby": "y"}
_LIMIT_OF_SIGN = 0x7F


@dataclass(frozen=True)
class _LoopBranch:
    """A branch seen from its loop: where it goes while the loop repeats, and where when it ends."""

    repeat_target: Address
    repeat_cycles: Cycles
    exit_target: Address
    exit_cycles: Cycles

    @classmethod
    def of(cls, branch: Instruction, repeats_if_taken: bool) -> _LoopBranch:
        taken = branch.target, branch.taken_cycles
        not_taken = branch.next, branch.cycles
        return cls(*taken, *not_taken) if repeats_if_taken else cls(*not_taken, *taken)


@dataclass(frozen=True)
class ListSearch:
    """``head`` starts a search from the cell at ``base + index`` downwards.

    It ends below offset ``lowest`` with the index at ``exhausted``. With ``counts_first`` the index
    is decremented before it is first used.
    """

    instructions: tuple[Instruction, ...]
    index: str
    base: Address
    lowest: int
    counts_first: bool
    hit: _LoopBranch
    count: _LoopBranch

    @property
    def exhausted(self) -> int:
        """The index after a search without a hit."""
        return self.lowest - 1 & 0xFF

    @property
    def limit(self) -> int:
        """The highest index at which it is a plain search: nothing wraps, no page is crossed."""
        highest = 0xFF - (self.base & 0xFF)
        return highest if self.lowest else min(highest, _LIMIT_OF_SIGN)

    @property
    def work_cycles(self) -> tuple[Cycles, Cycles]:
        """Cycles of the comparison and of the decrement."""
        by_kind = {i.mnemonic == "CMP": i.cycles for i in self.instructions if i.mode != "rel"}
        return by_kind[True], by_kind[False]


@dataclass(frozen=True)
class Delay:
    """``head`` counts a register down to 0."""

    instructions: tuple[Instruction, ...]
    register: str
    count: _LoopBranch


def recognise(decode: Decode, head: Address) -> ListSearch | Delay | None:
    """The idiom that starts at *head*, if one does."""
    first = decode(head)
    if first is None:
        return None
    if first.mnemonic in ("DEX", "DEY"):
        return _delay(decode, first) or _search(decode, first, counts_first=True)
    if first.mnemonic == "CMP":
        return _search(decode, first, counts_first=False)
    return None


def _delay(decode: Decode, first: Instruction) -> Delay | None:
    branch = decode(first.next)
    if branch is None or branch.mnemonic != "BNE" or branch.target != first.address:
        return None
    return Delay((first, branch), first.mnemonic[2].lower(), _LoopBranch.of(branch, True))


def _search(decode: Decode, first: Instruction, counts_first: bool) -> ListSearch | None:
    first_branch = decode(first.next)
    if first_branch is None:
        return None
    first_end = _loop_branch(first, first_branch)
    second = decode(first_end.repeat_target) if first_end else None
    second_branch = decode(second.next) if second else None
    if first_end is None or second is None or second_branch is None:
        return None
    second_end = _loop_branch(second, second_branch)
    if second_end is None or second_end.repeat_target != first.address:
        return None
    compare, count = (second, first) if counts_first else (first, second)
    count_branch = first_branch if counts_first else second_branch
    hit, counting = (second_end, first_end) if counts_first else (first_end, second_end)
    index = _INDEX.get(compare.mode)
    if compare.mnemonic != "CMP" or count.mnemonic != f"DE{(index or '?').upper()}":
        return None
    return ListSearch(
        (first, first_branch, second, second_branch),
        index or "",
        compare.operand,
        1 if count_branch.mnemonic in _ZERO else 0,
        counts_first,
        hit,
        counting,
    )


def _loop_branch(work: Instruction, branch: Instruction) -> _LoopBranch | None:
    """How *branch*, right behind *work*, keeps a search going."""
    if work.mnemonic == "CMP" and branch.mnemonic in _ZERO:
        return _LoopBranch.of(branch, _ZERO[branch.mnemonic])
    if work.mnemonic in ("DEX", "DEY") and branch.mnemonic in {**_SIGN, **_ZERO}:
        return _LoopBranch.of(branch, {**_SIGN, **_ZERO}[branch.mnemonic])
    return None


def run_delay(delay: Delay, state: PathState) -> Address:
    """Carry a delay out; the address behind it."""
    v = state.values
    again = v.byte(v("-", state[delay.register], 1))
    work = delay.instructions[0].cycles
    state.charge(again, work + delay.count.repeat_cycles, 2)
    state.spend(work + delay.count.exit_cycles, 2)
    state[delay.register] = state["n"] = state["z"] = v.const(0)
    return delay.count.exit_target


def run_search(
    search: ListSearch,
    cell: Cell,
    length: int,
    state: PathState,
    side_exit_if: Callable[[PathState, Value], None],
) -> tuple[PathState, PathState]:
    """Carry a search out in the *length* cells from *cell* on: the states of a hit and of none.

    Their paths go on at ``search.hit.exit_target`` and ``search.count.exit_target``.
    """
    v, index = state.values, state[search.index]
    compare, decrement = search.work_cycles
    miss = compare + search.hit.repeat_cycles + decrement + search.count.repeat_cycles
    first = search.lowest + search.counts_first
    limit = min(search.limit, length - 1)
    side_exit_if(state, v(">=", index, limit + 1))
    side_exit_if(state, v("==", v(">=", index, first), 0))
    stop = v("+", index, cell + (not search.counts_first))
    low = cell + search.lowest
    state.flush(cell, cell + 0xFF)
    found = state.emit_load("rfind", state["a"], v.const(low), stop, low=-1, high=cell + limit)
    hit, no_hit = state.fork(), state.fork()
    state.block.end = Fork(v(">=", found, 0), hit.block, no_hit.block)

    offset = v.byte(v("-", found, cell))
    hit[search.index] = offset
    misses = v("-", v("-", index, offset), int(search.counts_first))
    hit.charge(misses, miss, 4, at_most=limit)
    if search.counts_first:
        hit.spend(decrement + search.count.repeat_cycles, 2)
    hit.spend(compare + search.hit.exit_cycles, 2)
    hit["n"] = hit["z"] = v.const(0)
    hit["c"] = v.const(1)

    no_hit.charge(v("-", index, search.lowest), miss, 4, at_most=limit)
    if not search.counts_first:
        no_hit.spend(compare + search.hit.repeat_cycles, 2)
    no_hit.spend(decrement + search.count.exit_cycles, 2)
    no_hit[search.index] = no_hit["n"] = no_hit["z"] = v.const(search.exhausted)
    no_hit["c"] = v(">=", no_hit["a"], no_hit.load(Cell(low)))
    return hit, no_hit

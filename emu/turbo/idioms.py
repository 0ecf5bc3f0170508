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
from emu.turbo.iostate import FAR
from emu.turbo.state import PathState
from emu.turbo.tree import Fork
from emu.turbo.values import Value
from emu.units import Address, Cell, Cycles

Decode = Callable[[Address], Instruction | None]

_ZERO = {"BNE": True, "BEQ": False}
_SIGN_OR_ZERO = _ZERO | {"BPL": True, "BMI": False}
_REPEATS_IF_TAKEN = {"CMP": _ZERO, "DEX": _SIGN_OR_ZERO, "DEY": _SIGN_OR_ZERO}
_INDEX = {"zpx": "x", "abx": "x", "aby": "y"}
_LIMIT_OF_SIGN = 0x7F


@dataclass(frozen=True)
class LoopStep:
    """An instruction of a loop and the branch behind it: where that goes, and how many cycles both
    take, while the loop repeats and when it ends.
    """

    work: Instruction
    branch: Instruction
    repeat_target: Address
    repeat_cycles: Cycles
    exit_target: Address
    exit_cycles: Cycles

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """Both."""
        return self.work, self.branch


@dataclass(frozen=True)
class ListSearch:
    """A search from the cell at ``base + index`` downwards.

    It ends below offset ``lowest``. With ``counts_first`` the index is decremented before it is
    first used.
    """

    compare: LoopStep
    count: LoopStep
    index: str
    counts_first: bool

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """In their order."""
        first, second = self.compare, self.count
        if self.counts_first:
            first, second = second, first
        return first.instructions + second.instructions

    @property
    def base(self) -> Address:
        """See the class."""
        return self.compare.work.operand

    @property
    def lowest(self) -> int:
        """See the class."""
        return 1 if self.count.branch.mnemonic in _ZERO else 0

    @property
    def limit(self) -> int:
        """The highest index at which it is a plain search: nothing wraps, no page is crossed."""
        highest = 0xFF - (self.base & 0xFF)
        return highest if self.lowest else min(highest, _LIMIT_OF_SIGN)


def recognise(decode: Decode, head: Address) -> ListSearch | LoopStep | None:
    """The idiom that starts at *head*, if one does; a delay is one step."""
    one = _step(decode, head)
    if one is None:
        return None
    counts_first = one.work.mnemonic != "CMP"
    if counts_first and one.branch.mnemonic == "BNE" and one.repeat_target == head:
        return one
    other = _step(decode, one.repeat_target)
    if other is None or other.repeat_target != head:
        return None
    compare, count = (other, one) if counts_first else (one, other)
    index = _INDEX.get(compare.work.mode, "")
    if compare.work.mnemonic != "CMP" or count.work.mnemonic != f"DE{index.upper()}":
        return None
    return ListSearch(compare, count, index, counts_first)


def _step(decode: Decode, address: Address) -> LoopStep | None:
    """The step of a loop at *address*, if there may be one."""
    work = decode(address)
    if work is None or work.mnemonic not in _REPEATS_IF_TAKEN:
        return None
    branch = decode(work.next)
    if branch is None or branch.mnemonic not in _REPEATS_IF_TAKEN[work.mnemonic]:
        return None
    taken = branch.target, work.cycles + branch.taken_cycles
    not_taken = branch.next, work.cycles + branch.cycles
    repeats_if_taken = _REPEATS_IF_TAKEN[work.mnemonic][branch.mnemonic]
    ways = (*taken, *not_taken) if repeats_if_taken else (*not_taken, *taken)
    return LoopStep(work, branch, *ways)


def run_delay(step: LoopStep, state: PathState) -> tuple[PathState, PathState]:
    """Carry a delay out, as far as there is time: the states behind it, and where it goes on."""
    v, register = state.values, step.work.mnemonic[2].lower()
    left, each = v.byte(v("-", state[register], 1)), step.repeat_cycles
    time = v("//", v("-", v.given("latest", "", -FAR, FAR), state.now(0)), each)
    rounds = v("min", left, v("+", v.bounded("max", time, v.const(0), 0, FAR), 1))
    over = v("==", rounds, left)
    ended, cut = state.fork(), state.fork()
    state.block.end = Fork(over, ended.block, cut.block)
    ended.assumed += ((over, True),)
    cut.assumed += ((over, False),)
    for path in (ended, cut):
        path.charge(rounds, each, 2, at_most=1)
    ended.spend(step.exit_cycles, 2)
    ended[register] = ended["n"] = ended["z"] = v.const(0)
    cut[register] = cut["n"] = cut["z"] = v.byte(v("-", cut[register], rounds))
    return ended, cut


def run_search(
    search: ListSearch,
    cell: Cell,
    length: int,
    state: PathState,
    side_exit_if: Callable[[PathState, Value], None],
) -> tuple[PathState, PathState]:
    """Carry a search out in the *length* cells from *cell* on: the states of a hit and of none.

    Their paths go on where ``search.compare`` and where ``search.count`` exit to.
    """
    v, index = state.values, state[search.index]
    compare, count = search.compare, search.count
    miss = compare.repeat_cycles + count.repeat_cycles
    first = search.lowest + search.counts_first
    limit = min(search.limit, length - 1)
    side_exit_if(state, v(">=", index, limit + 1))
    side_exit_if(state, v("==", v(">=", index, first), 0))
    stop = v("+", index, cell + (not search.counts_first))
    low = cell + search.lowest
    state.flush(cell, cell + 0xFF)
    found = state.emit_load("rfind", state["a"], v.const(low), stop, low=-1, high=cell + limit)
    hit, no_hit = state.fork(), state.fork()
    is_found = v(">=", found, 0)
    hit.assumed += ((is_found, True),)
    no_hit.assumed += ((is_found, False),)
    state.block.end = Fork(is_found, hit.block, no_hit.block)

    offset = v.byte(v("-", found, cell))
    hit[search.index] = offset
    misses = v("-", v("-", index, offset), int(search.counts_first))
    hit.charge(misses, miss, 4, at_most=limit)
    if search.counts_first:
        hit.spend(count.repeat_cycles, 2)
    hit.spend(compare.exit_cycles, 2)
    hit["n"] = hit["z"] = v.const(0)
    hit["c"] = v.const(1)

    no_hit.charge(v("-", index, search.lowest), miss, 4, at_most=limit)
    if not search.counts_first:
        no_hit.spend(compare.repeat_cycles, 2)
    no_hit.spend(count.exit_cycles, 2)
    no_hit[search.index] = no_hit["n"] = no_hit["z"] = v.const(search.lowest - 1 & 0xFF)
    no_hit["c"] = v(">=", no_hit["a"], no_hit.load(Cell(low)))
    return hit, no_hit

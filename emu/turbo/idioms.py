"""Loops that are one operation in compiled code.

*The search*: which of these cells equals A? A program without an index from squares to men asks
that all the time; its loop has four instructions, with X or Y, with either polarity of the
branches, and may be entered at the third::

    again  CMP table,X        again  DEX
           BEQ hit                   BMI out
           DEX                       CMP table,X
           BPL again                 BNE again

*The delay*: see `emu.turbo.delay`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from emu.turbo.decode import Instruction
from emu.turbo.delay import Decode, Delay
from emu.turbo.iostate import FAR
from emu.turbo.state import PathState
from emu.turbo.values import Value
from emu.units import Address, Cell, Cycles

_ZERO = {"BNE": True, "BEQ": False}
_REPEATS_IF_TAKEN = _ZERO | {"BPL": True, "BMI": False}
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


@dataclass(frozen=True)
class ListSearch:
    """A search from the cell at ``base + index`` downwards, which ends below offset ``lowest``."""

    compare: LoopStep
    count: LoopStep
    index: str

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """In their order."""
        return self.compare.work, self.compare.branch, self.count.work, self.count.branch

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


def find_search(instruction_at: Decode, head: Address) -> ListSearch | None:
    """The search that compares at *head*."""
    compare = _step(instruction_at, head)
    count = compare and _step(instruction_at, compare.repeat_target)
    if compare is None or count is None or count.repeat_target != head:
        return None
    index = _INDEX.get(compare.work.mode, "")
    compares = compare.work.mnemonic == "CMP" and compare.branch.mnemonic in _ZERO
    counts = count.work.mnemonic == f"DE{index.upper()}"
    return ListSearch(compare, count, index) if compares and counts else None


def _step(instruction_at: Decode, address: Address) -> LoopStep | None:
    """The step of a loop at *address*, if there may be one."""
    work = instruction_at(address)
    branch = work and instruction_at(work.next)
    if work is None or branch is None or branch.mnemonic not in _REPEATS_IF_TAKEN:
        return None
    taken = branch.target, work.cycles + branch.taken_cycles
    not_taken = branch.next, work.cycles + branch.cycles
    ways = (*taken, *not_taken) if _REPEATS_IF_TAKEN[branch.mnemonic] else (*not_taken, *taken)
    return LoopStep(work, branch, *ways)


def run_delay(delay: Delay, state: PathState) -> tuple[PathState, PathState]:
    """Carry a delay out, as far as there is time: the states behind it, and where it goes on."""
    v, register, instructions = state.values, delay.register, len(delay.instructions)
    left = v.byte(v("-", state[register], 1))
    time = v("//", v("-", v.given("latest", "", -FAR, FAR), state.now(0)), delay.cycles)
    rounds = v("min", left, v("+", v.bounded("max", time, v.const(0), 0, FAR), 1))
    ended, cut = state.split(v("==", rounds, left))
    for path in (ended, cut):
        path.charge(rounds, delay.cycles, instructions, at_most=1)
    ended.spend(sum(ins.cycles for ins in delay.instructions), instructions)
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
    limit = min(search.limit, length - 1)
    side_exit_if(state, v(">=", index, limit + 1))
    side_exit_if(state, v("==", v(">=", index, search.lowest), 0))
    stop = v("+", index, cell + 1)
    low = cell + search.lowest
    state.flush(cell, cell + 0xFF)
    found = state.emit_load("rfind", state["a"], v.const(low), stop, low=-1, high=cell + limit)
    hit, no_hit = state.split(v(">=", found, 0))

    offset = v.byte(v("-", found, cell))
    hit[search.index] = offset
    hit.charge(v("-", index, offset), miss, 4, at_most=limit)
    hit.spend(compare.exit_cycles, 2)
    hit["n"] = hit["z"] = v.const(0)
    hit["c"] = v.const(1)

    no_hit.charge(v("-", index, search.lowest), miss, 4, at_most=limit)
    no_hit.spend(compare.repeat_cycles + count.exit_cycles, 4)
    no_hit[search.index] = no_hit["n"] = no_hit["z"] = v.const(search.lowest - 1 & 0xFF)
    no_hit["c"] = v(">=", no_hit["a"], no_hit.load(Cell(low)))
    return hit, no_hit

"""The past, asked: who wrote this byte last, who read it, when did the program last come by here.

The way back (`emu.watch.rewind`) is gone over again with a tap on the bus, the latest piece of it
first, in pieces that grow: what was a moment ago is found at once, and nothing is recorded ahead.
A question changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from contextlib import closing
from dataclasses import dataclass

from emu.board import Board
from emu.events import VERBS, Event, LoadedBytes
from emu.machine import Machine
from emu.notation import Poke
from emu.passing import result_of
from emu.units import Address, Byte, Cycle, Cycles
from emu.watch.rewind import Replay, Rewind
from emu.watch.trace import FETCHED, READ, WRITTEN, BusAccess, Filter, Trace, tapped

FROM_OUTSIDE = ("poke", "load", "restore")
"""Verbs of `emu.events` that change a byte; the last where another state had another byte there."""
MOST = 30_000_000
"""Cycles gone over again for an answer, if nothing else is said."""


@dataclass(frozen=True)
class PastAccess:
    """One byte over the bus, or put into memory from outside.

    ``kind`` is one of `emu.watch.trace.KINDS`, or a verb of FROM_OUTSIDE; ``pc`` the address of
    the instruction, None for what was done from outside; ``before`` the byte that was there.
    """

    cycle: Cycle
    address: Address
    value: Byte
    before: Byte
    kind: str
    pc: Address | None

    @property
    def changed(self) -> bool:
        """Whether the byte was another one before."""
        return self.value != self.before


CHANGES, READS, VISITS = (WRITTEN, *FROM_OUTSIDE), (READ, FETCHED), (FETCHED,)
"""Kinds of access to look for."""
Wanted = Callable[[PastAccess], bool]
"""Which access is meant; it may look at the machine, which stands where it happens."""


def _always(_: PastAccess) -> bool:
    return True


class PastSearch:
    """What can be asked of the *past* of *machine*, from its present moment back.

    At most *most* cycles are gone over again for an answer, the latest.
    """

    def __init__(self, machine: Machine, past: Rewind, most: Cycles = MOST) -> None:
        self._machine, self._past, self._most = machine, past, most

    def last(
        self, address: Address, kinds: Collection[str], wanted: Wanted = _always
    ) -> PastAccess | None:
        """The last access of one of *kinds* to *address*."""
        return result_of(self.searching(address, kinds, wanted))

    def searching(
        self, address: Address, kinds: Collection[str], wanted: Wanted = _always
    ) -> Generator[float, None, PastAccess | None]:
        """The last access of one of *kinds* to *address*; after each piece of the past how much of
        it is searched, 0 to 1. Meanwhile the machine stands elsewhere; closed, it is as it was.
        """
        since, now = self.earliest, self._machine.cycles
        with closing(self._pieces(_Question(address, kinds, wanted, since))) as pieces:
            for begun, found in pieces:
                if found:
                    return found[-1]
                yield min(1.0, (now - begun) / (now - since)) if now > since else 1.0
        return None

    def writes(self, address: Address, since: Cycle) -> list[PastAccess]:
        """All that was written at *address* from cycle *since* to now, in order."""
        pieces = self._pieces(_Question(address, CHANGES, _always, since))
        return [one for _, piece in reversed(list(pieces)) for one in piece]

    def go(self, access: PastAccess) -> None:
        """Take the machine to where the instruction, or the interrupt, of *access* begins."""
        if access.pc is None:
            self._past.to(access.cycle)
        else:
            self._past.to_step(access.cycle)

    @property
    def earliest(self) -> Cycle:
        """The first cycle an answer may come from."""
        return max(self._past.first, self._machine.cycles - self._most)

    def _pieces(self, question: _Question) -> Generator[tuple[Cycle, list[PastAccess]], None, None]:
        """Where each piece begins and what is found in it, the latest first."""
        board = self._machine.board
        aliases = _aliases(board, question.address)
        with closing(self._past.pieces(question.since)) as pieces:
            for again in pieces:
                begun = board.cycles
                yield begun, _Search(board, question, aliases).found_in(again)


@dataclass(frozen=True)
class _Question:
    address: Address
    kinds: Collection[str]
    wanted: Wanted
    since: Cycle


class _Search:
    """Goes over one piece of the past of *board*, which stands at its beginning."""

    def __init__(self, board: Board, question: _Question, aliases: Collection[Address]) -> None:
        self._board, self._question, self._aliases = board, question, aliases
        self._held = board.peek(question.address)
        self._found: list[PastAccess] = []

    def found_in(self, again: Replay) -> list[PastAccess]:
        """What is asked for, in order."""
        watched = Filter(
            tuple(range(one, one + 1) for one in self._aliases),
            frozenset({WRITTEN, *self._question.kinds}),
        )
        with tapped(self._board, Trace(self._heard, watched)):
            again(self._do)
        return self._found

    def _heard(self, access: BusAccess) -> None:
        self._note(access.cycle, access.value, access.kind, access.pc)

    def _do(self, event: Event) -> None:
        """Have *event* done, and see what that stores."""
        VERBS[event.verb].act(self._board, event.value)
        stored = _stored(event, self._aliases)
        if event.verb == "restore" and self._board.bus.is_memory(self._question.address):
            there = self._board.peek(self._question.address)
            stored = there if there != self._held else None
        if stored is not None:
            self._note(self._board.cycles, stored, event.verb, None)

    def _note(self, cycle: Cycle, value: Byte, kind: str, pc: Address | None) -> None:
        question = self._question
        access = PastAccess(cycle, question.address, value, self._held, kind, pc)
        self._held = value
        if kind in question.kinds and cycle >= question.since and question.wanted(access):
            self._found.append(access)


def _aliases(board: Board, address: Address) -> list[Address]:
    """All addresses at which the byte answers: the bare board decodes 13 lines."""
    cells = board.bus.read_cells
    cell = cells[address]
    return [one for one, other in enumerate(cells) if other == cell] if cell >= 0 else [address]


def _stored(event: Event, addresses: Collection[Address]) -> Byte | None:
    """The byte that *event* puts at one of *addresses*, if it does."""
    if isinstance(event.value, Poke):
        return event.value.value if event.value.address in addresses else None
    if isinstance(event.value, LoadedBytes):
        data = bytes.fromhex(event.value.data)
        for one in addresses:
            if 0 <= (offset := one - event.value.address) < len(data):
                return data[offset]
    return None

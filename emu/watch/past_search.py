"""The past, asked: who wrote this byte last, who read it, when did the program last come by here.

The way back (`emu.watch.rewind`) is gone over again with a tap on the bus, the latest piece of it
first, in pieces that grow: what was a moment ago is found at once, and nothing is recorded ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from emu.events import Event, LoadedBytes
from emu.machine import Machine
from emu.notation import Poke
from emu.units import Address, Byte, Cycle, Cycles
from emu.watch.rewind import Rewind
from emu.watch.trace import FETCHED, READ, WRITTEN, BusAccess, Filter, Trace, tapped

FROM_OUTSIDE = ("poke", "load")
"""Verbs of `emu.events` that change a byte."""
FIRST_PIECE, LARGEST_PIECE = 20_000, 1_000_000
"""Cycles gone over again at once."""
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


Wanted = Callable[[PastAccess], bool]
"""Which access is meant; it may look at the machine, which stands where it happens."""


def _always(_: PastAccess) -> bool:
    return True


class PastSearch:
    """What can be asked of the *past* of *machine*, from its present moment back.

    At most *most* cycles are gone over again for an answer, the latest. Afterwards the machine is
    where it was.
    """

    def __init__(self, machine: Machine, past: Rewind, most: Cycles = MOST) -> None:
        self._machine, self._past, self._most = machine, past, most

    def last_write(self, address: Address, wanted: Wanted = _always) -> PastAccess | None:
        """The last time a byte was written at *address*, by an instruction or from outside."""
        return self._last(address, (WRITTEN, *FROM_OUTSIDE), wanted)

    def last_read(self, address: Address, wanted: Wanted = _always) -> PastAccess | None:
        """The last time an instruction read the byte at *address*, its own bytes included."""
        return self._last(address, (READ, FETCHED), wanted)

    def last_visit(self, address: Address, wanted: Wanted = _always) -> PastAccess | None:
        """The last time the instruction at *address* began."""
        return self._last(address, (FETCHED,), wanted)

    def writes(self, address: Address, since: Cycle) -> list[PastAccess]:
        """All that was written at *address* from cycle *since* to now, in order."""
        now = self._machine.cycles
        found = self._piece(address, (WRITTEN, *FROM_OUTSIDE), since, now, _always)
        self._past.to(now)
        return found

    def go(self, access: PastAccess) -> None:
        """Take the machine to the instruction of *access*, which is about to be carried out."""
        if access.pc is None:
            self._past.to(access.cycle)
        else:
            self._past.to(access.cycle + 1)
            self._past.back_instructions(1)

    @property
    def earliest(self) -> Cycle:
        """The first cycle an answer may come from."""
        return max(self._past.first, self._machine.cycles - self._most)

    def _last(self, address: Address, kinds: Collection[str], wanted: Wanted) -> PastAccess | None:
        now, earliest = self._machine.cycles, self.earliest
        end, size = now, FIRST_PIECE
        found: list[PastAccess] = []
        while not found and end > earliest:
            start = max(earliest, end - size)
            found = self._piece(address, kinds, start, end, wanted)
            end, size = start, min(2 * size, LARGEST_PIECE)
        self._past.to(now)
        return found[-1] if found else None

    def _piece(
        self, address: Address, kinds: Collection[str], start: Cycle, end: Cycle, wanted: Wanted
    ) -> list[PastAccess]:
        """What is wanted from cycle *start* on; the machine stands at *end* afterwards."""
        past, machine, found = self._past, self._machine, list[PastAccess]()
        cells = machine.board.bus.read_cells
        cell = cells[address]
        # the bare board decodes 13 lines: the byte answers at several addresses
        aliases = (
            [one for one, other in enumerate(cells) if other == cell] if cell >= 0 else [address]
        )
        held = past.beginning.memory[cell] if cell >= 0 else 0

        def note(cycle: Cycle, value: Byte, kind: str, pc: Address | None) -> None:
            nonlocal held
            access = PastAccess(cycle, address, value, held, kind, pc)
            held = value
            if kind in kinds and wanted(access):
                found.append(access)

        def heard(access: BusAccess) -> None:
            note(access.cycle, access.value, access.kind, access.pc)

        def done(event: Event) -> None:
            if event.cycle < start or event.verb not in FROM_OUTSIDE:
                return
            if (byte := _stored(event, aliases)) is not None:
                note(event.cycle, byte, event.verb, None)

        watched = Filter(
            tuple(range(one, one + 1) for one in aliases),
            frozenset({WRITTEN, *(kind for kind in kinds if kind in (READ, FETCHED))}),
        )
        machine.listeners.append(done)
        try:
            if start > past.first:
                past.to(start - 1)
                held = machine.peek(address)
            else:
                past.to(start)
            with tapped(machine.board, Trace(heard, watched)):
                past.to(end)
        finally:
            machine.listeners.remove(done)
        return found


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

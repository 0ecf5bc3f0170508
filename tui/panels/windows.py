"""Which instructions and which bytes are looked at, while the machine goes on."""

from collections.abc import Collection

from emu.notation import parse_number
from emu.watch.labels import find_only
from emu.watch.listing import Listing, ListingLine
from emu.watch.memory import MemoryImage
from emu.watch.sources import Sources
from microchess.machine.labels import data, labels
from microchess.program.memory_map import NAMES, TABLE, area_of
from microchess.program.table import SIZE, man_in_words
from tui.session.snapshot import Snapshot
from tui.session.thought_words import JANUS

_FRESH = 15
"""Looks for which a changed byte stays red."""


class CodeWindow:
    """``rows`` instructions around ``pc``, which it follows until ``cursor`` is moved."""

    def __init__(self) -> None:
        self.memory: MemoryImage | None = None
        self.pc, self.rows = 0, 0
        self.cursor: int | None = None
        self.labels: dict[int, str] = {}
        self.sources = Sources()
        self._data: frozenset[int] = frozenset()
        self.code: list[ListingLine] = []
        self._executed: set[int] = set()
        """Where the processor was seen: instructions begin there."""

    def look_at(self, snapshot: Snapshot) -> None:
        """What the machine has in memory now."""
        machine, janus = snapshot.machine, snapshot.game.program == JANUS
        if not self.labels:
            self.labels = labels(machine.memory, janus) | self.sources.labels
            self._data = data(machine.memory, janus) | self.sources.data
        self.memory, self.pc = machine.memory, machine.registers.pc
        self.update()

    def use(self, sources: Sources) -> None:
        """Other labels and source lines."""
        self.sources, self.labels = sources, {}

    def find(self, text: str) -> int:
        """An address, by number, by label, or as FILE:LINE of the sources.

        Raises EmuError.
        """
        file, colon, number = text.strip().rpartition(":")
        if colon and number.isdecimal():
            return self.sources.find(file, parse_number(number))
        return find_only(text.strip(), self.sources.labels, self.labels)

    def update(self) -> None:
        """Decode anew: only when the program counter or the code in view has changed."""
        if self.memory is None or not self.rows:
            return
        if self.code and self._rewritten():
            self._executed.clear()
        self._executed.add(self.pc)
        if self.cursor is None and not any(one.address == self.pc for one in self.code[2:-3]):
            self.code = self._around(self.pc, self.rows // 3)
        elif self.code and (len(self.code) != self.rows or self._rewritten()):
            self.code = self._listing.lines(self.code[0].address, self.rows)

    def _around(self, address: int, before: int) -> list[ListingLine]:
        return self._listing.around(address, self.rows, before)

    @property
    def _listing(self) -> Listing:
        assert self.memory is not None
        return Listing(self.memory, self.labels, self._executed, self._data)

    def _rewritten(self) -> bool:
        """Whether the code in view is no longer what memory holds."""
        first, end = self.code[0].address, self.code[-1].end
        shown = b"".join(one.data for one in self.code)
        return self.memory is not None and self.memory.read(first, end - first) != shown

    def show(self, address: int) -> None:
        """Look somewhere else."""
        if self.memory is not None:
            self.cursor = address
            self.code = self._around(address, self.rows // 3)

    def follow(self) -> None:
        """Follow the program counter."""
        self.cursor, self.code = None, []
        self.update()

    def go(self, by: int) -> None:
        """Move the cursor by an instruction."""
        addresses = [one.address for one in self.code]
        at = self.cursor if self.cursor is not None else self.pc
        index = addresses.index(at) + by if at in addresses else 0
        if 0 <= index < len(addresses):
            self.cursor = addresses[index]
        elif self.code:
            near = self.code[-1].end if by > 0 else self.code[0].address - 1
            self.show(near & 0xFFFF)

    def page(self, by: int) -> None:
        """The last instruction in view comes first, or the first one last; the cursor is there."""
        if self.code:
            down = by > 0
            self._turn(self.code[-1 if down else 0].address, 0 if down else self.rows - 1)
            self.cursor = self.code[0 if down else -1].address

    def scroll(self, by: int) -> None:
        """So many instructions on, or back; the cursor stays on its line while in view."""
        if not self.code:
            return
        first = self.code[min(by, len(self.code) - 1) if by > 0 else 0].address
        at = self.pc if self.cursor is None else self.cursor
        self._turn(first, max(0, -by))
        self.cursor = min(max(at, self.code[0].address), self.code[-1].address)

    def _turn(self, address: int, before: int) -> None:
        """Show so many instructions *before* that address, one at least, and fill the rows."""
        first, code = self.code[0].address, self._around(address, before)
        if before and first and code[0].address == first:
            code = self._around(first - 1, before)
        if len(code) < self.rows:
            code = self._around(code[-1].address, self.rows - 1)
        self.code = code


class MemoryWindow:
    """``rows`` of ``per_row`` bytes from ``start`` on, one of them at ``cursor``."""

    def __init__(self) -> None:
        self.memory: MemoryImage | None = None
        self.start = self.cursor = TABLE
        self.rows, self.per_row = 16, 8
        self._fresh: dict[int, int] = {}

    @property
    def heading(self) -> str:
        """What is at the cursor."""
        man = self.cursor - TABLE
        name = man_in_words(man) if 0 <= man < SIZE else NAMES.get(self.cursor, "")
        return f"${self.cursor:04X} {name or area_of(self.cursor)}"

    @property
    def fresh(self) -> Collection[int]:
        """Addresses of bytes that have just changed."""
        return self._fresh

    def update(self, memory: MemoryImage) -> None:
        """Find what changed."""
        before, self.memory = self.memory, memory
        aged = {address: age - 1 for address, age in self._fresh.items() if age > 1}
        if before is not None and before != memory:
            for address in self._place():
                if before[address] != memory[address]:
                    aged[address] = _FRESH
        self._fresh = aged

    def _place(self) -> range:
        return range(self.start, min(self.start + self.rows * self.per_row, 0x10000))

    def take(self, rows: int, per_row: int) -> None:
        """Another size; it begins at a whole row."""
        self.rows, self.per_row = rows, per_row
        self._begin_at(self.start - self.start % per_row)

    def go(self, address: int) -> None:
        """Move the cursor, which stays in view."""
        self.cursor = address & 0xFFFF
        if self.cursor not in self._place():
            self._begin_at(max(0, self.cursor - self.cursor % (self.per_row * 4)))

    def page(self, by: int) -> None:
        """Turn pages."""
        size = self.rows * self.per_row
        start = max(0, min(self.start + by * size, 0x10000 - size))
        self.cursor = start + (self.cursor - self.start) % size
        self._begin_at(start)

    def jump(self, address: int) -> None:
        """Show another place."""
        self._begin_at(address)
        self.cursor = address

    def _begin_at(self, start: int) -> None:
        if start != self.start:
            self.start, self._fresh = start, {}

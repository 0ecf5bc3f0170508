"""The KIM-1's monitor, spoken to over its serial line: cells read and written, tapes, GO.

Where the line garbled something the monitor is called back by RUBOUT and the work done again; a
cell that a stray ``.`` changed is put right.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from emu.errors import ProgramFileError
from emu.files.formats import papertape
from emu.files.formats.text import split_lines
from emu.teletype.serial_port import GarbledLine, Interrupted, Line, NotStored, SerialError
from emu.teletype.talk import CELL, MonitorTalk

RECORD = 24
"""Bytes of a record that Q punches."""
END_ADDRESS, BIT_TIME = 0x17F7, 0x17F2
LAST = 0xFFFF
TRIES = 5
_AT_ONCE = 16
NO_TAPE = b";000000FFFF"
"""Ends L, which may have come of a D, one bit from it, with nothing stored: its sum is wrong."""
_LAST = re.compile(r";00[0-9A-F]{8}$")
_RESTLESS = (range(0xEF, 0x100), range(0x1E0, 0x200), range(0x1700, 0x1780), range(0x17E7, 0x1800))
"""Where cells change by themselves, or by the monitor's work."""
T = TypeVar("T")
Progress = Callable[[int, int], object]
"""Told of the bytes done, of how many."""


class MonitorClient(MonitorTalk):
    """What can be done by the monitor; see `MonitorTalk`."""

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self._end: bytes | None = None
        self._own_end: bytes | None = None
        self.faults = 0
        """How often something had to be done again."""
        self.doubts: list[int] = []
        """Cells that may have changed with a tape: of a byte whose second digit is bent to none L
        stores the rest $FF further up.
        """

    def _again(self, work: Callable[[], T]) -> T:
        """Do *work*; once more when the line garbled it. Raises Interrupted when that made a G, one
        bit from F, and something ran.
        """
        for _ in range(TRIES):
            try:
                return work()
            except GarbledLine as fault:
                self.faults += 1
                last = fault
                self.call_back()
                if fault.heard == "G":
                    raise Interrupted(
                        f"{self.line.port}: the line made G of another character, and the board "
                        "ran what lay there; try again"
                    ) from None
        raise SerialError(
            f"{self.line.port}: the line garbles too much ({last}); "
            "check cable and ground, or use a lower speed"
        )

    def call_back(self) -> None:
        """Have the monitor at its prompt again, and a cell put right that a stray ``.`` changed.

        Raises SerialError when it does not answer.
        """
        before, typed = self.cell, self.typed
        for attempt in range(TRIES):
            if CELL.search(self._rubout() or ""):
                break
            if attempt:
                self.line.write(NO_TAPE)
        else:
            self.connect((self.line.baud,))
        if before is None or any(before[0] in one for one in _RESTLESS):
            return
        if self.cell is not None and self.cell[0] == before[0] + 1 & 0xFFFF:
            self._mend(*before, int("0" + "".join(re.findall("[0-9A-F]", typed))[-2:], 16))

    def _mend(self, address: int, byte: int, stray: int) -> None:
        try:
            if self.open_cell(address) == stray != byte and self.open_cell(address) == stray:
                self.type(f"{byte:02X}")
                self.command(".")
        except GarbledLine:
            self.cell = address, byte
            self.call_back()

    # Cells

    def open_cell(self, address: int) -> int:
        """Open the cell at *address*; the byte in it. Raises GarbledLine."""
        self.type(f"{address:04X}")
        self.command(" ")
        return self._at(address)

    def _at(self, address: int) -> int:
        """The contents of the open cell, which has to be the one at *address*."""
        assert self.cell is not None
        if self.cell[0] != address & 0xFFFF:
            raise GarbledLine(f"${self.cell[0]:04X} is open instead of ${address:04X}")
        return self.cell[1]

    def read(self, address: int, length: int, progress: Progress | None = None) -> bytes:
        """*length* bytes from *address* on: whole records punched by Q, with their checksums, the
        rest cell by cell, twice.
        """
        data = b""
        while len(data) < length:
            left = length - len(data)
            at = address + len(data)
            if records := min(left, LAST - at) // RECORD:  # where Q ends is behind its last byte
                data += self._again(partial(self._punched, at, records))
            else:
                data += self._twice(at, left)
            if progress:
                progress(len(data), length)
        return data

    def _twice(self, address: int, length: int) -> bytes:
        before = None
        for _ in range(TRIES):
            now = self._again(lambda: self._cells(address, length))
            if now == before:
                return now
            before = now
        raise SerialError(f"${address:04X} never reads the same twice")

    def _cells(self, address: int, length: int) -> bytes:
        found = [self.open_cell(address)]
        while len(found) < length:
            self.command("\r")
            found.append(self._at(address + len(found)))
        return bytes(found)

    def _punched(self, address: int, records: int) -> bytes:
        """At most so many records, the fewer the worse the line has been."""
        length = RECORD * min(records, max(1, _AT_ONCE >> self.faults))
        self._set_end(address + length)
        self.open_cell(address)
        self.type("Q")
        text = ""
        while not _LAST.search(text):
            text += self._next()
            if len(text) > 4 * length + 200:
                raise GarbledLine("the tape does not end")
        self.cell = None
        self.typed = ""
        try:
            tape = papertape.read("Q", split_lines("Q", text))
        except ProgramFileError as error:
            raise GarbledLine(str(error)) from None
        data = tape.slice(address, address + length - 1)
        if data is None or len(tape.memory) != length:
            raise GarbledLine("another stretch of memory came")
        return data

    def _set_end(self, end: int) -> None:
        """Where Q stops, which the monitor keeps in two cells."""
        wanted = end.to_bytes(2, "little")
        if self._own_end is None:
            self._own_end = self._twice(END_ADDRESS, 2)
        if self._end != wanted:
            self._end = None
            self._store(END_ADDRESS, wanted)
            self._end = wanted

    def write(self, address: int, data: bytes) -> None:
        """Store bytes cell by cell, and read them back. Raises NotStored."""
        self.write_unchecked(address, data)
        self.check(address, data)

    def write_unchecked(self, address: int, data: bytes, progress: Progress | None = None) -> None:
        """Store bytes cell by cell, and do not look whether they arrived."""
        for offset in range(0, len(data), RECORD):
            chunk = data[offset : offset + RECORD]
            self._again(partial(self._store, address + offset, chunk))
            if progress:
                progress(offset + len(chunk), len(data))

    def _store(self, address: int, data: bytes) -> None:
        self.open_cell(address)
        for offset, byte in enumerate(data, 1):
            self.type(f"{byte:02X}")
            self.command(".")
            self._at(address + offset)

    def check(self, address: int, data: bytes, progress: Progress | None = None) -> None:
        """Read back what was written. Raises NotStored, naming the first byte that differs."""
        found = self.read(address, len(data), progress)
        for offset, (is_, wanted) in enumerate(zip(found, data, strict=True)):
            if is_ != wanted:
                raise NotStored(
                    f"{self.line.port}: ${address + offset:04X} holds ${is_:02X} instead of "
                    f"${wanted:02X}; is there RAM at that address?"
                )

    # Programs

    def go(self, address: int, typed: str = "") -> None:
        """Run from *address*. *typed* are four digits which stay in the monitor's input.

        Raises Interrupted when nobody knows whether it runs.
        """

        def ready() -> None:
            self.open_cell(address)
            self.type(typed)

        self._again(ready)
        try:
            self.type("G")
        except GarbledLine as fault:
            self.faults += 1
            raise Interrupted(
                f"{self.line.port}: the line garbled G ({fault}); try again"
            ) from None
        self.cell = None
        self.typed = ""

    def close(self) -> None:
        """Give the two cells of Q's end back their bytes, and leave the line."""
        try:
            if self._own_end is not None and self._end not in (None, self._own_end):
                own = self._own_end
                self._again(lambda: self._store(END_ADDRESS, own))
        except SerialError:
            pass
        finally:
            self._own_end = self._end = None
            self.line.close()


def bauds_of(bit_time: bytes) -> float:
    """The speed the monitor has measured, from the two bytes at `BIT_TIME`."""
    return 1_000_000 / (14 * int.from_bytes(bit_time, "little") + 63)

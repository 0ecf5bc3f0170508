"""The KIM-1's monitor, spoken to over its serial line: cells read and written, tapes, GO.

Every character waits for the echo of the one before, which the board's wiring gives: so none is
ever sent blindly, and one that was lost, doubled or bent is noticed at once. The monitor is then
called back by RUBOUT and the work done again; a cell that a stray ``.`` changed is put right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from emu.errors import EmuError, ProgramFileError
from emu.files.formats import papertape
from emu.files.formats.image import Program, Segment
from emu.files.formats.text import split_lines
from emu.teletype.line import Line, SerialError
from emu.teletype.paper import readable
from emu.teletype.port import LOADS_WITH, RUBOUT

BAUDS = (1200, 9600, 2400, 4800, 300, 600, 110, 150, 1800, 50, 75)
"""In the order in which they are tried."""
PATIENCE = 3.0
"""Seconds in which the next character comes, or none."""
RECORD = 24
"""Bytes of a record that Q punches."""
END_ADDRESS, BIT_TIME = 0x17F7, 0x17F2
_TRIES = 5
_SHORT = 0.3
_BITS = 11
_CELL = re.compile(r"([0-9A-F]{4}) ([0-9A-F]{2}) $")
_LAST = re.compile(r";00[0-9A-F]{8}$")
_RESTLESS = (range(0xEF, 0x100), range(0x1E0, 0x200), range(0x1700, 0x1780), range(0x17E7, 0x1800))
"""Where cells change by themselves, or by the monitor's work."""
T = TypeVar("T")
Progress = Callable[[int, int], object]
"""Told of the bytes done, of how many."""


class GarbledLine(EmuError):
    """Something else came than had to, *heard* instead of an echo; the work can be done again."""

    def __init__(self, why: str, heard: str = "") -> None:
        self.heard = heard
        super().__init__(why)


class NotStored(SerialError):
    """The board did not keep what was written: ROM, or nothing, is there."""


class MonitorClient:
    """The monitor at the other end of *line*; *patience* in seconds. ``connect`` comes first."""

    def __init__(self, line: Line, patience: float = PATIENCE) -> None:
        self.line = line
        self._patience = patience
        self._heard = ""
        self._typed = ""
        self._end: bytes | None = None
        self._own_end: bytes | None = None
        self.cell: tuple[int, int] | None = None
        """Address and contents of the open cell, as the monitor showed it last."""
        self.faults = 0
        """How often something had to be done again."""
        self.doubts: list[int] = []
        """Cells that may have changed: L stores a byte whose second digit is none $FF higher."""

    # The conversation

    def connect(self, bauds: Iterable[int] = BAUDS) -> None:
        """Have the monitor answer, at the first of *bauds* at which it does.

        Raises SerialError that says what else was heard.
        """
        echoed = False
        for tried, baud in enumerate(bauds):
            self.line.baud = baud
            for _ in range(2):
                heard = self._rubout()
                if heard and _CELL.search(heard):
                    return
                echoed = echoed or heard is not None
            if tried and not echoed:
                break
        port = self.line.port
        if echoed:
            raise SerialError(
                f"{port}: characters come back, but no monitor answers: a program runs, or the "
                "speed is another; press RS and try again"
            )
        raise SerialError(
            f"{port}: nothing answers; is the board on, its TTY jumper fitted and RS pressed, "
            "the cable on both ends?"
        )

    def _rubout(self) -> str | None:
        """Call the monitor: what it printed, None when not even the echo came."""
        self._drain()
        self.line.write(bytes([RUBOUT]))
        raw = b""
        while data := self.line.read(self._patience if not raw else self._pause):
            raw += data
            text = readable(raw).decode("ascii")
            if "KIM" in text and (found := _CELL.search(text)):
                self._take_cell(found)
                return text
            if len(raw) > 200:
                break
        return readable(raw).decode("ascii") if raw else None

    @property
    def _pause(self) -> float:
        """A rest behind which nothing follows."""
        return _SHORT + 20 / self.line.baud

    def _drain(self) -> None:
        self._heard = ""
        while self.line.read(self._pause):
            pass

    def type(self, text: str) -> None:
        """Type characters, each when the one before has come back. Raises GarbledLine."""
        for character in text:
            self.line.write(character.encode("ascii"))
            heard = self._next()
            if heard != character:
                raise GarbledLine(f"sent {character!r}, {heard!r} came back", heard)
            self._typed += character

    def _next(self) -> str:
        while not self._heard:
            data = self.line.read(self._patience)
            if not data:
                raise GarbledLine("nothing came back")
            self._heard = readable(data).decode("ascii")
        first, self._heard = self._heard[0], self._heard[1:]
        return first

    def command(self, character: str) -> None:
        """Type a command whose answer shows a cell, which is noted."""
        self.type(character)
        text = ""
        while not (found := _CELL.search(text)):
            text += self._next()
            if len(text) > 24:
                raise GarbledLine(f"a cell was to come, not {text!r}")
        self._take_cell(found)

    def _take_cell(self, found: re.Match[str]) -> None:
        """Note the cell shown, and let the monitor come back from printing it."""
        self.cell = int(found[1], 16), int(found[2], 16)
        self._typed = ""
        self.line.rest(_BITS / self.line.baud)

    def _again(self, work: Callable[[], T]) -> T:
        """Do *work*; once more when the line garbled it."""
        for _ in range(_TRIES):
            try:
                return work()
            except GarbledLine as fault:
                self.faults += 1
                last = fault
                self.call_back()
        raise SerialError(
            f"{self.line.port}: the line garbles too much ({last}); "
            "check cable and ground, or use a lower speed"
        )

    def call_back(self) -> None:
        """Have the monitor at its prompt again, and a cell put right that a stray ``.`` changed.

        Raises SerialError when it does not answer.
        """
        before, typed = self.cell, self._typed
        for _ in range(_TRIES):
            if _CELL.search(self._rubout() or ""):
                break
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
            size = min(left // RECORD * RECORD, 10 * RECORD)
            if size:
                data += self._again(partial(self._punched, at, size))
            else:
                data += self._twice(at, left)
            if progress:
                progress(len(data), length)
        return data

    def _twice(self, address: int, length: int) -> bytes:
        before = None
        for _ in range(_TRIES):
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

    def _punched(self, address: int, length: int) -> bytes:
        self._set_end(address + length)
        self.open_cell(address)
        self.type("Q")
        text = ""
        while not _LAST.search(text):
            text += self._next()
            if len(text) > 4 * length + 200:
                raise GarbledLine("the tape does not end")
        self.cell = None
        self._typed = ""
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
        wanted = (end & 0xFFFF).to_bytes(2, "little")
        if self._own_end is None:
            self._own_end = self._twice(END_ADDRESS, 2)
        if self._end != wanted:
            self._end = None
            self._store(END_ADDRESS, wanted)
            self._end = wanted

    def write(self, address: int, data: bytes, progress: Progress | None = None) -> None:
        """Store bytes cell by cell, and read them back. Raises NotStored."""
        self.write_unchecked(address, data, progress)
        self.check(address, data)

    def write_unchecked(self, address: int, data: bytes, progress: Progress | None = None) -> None:
        """The same, unread."""
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

    def load(self, program: Program, progress: Progress | None = None) -> None:
        """Load a paper tape through L, and read all of it back.

        Raises SerialError, with nothing sent, for a program with bytes where the monitor works as
        it loads.
        """
        for address in program.memory:
            if any(address in one for one in LOADS_WITH):
                raise SerialError(
                    f"{program.name} has a byte for ${address:04X}, where the monitor works while "
                    "it loads; leave that out"
                )
        total, done = 2 * len(program.memory), 0

        def more(now: int, _: int = 0) -> None:
            if progress:
                progress(done + now, total)

        left = list(program.chunks(RECORD))
        for _ in range(_TRIES):
            arrived = self._send(left, lambda sent: more(RECORD * (sent - 1)))
            done += sum(len(chunk.data) for chunk in left[:arrived])
            del left[:arrived]
            if not left:
                break
        else:
            raise SerialError(f"{self.line.port}: the tape does not arrive; use a lower speed")
        for segment in program.segments:
            try:
                self.check(segment.address, segment.data, more)
            except NotStored:
                self.write(segment.address, segment.data)
            done += len(segment.data)

    def _send(self, chunks: Sequence[Segment], told: Callable[[int], object]) -> int:
        """Type L and a tape of *chunks*; how many of them have arrived for certain."""
        cells = {one.address + i: byte for one in chunks for i, byte in enumerate(one.data)}
        tape = Program.from_bytes_map("", cells)
        sent = 0
        try:
            self.type("L")
            for record in papertape.write(tape).split():
                self._send_header(record[:7])
                self._typed = ""
                self.type(record[7:])
                sent += 1
                told(sent)
            if self._report():
                return len(chunks)
        except GarbledLine as fault:
            if sent < len(chunks) and fault.heard and fault.heard not in "0123456789ABCDEF":
                self.doubts.append(chunks[sent].address + len(self._typed) // 2 + 0xFF)
        self.faults += 1
        self._leave_load()
        return max(0, sent - 1)

    def _send_header(self, header: str) -> None:
        """Count and address of a record. When they go wrong nobody knows where the monitor would
        store, and nothing more is sent.
        """
        self.type(header[0])
        try:
            self.type(header[1:])
        except GarbledLine as fault:
            raise SerialError(
                f"{self.line.port}: the line garbled the address ${header[3:]} of the tape "
                f"({fault}); press RS, then the same again"
            ) from None

    def _report(self) -> bool:
        """The monitor's word behind a tape: whether it arrived."""
        text = ""
        while not (found := _CELL.search(text)):
            text += self._next()
            if len(text) > 60:
                raise GarbledLine(f"the end of loading was to come, not {text!r}")
        self._take_cell(found)
        return "ERR" not in text

    def _leave_load(self) -> None:
        """Bring L to its end: what may be missing of a record, then a tape whose sum is wrong."""
        self.cell = None
        for character in "0" * (2 * RECORD + 4) + ";000000FFFF":
            self.line.write(character.encode("ascii"))
            if set("RK") & set(readable(self.line.read(self._patience)).decode("ascii")):
                break
        self.call_back()

    def go(self, address: int, typed: str = "") -> None:
        """Run from *address*. *typed* are four digits which stay in the monitor's input."""

        def start() -> None:
            self.open_cell(address)
            self.type(typed + "G")

        self._again(start)
        self.cell = None
        self._typed = ""

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

"""Motorola S-records, by the "M68000 Family Programmer's Reference Manual", appendix C.

Each record is ``S``, a digit for its type, then pairs of hex digits: count of the bytes that
follow, address, data, checksum; the checksum is the complement of the low byte of the sum of all
before it. S0 is a header, S1, S2 and S3 are data at addresses of 2, 3 and 4 bytes, S5 and S6 count
the data records in their address, S9, S8 and S7 end the file and give the start address, which is
0 where there is none.

The checksum leaves the type out, so a digit wrong there has to show in another way: data of more
than one type and a header among data are refused, a second header and an end record of another
type than the data are noted.
"""

import re

from emu.files.formats.image import Program
from emu.files.formats.text import Gathered, TextLine, text_of

NAME = "S-record"
RECOGNISED = re.compile(r"S[0-9][0-9A-F]{8,}$", re.I)
RESEMBLES = re.compile(r"S[0-9][0-9A-F]{2}", re.I)

_ADDRESS_BYTES = {"0": 2, "1": 2, "2": 3, "3": 4, "5": 2, "6": 3, "7": 4, "8": 3, "9": 2}
_HEADER = "0"
_DATA = "123"
_END_OF = {"1": "9", "2": "8", "3": "7"}
_COUNTS = "56"
_ENDS = "789"
_PER_RECORD = 16


class _Records(Gathered):
    headers = 0
    kind = ""
    counted = False

    def record(self, line: TextLine) -> None:
        kind, address, data = _fields(line)
        if kind in _DATA:
            if self.kind not in ("", kind):
                raise line.error(f"an S{kind} record among S{self.kind} records")
            self.kind = kind
            self.put(line, address, data)
            self.counted = False
        elif kind == _HEADER:
            if self.records:
                raise line.error("a header (S0) after data")
            self.headers += 1
        elif kind in _COUNTS:
            if address != self.records:
                raise line.error(
                    f"the record count is ${self.records:04X} ({self.records}), "
                    f"the S{kind} record says ${address:04X} ({address})"
                )
            self.counted = True
        elif kind in _ENDS:
            if self.kind and kind != _END_OF[self.kind]:
                self.notes.append(
                    f"the end record is an S{kind}, the data are S{self.kind} records"
                )
            self.start = line.start_address(address) or None
            self.ended = True


def read(name: str, lines: list[TextLine]) -> Program:
    """The program in the file; :class:`ProgramFileError` with the line to blame."""
    found = _Records()
    found.take(lines)
    if not found.ended:
        risk = "" if found.counted else ", so lost records would go unnoticed"
        found.notes.append(f"the file has no end record (S7, S8 or S9){risk}")
    if found.headers > 1:
        found.notes.append(f"the file has {found.headers} headers (S0)")
    return found.program(name, NAME)


def _fields(line: TextLine) -> tuple[str, int, bytes]:
    """Type, address and data of a record whose length and checksum are right."""
    if line.text[:1] not in ("S", "s"):
        raise line.error(f"expected a record beginning with 'S', found {line.shown}")
    kind = line.text[1:2]
    if kind not in _ADDRESS_BYTES:
        raise line.error(f"record type S{kind} is not one of S0 to S3 and S5 to S9")
    if kind in _DATA:
        line = line.at(line.text[4:], _ADDRESS_BYTES[kind])
    body = line.record_bytes(f"S{kind}", line.text[2:], 1)
    least = _ADDRESS_BYTES[kind] + 1
    if body[0] < least:
        raise line.error(f"an S{kind} record has {least} bytes after its count, not {body[0]}")
    line.check_sum(_checksum(body[:-1]), body[-1:])
    return kind, int.from_bytes(body[1:least], "big"), body[least:-1]


def _checksum(body: bytes) -> int:
    return ~sum(body) & 0xFF


def write(program: Program) -> str:
    """S1 records of 16 bytes, their count, and an S9 with the start address (0 if there is none).

    A start at $0000 is therefore lost, as are name and notes.
    """
    chunks = list(program.chunks(_PER_RECORD))
    records = [_spell("1", chunk.address, chunk.data) for chunk in chunks]
    records.append(_spell("5", len(chunks)))
    return text_of([*records, _spell("9", program.start or 0)])


def _spell(kind: str, address: int, data: bytes = b"") -> str:
    where = address.to_bytes(_ADDRESS_BYTES[kind], "big")
    body = bytes([len(where) + len(data) + 1]) + where + data
    return f"S{kind}{body.hex().upper()}{_checksum(body):02X}"

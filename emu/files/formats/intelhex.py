"""Intel HEX, by Intel's "Hexadecimal Object File Format Specification", revision A (1988).

Each record is ``:``, then pairs of hex digits: count, address (2), type, data, checksum; all bytes
of a record add up to 0 modulo 256. Types: 00 data, 01 end, 02 segment base (times 16), 03 start
CS:IP, 04 upper half of a 32-bit base, 05 32-bit start. Before types 03 and 05 existed, the address
of the end record was the start; it is taken so unless it is 0.
"""

import re

from emu.errors import ProgramFileError
from emu.files.formats.image import Program
from emu.files.formats.text import Gathered, TextLine, text_of

NAME = "Intel HEX"
RECOGNISED = re.compile(r":[0-9A-F]{10,}$", re.I)
RESEMBLES = re.compile(r":[0-9A-F]{2}", re.I)

_DATA, _END, _SEGMENT_BASE, _SEGMENT_START, _LINEAR_BASE, _LINEAR_START = range(6)
_DATA_BYTES = {_END: 0, _SEGMENT_BASE: 2, _SEGMENT_START: 4, _LINEAR_BASE: 2, _LINEAR_START: 4}
_AROUND_DATA = 5
_PER_RECORD = 16


class _Records(Gathered):
    base = 0

    def record(self, line: TextLine) -> None:
        address, kind, data = _fields(line, self.base)
        value = int.from_bytes(data, "big")
        if kind == _DATA:
            self.put(line, self.base + address, data)
        elif kind == _END:
            self.ended = True
            if address and self.start is None:
                self.start = address
        elif kind == _SEGMENT_BASE:
            self.base = value << 4
        elif kind == _LINEAR_BASE:
            self.base = value << 16
        else:
            segmented = (value >> 16 << 4) + (value & 0xFFFF)
            self.start = line.start_address(segmented if kind == _SEGMENT_START else value)


def read(name: str, lines: list[TextLine]) -> Program:
    """The program in the file; :class:`ProgramFileError` with the line to blame."""
    found = _Records()
    found.take(lines)
    if not found.ended:
        raise ProgramFileError(f"{name}: the end record (:00000001FF) is missing")
    return found.program(name, NAME)


def _fields(line: TextLine, base: int) -> tuple[int, int, bytes]:
    """Address, type and data of a record whose length and checksum are right."""
    if not line.text.startswith(":"):
        raise line.error(f"expected a record beginning with ':', found {line.shown}")
    if line.text[7:9] == f"{_DATA:02X}":
        line = line.at(line.text[3:], base=base)
    body = line.record_bytes("':'", line.text[1:], _AROUND_DATA)
    line.check_sum(_checksum(body[:-1]), body[-1:])
    kind = body[3]
    if kind != _DATA and kind not in _DATA_BYTES:
        raise line.error(f"record type ${kind:02X} is not one of $00 to $05")
    if body[0] != _DATA_BYTES.get(kind, body[0]):
        raise line.error(
            f"a record of type ${kind:02X} has {_DATA_BYTES[kind]} data bytes, not {body[0]}"
        )
    return int.from_bytes(body[1:3], "big"), kind, body[4:-1]


def _checksum(body: bytes) -> int:
    return -sum(body) & 0xFF


def write(program: Program) -> str:
    """16 bytes a record, the start address as a record of type 05. Name and notes are lost."""
    records = [_spell(chunk.address, _DATA, chunk.data) for chunk in program.chunks(_PER_RECORD)]
    if program.start is not None:
        records.append(_spell(0, _LINEAR_START, program.start.to_bytes(4, "big")))
    return text_of([*records, _spell(0, _END, b"")])


def _spell(address: int, kind: int, data: bytes) -> str:
    body = bytes([len(data), *address.to_bytes(2, "big"), kind]) + data
    return f":{body.hex().upper()}{_checksum(body):02X}"

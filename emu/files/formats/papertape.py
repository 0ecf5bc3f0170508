"""The MOS Technology paper tape, as the KIM-1 monitor punches and loads it.

KIM-1 User Manual (1976), appendix "Paper Tape Format"; all fields are pairs of hex digits::

    ; count addressHigh addressLow data... checksumHigh checksumLow
    ; 00 recordsHigh recordsLow checksumHigh checksumLow             the end record

The checksum is the 16-bit sum of all bytes between ``;`` and itself; the end record counts the
data records. In its end record srecord's srec_cat repeats the count instead of summing it up, which
is accepted too (below 256 records it is the same). The monitor waits for a ``;``, so what stands
between tapes, and after white space behind a record, does not matter.
"""

import re

from emu.files.formats.image import Program
from emu.files.formats.text import Gathered, TextLine, text_of

NAME = "paper tape"
RECOGNISED = re.compile(r"[^;\s]*;[0-9A-F]{10,}(?:[\s;]|$)", re.I)
RESEMBLES = re.compile(r";[0-9A-F]{2}", re.I)

_RECORD = re.compile(r"^;\S|;[0-9A-F]", re.I)
_ONLY_HEX = re.compile(r"[0-9A-F]{10,}", re.I)
_HEADER, _CHECKSUM = 3, 2
_AROUND_DATA = _HEADER + _CHECKSUM
_LEADING_HEX = re.compile(r"[0-9A-F]+", re.I)


class _Tapes(Gathered):
    """The tapes of one file: ``records`` counts those of the tape whose end is yet to come."""

    def end(self, line: TextLine, record: str) -> None:
        """Take an end record; a prompt may stand right behind it, but no digit."""
        seen, self.records = self.records, 0
        if record == ";00":
            self.notes.append(f"the end record on line {line.number} counts no records")
            return
        digits = _LEADING_HEX.match(record, 1)
        body = line.record_bytes("';'", digits[0] if digits else "", _AROUND_DATA)
        counted, stated = body[1:3], body[-_CHECKSUM:]
        if stated != counted:
            line.check_sum(sum(body[:-_CHECKSUM]), stated)
        count = int.from_bytes(counted, "big")
        if count != seen & 0xFFFF:
            raise line.error(
                f"the record count is ${seen:04X} ({seen}), "
                f"the end record says ${count:04X} ({count})"
            )


def read(name: str, lines: list[TextLine]) -> Program:
    """All tapes in the file as one program; :class:`ProgramFileError` with the line to blame.

    Text before the first record, between tapes and after the last record is passed over.
    """
    tapes = _Tapes()
    last = max((line.number for line in lines if _RECORD.search(line.text)), default=0)
    for line in lines:
        within = tapes.records > 0 and line.number < last
        for record in _records_of(line, within):
            if record.startswith(";00"):
                tapes.end(line, record)
                continue
            addressed = line.at(record[3:])
            body = addressed.record_bytes("';'", record[1:], _AROUND_DATA)
            addressed.check_sum(sum(body[:-_CHECKSUM]) & 0xFFFF, body[-_CHECKSUM:])
            tapes.put(line, int.from_bytes(body[1:3], "big"), body[_HEADER:-_CHECKSUM])
    if tapes.records:
        tapes.notes.append("the tape has no end record, so lost records would go unnoticed")
    return tapes.program(name, NAME)


def _records_of(line: TextLine, within_tape: bool) -> list[str]:
    """The records on a line, what follows them left out: none on a prompt outside a tape."""
    starts = [mark.start() for mark in _RECORD.finditer(line.text)]
    stray = _ONLY_HEX.fullmatch(line.text) or (within_tape and line.text)
    if stray and starts[:1] != [0]:
        raise line.error(f"expected a record beginning with ';', found {line.shown}")
    ends = [*starts[1:], len(line.text)]
    return [line.text[a:b].split()[0] for a, b in zip(starts, ends, strict=False)]


def write(program: Program, per_record: int = 24) -> str:
    """A tape of records of at most ``per_record`` bytes (1 to 255, else ``ValueError``).

    24 is what the monitor punches. Name, notes and start address have no place on a tape.
    """
    if not 1 <= per_record <= 0xFF:
        raise ValueError(f"a record holds 1 to 255 bytes, not {per_record}")
    chunks = list(program.chunks(per_record))
    records = [
        _spell(bytes([len(chunk.data)]) + chunk.address.to_bytes(2, "big") + chunk.data)
        for chunk in chunks
    ]
    end = _spell(b"\x00" + (len(chunks) & 0xFFFF).to_bytes(2, "big"))
    return text_of([*records, end])


def _spell(body: bytes) -> str:
    return f";{body.hex().upper()}{sum(body) & 0xFFFF:04X}"

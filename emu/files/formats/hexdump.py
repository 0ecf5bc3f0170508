"""Hex dumps as they stand in listings and magazines: an address and the bytes from there on.

``0200 A9 00``, ``0200: A9 00``, ``0200- A9 00`` and ``$0200 A9 00`` are the same; without a mark an
address has three digits at least, so that a line of bytes is not taken for one. A comment begins
with ``;`` or ``#`` at the start of a line or after white space, a column of characters with ``|``.
The last line may be a bare address, the end of the data, as ``hexdump -C`` writes it: where the
line before it ended. A line of ``*`` stands for more like the one before it, as many as there is
room for in front of the next address.
"""

import re

from emu.files.formats.image import Program
from emu.files.formats.text import Gathered, TextLine, text_of
from emu.units import ADDRESS_SPACE

NAME = "hex dump"

_ADDRESS = r"(?:\$([0-9A-F]{1,8})[:-]?|([0-9A-F]{1,8})[:-]|([0-9A-F]{3,8})(?=\s|$))"
RECOGNISED = re.compile(_ADDRESS + r"\s*[0-9A-F]{2}(?:\s|\||$)", re.I)
RESEMBLES = re.compile(r"(?=\S*[0-9])" + _ADDRESS + r"\s*\S", re.I)

_ADDRESS_AT_START = re.compile(_ADDRESS, re.I)
_ASIDE = re.compile(r"\|.*|(?:^|\s)[;#].*")
_PER_LINE = 16
_AGAIN = "*"


def read(name: str, lines: list[TextLine]) -> Program:
    """The program in the file; :class:`ProgramFileError` with the line to blame."""
    gathered = Gathered()
    bare: TextLine | None = None
    more: TextLine | None = None
    end, before, room = 0, b"", ADDRESS_SPACE
    for line in lines:
        text = _ASIDE.sub("", line.text).rstrip()
        if not text:
            continue
        if bare:
            raise bare.error(f"no bytes after the address {bare.shown}")
        if text == _AGAIN:
            if more or not before:
                raise line.error(f"there is no line of bytes before {_AGAIN}")
            more = line
            continue
        address, data = _fields(line, text)
        if more:
            gathered.put(more, end, _repeated(more, before, end, address, room))
            room -= address - end
            more, end = None, address
        gathered.put(line, address, data)
        if gathered.memory and not data and address != end:
            raise line.error(f"the dump is to end at ${address:04X}, its data end at ${end:04X}")
        bare, end, before = None if data else line, address + len(data), data
    if more:
        raise more.error(f"there is no address behind {_AGAIN}")
    return gathered.program(name, NAME)


def _repeated(line: TextLine, data: bytes, start: int, end: int, room: int) -> bytes:
    """*data* as often as it fits from *start* up to *end*, at most *room* bytes."""
    count, rest = divmod(end - start, len(data))
    if end - start > room:
        raise line.error(f"all of {_AGAIN} stand for more than {ADDRESS_SPACE:,} bytes")
    if count < 0 or rest or end > ADDRESS_SPACE:
        raise line.error(
            f"lines of {len(data)} bytes from ${start:04X} on do not end at ${end:04X}"
        )
    return count * data


def _fields(line: TextLine, text: str) -> tuple[int, bytes]:
    start = _ADDRESS_AT_START.match(text)
    if not start:
        raise line.error(f"expected an address and bytes, found {line.shown}")
    address = int(start[1] or start[2] or start[3], 16)
    data = bytearray()
    for word in text[start.end() :].split():
        here = line._replace(address=address + len(data))
        here.check_hex(word)
        if len(word) != 2:
            raise here.error(f"expected a byte of two hex digits, found {word!r}")
        data.append(int(word, 16))
    return address, bytes(data)


def write(program: Program) -> str:
    """Lines such as ``0200: A9 00``, 16 bytes each. Name, notes and start address are lost."""
    return text_of(
        [
            f"{chunk.address:04X}: {chunk.data.hex(' ').upper()}"
            for chunk in program.chunks(_PER_LINE)
        ]
    )

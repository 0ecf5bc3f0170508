"""What the text formats share: lines with numbers, hex digits, and bytes gathered by address."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import NamedTuple

from emu.errors import ProgramFileError
from emu.files.formats.image import Program, overrun
from emu.notation import shortened
from emu.units import ADDRESS_SPACE, Address, Byte

# A teletype's NUL and RUBOUT fill, its reader and punch controls DC1-DC4, and CP/M's end of file.
_UNPRINTED = dict.fromkeys([0x00, 0x11, 0x12, 0x13, 0x14, 0x1A, 0x7F])
_NOT_HEX = re.compile(r"[^0-9A-Fa-f]")
_SHOWN = 32


class TextLine(NamedTuple):
    """One line of the file ``name``, ``number`` counted from 1, white space around it removed.

    ``address`` is where its data go, as far as that is known.
    """

    name: str
    number: int
    text: str
    address: Address | None = None

    def error(self, message: str) -> ProgramFileError:
        """The error to raise about this line."""
        place = "" if self.address is None else f" (${self.address:04X})"
        return ProgramFileError(f"{self.name}, line {self.number}{place}: {message}")

    def at(self, digits: str, size: int = 2, base: int = 0) -> TextLine:
        """This line with the address of ``size`` bytes at the start of ``digits``, if it is one."""
        address = digits[: 2 * size]
        if len(address) < 2 * size or _NOT_HEX.search(address):
            return self
        place = base + int(address, 16)
        return self._replace(address=place) if place < ADDRESS_SPACE else self

    def start_address(self, address: Address) -> Address:
        """*address*, where the line says the program starts; `ProgramFileError` past $FFFF."""
        if address >= ADDRESS_SPACE:
            raise self.error(f"the start address ${address:04X} is past $FFFF")
        return address

    @property
    def shown(self) -> str:
        """The text in quotes, the end of a long line left out."""
        return shortened(self.text, _SHOWN)

    def check_hex(self, digits: str) -> None:
        """:class:`ProgramFileError` naming the first character that is no hex digit, if any is."""
        if wrong := _NOT_HEX.search(digits):
            raise self.error(f"{wrong[0]!r} is not a hex digit")

    def record_bytes(self, mark: str, digits: str, around: int) -> bytes:
        """The bytes of a record that ``digits`` spell behind its ``mark``: as many as the first of
        them, its count, and ``around`` call for, else :class:`ProgramFileError`.
        """
        self.check_hex(digits)
        if len(digits) % 2:
            raise self.error(f"a hex digit is missing: the record has {len(digits)} of them")
        body = bytes.fromhex(digits)
        if not body:
            raise self.error(f"the record is cut short after {mark}")
        size = body[0] + around
        if len(body) != size:
            fault = "is cut short" if len(body) < size else "is too long"
            raise self.error(
                f"the record {fault}: with a count of ${body[0]:02X} "
                f"it has {2 * size} hex digits, not {len(digits)}"
            )
        return body

    def check_sum(self, right: int, stated: bytes) -> None:
        """:class:`ProgramFileError` unless a record ends with the ``right`` checksum."""
        if right != int.from_bytes(stated, "big"):
            raise self.error(
                f"checksum is ${right:0{2 * len(stated)}X}, the record says ${stated.hex().upper()}"
            )


class Gathered:
    """What the records of one file bring: bytes by address, and what is to be said of them."""

    def __init__(self) -> None:
        self.memory: dict[Address, Byte] = {}
        self.records = 0
        self.notes: list[str] = []
        self.start: Address | None = None
        self.ended = False

    def record(self, line: TextLine) -> None:
        """Take one record, in formats that have one a line."""
        raise NotImplementedError

    def take(self, lines: list[TextLine]) -> None:
        """Take each record; :class:`ProgramFileError` for one behind the end."""
        for line in lines:
            if self.ended:
                raise line.error(f"after the end record there is still {line.shown}")
            self.record(line)

    def put(self, line: TextLine, address: Address, data: bytes) -> None:
        """Place ``data``; :class:`ProgramFileError` past $FFFF or on other bytes placed before."""
        if data and (wrong := overrun(address, len(data))):
            raise line.error(wrong)
        for at, byte in enumerate(data, address):
            before = self.memory.setdefault(at, byte)
            if before != byte:
                raise line.error(
                    f"${at:04X} is given as ${byte:02X} here and as ${before:02X} before"
                )
        self.records += 1

    def program(self, name: str, format: str) -> Program:
        """What was gathered; :class:`ProgramFileError` if that is nothing."""
        if not self.memory:
            raise ProgramFileError(f"{name}: {format} without data")
        return Program.from_bytes_map(name, self.memory, format, tuple(self.notes), self.start)


def decode(blob: bytes) -> str | None:
    """The file as text, or None if it is none.

    UTF-8, UTF-16 with its mark as Windows shells write it, or else ASCII with a parity bit on top
    of each character, as a tape reader may pass it on. Fill and control characters that mean
    nothing in a program file are left out.
    """
    marked = blob.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) and len(blob) % 2 == 0
    try:
        text = blob.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        text = bytes(byte & 0x7F for byte in blob).decode("ascii")
    text = text.translate(_UNPRINTED)
    return text if "".join(text.split()).isprintable() else None


def split_lines(name: str, text: str) -> list[TextLine]:
    """All lines that are not blank, whether they end in CR LF, LF or CR."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [
        TextLine(name, number, bare)
        for number, line in enumerate(lines, 1)
        if line and (bare := line.strip())
    ]


def text_of(records: list[str]) -> str:
    """The records as the text of a file, each on a line of its own."""
    return "".join(f"{record}\n" for record in records)

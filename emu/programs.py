"""Program files: which format a file is in, and the program it holds.

Five formats are read: MOS Technology paper tape, Intel HEX, Motorola S-records, hex dumps and raw
binaries. Each module of :mod:`emu.formats` names the description its format is read by. A file is
read whole or refused with :class:`~emu.errors.ProgramFileError`; nothing is half loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from re import Pattern
from typing import NamedTuple

from emu.errors import ProgramFileError
from emu.formats import hexdump, intelhex, papertape, srecord
from emu.formats.hexdump import write as write_hex_dump
from emu.formats.image import ADDRESS_SPACE, Program, Segment
from emu.formats.intelhex import write as write_intel_hex
from emu.formats.papertape import write as write_paper_tape
from emu.formats.srecord import write as write_srec
from emu.formats.text import Line, decode, split_lines

__all__ = [
    "RAW_BINARY",
    "Program",
    "Segment",
    "read_program",
    "write_hex_dump",
    "write_intel_hex",
    "write_paper_tape",
    "write_srec",
]

RAW_BINARY = "raw binary"


_CONTROL = re.compile(rb"[\x00-\x08\x0E-\x1F\x7F]")


class _Format(NamedTuple):
    """``recognised`` fits a line of no other format, ``resembles`` a damaged line too."""

    recognised: Pattern[str]
    resembles: Pattern[str]
    read: Callable[[str, list[Line]], Program]


# A captured session has lines like a dump's before its tape, hence the tape first.
_FORMATS = tuple(
    _Format(module.RECOGNISED, module.RESEMBLES, module.read)
    for module in (papertape, intelhex, srecord, hexdump)
)


def read_program(blob: bytes, name: str, address: int | None = None) -> Program:
    """The program in a file's contents ``blob``; ``name`` names the file in messages.

    The contents tell the format. ``address`` is where a raw binary goes; the other formats give
    their own addresses, and a note says that this one was not used.
    :class:`~emu.errors.ProgramFileError` tells in one line why a file cannot be read, with the
    number of the line in text.
    """
    if not blob:
        raise ProgramFileError(f"{name} is empty")
    text = decode(blob)
    lines = split_lines(name, text) if text is not None else []
    plain = text is not None and _is_plain(blob)
    found = _format_of(lines, guess=plain or address is None)
    if found is None:
        if address is None:
            raise _unknown(name, lines, plain)
        return _raw(blob, name, address)
    program = found.read(name, lines)
    if address is None:
        return program
    unused = f"the {program.format} file gives its own addresses; ${address:04X} was not used"
    return replace(program, notes=(*program.notes, unused))


def _format_of(lines: list[Line], guess: bool) -> _Format | None:
    """The format with a line that is surely its own, or at a ``guess`` the one meant."""
    for candidate in _FORMATS:
        if any(candidate.recognised.match(line.text) for line in lines):
            return candidate
    first = next((line.text for line in lines if line.text), "")
    if guess:
        return next((found for found in _FORMATS if found.resembles.match(first)), None)
    return None


def _is_plain(blob: bytes) -> bool:
    """Whether the file is text without the control characters and parity bits of a tape."""
    try:
        blob.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not _CONTROL.search(blob)


def _raw(blob: bytes, name: str, address: int) -> Program:
    if not 0 <= address < ADDRESS_SPACE:
        raise ProgramFileError(f"{name}: the address ${address:04X} is not within $0000-$FFFF")
    last = address + len(blob) - 1
    if last >= ADDRESS_SPACE:
        raise ProgramFileError(f"{name}: data at ${address:04X}-${last:04X} runs past $FFFF")
    return Program(name, (Segment(address, blob),), RAW_BINARY)


def _unknown(name: str, lines: list[Line], plain: bool) -> ProgramFileError:
    """Why a file that is in no known text format cannot be read without an address."""
    if not plain:
        return ProgramFileError(
            f"{name} looks like a raw binary; give the address it loads at (for example 0200)"
        )
    for line in lines:
        if line.text:
            return line.error(
                f"expected paper tape, Intel HEX, S-records or a hex dump, found {line.shown}"
            )
    return ProgramFileError(f"{name} is blank")

"""Program files: which format a file is in, the program it holds, and writing it in another.

Seven formats are read and written: MOS Technology paper tape, Intel HEX, Motorola S-records, hex
dumps, MAME's cassette images, cassette recordings (WAV) and raw binaries. Each module of
:mod:`emu.files.formats` names the description its format is read by. A file is read whole or
refused with :class:`~emu.errors.ProgramFileError`; nothing is half loaded.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from re import Pattern
from typing import NamedTuple

from emu.errors import ProgramFileError
from emu.files import reading
from emu.files.formats import hexdump, intelhex, kim1, papertape, srecord
from emu.files.formats.image import Program as Program
from emu.files.formats.image import Segment as Segment
from emu.files.formats.image import overrun
from emu.files.formats.recording import CASSETTE, is_wav
from emu.files.formats.text import TextLine, decode, split_lines
from emu.notation import NotationError, parse_address
from emu.units import ADDRESS_SPACE, Address

RAW_BINARY = "raw binary"

_SHOWN = 4
_CONTROL = re.compile(rb"[\x00-\x08\x0E-\x1F\x7F]")


class _Text(NamedTuple):
    """``recognised`` fits a line of no other format, ``resembles`` a damaged line too."""

    recognised: Pattern[str]
    resembles: Pattern[str]
    read: Callable[[str, list[TextLine]], Program]


# A captured session has lines like a dump's before its tape, hence the tape first.
_TEXTS = tuple(
    _Text(module.RECOGNISED, module.RESEMBLES, module.read)
    for module in (papertape, intelhex, srecord, hexdump)
)
_RECOGNISED = re.compile("|".join(f"(?:{one.recognised.pattern})" for one in _TEXTS), re.I)


@dataclass(frozen=True)
class Source:
    """A file a user brings: its name, bytes, and the address a raw binary loads at."""

    name: str
    data: bytes
    address: Address | None = None


class Format(NamedTuple):
    """How programs are written: the format in words, the suffixes of its files, the writer.

    ``start`` and ``tape_id`` tell whether a file keeps those; name and notes no file keeps.
    """

    name: str
    suffixes: tuple[str, ...]
    write: Callable[[Program], bytes]
    start: bool = False
    tape_id: bool = False


def read_source(text: str, at: Address | None = None) -> Source:
    """The file behind ``FILE`` or ``FILE@ADDR`` (hexadecimal); *at*: that address instead.

    Raises OSError when it cannot be read, NotationError when the address is none.
    """
    from emu.cassette import wav

    path, sign, digits = text.rpartition("@")
    if not sign or Path(text).exists():
        path, address = text, None
    else:
        try:
            address = parse_address(digits)
        except NotationError as error:
            raise NotationError(f"{text}: {error}") from None
    place = address if at is None else at
    return Source(Path(path).name, reading.read_bytes(path, wav.limit), place)


def read_file(text: str, at: Address | None = None) -> Program:
    """The program in ``FILE`` or ``FILE@ADDR``; *at*: that address instead.

    Raises OSError, NotationError for a bad address, ProgramFileError for a bad file.
    """
    source = read_source(text, at)
    return read_program(source.data, source.name, source.address)


def read_program(blob: bytes, name: str, address: Address | None = None) -> Program:
    """The program in a file's contents ``blob``; ``name`` names the file in messages.

    The contents tell the format. ``address`` is where a raw binary goes; the other formats give
    their own addresses, and a note says that this one was not used.
    :class:`~emu.errors.ProgramFileError` tells in one line why a file cannot be read, with the
    number of the line in text.
    """
    if not blob:
        raise ProgramFileError(f"{name} is empty")
    program = _addressed(blob, name, guess=address is None)
    if address is None:
        if program is None:
            raise _unknown(name, blob)
        return program
    if program is None:
        if not 0 <= address < ADDRESS_SPACE:
            raise ProgramFileError(f"{name}: the address ${address:04X} is not within $0000-$FFFF")
        if wrong := overrun(address, len(blob)):
            raise ProgramFileError(f"{name}: {wrong}")
        return Program(name, (Segment(address, blob),), RAW_BINARY)
    unused = f"the {program.format} file gives its own addresses; ${address:04X} was not used"
    return replace(program, notes=(*program.notes, unused))


def write_program(program: Program, format: str) -> bytes:
    """The contents of a file in *format*, a key of `FORMATS`.

    :class:`~emu.errors.ProgramFileError` if such a file cannot hold the program, which is left
    with :meth:`Program.filled` or :meth:`Program.within` to make one segment of.
    """
    if not program.segments:
        raise ProgramFileError(f"{program.name}: there are no bytes to write")
    return FORMATS[format].write(program)


def format_of(name: str) -> str | None:
    """The key in `FORMATS` of the format that a file name's suffix stands for, if any does."""
    suffix = PurePath(name).suffix.lower()
    return next((key for key, format in FORMATS.items() if suffix in format.suffixes), None)


def format_for(name: str) -> str:
    """The key of the format of a file name. Raises ProgramFileError where its suffix has none."""
    if key := format_of(name):
        return key
    suffix = PurePath(name).suffix.lower()
    known = " ".join(suffix for format in FORMATS.values() for suffix in format.suffixes)
    wrong = f"no format has the suffix {suffix!r}" if suffix else "there is no suffix"
    raise ProgramFileError(f"{name}: {wrong}; known are {known}")


def _addressed(blob: bytes, name: str, guess: bool) -> Program | None:
    """The program in a file that gives its own addresses, None if this is none."""
    if is_wav(blob):
        from emu.cassette import tapes

        return tapes.read(name, blob)
    if kim1.is_whole(blob):
        return kim1.read(name, blob)
    text = decode(blob)
    lines = split_lines(name, text) if text is not None else []
    found = _text_of(lines, guess=guess or (text is not None and _is_plain(blob)))
    if found is not None:
        return found.read(name, lines)
    return kim1.read(name, blob) if blob.startswith(kim1.MAGIC) else None


def _text_of(lines: list[TextLine], guess: bool) -> _Text | None:
    """The format with a line that is surely its own, or at a ``guess`` the one meant."""
    telling = [line.text for line in lines if _RECOGNISED.match(line.text)]
    for candidate in _TEXTS:
        if any(map(candidate.recognised.match, telling)):
            return candidate
    if guess and lines:
        return next((found for found in _TEXTS if found.resembles.match(lines[0].text)), None)
    return None


def _is_plain(blob: bytes) -> bool:
    """Whether the file is text without the control characters and parity bits of a tape."""
    try:
        blob.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not _CONTROL.search(blob)


def _unknown(name: str, blob: bytes) -> ProgramFileError:
    """Why a file that gives no addresses of its own cannot be read without one."""
    text = decode(blob)
    if text is None or not _is_plain(blob):
        return ProgramFileError(
            f"{name} looks like a raw binary; give the address it loads at, as in {name}@0200"
        )
    if not (lines := split_lines(name, text)):
        return ProgramFileError(f"{name} is blank")
    return lines[0].error(
        f"expected paper tape, Intel HEX, S-records or a hex dump, found {lines[0].shown}"
    )


def _text(write: Callable[[Program], str]) -> Callable[[Program], bytes]:
    return lambda program: write(program).encode("ascii")


def _write_kim1(program: Program) -> bytes:
    segment = _only_segment(program, kim1.NAME)
    if len(segment.data) > kim1.LARGEST:
        raise ProgramFileError(
            f"{program.name}: {len(segment.data)} bytes; a {kim1.NAME} holds {kim1.LARGEST}"
        )
    return kim1.write(segment, program.tape_id)


def _write_wav(program: Program) -> bytes:
    from emu.cassette import tapes

    return tapes.record_wav(program)


def _only_segment(program: Program, format: str) -> Segment:
    if len(program.segments) == 1:
        return program.segments[0]
    spans = [f"${one.address:04X}-${one.end - 1:04X}" for one in program.segments]
    listed = ", ".join(spans[:_SHOWN]) + (" ..." if len(spans) > _SHOWN else "")
    raise ProgramFileError(
        f"{program.name} has {len(spans)} segments ({listed}) and a {format} holds one; "
        "fill the gaps with a byte, or write one range only"
    )


FORMATS: Mapping[str, Format] = {
    "ptp": Format(papertape.NAME, (".ptp", ".pap"), _text(papertape.write)),
    "hex": Format(intelhex.NAME, (".hex", ".ihx", ".ihex"), _text(intelhex.write), start=True),
    "srec": Format(srecord.NAME, (".srec", ".s19", ".mot"), _text(srecord.write), start=True),
    "dump": Format(hexdump.NAME, (".dump",), _text(hexdump.write)),
    "kim1": Format(kim1.NAME, (".kim1", ".kim"), _write_kim1, tape_id=True),
    "wav": Format(CASSETTE, (".wav",), _write_wav, tape_id=True),
    "raw": Format(RAW_BINARY, (".bin", ".raw"), lambda p: _only_segment(p, RAW_BINARY).data),
}
"""The formats of program files by short name."""

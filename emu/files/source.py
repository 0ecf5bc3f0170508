"""Files as people name them: ``FILE``, or ``FILE@ADDR`` with the address a raw binary loads at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from emu.files import reading
from emu.files.programs import Program, read_program
from emu.notation import NotationError, parse_address
from emu.units import Address


@dataclass(frozen=True)
class Source:
    """A file a user brings: its name, bytes, and the address a raw binary loads at."""

    name: str
    data: bytes
    address: Address | None = None


def read_source(text: str) -> Source:
    """The file behind ``FILE`` or ``FILE@ADDR`` (hexadecimal).

    Raises OSError when it cannot be read, NotationError when the address is none.
    """
    from emu.cassette import wav

    path, at, digits = text.rpartition("@")
    if not at or Path(text).exists():
        path, address = text, None
    else:
        try:
            address = parse_address(digits)
        except NotationError as error:
            raise NotationError(f"{text}: {error}") from None
    return Source(Path(path).name, reading.read_bytes(path, wav.limit), address)


def read_file(text: str) -> Program:
    """The program in ``FILE`` or ``FILE@ADDR``.

    Raises OSError, NotationError for a bad address, ProgramFileError for a bad file.
    """
    source = read_source(text)
    return read_program(source.data, source.name, source.address)

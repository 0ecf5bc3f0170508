"""MAME's cassette image of a KIM-1 tape, ``.kim1`` or ``.kim``: one record, bytes instead of tones.

By MAME's ``src/lib/formats/kim1_cas.cpp``, words low byte first::

    "KIM1"  start (2)  size (2)  ID  data...

There is no checksum; the size must be that of the data.
"""

import struct

from emu.errors import ProgramFileError
from emu.files.formats.image import Program, Segment, overrun

NAME = "KIM1 cassette image"
MAGIC = b"KIM1"
LARGEST = 0xFFFF
DEFAULT_ID = 0x01

_HEADER = struct.Struct("<4sHHB")


def is_whole(blob: bytes) -> bool:
    """Whether this is an image with as many bytes as it says."""
    if not blob.startswith(MAGIC) or len(blob) < _HEADER.size:
        return False
    return len(blob) == _HEADER.size + int(_HEADER.unpack_from(blob)[2])


def read(name: str, blob: bytes) -> Program:
    """The program in a file that begins with MAGIC; :class:`ProgramFileError` names the address to
    blame.
    """
    if len(blob) < _HEADER.size:
        raise ProgramFileError(
            f"{name}: the header is cut short: it has {_HEADER.size} bytes, not {len(blob)}"
        )
    _, address, size, tape_id = _HEADER.unpack_from(blob)
    data = blob[_HEADER.size :]
    if len(data) != size:
        fault = "cut short" if len(data) < size else "too long"
        raise ProgramFileError(
            f"{name}: the data at ${address:04X} are {fault}: {size} bytes by the header, "
            f"{len(data)} in the file"
        )
    if not data:
        raise ProgramFileError(f"{name}: {NAME} without data")
    if wrong := overrun(address, size):
        raise ProgramFileError(f"{name}: {wrong}")
    return Program(name, (Segment(address, data),), NAME, tape_id=tape_id)


def write(segment: Segment, tape_id: int | None) -> bytes:
    """The image of a segment of at most ``LARGEST`` bytes; without an ID it is ``DEFAULT_ID``."""
    number = DEFAULT_ID if tape_id is None else tape_id
    return _HEADER.pack(MAGIC, segment.address, len(segment.data), number) + segment.data

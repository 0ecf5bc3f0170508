"""Cassette recordings among the program files.

What reads and writes them, `emu.cassette.tapes`, is loaded when there is one.
"""

from __future__ import annotations

from emu.files.formats.image import Program

NAME = "cassette recording"


def is_wav(blob: bytes) -> bool:
    """Whether these are the contents of a WAV file, sound or damaged."""
    return blob[:4] == b"RIFF" and blob[8:12] == b"WAVE"


def read(name: str, blob: bytes) -> Program:
    """The program on a recording; raises TapeError where there is none."""
    from emu.cassette import tapes

    return tapes.read(name, blob)


def write(program: Program) -> bytes:
    """A recording of the program; raises TapeError where it fits on none."""
    from emu.cassette import tapes

    return tapes.record_wav(program)

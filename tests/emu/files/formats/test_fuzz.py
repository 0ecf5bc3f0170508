"""Whatever is in a file, it is a program or a ProgramFileError."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emu.errors import ProgramFileError
from emu.files.programs import FORMATS, Program, read_program, write_program
from tests.emu.files.formats.drawn import TEXTS, programs

ADDRESSES = st.one_of(st.none(), st.integers(0, 0xFFFF))
CHARACTERS = "".join(map(chr, range(0x100))) + "ſ\u2028\ufeff٣€😀\U0010ffff"
"""Named one by one: a table of all there are takes Hypothesis seconds to make."""
PIECES = st.sampled_from(
    [
        *(
            ";",
            ":",
            "S1",
            "S0",
            "S5",
            "S9",
            "s3",
            "ſ1",
            ";00",
            ":00000001FF",
            "S9030000FC",
            "$",
            "|",
        ),
        *("KIM1", "0200", "0200:", "02-", "A9", "FF", "0", "F", "é", "\0", "\x13", "\x7f", "\x80"),
        *("0000000000", "\n", "\r", "\r\n", " ", "\t", "\u2028", "\u00a0", "\ufeff", "٣٤٥"),
    ]
)


def check(blob: bytes, address: int | None) -> None:
    try:
        found = read_program(blob, "game", address)
    except ProgramFileError:
        return
    assert found.segments
    assert Program.from_bytes_map("game", found.memory).segments == found.segments


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.binary(max_size=80), ADDRESSES)
def test_any_bytes(blob: bytes, address: int | None) -> None:
    check(blob, address)


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.text(CHARACTERS, max_size=80), ADDRESSES)
def test_any_text(text: str, address: int | None) -> None:
    check(text.encode(), address)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.lists(PIECES, max_size=30), ADDRESSES)
def test_pieces_of_the_formats_in_any_order(pieces: list[str], address: int | None) -> None:
    check("".join(pieces).encode(), address)


@pytest.mark.parametrize("format", sorted(FORMATS.keys() - {"wav"}))
@settings(deadline=None, derandomize=True, max_examples=40)
@given(program=programs(), edits=st.data(), address=ADDRESSES)
def test_files_with_bytes_lost_added_and_changed(
    format: str, program: Program, edits: st.DataObject, address: int | None
) -> None:
    whole = program if format in TEXTS else replace(program, segments=program.segments[:1])
    blob = bytearray(write_program(whole, format))
    for _ in range(edits.draw(st.integers(1, 4))):
        first = edits.draw(st.integers(0, len(blob)))
        last = first + edits.draw(st.integers(0, 3))
        blob[first:last] = edits.draw(st.binary(max_size=3))
    check(bytes(blob), address)

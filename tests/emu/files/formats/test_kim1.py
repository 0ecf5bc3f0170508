"""MAME's cassette images: the header, and what is wrong with a bad one."""

import pytest

from emu.errors import ProgramFileError
from emu.files.programs import Program, Segment, read_program, write_program

IMAGE = bytes.fromhex("4B 49 4D 31 00 02 04 00 5A 01 9C E7 3F")
PROGRAM = Program(
    "game", (Segment(0x200, b"\x01\x9c\xe7\x3f"),), "KIM1 cassette image", tape_id=0x5A
)


def refusal(blob: bytes) -> str:
    with pytest.raises(ProgramFileError) as caught:
        read_program(blob, "game")
    return str(caught.value)


def test_the_header_gives_address_size_and_id() -> None:
    assert read_program(IMAGE, "game") == PROGRAM


def test_what_is_written_has_the_same_header() -> None:
    assert write_program(PROGRAM, "kim1") == IMAGE


def test_a_program_without_an_id_gets_one_that_loads() -> None:
    program = Program("game", PROGRAM.segments, "memory")
    assert read_program(write_program(program, "kim1"), "game").tape_id == 1


@pytest.mark.parametrize("cut", range(4, len(IMAGE)))
def test_a_cut_at_any_byte_is_refused(cut: int) -> None:
    message = refusal(IMAGE[:cut])
    if cut < 9:
        assert message == f"game: the header is cut short: it has 9 bytes, not {cut}"
    else:
        assert message == (
            f"game: the data at $0200 are cut short: 4 bytes by the header, {cut - 9} in the file"
        )


def test_bytes_after_the_data_are_refused() -> None:
    assert refusal(IMAGE + b"\0") == (
        "game: the data at $0200 are too long: 4 bytes by the header, 5 in the file"
    )


def test_data_past_the_end_of_memory_are_refused() -> None:
    assert refusal(b"KIM1\xff\xff\x02\x00\x01ab") == "game: data at $FFFF-$10000 runs past $FFFF"


def test_a_tape_under_a_heading_of_that_name_is_still_a_tape() -> None:
    tape = b"KIM1 game\r\n" + write_program(PROGRAM, "ptp")
    assert read_program(tape, "game").format == "paper tape"

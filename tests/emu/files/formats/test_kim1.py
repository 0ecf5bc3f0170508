"""MAME's cassette images: the header, and what is wrong with a bad one."""

import pytest

from emu.files.programs import Program, Segment, read_program, write_program
from tests.emu.files.formats import drawn

IMAGE = bytes.fromhex("4B 49 4D 31 00 02 04 00 5A 01 9C E7 3F")
PROGRAM = Program(
    "game", (Segment(0x200, b"\x01\x9c\xe7\x3f"),), "KIM1 cassette image", tape_id=0x5A
)


def refusal(blob: bytes) -> str:
    return drawn.refusal(blob, "game")


def test_the_header_gives_address_size_and_id() -> None:
    assert read_program(IMAGE, "game") == PROGRAM
    assert write_program(PROGRAM, "kim1") == IMAGE


def test_a_program_without_an_id_gets_one_that_loads() -> None:
    program = Program("game", PROGRAM.segments, "memory")
    assert read_program(write_program(program, "kim1"), "game").tape_id == 1


@pytest.mark.parametrize(
    ("blob", "message"),
    [
        (IMAGE[:4], "the header is cut short: it has 9 bytes, not 4"),
        (IMAGE[:8], "the header is cut short: it has 9 bytes, not 8"),
        (IMAGE[:9], "the data at $0200 are cut short: 4 bytes by the header, 0 in the file"),
        (IMAGE[:-1], "the data at $0200 are cut short: 4 bytes by the header, 3 in the file"),
        (IMAGE + b"\0", "the data at $0200 are too long: 4 bytes by the header, 5 in the file"),
        (b"KIM1\xff\xff\x02\x00\x01ab", "data at $FFFF-$10000 runs past $FFFF"),
    ],
)
def test_an_image_of_another_size_is_refused(blob: bytes, message: str) -> None:
    assert refusal(blob) == f"game: {message}"


def test_a_tape_under_a_heading_of_that_name_is_still_a_tape() -> None:
    tape = b"KIM1 game\r\n" + write_program(PROGRAM, "ptp")
    assert read_program(tape, "game").format == "paper tape"

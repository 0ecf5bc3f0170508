"""Programs as values, formats told apart by content and suffix, and raw binaries."""

import re

import pytest

from emu.errors import ProgramFileError
from emu.files.programs import FORMATS, Program, Segment, format_for, read_program, write_program
from tests.cases import cases

TAPE = b";040200010203A900B5\n;0000010001\n"
INTEL = b":04020000010203A94B\n:00000001FF\n"
SRECORD = b"S1070200010203A947\nS9030000FC\n"
DUMP = b"0200 01 02 03 A9\n"
IMAGE = b"KIM1\0\2\4\0\1\1\2\3\xa9"
FIVE = bytes([0x4C, 0x00, 0x02, 0xFF, 0x60])


def program(memory: dict[int, int]) -> Program:
    return Program.from_bytes_map("game", memory)


def refusal(blob: bytes, address: int | None = None, name: str = "game") -> str:
    with pytest.raises(ProgramFileError) as caught:
        read_program(blob, name, address)
    return str(caught.value)


@pytest.mark.parametrize(
    ("blob", "format_name"),
    [(TAPE, "paper tape"), (INTEL, "Intel HEX"), (SRECORD, "S-record"), (DUMP, "hex dump")],
)
def test_the_format_is_told_by_the_content(blob: bytes, format_name: str) -> None:
    found = read_program(blob, "game.bin")
    assert found == Program("game.bin", (Segment(0x200, b"\x01\x02\x03\xa9"),), format_name)


@pytest.mark.parametrize("blob", [TAPE, INTEL, SRECORD, DUMP])
def test_text_is_read_in_lower_case_indented_after_a_byte_order_mark_with_any_line_ending(
    blob: bytes,
) -> None:
    odd = b"\xef\xbb\xbf\n  " + blob.lower() + b"  \n"
    assert read_program(odd, "game") == read_program(blob, "game")
    for ending in (b"\r\n", b"\r", b"\r\n\0\0\0\0\0\0"):
        assert read_program(blob.replace(b"\n", ending), "game") == read_program(blob, "game")


@pytest.mark.parametrize("blob", [TAPE, INTEL, SRECORD, DUMP, IMAGE])
def test_a_file_keeps_its_own_addresses_and_a_note_says_so(blob: bytes) -> None:
    found = read_program(blob, "game", 0x1000)
    assert found.covers(0x200, 0x203)
    assert re.fullmatch(r"the .* file gives its own addresses; \$1000 was not used", found.notes[0])


def test_a_tape_after_a_monitor_session_is_not_taken_for_a_dump() -> None:
    session = b"KIM\n0200 A9 \n0201 00 \n" + TAPE + b"KIM\n0200 A9\n"
    assert read_program(session, "capture") == read_program(TAPE, "capture")


def test_a_raw_binary_goes_where_it_is_told() -> None:
    assert read_program(FIVE, "game.bin", 0xFFFB) == Program(
        "game.bin", (Segment(0xFFFB, FIVE),), "raw binary"
    )


@pytest.mark.parametrize("blob", [FIVE, b"\xc2\x80", b"\xa9\xa0"])
def test_a_binary_without_an_address_is_refused(blob: bytes) -> None:
    assert (
        refusal(blob, name="game.bin")
        == "game.bin looks like a raw binary; give the address it loads at, as in game.bin@0200"
    )


@pytest.mark.parametrize("blob", [b"Hello", b";", b" \n", b"\xc2\x80"])
def test_anything_of_no_text_format_is_a_raw_binary_once_an_address_is_given(blob: bytes) -> None:
    assert read_program(blob, "game", 0).slice(0, len(blob) - 1) == blob


@pytest.mark.parametrize(("blob", "address", "message"), cases("no_programs"))
def test_what_is_no_program_is_refused(blob: str, address: str, message: str) -> None:
    at = None if address == "-" else int(address, 16)
    assert refusal(blob.encode("latin-1"), at) == f"game{message}"


def test_a_map_of_bytes_is_merged_into_sorted_segments() -> None:
    found = program({0x301: 3, 0x200: 1, 0x300: 2})
    assert found.segments == (Segment(0x200, b"\x01"), Segment(0x300, b"\x02\x03"))
    assert [segment.end for segment in found.segments] == [0x201, 0x302]


@pytest.mark.parametrize("memory", [{0x10000: 0}, {0: 256}])
def test_a_map_with_an_impossible_address_or_byte_is_a_value_error(memory: dict[int, int]) -> None:
    with pytest.raises(ValueError):
        program(memory)


@pytest.mark.parametrize("second", [0x1FF, 0x201])
def test_segments_out_of_order_overlapping_or_unmerged_are_a_value_error(second: int) -> None:
    with pytest.raises(ValueError, match=r"\$0200 and \$0"):
        Program("game", (Segment(0x200, b"\1"), Segment(second, b"\1")), "memory")


def test_a_slice_is_given_only_where_every_byte_is_there() -> None:
    found = program({0x200: 1, 0x201: 2, 0x202: 3, 0x204: 5})
    assert found.slice(0x201, 0x202) == b"\x02\x03"
    assert found.slice(0x204, 0x204) == b"\x05"
    assert found.slice(0x202, 0x204) is None
    assert found.slice(0x202, 0x201) is None
    assert not found.covers(0x200, 0x203)


APART = Program.from_bytes_map("game", {0x200: 1, 0x201: 2, 0x204: 5})


@pytest.mark.parametrize(
    ("name", "format"),
    [
        *(("game.PAP", "ptp"), ("a.b.hex", "hex"), ("x/game.s19", "srec"), ("g.dump", "dump")),
        *(("game.kim", "kim1"), ("game.bin", "raw")),
    ],
)
def test_the_suffix_tells_the_format(name: str, format: str) -> None:
    assert format_for(name) == format


@pytest.mark.parametrize(
    ("name", "fault"),
    [("game.txt", "no format has the suffix '.txt'"), ("game", "there is no suffix")],
)
def test_a_suffix_of_no_format_is_refused_with_those_known(name: str, fault: str) -> None:
    with pytest.raises(ProgramFileError, match=rf"^{name}: {fault}; known are \.ptp \.pap \.hex "):
        format_for(name)


@pytest.mark.parametrize(("format", "words"), [("raw", "raw binary"), ("kim1", "KIM1 cassette")])
def test_one_segment_is_all_that_some_formats_hold(format: str, words: str) -> None:
    with pytest.raises(ProgramFileError) as caught:
        write_program(APART, format)
    assert str(caught.value).startswith(
        f"game has 2 segments ($0200-$0201, $0204-$0204) and a {words}"
    )
    assert "fill the gaps with a byte, or write one range only" in str(caught.value)
    program = Program.from_bytes_map("game", dict.fromkeys(range(0, 20, 2), 0))
    with pytest.raises(ProgramFileError, match=r"10 segments \(\$0000-\$0000, .*\$0006 \.\.\.\)"):
        write_program(program, "raw")


def test_filled_gaps_or_one_range_make_it_fit() -> None:
    assert write_program(APART.filled(0xEA), "raw") == b"\x01\x02\xea\xea\x05"
    assert write_program(APART.within(0x201, 0x203), "raw") == b"\x02"
    assert APART.within(0x205, 0xFFFF).segments == APART.within(0, 0).filled(0).segments == ()


@pytest.mark.parametrize("format", FORMATS)
def test_a_program_of_no_bytes_is_refused(format: str) -> None:
    with pytest.raises(ProgramFileError, match=r"^game: there are no bytes to write$"):
        write_program(APART.within(0, 0), format)


def test_all_of_memory_is_one_byte_too_many_for_a_cassette_image() -> None:
    everything = Program("game", (Segment(0, b"\x60" * 0x10000),), "memory")
    with pytest.raises(ProgramFileError, match=r"^game: 65536 bytes; .* holds 65535$"):
        write_program(everything, "kim1")
    for format in ("hex", "raw"):
        blob = write_program(everything, format)
        assert read_program(blob, "game", 0).segments == everything.segments
    least = everything.within(1, 0xFFFF)
    assert read_program(write_program(least, "kim1"), "game").segments == least.segments

"""Writing programs: formats by suffix, and what a format cannot hold."""

import pytest

from emu.errors import ProgramFileError
from emu.files.programs import FORMATS, Program, Segment, format_for, read_program, write_program

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

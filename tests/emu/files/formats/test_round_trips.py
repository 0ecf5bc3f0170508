"""What is written is read back the same, by others too; what was damaged is not taken for it."""

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emu.errors import ProgramFileError
from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program, Segment, read_program, write_program
from tests.emu.files.formats.drawn import CHECKSUMMED, TEXTS, programs, segments

HEX = "0123456789ABCDEF"
SMALL = Program("game", (Segment(0, b"\x01\x02"), Segment(0x2FF, bytes(range(40)))), "memory")


def read(blob: bytes) -> Program:
    return read_program(blob, "game")


@pytest.mark.parametrize("format", TEXTS)
@settings(derandomize=True, max_examples=30)
@given(program=programs())
def test_what_is_written_is_read_back(format: str, program: Program) -> None:
    found = read(write_program(program, format))
    assert found.segments == program.segments
    assert found.notes == ()


def with_another_digit(text: str, at: int, digit: str) -> bytes:
    return (text[:at] + digit + text[at + 1 :]).encode()


def summed(format: str, text: str) -> list[int]:
    """The places of the digits that the format's checksums cover."""
    return [
        at
        for at, character in enumerate(text)
        if character in HEX and not (format == "srec" and text[at - 1] == "S")
    ]


@pytest.mark.parametrize("format", CHECKSUMMED)
def test_any_wrong_digit_of_a_small_file_is_refused(format: str) -> None:
    text = write_program(SMALL, format).decode()
    for at in summed(format, text):
        for digit in HEX.replace(text[at], ""):
            with pytest.raises(ProgramFileError):
                read(with_another_digit(text, at, digit))


@settings(derandomize=True, max_examples=30)
@given(program=programs(), chosen=st.data())
def test_a_tape_with_any_character_changed_is_never_read_as_another_program(
    program: Program, chosen: st.DataObject
) -> None:
    tape = write_program(program, "ptp").decode()
    at = chosen.draw(st.integers(0, len(tape) - 1))
    character = chosen.draw(st.sampled_from("0123456789ABCDEF;: \n"))
    try:
        found = read(with_another_digit(tape, at, character))
    except ProgramFileError:
        return
    assert found.segments == program.segments


@pytest.mark.parametrize("format", [*CHECKSUMMED, "kim1"])
@settings(derandomize=True, max_examples=30)
@given(segment=segments(), chosen=st.data())
def test_a_file_cut_anywhere_is_refused_noted_or_all_there(
    format: str, segment: Segment, chosen: st.DataObject
) -> None:
    program = Program("game", (segment,), "memory")
    whole = write_program(program, format)
    try:
        found = read(whole[: chosen.draw(st.integers(1, len(whole) - 1))])
    except ProgramFileError:
        return
    assert found.notes or found.segments == program.segments


SRECORD_OPTIONS = {"ptp": "-MOS_Technologies", "hex": "-Intel", "srec": "-Motorola"}
FILL = 0xFF

NO_END = "the file has no end record (S7, S8 or S9)"


def srec_cat(blob: bytes, *options: str) -> bytes:
    command = ["srec_cat", "-", *options]
    return subprocess.run(command, input=blob, capture_output=True, check=True).stdout


@settings(derandomize=True, max_examples=30)
@given(program=programs(), per_record=st.integers(1, 255))
def test_kimtape_reads_our_tapes_and_we_its(program: Program, per_record: int) -> None:
    kimtape = pytest.importorskip("kimtape")
    tape = kimtape.Tape("game", write_paper_tape(program, per_record).encode())
    assert tape.mem == program.memory
    tape = kimtape.Tape.from_memory("game", program.memory, per_record).text()
    found = read_program(tape, "game")
    assert (found.segments, found.notes) == (program.segments, ())


@pytest.mark.srecord
@pytest.mark.parametrize("format", SRECORD_OPTIONS)
@settings(derandomize=True, max_examples=15)
@given(program=programs())
def test_srec_cat_reads_what_we_write(format: str, program: Program) -> None:
    memory = program.memory
    whole = srec_cat(
        write_program(program, format),
        SRECORD_OPTIONS[format],
        *("-fill", hex(FILL), "0", "0x10000", "-o", "-", "-Binary"),
    )
    assert whole == bytes(memory.get(address, FILL) for address in range(0x10000))


@pytest.mark.srecord
@pytest.mark.parametrize("target", SRECORD_OPTIONS)
@pytest.mark.parametrize("source", SRECORD_OPTIONS)
@settings(derandomize=True, max_examples=8)
@given(program=programs())
def test_we_read_what_srec_cat_makes_of_our_files(
    source: str, target: str, program: Program
) -> None:
    options = (SRECORD_OPTIONS[source], "-o", "-", SRECORD_OPTIONS[target])
    written = srec_cat(write_program(program, source), *options)
    found = read_program(written, "game")
    assert found.segments == program.segments
    without_start = target == "srec" and source != "srec"
    assert found.notes == ((NO_END,) if without_start else ())


@pytest.mark.srecord
@pytest.mark.parametrize("option", ["-Intel", "-Motorola"])
def test_we_read_the_start_address_srec_cat_writes(option: str) -> None:
    start = ("-Execution_Start_Address", "0x1780")
    written = srec_cat(b"\x60", "-Binary", *start, "-o", "-", option)
    assert read_program(written, "game").start == 0x1780

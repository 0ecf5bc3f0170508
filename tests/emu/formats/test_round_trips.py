"""What is written is read back the same, by us and by two independent readers."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emu.errors import ProgramFileError
from emu.programs import (
    Program,
    Segment,
    read_program,
    write_hex_dump,
    write_intel_hex,
    write_paper_tape,
    write_srec,
)

SRECORD_OPTIONS: dict[str, Callable[[Program], str]] = {
    "-MOS_Technologies": write_paper_tape,
    "-Intel": write_intel_hex,
    "-Motorola": write_srec,
}
WITH_START = [write_intel_hex, write_srec]
FILL = 0xFF

each_writer = pytest.mark.parametrize(
    "write", [write_paper_tape, write_intel_hex, write_srec, write_hex_dump]
)
needs_srec_cat = pytest.mark.skipif(
    shutil.which("srec_cat") is None, reason="srec_cat (Debian's srecord) is not installed"
)


def programs() -> st.SearchStrategy[Program]:
    """Programs of a few segments anywhere in memory, its first and last byte among the likely."""
    places = st.one_of(st.integers(0, 0xFFFF), st.sampled_from([0, 0xC0, 0x200, 0xFFF0, 0xFFFF]))
    runs = st.lists(st.tuples(places, st.binary(min_size=1, max_size=70)), min_size=1, max_size=5)

    def assemble(drawn: list[tuple[int, bytes]]) -> Program:
        memory = {
            address + i: byte
            for address, data in drawn
            for i, byte in enumerate(data)
            if address + i <= 0xFFFF
        }
        return Program.from_bytes_map("game", memory)

    return runs.map(assemble)


def image(program: Program) -> bytes:
    """All 64 KiB, with ``FILL`` where the program has nothing."""
    memory = program.memory
    return bytes(memory.get(address, FILL) for address in range(0x10000))


def srec_cat(blob: bytes, *options: str) -> bytes:
    command = ["srec_cat", "-", *options]
    return subprocess.run(command, input=blob, capture_output=True, check=True).stdout


@each_writer
@settings(deadline=None, derandomize=True, max_examples=60)
@given(program=programs())
def test_what_is_written_is_read_back(write: Callable[[Program], str], program: Program) -> None:
    found = read_program(write(program).encode(), "game")
    assert found.segments == program.segments
    assert found.notes == ()


@settings(deadline=None, derandomize=True, max_examples=60)
@given(program=programs(), per_record=st.integers(1, 255))
def test_a_tape_is_read_back_whatever_its_record_size(program: Program, per_record: int) -> None:
    tape = write_paper_tape(program, per_record)
    assert read_program(tape.encode(), "game").segments == program.segments


@pytest.mark.parametrize("write", WITH_START)
@settings(deadline=None, derandomize=True, max_examples=20)
@given(start=st.one_of(st.none(), st.integers(1, 0xFFFF)))
def test_the_start_address_is_read_back(write: Callable[[Program], str], start: int | None) -> None:
    program = Program("game", (Segment(0x200, b"\x60"),), "memory", start=start)
    assert read_program(write(program).encode(), "game").start == start


@settings(deadline=None, derandomize=True, max_examples=60)
@given(program=programs(), cut=st.data())
def test_a_tape_with_one_character_changed_is_never_read_as_another_program(
    program: Program, cut: st.DataObject
) -> None:
    tape = bytearray(write_paper_tape(program).encode())
    at = cut.draw(st.integers(0, len(tape) - 1))
    tape[at] = cut.draw(st.sampled_from(b"0123456789ABCDEF;: \n"))
    with suppress(ProgramFileError):
        assert read_program(bytes(tape), "game").segments == program.segments


@settings(deadline=None, derandomize=True, max_examples=60)
@given(program=programs(), per_record=st.integers(1, 255))
def test_kimtape_reads_our_tapes_as_we_do(program: Program, per_record: int) -> None:
    kimtape = pytest.importorskip("kimtape")
    tape = kimtape.Tape("game", write_paper_tape(program, per_record).encode())
    assert tape.mem == program.memory


@settings(deadline=None, derandomize=True, max_examples=60)
@given(program=programs(), per_record=st.integers(1, 255))
def test_we_read_the_tapes_of_kimtape(program: Program, per_record: int) -> None:
    kimtape = pytest.importorskip("kimtape")
    tape = kimtape.Tape.from_memory("game", program.memory, per_record).text()
    found = read_program(tape, "game")
    assert (found.segments, found.notes) == (program.segments, ())


@settings(deadline=None, derandomize=True, max_examples=40)
@given(program=programs())
def test_kimtape_reads_our_intel_hex_and_s_records(program: Program) -> None:
    kimtape = pytest.importorskip("kimtape")
    assert kimtape.read_intel_hex(write_intel_hex(program).encode()) == program.memory
    assert kimtape.read_srec(write_srec(program).encode()) == program.memory


@pytest.mark.srecord
@needs_srec_cat
@pytest.mark.parametrize("option", SRECORD_OPTIONS)
@settings(deadline=None, derandomize=True, max_examples=15)
@given(program=programs())
def test_srec_cat_reads_what_we_write(option: str, program: Program) -> None:
    written = SRECORD_OPTIONS[option](program).encode()
    whole = srec_cat(written, option, "-fill", hex(FILL), "0", "0x10000", "-o", "-", "-Binary")
    assert whole == image(program)


@pytest.mark.srecord
@needs_srec_cat
@pytest.mark.parametrize("option", SRECORD_OPTIONS)
@settings(deadline=None, derandomize=True, max_examples=15)
@given(program=programs())
def test_we_read_what_srec_cat_writes(option: str, program: Program) -> None:
    binary = image(program)
    first, end = program.segments[0].address, program.segments[-1].end
    span = ("-crop", hex(first), hex(end))
    written = srec_cat(binary, "-Binary", *span, "-o", "-", option)
    expected = (Segment(first, binary[first:end]),)
    assert read_program(written, "game").segments == expected


@pytest.mark.srecord
@needs_srec_cat
@pytest.mark.parametrize("option", ["-Intel", "-Motorola"])
def test_we_read_the_start_address_srec_cat_writes(option: str) -> None:
    start = ("-Execution_Start_Address", "0x1780")
    written = srec_cat(b"\x60", "-Binary", *start, "-o", "-", option)
    assert read_program(written, "game").start == 0x1780

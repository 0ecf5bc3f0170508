"""Two independent programs read what we write, and we read what they write."""

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program, read_program, write_program
from tests.emu.files.formats.drawn import programs

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

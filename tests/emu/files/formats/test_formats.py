"""What is read of each format, and what is written: real files are less tidy than ours."""

import pytest

from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program, Segment, read_program, write_program
from tests.cases import cases
from tests.emu.files.formats.drawn import HEX, SREC, TAPE, intel_record, s_record

FIRST, SECOND, END = TAPE.splitlines(keepends=True)
OF_TAPE = dict(enumerate(b"\x01\x02\x03\xa9\x85\x00", 0x200))
OF_DUMP = dict(enumerate(b"\xa9\x00\x85", 0x200))
TWO = {0x200: 0xA9, 0x201: 0x00}
RISK = ", so lost records would go unnoticed"
NO_END = "the file has no end record (S7, S8 or S9)"
IMAGE = bytes.fromhex("4B 49 4D 31 00 02 04 00 5A 01 9C E7 3F")
RECORDED = Program(
    "game", (Segment(0x200, b"\x01\x9c\xe7\x3f"),), "KIM1 cassette image", tape_id=0x5A
)


def read(*lines: str) -> Program:
    return read_program("\n".join(lines).encode(), "game")


# Hex dumps


@pytest.mark.parametrize("text", [text for (text,) in cases("dumps")])
def test_every_way_of_writing_a_dump_is_read(text: str) -> None:
    expected = Program.from_bytes_map("game", OF_DUMP, "hex dump")
    assert read_program(text.encode(), "game") == expected
    assert read_program(text.encode("latin-1", "replace"), "game") == expected


def test_a_star_is_the_line_before_it_again() -> None:
    zeros, ones = " ".join(["00"] * 16), " ".join(["01"] * 16)
    dump = f"00000200  {zeros}  |...|\n*\n00000240  {ones}  |...|\n*\n00000260\n"
    assert read(dump).memory == {0x200 + at: at // 0x40 for at in range(0x60)}


# Intel HEX


def test_a_base_moves_the_data_after_it() -> None:
    assert read(HEX.data, HEX.end) == Program.from_bytes_map("game", TWO, "Intel HEX")
    assert read(intel_record(0, 2, "0100"), HEX.data, HEX.end).memory == {0x1200: 0xA9, 0x1201: 0}
    assert read(intel_record(0, 4, "0000"), HEX.data, HEX.end).memory == TWO


@pytest.mark.parametrize(
    ("records", "start"),
    [
        ((intel_record(0, 3, "00200010"), HEX.end), 0x210),
        ((intel_record(0, 5, "00000200"), HEX.end), 0x200),
        ((intel_record(0x0201, 1),), 0x201),
        ((intel_record(0, 5, "00000200"), intel_record(0x0201, 1)), 0x200),
    ],
)
def test_the_start_address_is_read(records: tuple[str, ...], start: int) -> None:
    assert read(HEX.data, *records).start == start


# S-records


@pytest.mark.parametrize(
    ("data", "end"),
    [
        (SREC.data, SREC.end),
        (s_record(2, "000200A900"), s_record(8, "000000")),
        (s_record(3, "00000200A900"), s_record(7, "00000000")),
    ],
    ids=["S1", "S2", "S3"],
)
def test_data_of_every_address_size_is_read(data: str, end: str) -> None:
    expected = Program.from_bytes_map("game", TWO, "S-record")
    for count in ("", s_record(5, "0001"), s_record(6, "000001")):
        assert read(SREC.header, data, count, end) == expected


@pytest.mark.parametrize(
    ("records", "start", "note"),
    [
        ((SREC.data, SREC.end), None, ""),
        ((SREC.data, s_record(9, "0200")), 0x200, ""),
        (
            *((SREC.data, s_record(8, "000201")), 0x201),
            "the end record is an S8, the data are S1 records",
        ),
        ((SREC.header, SREC.header, SREC.data, SREC.end), None, "the file has 2 headers (S0)"),
        ((SREC.data,), None, NO_END + RISK),
        ((SREC.data, s_record(5, "0001"), s_record(1, "020201")), None, NO_END + RISK),
        ((SREC.data, s_record(5, "0001")), None, NO_END),
    ],
)
def test_the_start_address_is_read_and_what_is_odd_is_noted(
    records: tuple[str, ...], start: int | None, note: str
) -> None:
    found = read(*records)
    assert (found.start, found.notes) == (start, (note,) if note else ())


# Paper tapes


@pytest.mark.parametrize(
    "real",
    [
        pytest.param(b"\0" * 20 + TAPE.replace(b"\n", b"\n\0\0\0\0\0\0"), id="NUL fill"),
        pytest.param(b"\x7f" * 20 + TAPE.replace(b"02", b"0\x7f2"), id="rubouts"),
        pytest.param(bytes(byte | 0x80 for byte in TAPE), id="mark parity"),
        pytest.param(
            bytes(byte | 0x80 if byte.bit_count() % 2 == 0 else byte for byte in TAPE),
            id="odd parity",
        ),
        pytest.param(TAPE.strip() + b"\x13", id="X-OFF"),
        pytest.param(TAPE.strip() + b"\x13KIM\r\n0200 A9 \r\n", id="the monitor's prompt after it"),
        pytest.param(TAPE + b"That was all; really.\r\n; the end\r\n", id="text after it"),
        pytest.param(b"KIM\r\n0200 A9 Q\r\n" + TAPE, id="text before it"),
        pytest.param(b"KIM1 game\r\n" + TAPE, id="a heading like that of an image"),
        pytest.param(b"Q" + TAPE, id="the echo of the dump command"),
        pytest.param(TAPE.replace(b"\r\n", b" read back\r\n"), id="text after each record"),
        pytest.param(TAPE.replace(b"\r\n", b""), id="all records on one line"),
        pytest.param(TAPE.decode().encode("utf-16"), id="UTF-16, as Windows shells redirect it"),
        pytest.param(FIRST + SECOND + FIRST + END.replace(b"2", b"3"), id="a record twice"),
        pytest.param(TAPE + b"KIM\r\n" + TAPE, id="the tape twice"),
        pytest.param(
            FIRST + b";0000010001\x13\r\n\0\0KIM\r\n" + SECOND + b";0000010001", id="two tapes"
        ),
    ],
)
def test_what_real_tapes_bring_along_does_not_matter(real: bytes) -> None:
    expected = Program.from_bytes_map("game", OF_TAPE, "paper tape")
    assert read_program(real, "game") == expected


@pytest.mark.parametrize(
    ("behind", "note"),
    [
        (b"", f"the tape has no end record{RISK}"),
        (b"KIM\r\n", f"the tape has no end record{RISK}"),
        (b";00\r\n", "the end record on line 3 counts no records"),
    ],
)
def test_a_missing_end_record_is_noted(behind: bytes, note: str) -> None:
    found = read_program(FIRST + SECOND + behind, "game")
    assert (found.memory, found.notes) == (OF_TAPE, (note,))


@pytest.mark.parametrize("checksum", ["0005", "0104"])
def test_the_end_record_may_sum_the_count_up_or_repeat_it(checksum: str) -> None:
    program = Program("game", (Segment(0, b"\xea" * 0x104),), "paper tape")
    *records, end = write_paper_tape(program, 1).splitlines()
    assert end == ";0001040005"
    assert read(*records, end[:7] + checksum) == program


# Cassette images


def test_the_header_gives_address_size_and_id_one_that_loads_if_there_is_none() -> None:
    assert read_program(IMAGE, "game") == RECORDED
    program = Program("game", RECORDED.segments, "memory")
    assert read_program(write_program(program, "kim1"), "game").tape_id == 1


# What is written


@pytest.mark.parametrize(
    ("program", "format", "written"),
    [
        (RECORDED, "kim1", IMAGE),
        (
            *(Program("game", (Segment(0x200, b"\xea" * 17),), ""), "dump"),
            f"0200: {' '.join(['EA'] * 16)}\n0210: EA\n".encode(),
        ),
        (
            *(Program("game", (Segment(0x200, b"\xa9\0"),), "", start=0x200), "hex"),
            f"{HEX.data}\n:0400000500000200F5\n{HEX.end}\n".encode(),
        ),
        (
            *(Program("game", (Segment(0x200, b"\xa9\0"),), "", start=0x200), "srec"),
            f"{SREC.data}\nS5030001FB\nS9030200FA\n".encode(),
        ),
        (
            *(Program("game", (Segment(0x200, b"\xff" * 25),), ""), "ptp"),
            b";180200" + b"FF" * 24 + b"1802\n;010218FF011A\n;0000020002\n",
        ),
    ],
    ids=["kim1", "dump", "hex", "srec", "ptp, as the monitor would punch it"],
)
def test_a_program_is_written(program: Program, format: str, written: bytes) -> None:
    assert write_program(program, format) == written


def test_a_tape_of_other_records_keeps_sixteen_bits_of_its_sums() -> None:
    program = Program("game", (Segment(0xFE80, b"\xff" * 0xFF),), "memory")
    first, _ = write_paper_tape(program, 255).splitlines()
    assert first.endswith(f"{(255 + 0xFE + 0x80 + 255 * 255) & 0xFFFF:04X}")
    everything = Program("game", (Segment(0, bytes(0x10000)),), "memory")
    assert write_paper_tape(everything, 1).endswith("\n;0000000000\n")
    for per_record in (0, 256):
        with pytest.raises(ValueError, match=f"1 to 255 bytes, not {per_record}"):
            write_paper_tape(program, per_record)

"""MOS paper tape: what a real tape brings along, and what is wrong with a bad one."""

import pytest

from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program, Segment, read_program
from tests.emu.files.formats import drawn

FIRST = b";040200010203A900B5\r\n"
SECOND = b";0202048500008D\r\n"
END = b";0000020002\r\n"
TAPE = FIRST + SECOND + END
MEMORY = dict(enumerate(b"\x01\x02\x03\xa9\x85\x00", 0x200))
OF_10 = "with a count of $00 it has 10 hex digits"
NO_END = "the tape has no end record, so lost records would go unnoticed"


def read(blob: bytes) -> Program:
    return read_program(blob, "game.ptp")


def refusal(blob: bytes) -> str:
    return drawn.refusal(blob, "game.ptp")


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
    assert read(real) == Program.from_bytes_map("game.ptp", MEMORY, "paper tape")


def test_a_missing_end_record_is_noted() -> None:
    assert read(FIRST + SECOND) == Program.from_bytes_map(
        "game.ptp", MEMORY, "paper tape", (NO_END,)
    )
    assert read(FIRST + SECOND + b"KIM\r\n") == read(FIRST + SECOND)
    found = read(FIRST + SECOND + b";00\r\n")
    assert found.memory == MEMORY
    assert found.notes == ("the end record on line 3 counts no records",)


@pytest.mark.parametrize("checksum", ["0005", "0104"])
def test_the_end_record_may_sum_the_count_up_or_repeat_it(checksum: str) -> None:
    program = Program.from_bytes_map("game.ptp", dict.fromkeys(range(0x104), 0xEA), "paper tape")
    *records, end = write_paper_tape(program, 1).splitlines()
    assert end == ";0001040005"
    assert read("\n".join([*records, end[:7] + checksum]).encode()) == program


@pytest.mark.parametrize(
    ("blob", "message"),
    [
        (
            FIRST + b";0202048500008E\r\n" + END,
            "line 2 ($0204): checksum is $008D, the record says $008E",
        ),
        (FIRST + b";000001", f"line 2: the record is cut short: {OF_10}, not 6"),
        (FIRST + b";000001000100", f"line 2: the record is too long: {OF_10}, not 12"),
        (FIRST + b";0202O48500008D\n" + END, "line 2: 'O' is not a hex digit"),
        (FIRST + b";O202048500008D\n" + END, "line 2 ($0204): 'O' is not a hex digit"),
        (
            FIRST + SECOND + b";0000010001",
            "line 3: the record count is $0002 (2), the end record says $0001 (1)",
        ),
        (
            TAPE + FIRST + END,
            "line 5: the record count is $0001 (1), the end record says $0002 (2)",
        ),
    ],
)
def test_a_bad_tape_is_refused_with_its_line(blob: bytes, message: str) -> None:
    assert refusal(blob) == f"game.ptp, {message}"


@pytest.mark.parametrize(
    "blob",
    [
        SECOND + b"\r\nlost\n" + END,
        *(FIRST[1:] + SECOND, FIRST + SECOND[1:], TAPE + FIRST[1:]),
    ],
)
def test_text_within_a_tape_and_records_without_their_mark_are_refused(blob: bytes) -> None:
    assert "expected a record beginning with ';', found" in refusal(blob)


def test_the_tape_written_is_the_one_the_monitor_would_punch() -> None:
    program = Program.from_bytes_map("game", dict.fromkeys(range(0x200, 0x219), 0xFF))
    assert write_paper_tape(program) == (
        ";180200" + "FF" * 24 + "1802\n;010218FF011A\n;0000020002\n"
    )


@pytest.mark.parametrize("per_record", [0, 256])
def test_a_record_size_no_record_can_have_is_a_value_error(per_record: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 255 bytes, not {per_record}"):
        write_paper_tape(Program.from_bytes_map("game", MEMORY), per_record)


def test_checksums_and_the_count_of_records_keep_sixteen_bits() -> None:
    program = Program("game", (Segment(0xFE80, b"\xff" * 0xFF),), "memory")
    first, _ = write_paper_tape(program, 255).splitlines()
    assert first.endswith(f"{(255 + 0xFE + 0x80 + 255 * 255) & 0xFFFF:04X}")
    program = Program("game", (Segment(0, bytes(0x10000)),), "memory")
    assert write_paper_tape(program, 1).endswith("\n;0000000000\n")

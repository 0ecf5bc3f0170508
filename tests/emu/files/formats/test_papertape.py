"""MOS paper tape: what a real tape brings along, and what is wrong with a bad one."""

from __future__ import annotations

import pytest

from emu.errors import ProgramFileError
from emu.files.programs import Program, read_program, write_paper_tape

FIRST = b";040200010203A900B5\r\n"
SECOND = b";0202048500008D\r\n"
END = b";0000020002\r\n"
TAPE = FIRST + SECOND + END
MEMORY = dict(enumerate(b"\x01\x02\x03\xa9\x85\x00", 0x200))
NO_END = "the tape has no end record, so lost records would go unnoticed"


def read(blob: bytes) -> Program:
    return read_program(blob, "game.ptp")


def refusal(blob: bytes) -> str:
    with pytest.raises(ProgramFileError) as caught:
        read(blob)
    return str(caught.value)


def with_parity(blob: bytes, odd: bool) -> bytes:
    return bytes(byte | 0x80 if byte.bit_count() % 2 != odd else byte for byte in blob)


def test_a_tape_is_read() -> None:
    assert read(TAPE) == Program.from_bytes_map("game.ptp", MEMORY, "paper tape")


@pytest.mark.parametrize(
    "real",
    [
        pytest.param(b"\0" * 20 + TAPE.replace(b"\n", b"\n\0\0\0\0\0\0"), id="NUL fill"),
        pytest.param(b"\x7f" * 20 + TAPE.replace(b"02", b"0\x7f2"), id="rubouts"),
        pytest.param(bytes(byte | 0x80 for byte in TAPE), id="mark parity"),
        pytest.param(with_parity(TAPE, odd=False), id="even parity"),
        pytest.param(with_parity(TAPE, odd=True), id="odd parity"),
        pytest.param(TAPE.replace(b"\r\n", b"\n"), id="LF"),
        pytest.param(TAPE.replace(b"\r\n", b"\r"), id="CR"),
        pytest.param(TAPE.lower(), id="lower case"),
        pytest.param(TAPE.strip() + b"\x13", id="X-OFF"),
        pytest.param(TAPE.strip() + b"\x13KIM\r\n0200 A9 \r\n", id="the monitor's prompt after it"),
        pytest.param(TAPE + b"That was all; really.\r\n; the end\r\n", id="text after it"),
        pytest.param(b"KIM\r\n0200 A9 Q\r\n" + TAPE, id="text before it"),
        pytest.param(b"Q" + TAPE, id="the echo of the dump command"),
        pytest.param(FIRST + b"\r\n" + SECOND + END, id="an empty line"),
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
    assert read(real) == read(TAPE)


def test_a_missing_end_record_is_noted() -> None:
    assert read(FIRST + SECOND) == Program.from_bytes_map(
        "game.ptp", MEMORY, "paper tape", (NO_END,)
    )


def test_text_after_the_last_record_is_passed_over_without_an_end_record_too() -> None:
    assert read(FIRST + SECOND + b"KIM\r\n") == read(FIRST + SECOND)


def test_an_end_record_without_a_count_is_noted() -> None:
    found = read(FIRST + SECOND + b";00\r\n")
    assert found.memory == MEMORY
    assert found.notes == ("the end record on line 3 counts no records",)


def test_a_wrong_checksum_is_refused() -> None:
    assert refusal(FIRST + b";0202048500008E\r\n" + END) == (
        "game.ptp, line 2 ($0204): checksum is $008D, the record says $008E"
    )


def test_a_wrong_checksum_of_the_end_record_is_refused() -> None:
    assert refusal(FIRST + SECOND + b";0000020003") == (
        "game.ptp, line 3: checksum is $0002, the record says $0003"
    )


@pytest.mark.parametrize("checksum", ["0005", "0104"])
def test_the_end_record_may_sum_the_count_up_or_repeat_it(checksum: str) -> None:
    program = Program.from_bytes_map("game.ptp", dict.fromkeys(range(0x104), 0xEA), "paper tape")
    *records, end = write_paper_tape(program, 1).splitlines()
    assert end == ";0001040005"
    assert read("\n".join([*records, end[:7] + checksum]).encode()) == program


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        (
            b";020204850000",
            "($0204) is cut short: with a count of $02 it has 14 hex digits, not 12",
        ),
        (
            b";0202048500008D00",
            "($0204) is too long: with a count of $02 it has 14 hex digits, not 16",
        ),
        (b";000001", "is cut short: with a count of $00 it has 10 hex digits, not 6"),
        (b";000001000100", "is too long: with a count of $00 it has 10 hex digits, not 12"),
        (b";02", "is cut short: with a count of $02 it has 14 hex digits, not 2"),
    ],
)
def test_a_record_of_the_wrong_length_is_refused(record: bytes, fault: str) -> None:
    place = " ($0204)" if fault.startswith("(") else ""
    fault = fault.removeprefix("($0204) ")
    assert refusal(FIRST + record) == f"game.ptp, line 2{place}: the record {fault}"


def test_half_a_byte_is_refused() -> None:
    message = "line 2 ($0204): a hex digit is missing: the record has 13 of them"
    assert refusal(FIRST + b";0202048500008") == f"game.ptp, {message}"


@pytest.mark.parametrize("record", [b";0202O48500008D", b";O202048500008D"])
@pytest.mark.parametrize("before", [FIRST, b""])
def test_a_character_that_is_no_hex_digit_is_named(before: bytes, record: bytes) -> None:
    line = 2 if before else 1
    place = "" if b"02O4" in record else " ($0204)"
    message = f"game.ptp, line {line}{place}: 'O' is not a hex digit"
    assert refusal(before + record + b"\n" + END) == message


def test_the_only_line_may_be_damaged_and_full_of_fill() -> None:
    assert refusal(b";02O204850000\r\n\0\0") == "game.ptp, line 1: 'O' is not a hex digit"


@pytest.mark.parametrize(("count", "text"), [(1, "$0001 (1)"), (260, "$0104 (260)")])
def test_a_wrong_count_of_records_is_refused(count: int, text: str) -> None:
    end = f";00{count:04X}{sum(divmod(count, 256)):04X}".encode()
    assert refusal(FIRST + SECOND + end) == (
        f"game.ptp, line 3: the record count is $0002 (2), the end record says {text}"
    )


def test_each_of_several_tapes_is_counted_by_itself() -> None:
    assert "line 5: the record count is $0001 (1), the end record says $0002 (2)" in refusal(
        TAPE + FIRST + END
    )


def test_other_bytes_at_an_address_already_read_are_refused() -> None:
    assert refusal(FIRST + b";02020385000" + b"08C\r\n") == (
        "game.ptp, line 2: $0203 is given as $85 here and as $A9 before"
    )


def test_data_past_the_end_of_memory_is_refused() -> None:
    assert refusal(b";02FFFF85000285\r\n") == (
        "game.ptp, line 1: data at $FFFF-$10000 runs past $FFFF"
    )


@pytest.mark.parametrize(
    "stray", [FIRST[1:], b"\r\nlost"], ids=["a record without its mark", "text"]
)
def test_anything_but_records_within_a_tape_is_refused(stray: bytes) -> None:
    assert "expected a record beginning with ';', found" in refusal(SECOND + stray + b"\n" + END)


@pytest.mark.parametrize("blob", [FIRST[1:] + SECOND, FIRST + SECOND[1:], TAPE + FIRST[1:]])
def test_a_record_without_its_mark_is_refused_outside_a_tape_too(blob: bytes) -> None:
    assert "expected a record beginning with ';', found" in refusal(blob)


def test_the_tape_written_is_the_one_the_monitor_would_punch() -> None:
    program = Program.from_bytes_map("game", dict.fromkeys(range(0x200, 0x219), 0xFF))
    assert write_paper_tape(program) == (
        ";180200" + "FF" * 24 + "1802\n;010218FF011A\n;0000020002\n"
    )


def test_the_checksum_keeps_sixteen_bits() -> None:
    program = Program.from_bytes_map("game", dict.fromkeys(range(0xFE00, 0xFEFF), 0xFF))
    tape = write_paper_tape(program, 255)
    assert tape.splitlines()[0].endswith(f"{(255 + 0xFE + 255 * 255) & 0xFFFF:04X}")
    assert read_program(tape.encode(), "game").memory == program.memory


@pytest.mark.parametrize("per_record", [0, 256])
def test_a_record_size_no_record_can_have_is_a_value_error(per_record: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 255 bytes, not {per_record}"):
        write_paper_tape(Program.from_bytes_map("game", MEMORY), per_record)


def test_the_count_of_records_keeps_sixteen_bits() -> None:
    program = Program.from_bytes_map("game", dict.fromkeys(range(0x10000), 0))
    tape = write_paper_tape(program, 1)
    assert tape.endswith("\n;0000000000\n")
    assert read_program(tape.encode(), "game").segments == program.segments

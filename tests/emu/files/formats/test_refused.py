"""Files that are refused: the line to blame, and what is wrong with it."""

import pytest

from emu.errors import ProgramFileError
from emu.files.programs import read_program
from tests.emu.files.formats.drawn import HEX, SREC, TAPE, intel_record, s_record

DUMP = "0200 A9 00 85\n\n{}\n0210 00\n"
INTEL = f"{HEX.data}\n\n{{}}\n{HEX.end}"
MOTOROLA = f"{SREC.data}\n\n{{}}\n{SREC.end}"
ZEROS = "0200 " + " ".join(["00"] * 16)
FIRST, SECOND, END = TAPE.splitlines(keepends=True)
OF_10 = "with a count of $00 it has 10 hex digits"
IMAGE = bytes.fromhex("4B 49 4D 31 00 02 04 00 5A 01 9C E7 3F")


def refusal(blob: bytes) -> str:
    """What is said of a file that cannot be read."""
    with pytest.raises(ProgramFileError) as caught:
        read_program(blob, "game")
    return str(caught.value)


@pytest.mark.parametrize(
    ("around", "bad", "message"),
    [
        (DUMP, "0203 00 G9", "($0204): 'G' is not a hex digit"),
        (DUMP, "0203 A9;00", "($0203): ';' is not a hex digit"),
        (DUMP, "0203 A900", "($0203): expected a byte of two hex digits, found 'A900'"),
        (DUMP, "A9 00", "expected an address and bytes, found 'A9 00'"),
        (DUMP, "*", "lines of 3 bytes from $0203 on do not end at $0210"),
        (DUMP, "0204", "the dump is to end at $0204, its data end at $0203"),
        (DUMP, "0203", "no bytes after the address '0203'"),
        (DUMP, "0202 86", "$0202 is given as $86 here and as $85 before"),
        (DUMP, "FFFF 01 02", "data at $FFFF-$10000 runs past $FFFF"),
        (INTEL, ":02020000A90054", "($0200): checksum is $53, the record says $54"),
        (INTEL, ":02020000A9O053", "($0200): 'O' is not a hex digit"),
        (INTEL, ":02020000A9005", "($0200): a hex digit is missing: the record has 13 of them"),
        (
            *(INTEL, ":02020000A900"),
            "($0200): the record is cut short: with a count of $02 it has 14 hex digits, not 12",
        ),
        (
            *(INTEL, ":02020000A9005300"),
            "($0200): the record is too long: with a count of $02 it has 14 hex digits, not 16",
        ),
        (INTEL, ":", "the record is cut short after ':'"),
        (INTEL, intel_record(0, 6), "record type $06 is not one of $00 to $05"),
        (INTEL, intel_record(0, 1, "00"), "a record of type $01 has 0 data bytes, not 1"),
        (INTEL, intel_record(0, 4, "000000"), "a record of type $04 has 2 data bytes, not 3"),
        (INTEL, intel_record(0, 3, "FFFF0010"), "the start address $100000 is past $FFFF"),
        (INTEL, "lost", "expected a record beginning with ':', found 'lost'"),
        (MOTOROLA, "S1050200A90050", "($0200): checksum is $4F, the record says $50"),
        (MOTOROLA, "S100", "an S1 record has 3 bytes after its count, not 0"),
        (MOTOROLA, s_record(3, "0200A9"), "an S3 record has 5 bytes after its count, not 4"),
        (MOTOROLA, s_record(4, "0200"), "record type S4 is not one of S0 to S3 and S5 to S9"),
        (MOTOROLA, "lost", "expected a record beginning with 'S', found 'lost'"),
        (MOTOROLA, s_record(2, "00020300"), "an S2 record among S1 records"),
        (MOTOROLA, SREC.header, "a header (S0) after data"),
        (MOTOROLA, s_record(7, "00010000"), "the start address $10000 is past $FFFF"),
        (
            *(MOTOROLA, s_record(5, "0104")),
            "the record count is $0001 (1), the S5 record says $0104 (260)",
        ),
    ],
)
def test_a_bad_line_is_named(around: str, bad: str, message: str) -> None:
    place = " " if message.startswith("(") else ": "
    assert refusal(around.format(bad).encode()) == f"game, line 3{place}{message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0200 G9", ", line 1 ($0200): 'G' is not a hex digit"),
        ("0200:\n0200 A9 00\n", ", line 1: no bytes after the address '0200:'"),
        ("A9 00 85", ", line 1: expected paper tape, Intel HEX, S-records or a hex dump"),
        (f"*\n{ZEROS}", ", line 1: there is no line of bytes before *"),
        (f"{ZEROS}\n*", ", line 2: there is no address behind *"),
        (f"{ZEROS}\n*\n0100", ", line 2: lines of 16 bytes from $0210 on do not end at $0100"),
        (f"{ZEROS}\n*\nFFFFFFF0", ", line 2: all of * stand for more than 65,536 bytes"),
        (":0202O000A90053", ", line 1: 'O' is not a hex digit"),
        (HEX.data, ": the end record (:00000001FF) is missing"),
        (f"{HEX.data}\n{HEX.end}\n:", ", line 3: after the end record there is still ':'"),
        (f"{intel_record(0, 2, '0FE0')}\n{HEX.data}", ", line 2: data at $10000-$10001 runs past"),
        (f"{intel_record(0, 4, '0001')}\n{HEX.data}", ", line 2: data at $10200-$10201 runs past"),
        ("S10502O0A9004F", ", line 1: 'O' is not a hex digit"),
        (f"{SREC.data}\n{SREC.end}\nS1", ", line 3: after the end record there is still 'S1'"),
    ],
)
def test_a_bad_text_is_refused(text: str, message: str) -> None:
    """Its format is known by a damaged line alone; a dump needs an address."""
    assert refusal(text.encode()).startswith(f"game{message}")


@pytest.mark.parametrize(
    ("blob", "message"),
    [
        (
            FIRST + SECOND.replace(b"8D", b"8E") + END,
            ", line 2 ($0204): checksum is $008D, the record says $008E",
        ),
        (FIRST + b";000001", f", line 2: the record is cut short: {OF_10}, not 6"),
        (FIRST + b";000001000100", f", line 2: the record is too long: {OF_10}, not 12"),
        (FIRST + b";0202O48500008D\n" + END, ", line 2: 'O' is not a hex digit"),
        (FIRST + b";O202048500008D\n" + END, ", line 2 ($0204): 'O' is not a hex digit"),
        (
            FIRST + SECOND + b";0000010001",
            ", line 3: the record count is $0002 (2), the end record says $0001 (1)",
        ),
        (
            TAPE + FIRST + END,
            ", line 5: the record count is $0001 (1), the end record says $0002 (2)",
        ),
        (SECOND + b"lost\n" + END, ", line 2: expected a record beginning with ';', found 'lost'"),
        (FIRST[1:] + SECOND, ", line 1: expected a record beginning with ';', found '040200"),
        (FIRST + SECOND[1:], ", line 2: expected a record beginning with ';', found '020204"),
        (TAPE + FIRST[1:], ", line 4: expected a record beginning with ';', found '040200"),
        (IMAGE[:4], ": the header is cut short: it has 9 bytes, not 4"),
        (IMAGE[:8], ": the header is cut short: it has 9 bytes, not 8"),
        (IMAGE[:-1], ": the data at $0200 are cut short: 4 bytes by the header, 3 in the file"),
        (IMAGE + b"\0", ": the data at $0200 are too long: 4 bytes by the header, 5 in the file"),
        (b"KIM1\xff\xff\x02\x00\x01ab", ": data at $FFFF-$10000 runs past $FFFF"),
    ],
)
def test_a_bad_tape_or_image_is_refused(blob: bytes, message: str) -> None:
    assert refusal(blob).startswith(f"game{message}")

"""Motorola S-records: record types, and what is wrong with a bad file; what is wrong with a line of
any format is in test_intelhex.
"""

import pytest

from emu.files.formats.srecord import write as write_srec
from emu.files.programs import Program, read_program
from tests.emu.files.formats import drawn

HEADER = "S00600004844521B"
DATA = "S1050200A9004F"
END = "S9030000FC"
OF_S1 = "the data are S1 records"
RISK = ", so lost records would go unnoticed"
NO_END = f"the file has no end record (S7, S8 or S9){RISK}"


def record(kind: int, body: str) -> str:
    counted = bytes.fromhex(f"{len(body) // 2 + 1:02X}{body}")
    return f"S{kind}{counted.hex()}{~sum(counted) & 0xFF:02x}"


def read(*records: str) -> Program:
    return read_program("\n".join(records).encode(), "game.s19")


def refusal(*records: str) -> str:
    return drawn.refusal("\n".join(records).encode(), "game.s19")


@pytest.mark.parametrize(
    ("data", "end"),
    [
        (DATA, END),
        (record(2, "000200A900"), record(8, "000000")),
        (record(3, "00000200A900"), record(7, "00000000")),
    ],
    ids=["S1", "S2", "S3"],
)
def test_data_of_every_address_size_is_read(data: str, end: str) -> None:
    memory = {0x200: 0xA9, 0x201: 0x00}
    expected = Program.from_bytes_map("game.s19", memory, "S-record")
    for count in ("", record(5, "0001"), record(6, "000001")):
        assert read(HEADER, data, count, end) == expected


@pytest.mark.parametrize(
    ("end", "start"),
    [
        (END, None),
        (record(9, "0200"), 0x200),
        (record(8, "000201"), 0x201),
        (record(7, "00000202"), 0x202),
    ],
)
def test_the_end_record_gives_the_start_address_unless_it_is_zero(
    end: str, start: int | None
) -> None:
    found = read(DATA, end)
    assert found.start == start
    of_its_kind = end.startswith("S9")
    assert found.notes == (() if of_its_kind else (f"the end record is an {end[:2]}, {OF_S1}",))


def test_a_second_header_and_a_missing_end_record_are_noted() -> None:
    assert read(HEADER, HEADER, DATA, END).notes == ("the file has 2 headers (S0)",)
    assert read(DATA).notes == (NO_END,)
    assert read(DATA, record(5, "0001"), record(1, "020201")).notes == (NO_END,)
    counted = read(DATA, record(5, "0001"))
    assert counted.notes == (NO_END.removesuffix(RISK),), "a count at the end makes up for it"


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("S1050200A90050", "($0200): checksum is $4F, the record says $50"),
        ("S100", "an S1 record has 3 bytes after its count, not 0"),
        (record(3, "0200A9"), "an S3 record has 5 bytes after its count, not 4"),
        (record(4, "0200"), "record type S4 is not one of S0 to S3 and S5 to S9"),
        ("lost", "expected a record beginning with 'S', found 'lost'"),
        (record(2, "00020300"), "an S2 record among S1 records"),
        (HEADER, "a header (S0) after data"),
        (record(7, "00010000"), "the start address $10000 is past $FFFF"),
        (record(5, "0104"), "the record count is $0001 (1), the S5 record says $0104 (260)"),
    ],
)
def test_a_bad_record_is_refused(bad: str, message: str) -> None:
    place = " " if message.startswith("(") else ": "
    assert refusal(DATA, "", bad, END) == f"game.s19, line 3{place}{message}"


def test_anything_after_the_end_record_is_refused() -> None:
    message = f"game.s19, line 3: after the end record there is still '{DATA}'"
    assert refusal(DATA, END, DATA) == message
    only = "game.s19, line 1: 'O' is not a hex digit"
    assert refusal("S10502O0A9004F") == only, "the format is known by a damaged line alone"


def test_the_count_and_the_start_address_are_written() -> None:
    program = Program.from_bytes_map("game", {0x200: 0xA9, 0x201: 0x00}, start=0x200)
    assert write_srec(program) == f"{DATA}\nS5030001FB\nS9030200FA\n"

"""Intel HEX: record types, and what is wrong with a bad file."""

import pytest

from emu.files.formats.intelhex import write as write_intel_hex
from emu.files.programs import Program, read_program
from tests.emu.files.formats import drawn

DATA = ":02020000A90053"
END = ":00000001FF"


def record(address: int, kind: int, data: str = "") -> str:
    body = bytes.fromhex(f"{len(data) // 2:02X}{address:04X}{kind:02X}{data}")
    return f":{body.hex()}{-sum(body) & 0xFF:02x}"


def read(*records: str) -> Program:
    return read_program("\n".join(records).encode(), "game.hex")


def refusal(*records: str) -> str:
    return drawn.refusal("\n".join(records).encode(), "game.hex")


def test_data_and_end_records_are_read() -> None:
    memory = {0x200: 0xA9, 0x201: 0x00}
    assert read(DATA, END) == Program.from_bytes_map("game.hex", memory, "Intel HEX")


def test_a_base_moves_the_data_after_it_but_not_past_the_end() -> None:
    assert read(record(0, 2, "0100"), DATA, END).memory == {0x1200: 0xA9, 0x1201: 0x00}
    assert read(record(0, 4, "0000"), DATA, END).memory == {0x200: 0xA9, 0x201: 0x00}
    for base, beyond in ((record(0, 2, "0FE0"), "$10000-$10001"), (record(0, 4, "0001"), "$10200")):
        assert f"game.hex, line 2: data at {beyond}" in refusal(base, DATA, END)


@pytest.mark.parametrize(
    ("records", "start"),
    [
        ((record(0, 3, "00200010"), END), 0x210),
        ((record(0, 5, "00000200"), END), 0x200),
        ((record(0x0201, 1),), 0x201),
        ((record(0, 5, "00000200"), record(0x0201, 1)), 0x200),
    ],
)
def test_the_start_address_is_read(records: tuple[str, ...], start: int) -> None:
    assert read(DATA, *records).start == start


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (":02020000A90054", "($0200): checksum is $53, the record says $54"),
        (":02020000A9O053", "($0200): 'O' is not a hex digit"),
        (":02020000A9005", "($0200): a hex digit is missing: the record has 13 of them"),
        (
            ":02020000A900",
            "($0200): the record is cut short: with a count of $02 it has 14 hex digits, not 12",
        ),
        (
            ":02020000A9005300",
            "($0200): the record is too long: with a count of $02 it has 14 hex digits, not 16",
        ),
        (":", "the record is cut short after ':'"),
        (record(0, 6), "record type $06 is not one of $00 to $05"),
        (record(0, 1, "00"), "a record of type $01 has 0 data bytes, not 1"),
        (record(0, 4, "000000"), "a record of type $04 has 2 data bytes, not 3"),
        (record(0x201, 0, "01"), "$0201 is given as $01 here and as $00 before"),
        (record(0, 3, "FFFF0010"), "the start address $100000 is past $FFFF"),
        ("lost", "expected a record beginning with ':', found 'lost'"),
    ],
)
def test_a_bad_record_is_refused(bad: str, message: str) -> None:
    place = " " if message.startswith("(") else ": "
    assert refusal(DATA, "", bad, END) == f"game.hex, line 3{place}{message}"


def test_a_missing_end_record_and_anything_after_it_are_refused() -> None:
    assert refusal(DATA) == "game.hex: the end record (:00000001FF) is missing"
    message = f"game.hex, line 3: after the end record there is still '{DATA}'"
    assert refusal(DATA, END, DATA) == message
    only = "game.hex, line 1: 'O' is not a hex digit"
    assert refusal(":0202O000A90053") == only, "the format is known by a damaged line alone"


def test_the_start_address_is_written() -> None:
    program = Program.from_bytes_map("game", {0x200: 0xA9, 0x201: 0x00}, start=0x200)
    assert write_intel_hex(program) == f"{DATA}\n:0400000500000200F5\n{END}\n"

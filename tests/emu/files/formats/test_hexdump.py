"""Hex dumps: the ways of writing them, and what is wrong with a bad one."""

import pytest

from emu.files.formats.hexdump import write as write_hex_dump
from emu.files.programs import Program, read_program
from tests.emu.files.formats import drawn

MEMORY = dict(enumerate(b"\xa9\x00\x85", 0x200))


def read(text: str) -> Program:
    return read_program(text.encode(), "game.txt")


def refusal(text: str) -> str:
    return drawn.refusal(text.encode(), "game.txt")


@pytest.mark.parametrize(
    "text",
    [
        "0200 A9 00 85",
        "0200:A9 00 85",
        "0200- A9 00 85",
        "$200: A9 00 85",
        "200 a9 00 85",
        "\t0200\tA9  00\t85  ",
        "0200 A9 00\n\n0202 85",
        "0202 85\n0200 A9 00",
        "0200 A9 00\n0201 00 85",
        "0200 A9 00 85 ; load zero; store it",
        "0200 A9 00 85 # load | zero",
        "; the program\n# from a listing\n;;;;\n0200 A9 00 85",
        "0200 A9 00 85|. ;|",
        "00000200  a9 00 85                                          |...|\n00000203\n",
    ],
)
def test_every_way_of_writing_a_dump_is_read(text: str) -> None:
    assert read(text) == Program.from_bytes_map("game.txt", MEMORY, "hex dump")


def test_a_star_is_the_line_before_it_again() -> None:
    zeros, ones = " ".join(["00"] * 16), " ".join(["01"] * 16)
    dump = f"00000200  {zeros}  |...|\n*\n00000240  {ones}  |...|\n*\n00000260\n"
    assert read(dump).memory == {0x200 + at: at // 0x40 for at in range(0x60)}
    for bad, why in (
        (f"*\n0200 {zeros}", "line 1: there is no line of bytes before *"),
        (f"0200 {zeros}\n*", "line 2: there is no address behind *"),
        (f"0200 {zeros}\n*\n0218", "line 2: lines of 16 bytes from $0210 on do not end at $0218"),
        (f"0200 {zeros}\n*\n0100", "line 2: lines of 16 bytes from $0210 on do not end at $0100"),
        (f"0200 {zeros}\n*\nFFFFFFF0", "all of * stand for more than 65,536 bytes"),
        (f"0000 {zeros}\n*\nFF00 {zeros}\n" * 2, "line 5: all of * stand for more than 65,536"),
    ):
        assert why in refusal(bad)


def test_comments_may_be_in_any_script() -> None:
    assert read("0200 A9 00 85 ; Übertrag löschen — fertig\n").memory == MEMORY
    assert read_program("0200 A9 00 85 ; löschen\n".encode("latin-1"), "game").memory == MEMORY


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("0203 00 G9", "($0204): 'G' is not a hex digit"),
        ("0203 A9;00", "($0203): ';' is not a hex digit"),
        ("0203 A900", "($0203): expected a byte of two hex digits, found 'A900'"),
        ("A9 00", "expected an address and bytes, found 'A9 00'"),
        ("*", "lines of 3 bytes from $0203 on do not end at $0210"),
        ("0204", "the dump is to end at $0204, its data end at $0203"),
        ("0203", "no bytes after the address '0203'"),
        ("0202 86", "$0202 is given as $86 here and as $85 before"),
        ("FFFF 01 02", "data at $FFFF-$10000 runs past $FFFF"),
    ],
)
def test_a_bad_line_is_refused(bad: str, message: str) -> None:
    text = f"0200 A9 00 85\n\n{bad}\n0210 00\n"
    place = " " if message.startswith("(") else ": "
    assert refusal(text) == f"game.txt, line 3{place}{message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0200 G9", " ($0200): 'G' is not a hex digit"),
        ("0200:\n0200 A9 00\n", ": no bytes after the address '0200:'"),
        ("A9 00 85", ": expected paper tape, Intel HEX, S-records or a hex dump"),
    ],
)
def test_a_dump_is_known_by_a_damaged_line_alone_but_needs_an_address(
    text: str, message: str
) -> None:
    assert refusal(text).startswith(f"game.txt, line 1{message}")


def test_the_dump_written_has_sixteen_bytes_a_line() -> None:
    program = Program.from_bytes_map("game", dict.fromkeys(range(0x200, 0x211), 0xEA))
    assert write_hex_dump(program) == f"0200: {' '.join(['EA'] * 16)}\n0210: EA\n"

"""``microchess kim convert`` and ``kim info``."""

import json
from functools import partial
from pathlib import Path

import pytest

from emu.files.programs import FORMATS, Program, read_program, write_program
from tests import commands

PROGRAM = Program.from_bytes_map(
    "game", {0x200: 0x01, 0x201: 0x9C, 0x202: 0xE7, 0x203: 0x3F}, start=0x201
)
APART = Program.from_bytes_map("game", {0x200: 1, 0x203: 4})
run = partial(commands.run, "kim")


@pytest.fixture(autouse=True)
def game() -> None:
    Path("game.hex").write_bytes(write_program(PROGRAM, "hex"))


@pytest.mark.parametrize("format", [one for one in FORMATS if one != "wav"])
def test_a_program_is_the_same_in_every_format(format: str) -> None:
    suffix = FORMATS[format].suffixes[0]
    code, out, err = run("convert", "game.hex", f"other{suffix}")
    assert (code, err) == (0, "")
    assert f"other{suffix}: {FORMATS[format].name}, 4 bytes, $0200-$0203" in out
    assert ("note: the start address $0201 is not kept" in out) == (not FORMATS[format].start)
    assert run("convert", f"other{suffix}", "back.hex", "--at", "0200")[0] == 0
    assert read_program(Path("back.hex").read_bytes(), "game").memory == PROGRAM.memory


def test_the_terminal_gets_the_file_and_nothing_else() -> None:
    code, out, err = run("convert", "game.hex", "-", "--format", "dump")
    assert (code, out) == (0, "0200: 01 9C E7 3F\n")
    assert err.splitlines()[-1] == "-: hex dump, 4 bytes, $0200-$0203"


def test_gaps_are_filled_and_ranges_chosen_when_asked() -> None:
    Path("apart.ptp").write_bytes(write_program(APART, "ptp"))
    assert run("convert", "apart.ptp", "apart.bin", "--fill", "FF")[0] == 0
    assert Path("apart.bin").read_bytes() == b"\x01\xff\xff\x04"
    run("convert", "apart.ptp", "part.kim1", "--only", "0201-0203", "--id", "C1")
    assert Path("part.kim1").read_bytes() == b"KIM1\x03\x02\x01\x00\xc1\x04"


def test_info_tells_segments_and_the_sums_the_cassette_would_have() -> None:
    code, out, _ = run("info", "game.hex")
    assert (code, out.splitlines()[:3]) == (
        0,
        [
            "game.hex: Intel HEX, 4 bytes",
            "  $0200-$0203      4 bytes, sum $01C5",
            "  starts at $0201",
        ],
    )
    run("convert", "game.hex", "game.kim1", "--id", "5A")
    told = json.loads(run("info", "game.kim1", "--json")[1])
    assert told["segments"] == [{"first": 0x200, "last": 0x203, "bytes": 4, "sum": 0x1C5}]
    assert (told["tape_id"], told["start"], told["bytes"], told["notes"]) == (0x5A, None, 4, [])
    run("convert", "game.hex", "game.bin")
    for arguments in (["game.bin@0200"], ["game.bin", "--at", "0x200"]):
        assert "raw binary, 4 bytes\n  $0200-$0203" in run("info", *arguments)[1]

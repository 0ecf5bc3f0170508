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
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """``game.hex``, in the folder that is the present one."""
    monkeypatch.chdir(tmp_path)
    path = Path("game.hex")
    path.write_bytes(write_program(PROGRAM, "hex"))
    Path("apart.ptp").write_bytes(write_program(APART, "ptp"))
    return path


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
    code, _, err = run("convert", "apart.ptp", "apart.bin")
    assert code == 1
    assert "apart.ptp has 2 segments" in err
    assert not Path("apart.bin").exists()
    assert run("convert", "apart.ptp", "apart.bin", "--fill", "FF")[0] == 0
    assert Path("apart.bin").read_bytes() == b"\x01\xff\xff\x04"
    run("convert", "apart.ptp", "part.kim1", "--only", "0201-0203", "--id", "C1")
    assert Path("part.kim1").read_bytes() == b"KIM1\x03\x02\x01\x00\xc1\x04"


def test_a_damaged_file_leaves_nothing_behind(game: Path) -> None:
    game.write_text(":02020000A90054\n:00000001FF\n")
    code, out, err = run("convert", "game.hex", "game.ptp")
    assert (code, out) == (1, "")
    assert err == ("microchess: game.hex, line 1 ($0200): checksum is $53, the record says $54\n")
    assert not Path("game.ptp").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["convert", "game.hex", "game.txt"], 1, "no format has the suffix '.txt'"),
        (["convert", "game.hex", "-"], 1, "- has no suffix; give --format ptp, hex,"),
        (["convert", "none.hex", "game.ptp"], 1, "none.hex: No such file"),
        (["convert", "game.hex", "x.ptp", "--only", "300-3FF"], 1, "has no bytes at $0300-$03FF"),
        (["convert", "game.hex", "x.ptp", "--only", "3-2"], 2, "'3-2' ends before it begins"),
        (["convert", "game.hex", "x.ptp", "--fill", "100"], 2, "'100' is no byte; expected"),
        (["convert", "game.hex", "x.ptp", "--at", "$FFFFF"], 2, "'$FFFFF' is no address; expected"),
        (["convert", "game.hex", "x.ptp", "--at", ""], 2, "'' is no address; expected"),
        (["convert", "game.hex", "x.ptp", "--format", "elf"], 2, "invalid choice: 'elf'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: list[str], code: int, complaint: str) -> None:
    found, _, err = run(*arguments)
    assert (found, err.count("\n")) == (code, 1)
    assert complaint in err


def test_info_tells_segments_and_the_sums_the_cassette_would_have() -> None:
    code, out, _ = run("info", "game.hex")
    assert code == 0
    assert out.splitlines()[:3] == [
        "game.hex: Intel HEX, 4 bytes",
        "  $0200-$0203      4 bytes, sum $01C5",
        "  starts at $0201",
    ]


def test_info_as_json_has_numbers() -> None:
    run("convert", "game.hex", "game.kim1", "--id", "5A")
    told = json.loads(run("info", "game.kim1", "--json")[1])
    assert told["segments"] == [{"first": 0x200, "last": 0x203, "bytes": 4, "sum": 0x1C5}]
    assert (told["tape_id"], told["start"], told["bytes"], told["notes"]) == (0x5A, None, 4, [])


@pytest.mark.parametrize("arguments", [["game.bin@0200"], ["game.bin", "--at", "0x200"]])
def test_a_raw_binary_needs_its_address(arguments: list[str]) -> None:
    run("convert", "game.hex", "game.bin")
    code, _, err = run("info", "game.bin")
    assert (code, "give the address" in err) == (1, True)
    assert "raw binary, 4 bytes\n  $0200-$0203" in run("info", *arguments)[1]

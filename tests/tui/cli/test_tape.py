"""``microchess tape``: what it prints and writes, and what it refuses."""

from __future__ import annotations

import json
from array import array
from functools import partial
from pathlib import Path

import pytest

from emu.cassette import wav
from emu.cassette.audio import Audio, sound
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode
from emu.files.formats.recording import is_wav
from emu.files.programs import Program, read_program, write_program
from tests import commands

RATE = 11_025
MEMORY = {**dict(enumerate(b"\x01\x9c\xe7\x3f", 0x200)), **dict(enumerate(b"\x11\x22\x33", 0x300))}
PROGRAM = Program.from_bytes_map("p", MEMORY)
run = partial(commands.run, "tape")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "p.ptp"
    path.write_bytes(write_program(PROGRAM, "ptp"))
    return path


def recording(path: Path, *parts: tuple[TapeRecord, int]) -> Path:
    """A file with records, each with its speed."""
    channel: array[float] = array("f")
    for record, speed in parts:
        channel += sound(encode([record], speed, syncs=20, pause=100_000), RATE).channels[0][:]
    path.write_bytes(wav.write(Audio(RATE, (channel,))))
    return path


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A recording of one byte."""
    path = tmp_path_factory.mktemp("tape") / "good.wav"
    return recording(path, (TapeRecord(1, 0x200, b"\1"), 6)).read_bytes()


def spoilt(path: Path, seconds: float) -> None:
    """Silence a tenth of a second."""
    data = bytearray(path.read_bytes())
    at = 44 + int(seconds * RATE) * 2
    data[at : at + RATE // 5] = bytes(RATE // 5)
    path.write_bytes(data)


def test_save_info_load(source: Path, tmp_path: Path) -> None:
    tape = tmp_path / "p.wav"
    assert run("save", source, tape, "--id", "5A", "--speed", "6") == (
        0,
        f"{tape}: cassette recording, 7 bytes, $0200-$0203 $0300-$0302\n",
        "",
    )
    code, out, err = run("info", tape)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == f"{tape}: 3.9 s, 44100 Hz, 1 channel"
    shown = " ".join(out.splitlines()[2].split())
    assert shown == "0.5 s 5A 0200-0203 4 ok x6 +0.0 % 100"
    assert out.splitlines()[-1] == "2 records, all good"
    assert run("load", tape) == (
        0,
        source.read_text(),
        "note: the tape's ID $5A is not kept\n-: paper tape, 7 bytes, $0200-$0203 $0300-$0302\n",
    )


def test_a_program_becomes_a_recording_and_that_an_image(tmp_path: Path) -> None:
    source, tape = tmp_path / "p.ptp", tmp_path / "tape.WAV"
    source.write_bytes(write_program(Program.from_bytes_map("p", {0x0200: 0xEA}), "ptp"))
    assert commands.run("kim", "convert", source, tape)[0] == 0
    assert is_wav(tape.read_bytes())
    odd = tape.rename(tmp_path / "recording")
    assert commands.run("kim", "convert", odd, tmp_path / "again.hex")[0] == 0
    again = read_program((tmp_path / "again.hex").read_bytes(), "p")
    assert again.memory == {0x0200: 0xEA}
    added = commands.run("image", "add", "--anyway", odd)
    assert added[0] == 0
    assert "microchess: added from recording" in added[1]


def test_the_sample_rate_is_as_wanted(source: Path, tmp_path: Path) -> None:
    tape = tmp_path / "t.wav"
    options = ["--rate", "22050", "--speed", "6"]
    assert run("save", source, tape, *options)[0] == 0
    assert tape.read_bytes()[22:36] == b"\x01\x00\x22\x56\x00\x00\x44\xac\x00\x00\x02\x00\x10\x00"
    assert run("info", tape)[0] == 0


def test_json_tells_everything(tmp_path: Path) -> None:
    tape = recording(tmp_path / "t.wav", (TapeRecord(0xC1, 0x200, b"\1\2"), 3))
    code, out, _ = run("info", tape, "--json")
    told = json.loads(out)
    assert (code, told["rate"], told["channels"]) == (0, RATE, 1)
    (one,) = told["records"]
    shown = [one[key] for key in ("id", "start", "bytes", "data", "good", "speed")]
    assert shown == [0xC1, 0x200, 2, "0102", True, 3]
    assert one["checksum"] == one["checksum_read"] == 5


def test_a_bad_record_is_told_and_refused_unless_anyway(tmp_path: Path) -> None:
    good, bad = TapeRecord(1, 0x200, bytes(20)), TapeRecord(2, 0x300, bytes(range(60)))
    tape = recording(tmp_path / "t.wav", (good, 6), (bad, 6))
    spoilt(tape, 2.2)
    code, out, _ = run("info", tape)
    assert code == 1
    assert "cut off after" in out
    assert out.endswith("2 records, 1 bad\n")
    code, out, err = run("load", tape, "-o", tmp_path / "p.ptp")
    assert (code, out) == (1, "")
    assert "record 02 at" in err
    assert err.count("\n") == 1
    assert not (tmp_path / "p.ptp").exists()
    assert run("load", tape, "--id", "01")[0] == 0
    code, out, _ = run("load", tape, "-o", tmp_path / "p.ptp", "--anyway")
    assert code == 0
    assert "cut off after" in out
    kept = read_program((tmp_path / "p.ptp").read_bytes(), "p").memory
    assert 20 < len(kept) < 80
    assert all(kept[0x300 + i] == i for i in range(len(kept) - 20))


def test_a_good_copy_stands_in_for_a_bad_one(tmp_path: Path) -> None:
    one = TapeRecord(1, 0x200, bytes(range(60)))
    tape = recording(tmp_path / "t.wav", (one, 6), (one, 6))
    spoilt(tape, 0.9)
    code, out, err = run("load", tape)
    assert code == 0
    assert read_program(out.encode(), "out").memory == dict(enumerate(one.data, one.start))
    assert "passed over" in err


def test_records_that_disagree_are_refused(tmp_path: Path) -> None:
    tape = recording(
        tmp_path / "t.wav", (TapeRecord(1, 0x200, b"\1\2\3"), 6), (TapeRecord(2, 0x202, b"\4"), 6)
    )
    code, _, err = run("load", tape)
    assert code == 1
    assert err.endswith("has $04 at $0202, a record before it $03\n")


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        ("info none.wav", 1, "none.wav: No such file"),
        ("info p.ptp", 1, "p.ptp is no WAV file"),
        ("info silent.wav", 1, "no tape record found"),
        ("load silent.wav", 1, "no tape record found"),
        ("load good.wav --id 77", 1, "no record with the ID $77"),
        ("load good.wav -o p.xyz", 1, "suffix '.xyz'"),
        ("load good.wav --id 1FF", 2, "expected hexadecimal 0 to FF"),
        ("save p.ptp new.wav --id 00", 1, "$01-$FE, not $00"),
        ("save p.ptp new.wav --rate 4000", 2, "expected 8000 to 192000"),
        ("save p.ptp new.wav --rate 8000 --speed 6", 1, "11025"),
        ("save p.ptp new.wav --speed 4", 2, "--speed"),
    ],
)
@pytest.mark.usefixtures("source")
def test_what_is_wrong_is_told_in_a_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    good: bytes,
    arguments: str,
    code: int,
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.wav").write_bytes(good)
    (tmp_path / "silent.wav").write_bytes(wav.write(Audio(8_000, (array("f", bytes(40_000)),))))
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    got, _, err = run(*arguments.split())
    assert (got, err.count("\n")) == (code, 1)
    assert why in err
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before

"""``microchess tape``: what it prints and writes."""

from __future__ import annotations

import json
from array import array
from functools import partial
from pathlib import Path

from emu.cassette import wav
from emu.cassette.audio import Audio, sound
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode
from emu.files.programs import Program, read_program, write_program
from tests import commands

RATE = 11_025
run = partial(commands.run, "tape")


def recording(*parts: TapeRecord, spoilt: float | None = None) -> str:
    """A file with records; of one, a tenth of a second is silent from that second on."""
    channel: array[float] = array("f")
    for record in parts:
        channel += sound(encode([record], 6, syncs=20, pause=100_000), RATE).channels[0][:]
    data = bytearray(wav.write(Audio(RATE, (channel,))))
    if spoilt is not None:
        at = 44 + int(spoilt * RATE) * 2
        data[at : at + RATE // 5] = bytes(RATE // 5)
    Path("t.wav").write_bytes(data)
    return "t.wav"


def test_a_program_becomes_a_recording_and_the_same_program_again() -> None:
    memory = {**dict(enumerate(b"\x01\x9c\xe7\x3f", 0x200)), 0x300: 0x11}
    source = write_program(Program.from_bytes_map("p", memory), "ptp")
    Path("p.ptp").write_bytes(source)
    assert run("save", "p.ptp", "p.wav", "--id", "5A", "--speed", "6", "--rate", "22050") == (
        0,
        "p.wav: cassette recording, 5 bytes, $0200-$0203 $0300-$0300\n",
        "",
    )
    code, out, err = run("info", "p.wav")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].endswith(" s, 22050 Hz, 1 channel")
    assert " ".join(lines[2].split()) == "0.5 s 5A 0200-0203 4 ok x6 +0.0 % 100"
    assert lines[-1] == "2 records, all good"
    assert run("load", "p.wav") == (
        0,
        source.decode(),
        "note: the tape's ID $5A is not kept\n-: paper tape, 5 bytes, $0200-$0203 $0300-$0300\n",
    )
    odd = Path("p.wav").rename("recording")
    assert commands.run("kim", "convert", odd, "again.hex")[0] == 0
    assert read_program(Path("again.hex").read_bytes(), "p").memory == memory
    assert "added from recording" in commands.run("image", "add", "--anyway", odd)[1]


def test_json_tells_everything() -> None:
    code, out, _ = run("info", recording(TapeRecord(0xC1, 0x200, b"\1\2")), "--json")
    told = json.loads(out)
    assert (code, told["rate"], told["channels"]) == (0, RATE, 1)
    (one,) = told["records"]
    shown = [one[key] for key in ("id", "start", "bytes", "data", "good", "speed")]
    assert shown == [0xC1, 0x200, 2, "0102", True, 6]
    assert one["checksum"] == one["checksum_read"] == 5
    Path("t.wav").write_bytes(wav.write(Audio(RATE, (array("f", bytes(40_000)),))))
    told = "microchess: t.wav: no tape record found\n"
    assert run("info", "t.wav")[::2] == (1, told)


def test_a_bad_record_is_told_and_refused_unless_there_is_a_good_copy_or_anyway() -> None:
    good, bad = TapeRecord(1, 0x200, bytes(9)), TapeRecord(2, 0x300, bytes(range(40)))
    tape = recording(good, bad, spoilt=1.6)
    code, out, _ = run("info", tape)
    assert code == 1
    assert "cut off after" in out
    assert out.endswith("2 records, 1 bad\n")
    code, out, err = run("load", tape, "-o", "p.ptp")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "record 02 at" in err
    assert not Path("p.ptp").exists()
    assert run("load", tape, "--id", "01")[0] == 0
    code, out, _ = run("load", tape, "-o", "p.ptp", "--anyway")
    assert (code, "cut off after" in out) == (0, True)
    kept = read_program(Path("p.ptp").read_bytes(), "p").memory
    assert 9 < len(kept) < 49
    assert all(kept[0x300 + i] == i for i in range(len(kept) - 9))
    code, out, err = run("load", recording(bad, bad, spoilt=0.8))
    assert (code, "passed over" in err) == (0, True)
    assert read_program(out.encode(), "out").memory == dict(enumerate(bad.data, bad.start))

"""Recordings and the machine: what its monitor saves and loads in real time, in emulated cycles."""

import sys
from dataclasses import replace
from random import Random

import pytest

import rom
from emu.cassette import wav
from emu.cassette.audio import Audio, sound
from emu.cassette.decode import decode, listen, reading_back
from emu.cassette.records import TapeRecord
from emu.cassette.signal import SPEEDS, encode
from emu.cassette.tones import tones_of
from emu.chips.waveform import Waveform
from emu.machine import Machine
from emu.passing import result_of
from tests.emu.cassette import damage
from tests.sample import every_run

DUMPT, LOADT, START = 0x1800, 0x1873, 0x1C4F
PREG, SAL = 0xF1, 0x17F5
RECORD = TapeRecord(0x5A, 0x0200, bytes.fromhex("019CE73F"))


def go(machine: Machine, address: int, record: TapeRecord) -> None:
    """Fill in a record's parameters and start a tape routine with the keys."""
    end = record.start + len(record.data)
    machine.load_bytes(SAL, record.start.to_bytes(2, "little") + end.to_bytes(2, "little"))
    machine.poke(SAL + 4, record.id)
    machine.poke(PREG, 0)
    for key in ("AD", *f"{address:04X}", "GO"):
        machine.press(key)


def saved(record: TapeRecord) -> Waveform:
    """The output line while the monitor saves a record."""
    machine = Machine(rom.monitor())
    machine.load_bytes(record.start, record.data)
    machine.record_tape()
    go(machine, DUMPT, record)
    machine.run_until({START}, 30_000_000)
    return machine.recorded_tape()


def loads(audio: Audio, record: TapeRecord) -> tuple[str, bytes]:
    """What the monitor shows and has in memory once the recording was played to its loader."""
    line = listen(audio).line
    machine = Machine(rom.monitor())
    go(machine, LOADT, record)
    machine.play_tape(line)
    machine.run(line.length + 100_000)
    return machine.settled_readout().text, machine.read(record.start, len(record.data))


@pytest.fixture(scope="module")
def line() -> Waveform:
    """What the monitor wrote, once for all tests."""
    return saved(RECORD)


def test_what_the_monitor_saves_is_decoded_at_once(line: Waveform) -> None:
    (found,) = decode(wav.read(wav.write(sound(line, 22_050), 8), "tape.wav"))
    assert (found.id, found.start, found.data) == (RECORD.id, RECORD.start, RECORD.data)
    assert (found.good, found.complaints, found.speed) == (True, (), 1)
    assert found.deviation == pytest.approx(0, abs=0.01)
    assert found.syncs in (99, 100)


def test_what_was_recorded_here_reads_as_its_sound_does(line: Waveform) -> None:
    (heard,), (found,) = listen(sound(line, 22_050)).records, result_of(reading_back(line)).records
    assert replace(found, position=heard.position, end=heard.end, bit=heard.bit) == heard
    assert (found.position, found.end) == pytest.approx((heard.position, heard.end), abs=1e-3)
    assert found.bit == pytest.approx(heard.bit, rel=1e-3)


@pytest.mark.parametrize("speed", SPEEDS)
def test_what_was_recorded_here_is_read_at_every_speed(speed: int) -> None:
    line = encode([RECORD, RECORD], speed, syncs=20)
    cassette = result_of(reading_back(line))
    expected = (RECORD.data, True, speed)
    assert [(one.data, one.good, one.speed) for one in cassette.records] == [expected] * 2
    assert sys.getsizeof(tones_of(line).sums) < 0.05 * line.length, "50 KB a second"


@pytest.mark.slow
def test_the_monitor_loads_what_is_made_outside() -> None:
    audio = sound(encode([RECORD], SPEEDS[-1], syncs=15, pause=50_000), 44_100)
    assert loads(audio, RECORD)[1] == RECORD.data


@pytest.mark.parametrize(
    ("defect", "strength"),
    every_run(
        [
            (damage.noise, 12),
            (damage.dropouts, 0.5),
            (damage.swinging, -15),
            (damage.hum, 10),
            (damage.jumps, 20),
        ],
        1,
    ),
)
def test_the_monitor_loads_a_damaged_tape(defect: damage.Defect, strength: float) -> None:
    audio = sound(encode([RECORD], syncs=15, pause=50_000), damage.RATE)
    damaged = damage.damaged(audio, defect, strength, Random(1))
    assert loads(damaged, RECORD) == ("000000", RECORD.data)

"""Saving and loading through PB7, and the tape services.

What the tape says is read and written here by means of its own: half periods and thirds of bits.
"""

from itertools import pairwise

import pytest

import rom
from emu.chips.waveform import Waveform
from emu.machine import Machine
from tests.rom import at
from tests.rom.kit import DECIMAL, ask_ours, call, code, enter, is_ours, ports_ready

PART = 2_460
"""Cycles of a third of a bit."""
BUDGET = 20_000_000


def characters(recorded: Waveform) -> bytes:
    """What a recording of the output says: bits by the length of high and low tone."""
    halves = [b - a for a, b in pairwise(recorded.edges)]
    spans: list[tuple[bool, int]] = []
    for n, half in enumerate(halves):
        around = sorted(halves[max(0, n - 1) : n + 2])[len(halves[max(0, n - 1) : n + 2]) // 2]
        high = around < 170
        if spans and spans[-1][0] == high:
            spans[-1] = (high, spans[-1][1] + half)
        else:
            spans.append((high, half))
    if spans and not spans[0][0]:
        del spans[0]
    bits = [int(low > high) for (_, high), (_, low) in zip(spans[::2], spans[1::2], strict=False)]
    return bytes(
        sum(bit << n for n, bit in enumerate(bits[i : i + 8])) for i in range(0, len(bits) - 7, 8)
    )


def tape(text: bytes, speed: float = 1.0, lead: int = 50_000) -> Waveform:
    """The level of PB7 while a tape with *text* plays: 0 in the high tone, 1 in the low one."""
    edges, now = [], float(lead)
    for byte in text:
        for n in range(8):
            high = 1 if byte >> n & 1 else 2
            edges += [round(now), round(now + high * PART * speed)]
            now += 3 * PART * speed
    return Waveform(1, tuple(edges), round(now) + 50_000)


def record(ident: int, start: int, data: bytes, syncs: int = 14, total: int | None = None) -> bytes:
    """The characters of a record."""
    address = start.to_bytes(2, "little")
    found = sum(address) + sum(data) if total is None else total
    body = bytes((ident,)) + address + data
    return (
        bytes((0x16,)) * syncs
        + b"*"
        + body.hex().upper().encode()
        + b"/"
        + found.to_bytes(2, "little").hex().upper().encode()
        + b"\x04\x04"
    )


def parameters(machine: Machine, start: int, end: int, ident: int) -> None:
    """SAL, SAH, EAL, EAH, ID."""
    machine.load_bytes(
        at.SAL, start.to_bytes(2, "little") + end.to_bytes(2, "little") + bytes((ident,))
    )


def save(machine: Machine, start: int, data: bytes, ident: int, p: int = 0) -> Waveform:
    """What DUMPT, started with GO, records."""
    machine.load_bytes(start, data)
    parameters(machine, start, start + len(data), ident)
    machine.poke(at.PREG, p)
    machine.record_tape()
    enter(machine, "AD 1800 GO")
    machine.run_until({0x1C4F}, BUDGET)
    return machine.recorded_tape()


def load(machine: Machine, played: Waveform, ident: int, start: int = 0) -> str:
    """What the digits show after LOADT, started with GO, has heard the whole tape."""
    parameters(machine, start, 0, ident)
    machine.poke(at.PREG, 0)
    enter(machine, "AD 1873 GO")
    machine.play_tape(played)
    machine.run(played.length + 30_000)
    return machine.settled_readout().text


DATA = bytes.fromhex("019CE73F")
WRITTEN = b"*5A0002019CE73F/C501\x04\x04"
SAVED = b"\x16" * 14 + WRITTEN


@pytest.fixture
def quick(monitor: bytes) -> float:
    """The speed of the shortest tape that the monitor loads."""
    return 1 / 6 if monitor == rom.monitor() else 1.0


# Saving


def test_a_save_writes_the_documented_characters(machine: Machine) -> None:
    recorded = save(machine, 0x0200, DATA, 0x5A)
    assert machine.settled_readout().text[:4] == "0000"
    heard = characters(recorded)
    assert heard.startswith(b"\x16" * 98)
    assert heard.endswith(WRITTEN)
    halves = [b - a for a, b in pairwise(recorded.edges)]
    usual = {half for half in set(halves) if halves.count(half) > len(halves) // 4}
    assert usual == {136, 206} or not is_ours(machine)
    assert all(min(abs(half - 136), abs(half - 206)) <= 1 for half in usual)
    assert recorded.edges[-1] - recorded.edges[0] == pytest.approx(7_190_000, rel=0.005)


def test_saving_nothing_is_a_record_without_data(machine: Machine) -> None:
    """Meanwhile the output is driven and the inputs are shut."""
    parameters(machine, 0x0200, 0x0200, 0x5A)
    machine.record_tape()
    enter(machine, "AD 1800 GO")
    assert machine.peek(at.PBDD) == 0xBF
    assert machine.peek(at.SBD) & 0x3F == 0x27
    assert machine.settled_readout().dark
    machine.run_until({at.START}, BUDGET)
    assert b"*5A0002/0200" in characters(machine.recorded_tape())


def test_ours_saves_right_in_decimal_mode_too(ours: Machine) -> None:
    assert b"019CE73F/C501" in characters(save(ours, 0x0200, DATA, 0x5A, p=DECIMAL))


# Loading

OTHERS = record(0x11, 0x0280, b"\x77") + b"\0\0"
NOISE = bytes(n * 73 + 19 & 0xFF for n in range(20))
LOADED = {
    "by any number": (0x00, 0, SAVED, "0000", DATA),
    "to another place": (0xFF, 0x0300, SAVED, "0000", DATA),
    "behind another number": (0x5A, 0, OTHERS + SAVED, "0000", DATA),
    "behind noise": (0x5A, 0, NOISE + SAVED, "0000", DATA),
    "12 sync characters": (0x5A, 0, record(0x5A, 0x0200, DATA, 12), "0000", DATA),
    "sum: low byte": (0x5A, 0, record(0x5A, 0x0200, DATA, total=0x01C4), "FFFF", DATA),
    "sum: high byte": (0x5A, 0, record(0x5A, 0x0200, DATA, total=0x02C5), "FFFF", DATA),
    "no digit": (0x5A, 0, SAVED.replace(b"9CE7", b"9C#7"), "FFFF", DATA[:2]),
}
"""ID and SA, characters on the tape, the digits then, the bytes loaded."""


@pytest.mark.parametrize("name", LOADED)
def test_what_is_loaded_and_shown(machine: Machine, quick: float, name: str) -> None:
    ident, start, text, digits, data = LOADED[name]
    shown = load(machine, tape(text, quick), ident, start)
    assert shown == f"{digits}{machine.peek(int(digits, 16)):02X}", "and the byte there"
    assert machine.read(start or 0x0200, len(DATA) + 1) == data.ljust(len(DATA) + 1, b"\0")
    assert machine.read(0x0280, 1) == b"\0"


def test_a_search_without_end_is_left_with_rs(machine: Machine, quick: float) -> None:
    assert load(machine, tape(SAVED, quick), 0x11) == "      "
    machine.press("RS")
    assert enter(machine, "AD 0300 DA 12") == "030012"


@pytest.mark.slow
@pytest.mark.parametrize("speed", [0.9, 1.0, 1.1, 1 / 3, 1.3])
def test_a_recorder_ten_percent_off_loads_and_ours_much_faster_or_slower_ones(
    machine: Machine, speed: float
) -> None:
    if not 0.9 <= speed <= 1.1:
        ask_ours(machine)
    many = record(0x5A, 0x0200, DATA, 150) if speed == 1 / 3 else SAVED
    assert load(machine, tape(many, speed), 0x5A)[:4] == "0000"
    assert machine.read(0x0200, 4) == DATA


@pytest.mark.parametrize(("kept", "shown"), [(DATA, "0000"), (b"\x01\x9c\xe6\x3f", "FFFF")])
def test_a_tape_is_verified_by_other_code_in_veb(
    machine: Machine, quick: float, kept: bytes, shown: str
) -> None:
    """CMP in place of STA, and a jump to what looks at the result and goes on at $190F."""
    machine.load_bytes(0x0200, kept)
    machine.load_bytes(0x0300, code("D0 03 4C 0F 19 4C 29 19"))
    parameters(machine, 0, 0, 0x5A)
    machine.poke(at.PREG, 0)
    enter(machine, "AD 1873 GO")
    machine.load_bytes(at.VEB, b"\xcd")
    machine.load_bytes(at.VEB + 3, code("4C 00 03"))
    played = tape(SAVED, quick)
    machine.play_tape(played)
    machine.run(played.length)
    assert machine.settled_readout().text[:4] == shown
    assert machine.read(0x0200, 4) == kept


# Services


@pytest.fixture
def on_tape(machine: Machine) -> Machine:
    """A machine whose cassette output is driven; the monitor is not running."""
    machine.poke(at.SBD, 0x27)
    machine.poke(at.PBDD, 0xBF)
    machine.run(1)
    return machine


@pytest.mark.parametrize(("entry", "half", "periods"), [(at.ONE, 136, 9), (at.ZRO, 206, 6)])
def test_a_tone_service_plays_its_periods(
    on_tape: Machine, entry: int, half: int, periods: int
) -> None:
    on_tape.record_tape()
    before = on_tape.cycles
    r = call(on_tape, entry)
    assert on_tape.cycles - before == pytest.approx(2_460, rel=0.02)
    assert (r.a, r.x, r.y) == (0x5A, 0x00, 0x22)
    edges = on_tape.recorded_tape().edges
    assert len(edges) == 2 * periods
    halves = {b - a for a, b in pairwise(edges)}
    assert halves == {half} or not is_ours(on_tape)
    assert halves <= {half - 1, half, half + 1}


@pytest.mark.parametrize(
    ("entry", "a", "text"),
    [
        (at.OUTCHT, 0x2F, b"/"),
        (at.HEXOUT, 0x0B, b"B"),
        (at.OUTBT, 0x3C, b"3C"),
        (at.OUTBTC, 0x20, b"20"),
    ],
)
def test_a_tape_service_writes(on_tape: Machine, entry: int, a: int, text: bytes) -> None:
    """OUTBTC adds the byte to the checksum."""
    on_tape.load_bytes(at.CHKL, bytes((0xF0, 0x01)))
    on_tape.record_tape()
    for _ in range(3):
        r = call(on_tape, entry, a=a, budget=BUDGET)
    assert (r.a, r.x, r.y) == ((a, 0x11, a) if len(text) == 2 else (0, 0x11, 0x22))
    heard = characters(on_tape.recorded_tape())
    assert heard[: 2 * len(text)] == text * 2
    assert on_tape.read(at.CHKL, 2) == (b"\x50\x02" if entry == at.OUTBTC else b"\xf0\x01")


@pytest.mark.parametrize("byte", [0x41, 0x00, 0xFF])
def test_rdcht_reads_a_character_and_rdbit_a_bit(machine: Machine, byte: int) -> None:
    ports_ready(machine)
    machine.play_tape(tape(bytes((byte, byte)), lead=0))
    assert call(machine, at.RDCHT, budget=BUDGET).a == byte
    bits = [call(machine, at.RDBIT, budget=BUDGET).a for _ in range(7)]
    assert bits == [0x80 * (byte >> n & 1) for n in range(7)]


def test_rdbyt_reads_two_digits(machine: Machine) -> None:
    ports_ready(machine)
    machine.play_tape(tape(b"7E!", lead=0))
    assert call(machine, at.RDBYT, budget=BUDGET).a == 0x7E
    assert machine.peek(at.SAVX) == 0x7E


def test_pllcal_plays_between_the_tones_without_end(machine: Machine) -> None:
    machine.jump(at.PLLCAL)
    machine.run(1_000)
    machine.record_tape()
    machine.run(100_000)
    halves = {b - a for a, b in pairwise(machine.recorded_tape().edges)}
    assert halves
    assert all(165 <= half <= 168 for half in halves)

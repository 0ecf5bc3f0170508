"""Saving and loading through PB7, and the tape services.

What the tape says is read and written here by means of its own: half periods and thirds of bits.
"""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

import rom
from emu.chips.waveform import Waveform
from emu.machine import Machine
from tests.rom import at
from tests.rom.kit import DECIMAL, DISABLE, call, code, enter, is_ours, ports_ready
from tests.sample import every_run

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


@cache
def saved(monitor: bytes) -> tuple[Waveform, str]:
    """What a monitor records of ``DATA``, and shows then."""
    machine = Machine(monitor)
    recorded = save(machine, 0x0200, DATA, 0x5A)
    return recorded, machine.settled_readout().text


def test_a_save_writes_the_documented_characters(monitor: bytes) -> None:
    recorded, shown = saved(monitor)
    assert shown[:4] == "0000"
    heard = characters(recorded)
    assert heard.startswith(b"\x16" * 98)
    assert heard.endswith(WRITTEN)
    halves = [b - a for a, b in pairwise(recorded.edges)]
    usual = {half for half in set(halves) if halves.count(half) > len(halves) // 4}
    if monitor == rom.monitor():
        assert usual == {136, 206}
    assert all(min(abs(half - 136), abs(half - 206)) <= 1 for half in usual)
    assert recorded.edges[-1] - recorded.edges[0] == pytest.approx(7_190_000, rel=0.005)


def test_the_output_is_driven_with_the_inputs_shut(machine: Machine) -> None:
    parameters(machine, 0x0200, 0x0204, 0x5A)
    enter(machine, "AD 1800 GO")
    assert machine.peek(at.PBDD) == 0xBF
    assert machine.peek(at.SBD) & 0x3F == 0x27
    assert machine.settled_readout().dark


def test_saving_nothing_is_a_record_without_data(machine: Machine) -> None:
    recorded = save(machine, 0x0200, b"", 0x5A)
    assert b"*5A0002/0200" in characters(recorded)


@pytest.mark.parametrize(
    ("ident", "start", "loaded_at"),
    every_run([(0x00, 0, 0x0200), (0xFF, 0x0300, 0x0300), (0x5A, 0, 0x0200)], 2),
)
def test_a_tape_loads_by_its_number_by_any_and_to_another_place(
    machine: Machine, quick: float, ident: int, start: int, loaded_at: int
) -> None:
    shown = load(machine, tape(SAVED, 1.0 if ident == 0x5A else quick), ident, start)
    assert shown[:4] == "0000"
    assert machine.read(loaded_at, 5) == DATA + b"\0"


def test_another_number_is_passed_over(machine: Machine, quick: float) -> None:
    first, second = record(0x11, 0x0280, b"\x77"), record(0x12, 0x0300, b"\x88\x99")
    two = tape(first + b"\0\0" + second, quick)
    assert load(machine, two, 0x12)[:4] == "0000"
    assert machine.read(0x0280, 1) == b"\0"
    assert machine.read(0x0300, 2) == b"\x88\x99"


def test_a_search_without_end_is_left_with_rs(machine: Machine, quick: float) -> None:
    assert load(machine, tape(SAVED, quick), 0x11) == "      "
    machine.press("RS")
    assert enter(machine, "AD 0300 DA 12") == "030012"


@pytest.mark.parametrize("total", [0x01C4, 0x02C5, 0x00C5])
def test_a_wrong_checksum_shows_ffff_and_keeps_the_bytes(
    machine: Machine, quick: float, total: int
) -> None:
    shown = load(machine, tape(record(0x5A, 0x0200, DATA, total=total), quick), 0x5A)
    assert shown == f"FFFF{machine.peek(0x1FFF):02X}", "the byte there"
    assert machine.read(0x0200, 4) == DATA


def test_a_character_that_is_no_digit_shows_ffff(machine: Machine, quick: float) -> None:
    damaged = SAVED.replace(b"9CE7", b"9C#7")
    assert load(machine, tape(damaged, quick), 0x5A)[:4] == "FFFF"
    assert machine.read(0x0200, 3) == DATA[:2] + b"\0"


@pytest.mark.parametrize("syncs", every_run([12, 150], 1))
def test_twelve_sync_characters_are_enough_and_many_are_not_too_many(
    machine: Machine, quick: float, syncs: int
) -> None:
    assert load(machine, tape(record(0x5A, 0x0200, DATA, syncs), quick), 0x5A)[:4] == "0000"


def test_noise_before_the_record_is_passed_over(machine: Machine, quick: float) -> None:
    noise = bytes(n * 73 + 19 & 0xFF for n in range(60))
    assert load(machine, tape(noise + SAVED, quick), 0x5A)[:4] == "0000"


@pytest.mark.parametrize("speed", every_run([0.9, 1.1], 1))
def test_a_recorder_ten_percent_off_loads(machine: Machine, speed: float) -> None:
    assert load(machine, tape(SAVED, speed), 0x5A)[:4] == "0000"
    assert machine.read(0x0200, 4) == DATA


@pytest.mark.parametrize("speed", every_run([1 / 6, 1 / 3, 1.3], 2))
def test_ours_loads_faster_and_slower_tapes_too(ours: Machine, speed: float) -> None:
    assert load(ours, tape(SAVED, speed), 0x5A)[:4] == "0000"
    assert ours.read(0x0200, 4) == DATA


def test_ours_saves_right_in_decimal_mode_too(ours: Machine) -> None:
    assert b"019CE73F/C501" in characters(save(ours, 0x0200, DATA, 0x5A, p=DECIMAL))


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
def on_tape(bench: Machine) -> Machine:
    """A machine whose cassette output is driven; the monitor is not running."""
    bench.poke(at.SBD, 0x27)
    bench.poke(at.PBDD, 0xBF)
    bench.run(1)
    return bench


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
        (at.OUTCHT, 0x41, b"A"),
        (at.OUTCHT, 0x2F, b"/"),
        (at.HEXOUT, 0x0B, b"B"),
        (at.OUTBT, 0x3C, b"3C"),
    ],
)
def test_a_tape_service_writes(on_tape: Machine, entry: int, a: int, text: bytes) -> None:
    on_tape.record_tape()
    for _ in range(3):
        r = call(on_tape, entry, a=a, budget=BUDGET)
    expected = (a, 0x11, a) if entry == at.OUTBT else (0, 0x11, 0x22)
    assert (r.a, r.x, r.y) == expected
    heard = characters(on_tape.recorded_tape())
    assert heard[: 2 * len(text)] == text * 2


def test_outbtc_adds_the_byte_to_the_checksum(on_tape: Machine) -> None:
    on_tape.load_bytes(at.CHKL, bytes((0xF0, 0x01)))
    r = call(on_tape, at.OUTBTC, a=0x20, budget=BUDGET)
    assert (on_tape.peek(at.CHKL), on_tape.peek(at.CHKH)) == (0x10, 0x02)
    assert (r.a, r.x, r.y) == (0x20, 0x11, 0x20)


@pytest.mark.parametrize("flags", [0, DISABLE, DECIMAL, DECIMAL | DISABLE])
@pytest.mark.parametrize("entry", [at.OUTBT, at.HEXOUT, at.OUTCHT, at.ONE, at.ZRO])
def test_a_tape_service_preserves_the_flags(on_tape: Machine, entry: int, flags: int) -> None:
    assert call(on_tape, entry, p=flags, budget=BUDGET).p & (DISABLE | DECIMAL) == flags


@pytest.mark.parametrize("byte", [0x41, 0x16, 0x00, 0xFF])
def test_rdcht_reads_a_character_and_rdbit_a_bit(bench: Machine, byte: int) -> None:
    ports_ready(bench)
    bench.play_tape(tape(bytes((byte, byte)), lead=0))
    assert call(bench, at.RDCHT, budget=BUDGET).a == byte
    bits = [call(bench, at.RDBIT, budget=BUDGET).a for _ in range(7)]
    assert bits == [0x80 * (byte >> n & 1) for n in range(7)]


def test_rdbyt_reads_two_digits(bench: Machine) -> None:
    ports_ready(bench)
    bench.play_tape(tape(b"7E!", lead=0))
    assert call(bench, at.RDBYT, budget=BUDGET).a == 0x7E
    assert bench.peek(at.SAVX) == 0x7E


def test_pllcal_plays_between_the_tones_without_end(machine: Machine) -> None:
    machine.jump(at.PLLCAL)
    machine.run(1_000)
    machine.record_tape()
    machine.run(100_000)
    halves: Iterable[int] = {b - a for a, b in pairwise(machine.recorded_tape().edges)}
    assert halves
    assert all(165 <= half <= 168 for half in halves)

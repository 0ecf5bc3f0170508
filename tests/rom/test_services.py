"""The monitor's services: registers in, registers and memory out."""

import pytest

from emu.chips.registers import Registers
from emu.machine import Machine
from tests.cases import cases
from tests.rom import at
from tests.rom.kit import (
    DECIMAL,
    DISABLE,
    KEYS,
    SEGMENTS,
    call,
    is_ours,
    ports_ready,
    selected,
    set_point,
)


@pytest.mark.parametrize(
    ("entry", "mode", "left", "padd"),
    [
        (at.INITS, 0, 1, 0x00),
        (at.INIT1, 0, 0, 0x00),
        (at.INIT1, 1, 1, 0x00),
        (at.INIT1_PADD, 0, 0, 0x7F),
    ],
    ids=["INITS", "INIT1", "INIT1 leaves the mode", "its callers directions for port A"],
)
def test_ports_mode_and_flags_are_prepared(
    machine: Machine, entry: int, mode: int, left: int, padd: int
) -> None:
    machine.poke(at.MODE, mode)
    machine.poke(at.PADD, 0x7F)
    r = call(machine, entry, x=0x7F, p=DECIMAL)
    assert (r.a, r.x, r.y, r.p & (DISABLE | DECIMAL)) == (0x5A, 0x07, 0x22, DISABLE)
    assert (machine.peek(at.PADD), machine.peek(at.PBDD), selected(machine)) == (padd, 0x3F, 0x07)
    assert machine.peek(at.MODE) == left


def show(machine: Machine) -> None:
    machine.load_bytes(at.INH, bytes.fromhex("EF CD AB"))


@pytest.mark.parametrize("entry", [at.SCANDS, at.SCAND])
def test_a_scan_lights_the_six_digits_once_and_looks_for_a_key(
    machine: Machine, entry: int
) -> None:
    ports_ready(machine)
    show(machine)
    if entry == at.SCAND:
        set_point(machine, 0x0345)
        machine.poke(0x0345, 0x67)
    r = call(machine, entry)
    seen = machine.readout()
    assert seen.text == ("ABCDEF" if entry == at.SCANDS else "034567")
    assert all(0.030 < duty < 0.036 for duty in seen.duty), "0.6 to 0.7 ms of 20 each"
    assert machine.peek(at.INH) == (0xEF if entry == at.SCANDS else 0x67)
    assert (r.a, r.x, r.y, r.p & 2) == (0x00, 0x07, 0x07, 2)
    assert (machine.peek(at.PADD), selected(machine)) == (0x00, 0x07)


@pytest.mark.parametrize("entry", [at.SCANDS, at.SCAND, at.AK, at.KEYIN, 0x1F3D, 0x1F45])
def test_looking_for_a_key_gives_its_column(machine: Machine, entry: int) -> None:
    """A = 0 and Z set mean no key."""
    for code, key in enumerate(KEYS):
        ports_ready(machine)
        machine.key_down(key)
        r = call(machine, entry, x=0x15)
        assert (r.a, r.x, r.y, r.p & 2) == (1 << 6 - code % 7, 0x07, 0x07, 0), key
        assert (machine.peek(at.PADD), selected(machine)) == (0x00, 0x07)
        machine.key_up(key)
        r = call(machine, entry, x=0x15)
        assert (r.a, r.x, r.y, r.p & 2) == (0x00, 0x07, 0x07, 2)


def test_looking_for_keys_gives_the_columns_of_all_of_them(machine: Machine) -> None:
    ports_ready(machine)
    for key in ("0", "8", "AD", "PC"):
        machine.key_down(key)
    assert call(machine, at.AK).a == 0b0111_0001
    assert call(machine, at.GETKEY).a == KEYS.index("0"), "the lowest code"


@pytest.mark.parametrize("entry", [at.KEYIN, at.SCANDS, 0x1F3D])
def test_keyin_turns_port_a_round_to_listen_first(machine: Machine, entry: int) -> None:
    ports_ready(machine, padd=0x7F)
    machine.poke(at.SAD, 0x00)
    assert call(machine, entry, x=0x15).a == 0x00
    assert machine.peek(at.PADD) == 0x00


def port_b_writes(machine: Machine, entry: int, x: int = 0) -> list[tuple[int, int]]:
    """What a call writes to SBD in order, each with what SAD held while it was written."""
    machine.load_bytes(0x0200, bytes((0x20, entry & 0xFF, entry >> 8)))
    machine.registers = Registers(0x0200, 0, x, 0, 0xFF, DISABLE)
    riot = machine.board.riot_002
    writes: list[tuple[int, int]] = []
    before = riot.port_b
    while machine.registers.pc != 0x0203:
        machine.step()
        if riot.port_b != before:
            before = riot.port_b
            writes.append((before, riot.port_a))
    return writes


def test_a_scan_selects_digits_then_nothing_then_the_rows(machine: Machine) -> None:
    ports_ready(machine)
    show(machine)
    writes = port_b_writes(machine, at.SCANDS)
    order = [0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x15, 0x01, 0x03, 0x05, 0x07]
    assert [select for select, _ in writes] == order
    assert all(segments == 0 for _, segments in writes[:6]), "dark while the select changes"
    for x in (0x14, 0x15):
        ports_ready(machine, padd=0x7F)
        machine.poke(at.SBD, 0x13)
        assert [select for select, _ in port_b_writes(machine, 0x1F3D, x)] == [x, 1, 3, 5, 7]


def test_getkey_gives_the_code_of_each_key_and_15_for_none(machine: Machine) -> None:
    """In decimal mode the original gives F as $15 and PC as $20, ours the same as ever."""
    for flags in (DISABLE, DISABLE | DECIMAL) if is_ours(machine) else (DISABLE,):
        for code, key in enumerate(KEYS):
            ports_ready(machine)
            machine.key_down(key)
            r = call(machine, at.GETKEY, p=flags)
            assert (r.a, r.x, selected(machine)) == (code, 0x00, 0x07), key
            machine.key_up(key)
            r = call(machine, at.GETKEY, p=flags)
            assert (r.a, r.x, selected(machine)) == (0x15, 0x27, 0x07)


@pytest.mark.parametrize("select", range(0x08, 0x14))
def test_a_digit_or_any_segments_are_lit_at_the_place_in_x(machine: Machine, select: int) -> None:
    """X may be odd or even."""
    place = (select - 0x08) // 2
    shown = [(at.CONVD, digit, segments) for digit, segments in enumerate(SEGMENTS)]
    shown += [(at.CONVD_SEGMENTS, segments, segments & 0x7F) for segments in (0, 0x40, 0x7F, 0xBF)]
    for entry, a, segments in shown:
        ports_ready(machine, padd=0x7F)
        machine.poke(at.TEMP, 0x33)
        r = call(machine, entry, a=a, x=select)
        state = machine.board.leds.state
        assert (state.digit, state.segments) == (place, segments)
        assert (r.x, r.y) == (select + 2, 0x22 if entry == at.CONVD else 0x33)
        assert r.a == a or entry == at.CONVD
    assert [n for n, duty in enumerate(machine.readout().duty) if duty] == [place]


@pytest.mark.parametrize(
    ("entry", "cycles"),
    [(at.SCANDS, 4231), (at.SCAND, 4241), (at.CONVD, 672), (at.CONVD_SEGMENTS, 663)],
)
def test_display_services_take_about_the_documented_time(
    machine: Machine, entry: int, cycles: int
) -> None:
    ports_ready(machine, padd=0x7F)
    before = machine.cycles
    call(machine, entry, a=5, x=0x09)
    assert machine.cycles - before - 6 == pytest.approx(cycles, rel=0.03)


def numbers(text: str) -> dict[str, int]:
    """Registers or cells, and their bytes, as in ``A=5A X=11``; none in a dash."""
    words = (word.split("=") for word in text.split(" ") if text != "-")
    return {name: int(byte, 16) for name, byte in words}


def address(name: str) -> int:
    """Of a cell with this documented name, or in hexadecimal."""
    return int(name, 16) if name[0].isdigit() else int(getattr(at, name))


@pytest.mark.parametrize(
    ("entry", "given", "before", "registers", "after"), cases("services_of_the_monitor")
)
def test_a_service_gives_these_registers_and_cells(
    machine: Machine, entry: str, given: str, before: str, registers: str, after: str
) -> None:
    """An address moved on, a sum for paper or tape, digits packed and opened, a tape prepared."""
    for cell, byte in numbers(before).items():
        machine.poke(address(cell), byte)
    r = call(machine, getattr(at, entry), **{k.lower(): v for k, v in numbers(given).items()})
    if registers == "Y!00":  # no digit
        assert r.y != 0
    else:
        found = {name: getattr(r, name.lower()) for name in numbers(registers)}
        assert found == numbers(registers)
    assert {cell: machine.peek(address(cell)) for cell in numbers(after)} == numbers(after)


def test_getch_without_a_terminal_gives_1_at_once(machine: Machine) -> None:
    before = machine.cycles
    ports_ready(machine)
    r = call(machine, at.GETCH)
    assert (r.a, r.x) == (0x01, 0x08)
    assert machine.cycles - before < 60


# What all of them keep

PRINTING = {
    at.OUTCH: b"5",
    at.OUTSP: b" ",
    at.PRTBYT: b"35",
    at.HEXTA: b"5",
    at.CRLF: b"\r\n" + bytes(6),
    at.PRTPNT: b"0000",
}
"""What services of the terminal print with 5, $35, in A, and 0 as the open address."""
ON_TAPE = [at.OUTBT, at.HEXOUT, at.OUTCHT, at.ONE, at.ZRO]
SERVICES = [
    *ON_TAPE, *PRINTING, at.SCAND, at.SCANDS, at.AK, at.KEYIN, at.GETKEY, at.CONVD, at.INCPT,
    at.CONVD_SEGMENTS, at.CHK, at.PACK, at.OPEN, at.INTVEB, at.INCVEB, at.CHKT, at.PACKT, 0x1F3D,
    0x1F45, at.DELAY, at.DEHALF,
]  # fmt: skip


def prepare(machine: Machine, service: int) -> None:
    """A terminal of 1200 baud is there, or the cassette output is driven."""
    ports_ready(machine)
    machine.tty = service in PRINTING
    machine.load_bytes(at.CNT, b"\x37\x00")
    set_point(machine, 0)
    if service in ON_TAPE:
        machine.poke(at.SBD, 0x27)
        machine.poke(at.PBDD, 0xBF)
    machine.run(1)


@pytest.mark.parametrize("flags", [0, DISABLE, DECIMAL, DECIMAL | DISABLE])
def test_a_service_works_in_decimal_mode_and_preserves_it_and_interrupt_disable(
    machine: Machine, flags: int
) -> None:
    fresh = machine.snapshot()
    for service in SERVICES:
        machine.restore(fresh)
        prepare(machine, service)
        after = call(machine, service, a=ord("5"), x=0x09, p=flags, budget=200_000)
        assert after.p & (DISABLE | DECIMAL) == flags, hex(service)
        machine.run(5_000)
        assert machine.printed() == PRINTING.get(service, b""), hex(service)


@pytest.mark.parametrize(
    ("service", "most"),
    [
        *((at.SCAND, 2), (at.SCANDS, 2), (at.GETKEY, 2), (at.OUTCH, 2), (at.HEXTA, 2)),
        *((at.PRTBYT, 4), (at.CRLF, 4), (at.PRTPNT, 6)),
    ],
)
def test_a_service_uses_the_documented_stack(machine: Machine, service: int, most: int) -> None:
    prepare(machine, service)
    machine.load_bytes(0x0100, b"\xa5" * 0x100)
    call(machine, service, budget=200_000)
    untouched = 0x100 - 2 - most
    assert machine.read(0x0100, untouched) == b"\xa5" * untouched

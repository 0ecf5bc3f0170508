"""The monitor's services: registers in, registers and memory out."""

from typing import Literal

import pytest

from emu.chips.registers import Registers
from emu.machine import Machine
from tests.rom import at
from tests.rom.kit import (
    DECIMAL,
    DISABLE,
    KEYS,
    SEGMENTS,
    call,
    point,
    ports_ready,
    selected,
    set_point,
)


@pytest.mark.parametrize(
    ("entry", "mode", "left"), [(at.INITS, 0, 1), (at.INIT1, 0, 0), (at.INIT1, 1, 1)]
)
def test_inits_prepares_ports_mode_and_flags_and_init1_leaves_the_mode(
    bench: Machine, entry: int, mode: int, left: int
) -> None:
    bench.poke(at.MODE, mode)
    bench.poke(at.PADD, 0x7F)
    r = call(bench, entry, p=DECIMAL)
    assert (r.a, r.x, r.y, r.p & (DISABLE | DECIMAL)) == (0x5A, 0x07, 0x22, DISABLE)
    assert (bench.peek(at.PADD), bench.peek(at.PBDD), selected(bench)) == (0x00, 0x3F, 0x07)
    assert bench.peek(at.MODE) == left


def test_1e8e_is_init1_with_the_callers_directions_for_port_a(bench: Machine) -> None:
    r = call(bench, at.INIT1_PADD, x=0x7F)
    assert (bench.peek(at.PADD), bench.peek(at.PBDD), selected(bench)) == (0x7F, 0x3F, 0x07)
    assert (r.a, r.x, r.y) == (0x5A, 0x07, 0x22)


def show(machine: Machine) -> None:
    machine.load_bytes(at.INH, bytes.fromhex("EF CD AB"))


@pytest.mark.parametrize("entry", [at.SCANDS, at.SCAND])
def test_a_scan_lights_the_six_digits_once_and_looks_for_a_key(bench: Machine, entry: int) -> None:
    ports_ready(bench)
    show(bench)
    if entry == at.SCAND:
        set_point(bench, 0x0345)
        bench.poke(0x0345, 0x67)
    r = call(bench, entry)
    seen = bench.readout()
    assert seen.text == ("ABCDEF" if entry == at.SCANDS else "034567")
    assert all(0.030 < duty < 0.036 for duty in seen.duty), "0.6 to 0.7 ms of 20 each"
    assert bench.peek(at.INH) == (0xEF if entry == at.SCANDS else 0x67)
    assert (r.a, r.x, r.y, r.p & 2) == (0x00, 0x07, 0x07, 2)
    assert (bench.peek(at.PADD), selected(bench)) == (0x00, 0x07)


@pytest.mark.parametrize("entry", [at.SCANDS, at.SCAND, at.AK, at.KEYIN, 0x1F3D, 0x1F45])
def test_looking_for_a_key_gives_its_column(bench: Machine, entry: int) -> None:
    """A = 0 and Z set mean no key."""
    for code, key in enumerate(KEYS):
        ports_ready(bench)
        bench.key_down(key)
        r = call(bench, entry, x=0x15)
        assert (r.a, r.x, r.y, r.p & 2) == (1 << 6 - code % 7, 0x07, 0x07, 0), key
        assert (bench.peek(at.PADD), selected(bench)) == (0x00, 0x07)
        bench.key_up(key)
        r = call(bench, entry, x=0x15)
        assert (r.a, r.x, r.y, r.p & 2) == (0x00, 0x07, 0x07, 2)


def test_looking_for_keys_gives_the_columns_of_all_of_them(bench: Machine) -> None:
    ports_ready(bench)
    for key in ("0", "8", "AD", "PC"):
        bench.key_down(key)
    assert call(bench, at.AK).a == 0b0111_0001
    assert call(bench, at.GETKEY).a == KEYS.index("0"), "the lowest code"


@pytest.mark.parametrize("entry", [at.KEYIN, at.SCANDS, 0x1F3D])
def test_keyin_turns_port_a_round_to_listen_first(bench: Machine, entry: int) -> None:
    ports_ready(bench, padd=0x7F)
    bench.poke(at.SAD, 0x00)
    assert call(bench, entry, x=0x15).a == 0x00
    assert bench.peek(at.PADD) == 0x00


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


def test_a_scan_selects_digits_then_nothing_then_the_rows(bench: Machine) -> None:
    ports_ready(bench)
    show(bench)
    writes = port_b_writes(bench, at.SCANDS)
    order = [0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x15, 0x01, 0x03, 0x05, 0x07]
    assert [select for select, _ in writes] == order
    assert all(segments == 0 for _, segments in writes[:6]), "dark while the select changes"


@pytest.mark.parametrize("x", [0x14, 0x15])
def test_1f3d_selects_what_x_says_before_it_looks_for_keys(bench: Machine, x: int) -> None:
    ports_ready(bench, padd=0x7F)
    bench.poke(at.SBD, 0x13)
    assert [select for select, _ in port_b_writes(bench, 0x1F3D, x)] == [x, 1, 3, 5, 7]


def test_getkey_gives_the_code_of_each_key_and_15_for_none(bench: Machine) -> None:
    for code, key in enumerate(KEYS):
        ports_ready(bench)
        bench.key_down(key)
        r = call(bench, at.GETKEY)
        assert (r.a, r.x, selected(bench)) == (code, 0x00, 0x07), key
        bench.key_up(key)
        r = call(bench, at.GETKEY)
        assert (r.a, r.x, selected(bench)) == (0x15, 0x27, 0x07)


def test_our_getkey_is_right_in_decimal_mode_too(ours: Machine) -> None:
    """The original gives F as $15 and PC as $20 there."""
    for code, key in enumerate(KEYS):
        ports_ready(ours)
        ours.key_down(key)
        assert call(ours, at.GETKEY, p=DISABLE | DECIMAL).a == code, key
        ours.key_up(key)


DIGIT_CODES = [(base + 2 * n, n) for base in (0x08, 0x09) for n in range(6)]


@pytest.mark.parametrize(("select", "place"), DIGIT_CODES)
def test_convd_lights_a_hex_digit_at_the_place_in_x(
    bench: Machine, select: int, place: int
) -> None:
    """X may be odd or even."""
    ports_ready(bench, padd=0x7F)
    for digit in range(16):
        r = call(bench, at.CONVD, a=digit, x=select)
        state = bench.board.leds.state
        assert (state.digit, state.segments) == (place, SEGMENTS[digit])
        assert (r.x, r.y) == (select + 2, 0x22)
    lit = bench.readout().duty
    assert [n for n, duty in enumerate(lit) if duty] == [place]


@pytest.mark.parametrize(("select", "place"), DIGIT_CODES)
def test_1f4e_lights_any_segments_at_the_place_in_x(
    bench: Machine, select: int, place: int
) -> None:
    for segments in (0x00, 0x40, 0x7F, 0xBF):
        ports_ready(bench, padd=0x7F)
        bench.poke(at.TEMP, 0x33)
        r = call(bench, at.CONVD_SEGMENTS, a=segments, x=select)
        state = bench.board.leds.state
        assert (state.digit, state.segments) == (place, segments & 0x7F)
        assert (r.a, r.x, r.y) == (segments, select + 2, 0x33), "Y comes back from TEMP"
    assert bench.readout().segments[place] == 0x7F


@pytest.mark.parametrize(
    ("entry", "cycles"),
    [(at.SCANDS, 4231), (at.SCAND, 4241), (at.CONVD, 672), (at.CONVD_SEGMENTS, 663)],
)
def test_display_services_take_about_the_documented_time(
    bench: Machine, entry: int, cycles: int
) -> None:
    ports_ready(bench, padd=0x7F)
    before = bench.cycles
    call(bench, entry, a=5, x=0x09)
    assert bench.cycles - before - 6 == pytest.approx(cycles, rel=0.03)


@pytest.mark.parametrize(
    ("entry", "cell"), [(at.INCPT, at.POINTL), (at.INCVEB, at.VEB + 1)], ids=["INCPT", "INCVEB"]
)
@pytest.mark.parametrize(
    ("before", "after"), [(0x0000, 0x0001), (0x00FF, 0x0100), (0x12FF, 0x1300), (0xFFFF, 0x0000)]
)
def test_an_address_is_moved_on_and_the_registers_are_kept(
    bench: Machine, entry: int, cell: int, before: int, after: int
) -> None:
    """That of the open cell, and that on the tape."""
    bench.load_bytes(cell, before.to_bytes(2, "little"))
    r = call(bench, entry)
    assert bench.read(cell, 2) == after.to_bytes(2, "little")
    assert (r.a, r.x, r.y) == (0x5A, 0x11, 0x22)


@pytest.mark.parametrize(
    ("entry", "cell"), [(at.CHK, at.CHKHI), (at.CHKT, at.CHKL)], ids=["CHK", "CHKT"]
)
@pytest.mark.parametrize("p", [DISABLE, DISABLE | 1])
@pytest.mark.parametrize(
    ("before", "a", "after"),
    [(0x0000, 0x5A, 0x005A), (0x12FF, 0x01, 0x1300), (0x00C0, 0xFF, 0x01BF), (0xFFFF, 2, 0x0001)],
)
def test_a_is_added_to_the_checksum_of_a_tape(
    bench: Machine, entry: int, cell: int, before: int, a: int, after: int, p: int
) -> None:
    """CHK for paper, the high byte first; CHKT for cassettes."""
    order: Literal["big", "little"] = "big" if entry == at.CHK else "little"
    bench.load_bytes(cell, before.to_bytes(2, order))
    r = call(bench, entry, a=a, p=p)
    assert bench.read(cell, 2) == after.to_bytes(2, order)
    assert (r.a, r.x, r.y) == ((after >> 8, 0x11, 0x22) if entry == at.CHK else (a, 0x11, a))


HEX = "0123456789ABCDEF"
NOT_HEX = "/GZaf !\r\n\x7f"


def test_pack_shifts_a_hex_digit_into_the_input_and_leaves_what_is_none(bench: Machine) -> None:
    for character in HEX + NOT_HEX:
        bench.load_bytes(at.INL, b"\x34\x12")
        r = call(bench, at.PACK, a=ord(character))
        packed = bench.peek(at.INH) << 8 | bench.peek(at.INL)
        if character in HEX:
            expected = 0x2340 | int(character, 16), 0, 0
        else:
            expected = 0x1234, ord(character), 0x22
        assert ((packed, r.a, r.y), r.x) == (expected, 0x11), character


def test_four_digits_packed_and_opened_are_the_open_cell(bench: Machine) -> None:
    for character in "03E8":
        call(bench, at.PACK, a=ord(character))
    r = call(bench, at.OPEN)
    assert point(bench) == 0x03E8
    assert (r.a, r.x, r.y) == (0x03, 0x11, 0x22)


def test_intveb_prepares_the_tape_address_and_checksum_and_keeps_x_and_y(bench: Machine) -> None:
    bench.load_bytes(at.CHKL, b"\x99\x88")
    bench.load_bytes(at.SAL, b"\x34\x02")
    r = call(bench, at.INTVEB)
    assert bench.read(at.VEB + 1, 3) == b"\x34\x02\x60"
    assert bench.read(at.CHKL, 2) == b"\x00\x00"
    assert (r.a, r.x, r.y) == (0, 0x11, 0x22)


def test_packt_shifts_a_hex_digit_into_the_tape_byte_and_says_what_is_none(bench: Machine) -> None:
    for character in HEX:
        bench.poke(at.SAVX, 0xA7)
        r = call(bench, at.PACKT, a=ord(character))
        assert bench.peek(at.SAVX) == r.a == 0x70 | int(character, 16)
        assert (r.x, r.y) == (0x11, 0)
    for character in NOT_HEX:
        bench.poke(at.SAVX, 0xA7)
        assert call(bench, at.PACKT, a=ord(character), y=0).y != 0
        assert bench.peek(at.SAVX) == 0xA7


SERVICES = [
    at.SCAND, at.SCANDS, at.AK, at.KEYIN, at.GETKEY, at.CONVD, at.CONVD_SEGMENTS, at.INCPT, at.CHK,
    at.PACK, at.OPEN, at.INTVEB, at.INCVEB, at.CHKT, at.PACKT, 0x1F3D, 0x1F45,
]  # fmt: skip


@pytest.mark.parametrize("flags", [0, DISABLE, DECIMAL, DECIMAL | DISABLE])
def test_a_service_preserves_decimal_mode_and_interrupt_disable(bench: Machine, flags: int) -> None:
    for service in SERVICES:
        ports_ready(bench)
        after = call(bench, service, a=0x05, x=0x09, p=flags)
        assert after.p & (DISABLE | DECIMAL) == flags, hex(service)


@pytest.mark.parametrize("service", [at.SCAND, at.SCANDS, at.GETKEY], ids=lambda s: f"{s:04X}")
def test_a_service_uses_two_bytes_of_stack_at_most(bench: Machine, service: int) -> None:
    ports_ready(bench)
    bench.load_bytes(0x0100, b"\xa5" * 0x100)
    call(bench, service)
    assert bench.read(0x0100, 0xFC) == b"\xa5" * 0xFC, "2 for the call, 2 of its own"


def test_getch_without_a_terminal_gives_1_at_once(bench: Machine) -> None:
    before = bench.cycles
    ports_ready(bench)
    r = call(bench, 0x1E5A)
    assert (r.a, r.x) == (0x01, 0x08)
    assert bench.cycles - before < 60

"""The monitor ROM: what its keys do and what its services promise.

Everything that the original monitor does as well is also checked on its images when the
environment variable MICROCHESS_KIM_ROMS names a folder with 6530-002.bin and 6530-003.bin.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rom
from emu.errors import BudgetSpent
from emu.machine import Machine
from emu.mpu import Registers

ROMS_VARIABLE = "MICROCHESS_KIM_ROMS"
SHORT = 10_000
"""Cycles to hold a key and to leave it alone: enough for two scans of 4.3 ms each."""

SAD, PADD, SBD, PBDD = range(0x1740, 0x1744)
PCL, PCH, PREG, SPUSER, ACC, YREG, XREG = range(0xEF, 0xF6)
CHKHI, CHKSUM, INL, INH, POINTL, POINTH, TEMP = range(0xF6, 0xFD)
MODE = 0xFF
CHKL, CHKH, SAVX, VEB, SAL = 0x17E7, 0x17E8, 0x17E9, 0x17EC, 0x17F5

START, SCAND, SCANDS, AK, KEYIN, GETKEY = 0x1C4F, 0x1F19, 0x1F1F, 0x1EFE, 0x1F40, 0x1F6A
CONVD, CONVD_SEGMENTS = 0x1F48, 0x1F4E
INITS, INIT1, INIT1_PADD = 0x1E88, 0x1E8C, 0x1E8E
INCPT, CHK, PACK, OPEN = 0x1F63, 0x1F91, 0x1FAC, 0x1FCC
INTVEB, INCVEB, CHKT, PACKT = 0x1932, 0x19EA, 0x194C, 0x1A00

DISABLE, DECIMAL = 0x04, 0x08
KEYS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F",
        "AD", "DA", "+", "GO", "PC")  # fmt: skip
"""In the order of their codes, $00-$14."""
SEGMENTS = (
    0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F, 0x77, 0x7C, 0x39, 0x5E, 0x79, 0x71,
)  # fmt: skip


def image(whose: str) -> bytes:
    """The 2,048 bytes at $1800-$1FFF: ours or the original's."""
    if whose == "ours":
        return rom.monitor()
    folder = os.environ.get(ROMS_VARIABLE)
    if not folder:
        pytest.skip(f"{ROMS_VARIABLE} names no folder with 6530-002.bin and 6530-003.bin")
    return b"".join(Path(folder, f"6530-00{n}.bin").read_bytes() for n in (3, 2))


@pytest.fixture(params=["ours", "original"])
def monitor(request: pytest.FixtureRequest) -> bytes:
    """The monitor to try."""
    return image(request.param)


@pytest.fixture
def machine(monitor: bytes) -> Machine:
    """A machine that has just been reset, RAM zero but for the two vectors."""
    return Machine(monitor)


@pytest.fixture
def ours() -> Machine:
    return Machine(rom.monitor())


@pytest.fixture(params=["ours", "original"] if os.environ.get(ROMS_VARIABLE) else ["ours"])
def bench(request: pytest.FixtureRequest) -> Machine:
    """A machine to call services on; the original's promises are tried where it is there."""
    return Machine(image(request.param))


def enter(machine: Machine, keys: str) -> str:
    """Press keys; words that name a key are one, others are digits. Returns what is shown."""
    machine.run(SHORT)  # a key that is down when the monitor starts does not count
    for word in keys.split():
        for key in [word] if word in (*KEYS, "ST", "RS") else word:
            machine.press(key, SHORT, SHORT)
    return machine.settled_readout().text


def saved(machine: Machine) -> bytes:
    """PCL, PCH, P, SP, A, Y, X of the interrupted program."""
    return machine.read(PCL, 7)


def point(machine: Machine) -> int:
    return machine.peek(POINTH) << 8 | machine.peek(POINTL)


def set_point(machine: Machine, address: int) -> None:
    machine.poke(POINTL, address & 0xFF)
    machine.poke(POINTH, address >> 8)


def code(*lines: str) -> bytes:
    """Machine code from lines of hex bytes with their assembly behind a semicolon."""
    return bytes.fromhex("".join(line.partition(";")[0] for line in lines))


LOOP_WITH_C_AND_D_SET = code(
    "A9 3C     ; $0200 LDA #$3C",
    "A2 75     ;       LDX #$75",
    "A0 5A     ;       LDY #$5A",
    "38 F8     ;       SEC SED",
    "4C 08 02  ; $0208 JMP $0208",
)


# Entering and looking, as observed on the original


def test_reset_shows_the_open_cell_and_takes_an_address(machine: Machine) -> None:
    machine.press("RS", rest=SHORT)
    assert machine.settled_readout().text == "000000"
    assert enter(machine, "123") == "012300"


def test_a_program_is_entered_cell_by_cell(machine: Machine) -> None:
    assert enter(machine, "AD 0000 DA A9") == "0000A9"
    assert enter(machine, "+") == "000100"
    assert enter(machine, "02 + 69 + 03") == "000303"
    assert machine.read(0, 4) == bytes.fromhex("A9026903")


def test_of_three_data_digits_the_last_two_stay(machine: Machine) -> None:
    assert enter(machine, "AD 0300 DA 1") == "030001"
    assert enter(machine, "2") == "030012"
    assert enter(machine, "3") == "030023"


@pytest.mark.parametrize(
    ("address", "following"),
    [("00FF", "0100"), ("01FF", "0200"), ("0000", "0001"), ("FFFF", "0000"), ("0FFF", "1000")],
)
def test_plus_opens_the_next_cell(machine: Machine, address: str, following: str) -> None:
    assert enter(machine, f"AD {address} +")[:4] == following


@pytest.mark.parametrize("mode", ["AD", "DA"])
def test_plus_and_pc_leave_the_mode_as_it_was(machine: Machine, mode: str) -> None:
    machine.poke(PCL, 0x10)
    machine.poke(PCH, 0x03)
    expected = 1 if mode == "AD" else 0
    enter(machine, f"AD 0200 {mode} +")
    assert machine.peek(MODE) == expected
    assert enter(machine, "PC") == "031000"
    assert machine.peek(MODE) == expected


def test_ad_and_da_choose_the_mode_and_leave_the_address_alone(machine: Machine) -> None:
    enter(machine, "AD 0234")
    assert (machine.peek(MODE), point(machine)) == (1, 0x0234)
    assert enter(machine, "DA") == "023400"
    assert (machine.peek(MODE), point(machine)) == (0, 0x0234)
    assert enter(machine, "AD") == "023400"
    assert (machine.peek(MODE), point(machine)) == (1, 0x0234)


def test_an_address_digit_pushes_the_oldest_out(machine: Machine) -> None:
    shown = [enter(machine, key)[:4] for key in "1234567"]
    assert shown == ["0001", "0012", "0123", "1234", "2345", "3456", "4567"]


def test_every_digit_key_enters_its_digit(machine: Machine) -> None:
    enter(machine, "AD 0300 DA")
    for digit in range(16):
        enter(machine, f"{digit:X} {15 - digit:X}")
        assert machine.peek(0x0300) == digit << 4 | 15 - digit
    enter(machine, "AD")
    for digit in range(16):
        enter(machine, f"{digit:X}")
        assert point(machine) & 0x0F == digit


def test_all_sixteen_values_of_each_half_are_shown(machine: Machine) -> None:
    set_point(machine, 0x0300)
    for n in range(16):
        machine.poke(0x0300, n << 4 | 15 - n)
        assert machine.settled_readout().text == f"0300{n:X}{15 - n:X}"
        assert machine.readout().segments[4:] == (SEGMENTS[n], SEGMENTS[15 - n])


def test_the_open_cell_is_read_again_at_every_scan(machine: Machine) -> None:
    enter(machine, "AD 0210")
    machine.poke(0x0210, 0x77)
    assert machine.settled_readout().text == "021077"


def test_a_digit_for_a_rom_cell_only_shows_the_old_byte(machine: Machine) -> None:
    before = machine.peek(0x1C00)
    assert enter(machine, "AD 1C00 DA 5") == f"1C00{before:02X}"


def test_the_board_is_seen_again_every_8_kilobytes(machine: Machine) -> None:
    machine.poke(0x0300, 0xC5)
    assert enter(machine, "AD 2300") == "2300C5"
    assert enter(machine, "AD FFFC") == f"FFFC{machine.peek(0x1FFC):02X}"


def test_examining_a_timer_cell_clears_its_flag_at_every_scan(machine: Machine) -> None:
    """The open cell is read about 235 times a second, with all that a reading does."""
    enter(machine, "AD 1707")
    machine.poke(0x1704, 1)
    machine.run(10_000)
    assert machine.peek(0x1707) == 0x80, "reading the flag does not clear it"
    assert machine.settled_readout().text == "170780"
    set_point(machine, 0x1706)
    machine.poke(0x1707, 1)
    machine.run(10_000)
    assert machine.peek(0x1707) == 0x00, "reading the count does"
    before = machine.board.riot_003.timer_reads
    machine.run(1_000_000)
    assert machine.board.riot_003.timer_reads - before == pytest.approx(235, abs=3)


# The keypad


def test_a_key_acts_once_however_long_it_is_held(machine: Machine) -> None:
    machine.run(SHORT)
    machine.press("5", hold=200_000)
    assert point(machine) == 0x0005
    machine.press("5", hold=200_000)
    assert point(machine) == 0x0055


PHASES = [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000]


@pytest.mark.parametrize("phase", PHASES)
def test_a_press_of_4_ms_is_not_seen_and_one_of_9_ms_is(machine: Machine, phase: int) -> None:
    machine.run(20_000 + phase)
    machine.press("5", hold=4_000, rest=20_000)
    assert point(machine) == 0x0000
    machine.press("5", hold=9_000, rest=20_000)
    assert point(machine) == 0x0005


@pytest.mark.parametrize("phase", PHASES)
def test_a_key_acts_within_9_ms_of_being_pressed(machine: Machine, phase: int) -> None:
    machine.run(20_000 + phase)
    machine.key_down("5")
    machine.run(4_300)
    assert point(machine) == 0x0000
    machine.run(4_700)
    assert point(machine) == 0x0005


@pytest.mark.parametrize("phase", PHASES)
def test_a_key_let_go_for_5_ms_can_be_pressed_again(machine: Machine, phase: int) -> None:
    machine.run(20_000)
    machine.press("5", hold=20_000 + phase, rest=5_000)
    machine.press("5", hold=20_000, rest=0)
    assert point(machine) == 0x0055


def test_a_key_that_is_down_when_the_monitor_starts_does_nothing(machine: Machine) -> None:
    """Each press counts once, and a key must have been up for a scan before."""
    machine.press("5", hold=20_000)
    assert point(machine) == 0x0000
    machine.press("5", hold=20_000)
    assert point(machine) == 0x0005


def test_a_second_key_while_the_first_is_down_does_nothing(machine: Machine) -> None:
    machine.run(20_000)
    machine.key_down("5")
    machine.run(20_000)
    machine.key_down("1")
    machine.run(20_000)
    machine.key_up("5")
    machine.run(20_000)
    assert point(machine) == 0x0005


def test_of_two_keys_pressed_together_the_lower_code_acts(machine: Machine) -> None:
    machine.run(20_000)
    machine.key_down("B")
    machine.key_down("3")
    machine.run(20_000)
    assert point(machine) == 0x0003


# RS


def test_reset_sets_stack_mode_flags_and_ports(machine: Machine) -> None:
    machine.registers = Registers(0x0200, 0, 0, 0, 0x12, DECIMAL)
    machine.poke(MODE, 0)
    machine.poke(PADD, 0x7F)
    machine.press("RS", rest=0)
    machine.run_until({SCAND}, budget=500)
    assert (machine.peek(SPUSER), machine.peek(MODE)) == (0xFF, 1)
    assert [machine.peek(a) for a in (PADD, PBDD)] == [0x00, 0x3F]
    assert machine.board.riot_002.port_b == 0x07
    assert machine.registers.sp == 0xFD, "just the return address of this call"
    assert machine.registers.p & (DISABLE | DECIMAL) == DISABLE


def test_reset_leaves_all_but_a_few_cells_alone(machine: Machine) -> None:
    """SPUSER, INH, TEMP, MODE, $17F3 and four bytes of stack; not POINT, P or the vectors."""
    machine.load_bytes(0x0000, bytes(n * 7 + 3 & 0xFF for n in range(0x400)))
    machine.load_bytes(0x1780, bytes(n * 5 + 1 & 0xFF for n in range(0x80)))
    set_point(machine, 0x0321)
    every = [*range(0x0400), *range(0x1780, 0x1800)]
    before = {a: machine.peek(a) for a in every}
    machine.press("RS", rest=60_000)
    changed = {a for a in every if machine.peek(a) != before[a]}
    assert changed <= {SPUSER, INH, TEMP, MODE, 0x17F3, 0x01FC, 0x01FD, 0x01FE, 0x01FF}
    assert machine.readout().text == f"0321{before[0x0321]:02X}"


def test_reset_gets_a_runaway_program_back_to_the_monitor(machine: Machine) -> None:
    machine.load_bytes(0x0200, code("78 D8 4C 02 02  ; SEI CLD JMP *"))
    assert enter(machine, "AD 0200 GO").strip() == ""
    assert enter(machine, "RS") == "020078"


def test_the_first_digit_is_lit_soon_after_reset_and_after_a_stop(machine: Machine) -> None:
    """About 180 cycles after RS and 204 after ST."""
    machine.press("RS", rest=250)
    assert machine.readout().duty[0] > 0
    machine.load_bytes(0x0200, LOOP_WITH_C_AND_D_SET)
    enter(machine, "AD 0200 GO")
    machine.press("ST", rest=300)
    assert machine.readout().duty[0] > 0


# GO


def test_go_starts_at_the_displayed_address_with_the_saved_registers(machine: Machine) -> None:
    machine.load_bytes(0x0200, code("08        ; $0200 PHP", "4C 01 02  ; $0201 JMP $0201"))
    enter(machine, "AD 0200")
    machine.load_bytes(PCL, bytes.fromhex("34 12 C3 80 11 33 22"))
    machine.key_down("GO")
    machine.run_until({0x0200}, budget=20_000)
    r = machine.registers
    assert (r.sp, r.a, r.x, r.y, r.p) == (0x80, 0x11, 0x22, 0x33, 0xF3)
    assert machine.read(0x017E, 3) == bytes.fromhex("C3 00 02"), "what GO pushed is left there"
    machine.step()
    assert machine.peek(0x0180) == 0xF3


def test_the_digits_are_dark_while_a_program_runs(machine: Machine) -> None:
    machine.load_bytes(0x0200, LOOP_WITH_C_AND_D_SET)
    enter(machine, "AD 0200 GO")
    assert machine.readout().dark


def test_a_program_finds_the_go_key_still_down(machine: Machine) -> None:
    machine.load_bytes(0x0200, code("20 6A 1F", "85 10", "4C 00 02"))  # JSR GETKEY, STA $10
    enter(machine, "AD 0200")
    machine.key_down("GO")
    machine.run(20_000)
    assert machine.peek(0x10) == 0x13
    machine.key_up("GO")
    machine.run(1_000)
    assert machine.peek(0x10) == 0x15


def test_a_program_that_jumps_back_leaves_mode_address_and_saved_registers(
    machine: Machine,
) -> None:
    machine.load_bytes(0x0200, code("4C 4F 1C  ; JMP $1C4F"))
    enter(machine, "AD 0200 DA")
    machine.load_bytes(PCL, bytes.fromhex("34 12 00 F0 11 33 22"))
    assert enter(machine, "GO") == "02004C"
    assert machine.peek(MODE) == 0
    assert saved(machine) == bytes.fromhex("34 12 00 F0 11 33 22")


# ST, BRK, PC


def test_st_saves_the_registers_and_go_resumes_with_them(machine: Machine) -> None:
    machine.load_bytes(0x0200, LOOP_WITH_C_AND_D_SET)
    assert enter(machine, "AD 0200 GO").strip() == ""
    assert enter(machine, "ST") == "02084C"
    assert saved(machine) == bytes.fromhex("08 02 29 FF 3C 5A 75")
    assert machine.peek(MODE) == 1
    assert enter(machine, "AD 00F3") == "00F33C"
    assert enter(machine, "PC") == "02084C"
    assert enter(machine, "GO").strip() == ""
    assert machine.registers == Registers(0x0208, 0x3C, 0x75, 0x5A, 0xFF, 0x39)


def test_after_st_the_flags_of_the_monitor_are_in_order(machine: Machine) -> None:
    machine.load_bytes(0x0200, LOOP_WITH_C_AND_D_SET)
    enter(machine, "AD 0200 GO")
    machine.press("ST", rest=0)
    machine.run_until({SCAND}, budget=500)
    assert machine.registers.p & (DISABLE | DECIMAL) == DISABLE


def test_a_changed_saved_register_is_what_the_program_goes_on_with(machine: Machine) -> None:
    machine.load_bytes(0x0200, LOOP_WITH_C_AND_D_SET)
    enter(machine, "AD 0200 GO ST AD 00F3 DA 99 PC GO")
    assert machine.registers.a == 0x99


def test_brk_stops_two_bytes_on_with_b_saved(machine: Machine) -> None:
    machine.load_bytes(0x0200, code("A9 11", "00"))
    assert enter(machine, "AD 0200 GO") == "020400"
    assert saved(machine) == bytes.fromhex("04 02 30 FF 11 00 00")


def test_st_destroys_only_the_monitors_cells_and_the_stack_below(machine: Machine) -> None:
    machine.load_bytes(0x0000, bytes(n * 7 + 3 & 0xFF for n in range(0x400)))
    machine.load_bytes(0x0200, code("4C 00 02"))
    every = [*range(0x0400), *range(0x1780, 0x1800)]
    before = {a: machine.peek(a) for a in every}
    machine.registers = Registers(0x0200, 1, 2, 3, 0x80, 0)
    machine.run(1_000)
    machine.press("ST", rest=60_000)
    changed = {a for a in every if machine.peek(a) != before[a]}
    assert changed <= {*range(PCL, XREG + 1), INH, POINTL, POINTH, TEMP, MODE, *range(0x17D, 0x181)}
    assert saved(machine) == bytes.fromhex("00 02 20 80 01 03 02")


def test_st_inside_a_service_stops_there_and_go_resumes(machine: Machine) -> None:
    machine.load_bytes(0x0200, code("E6 10", "20 1F 1F", "4C 00 02"))  # INC $10, SCANDS, again
    enter(machine, "AD 0200 GO")
    machine.run_until({CONVD_SEGMENTS}, budget=10_000)
    machine.press("ST", rest=SHORT)
    assert machine.settled_readout().text[:4] == "1F4E"
    before = machine.peek(0x10)
    enter(machine, "GO")
    assert machine.peek(0x10) != before, "and the program behind it goes on"


def test_st_in_the_idle_monitor_moves_the_saved_stack_down_until_reset(machine: Machine) -> None:
    machine.run(20_000)
    for expected in (0xFB, 0xF7, 0xF3):
        machine.run_until({CONVD_SEGMENTS}, budget=10_000)
        machine.press("ST", rest=SHORT)
        assert machine.peek(SPUSER) == expected
        assert point(machine) == CONVD_SEGMENTS, "the address stopped at is one of the ROM"
    machine.press("RS", rest=SHORT)
    assert machine.peek(SPUSER) == 0xFF


def test_st_without_its_vector_is_lost_until_reset(monitor: bytes) -> None:
    """With zeroed RAM it ends in an endless BRK loop with dark digits."""
    machine = Machine(monitor, preset=False)
    machine.load_bytes(0x0200, code("4C 00 02"))
    enter(machine, "AD 0200 GO")
    assert enter(machine, "ST 1").strip() == ""
    assert enter(machine, "RS") == "02004C"


# SST


def test_single_step_shows_the_next_instruction_each_time(machine: Machine) -> None:
    program = code("A9 05", "20 1F 1F", "A2 FF", "E8", "4C 07 02")
    machine.load_bytes(0x0200, program)
    machine.single_step = True
    shown = [enter(machine, "AD 0200 GO")]
    assert machine.peek(ACC) == 0x05
    shown += [enter(machine, "GO") for _ in range(6)]
    assert shown == [
        "020220",
        f"1F1F{machine.peek(SCANDS):02X}",
        "0207E8",  # the whole service and the one instruction behind its call
        "02084C",
        "0207E8",
        "02084C",
        "0207E8",
    ]


def test_between_single_steps_registers_can_be_examined(machine: Machine) -> None:
    machine.load_bytes(0x0200, code("A9 05", "A2 FF", "E8"))
    machine.single_step = True
    enter(machine, "AD 0200 GO")
    assert enter(machine, "AD 00F3") == "00F305"
    assert enter(machine, "PC GO") == "0204E8"
    assert enter(machine, "AD 00F5") == "00F5FF"
    assert enter(machine, "PC GO AD 00F5") == "00F500"


def test_reset_and_the_keys_work_with_sst_left_on(machine: Machine) -> None:
    machine.single_step = True
    assert enter(machine, "RS AD 0300 DA 12 + 34") == "030134"
    assert machine.read(0x0300, 2) == b"\x12\x34"


# Interior addresses that programs use


def test_a_call_of_1c05_stops_at_the_call_and_leaves_a_and_p_unsaved(machine: Machine) -> None:
    """The address saved is the return address less one: the last byte of the JSR."""
    machine.load_bytes(0x0200, code("A9 44", "A2 55", "A0 66", "20 05 1C"))
    machine.load_bytes(PREG, b"\x00\xff\x77")
    machine.jump(0x0200)
    machine.run(SHORT)
    assert machine.settled_readout().text == "02081C"
    assert saved(machine) == bytes.fromhex("08 02 00 FF 77 66 55")
    assert machine.peek(MODE) == 1


def test_1c64_clears_the_input_and_ends_in_the_keypad_monitor(machine: Machine) -> None:
    machine.run(SHORT)
    machine.load_bytes(INL, b"\x12\x34")
    set_point(machine, 0x0300)
    machine.jump(0x1C64)
    machine.run(SHORT)
    assert machine.peek(INL) == 0x00
    assert machine.settled_readout().text == "030000"
    assert enter(machine, "DA") == "030000"


def test_1dc8_is_go(machine: Machine) -> None:
    set_point(machine, 0x0300)
    machine.load_bytes(PREG, bytes.fromhex("C3 80 11 33 22"))
    machine.jump(0x1DC8)
    machine.run_until({0x0300}, budget=200)
    assert machine.registers == Registers(0x0300, 0x11, 0x22, 0x33, 0x80, 0xF3)


@pytest.mark.parametrize(("entry", "shown"), [(0x185C, "0000"), (0x1925, "0000"), (0x1929, "FFFF")])
@pytest.mark.parametrize("opcode", [0x4C, 0x20], ids=["JMP", "JSR"])
def test_the_exits_of_the_tape_routines_show_0000_or_ffff(
    machine: Machine, entry: int, shown: str, opcode: int
) -> None:
    set_point(machine, 0x0345)
    machine.load_bytes(0x0200, bytes((opcode, entry & 0xFF, entry >> 8)))
    machine.jump(0x0200)
    machine.run_until({START}, budget=1_000)
    machine.run(SHORT)
    cell = machine.peek(int(shown, 16))
    assert machine.settled_readout().text == f"{shown}{cell:02X}"


def test_1c2a_ends_in_the_keypad_monitor_without_a_terminal(machine: Machine) -> None:
    set_point(machine, 0x0300)
    machine.poke(MODE, 0)
    machine.run_until({SCAND}, budget=1_000)
    machine.jump(0x1C2A)
    machine.run_until({START}, budget=1_000)
    assert machine.settled_readout().text == "030000"


def test_start_leaves_mode_address_and_saved_registers_alone(machine: Machine) -> None:
    set_point(machine, 0x0300)
    machine.load_bytes(PCL, bytes.fromhex("34 12 00 F0 11 33 22"))
    machine.registers = Registers(START, 1, 2, 3, 0xF0, DECIMAL)
    machine.run_until({SCAND}, budget=500)
    assert machine.registers.p & (DISABLE | DECIMAL) == DISABLE
    machine.run(SHORT)
    assert (machine.peek(MODE), point(machine)) == (0, 0x0300)
    assert saved(machine) == bytes.fromhex("34 12 00 F0 11 33 22")


def test_the_segment_table_lies_at_1fe7(machine: Machine) -> None:
    expected = bytes.fromhex("BF 86 DB CF E6 ED FD 87 FF EF F7 FC B9 DE F9 F1")
    assert machine.read(0x1FE7, 16) == expected
    assert bytes(b & 0x7F for b in expected) == bytes(SEGMENTS)


def test_the_vectors_lead_to_1c1c_1c22_and_1c1f(machine: Machine) -> None:
    assert machine.read(0x1FFA, 6) == bytes.fromhex("1C 1C 22 1C 1F 1C")
    machine.load_bytes(0x17FA, bytes.fromhex("34 02 00 00 56 03"))
    for entry, target in ((0x1C1C, 0x0234), (0x1C1F, 0x0356)):
        machine.jump(entry)
        machine.step()
        assert machine.registers.pc == target


# Services: registers in, registers and memory out


def call(
    machine: Machine, address: int, a: int = 0x5A, x: int = 0x11, y: int = 0x22, p: int = DISABLE
) -> Registers:
    """Call a service from $0200 and return the registers it came back with."""
    machine.load_bytes(0x0200, bytes((0x20, address & 0xFF, address >> 8)))
    machine.registers = Registers(0x0200, a, x, y, 0xFF, p)
    machine.run_until({0x0203}, budget=20_000)
    assert machine.registers.sp == 0xFF
    return machine.registers


def ports_ready(machine: Machine, padd: int = 0x00) -> None:
    for address, value in ((PADD, padd), (SBD, 0x07), (PBDD, 0x3F)):
        machine.poke(address, value)


def selected(machine: Machine) -> int:
    """What was last written to SBD."""
    return machine.board.riot_002.port_b


def test_inits_prepares_ports_mode_and_flags(bench: Machine) -> None:
    bench.poke(PADD, 0x7F)
    r = call(bench, INITS, p=DECIMAL)
    assert (r.a, r.x, r.y, r.p & (DISABLE | DECIMAL)) == (0x5A, 0x07, 0x22, DISABLE)
    assert (bench.peek(PADD), bench.peek(PBDD), selected(bench)) == (0x00, 0x3F, 0x07)
    assert bench.peek(MODE) == 1


@pytest.mark.parametrize("mode", [0, 1])
def test_init1_does_the_same_but_leaves_the_mode(bench: Machine, mode: int) -> None:
    bench.poke(MODE, mode)
    bench.poke(PADD, 0x7F)
    r = call(bench, INIT1, p=DECIMAL)
    assert (r.a, r.x, r.y, r.p & (DISABLE | DECIMAL)) == (0x5A, 0x07, 0x22, DISABLE)
    assert (bench.peek(PADD), bench.peek(PBDD), selected(bench)) == (0x00, 0x3F, 0x07)
    assert bench.peek(MODE) == mode


def test_1e8e_is_init1_with_the_callers_directions_for_port_a(bench: Machine) -> None:
    r = call(bench, INIT1_PADD, x=0x7F)
    assert (bench.peek(PADD), bench.peek(PBDD), selected(bench)) == (0x7F, 0x3F, 0x07)
    assert (r.a, r.x, r.y) == (0x5A, 0x07, 0x22)


def show(machine: Machine) -> None:
    machine.load_bytes(INH, bytes.fromhex("EF CD AB"))


@pytest.mark.parametrize("entry", [SCANDS, SCAND])
def test_a_scan_lights_the_six_digits_once_and_looks_for_a_key(bench: Machine, entry: int) -> None:
    ports_ready(bench)
    show(bench)
    if entry == SCAND:
        set_point(bench, 0x0345)
        bench.poke(0x0345, 0x67)
    r = call(bench, entry)
    seen = bench.readout()
    assert seen.text == ("ABCDEF" if entry == SCANDS else "034567")
    assert all(0.030 < duty < 0.036 for duty in seen.duty), "0.6 to 0.7 ms of 20 each"
    assert bench.peek(INH) == (0xEF if entry == SCANDS else 0x67)
    assert (r.a, r.x, r.y, r.p & 2) == (0x00, 0x07, 0x07, 2)
    assert (bench.peek(PADD), selected(bench)) == (0x00, 0x07)


@pytest.mark.parametrize("entry", [SCANDS, SCAND, AK, KEYIN, 0x1F3D, 0x1F45])
@pytest.mark.parametrize("key", KEYS)
def test_looking_for_a_key_gives_its_column(bench: Machine, entry: int, key: str) -> None:
    """A = 0 and Z set mean no key."""
    ports_ready(bench)
    bench.key_down(key)
    r = call(bench, entry, x=0x15)
    assert r.a == 1 << 6 - KEYS.index(key) % 7
    assert (r.x, r.y, r.p & 2) == (0x07, 0x07, 0)
    assert (bench.peek(PADD), selected(bench)) == (0x00, 0x07)
    bench.key_up(key)
    r = call(bench, entry, x=0x15)
    assert (r.a, r.x, r.y, r.p & 2) == (0x00, 0x07, 0x07, 2)


def test_looking_for_keys_gives_the_columns_of_all_of_them(bench: Machine) -> None:
    ports_ready(bench)
    for key in ("0", "8", "AD", "PC"):
        bench.key_down(key)
    assert call(bench, AK).a == 0b0111_0001


@pytest.mark.parametrize("entry", [KEYIN, SCANDS, 0x1F3D])
def test_keyin_turns_port_a_round_to_listen_first(bench: Machine, entry: int) -> None:
    ports_ready(bench, padd=0x7F)
    bench.poke(SAD, 0x00)
    assert call(bench, entry, x=0x15).a == 0x00
    assert bench.peek(PADD) == 0x00


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
    writes = port_b_writes(bench, SCANDS)
    order = [0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x15, 0x01, 0x03, 0x05, 0x07]
    assert [select for select, _ in writes] == order
    assert all(segments == 0 for _, segments in writes[:6]), "dark while the select changes"


@pytest.mark.parametrize("x", [0x14, 0x15])
def test_1f3d_selects_what_x_says_before_it_looks_for_keys(bench: Machine, x: int) -> None:
    ports_ready(bench, padd=0x7F)
    bench.poke(SBD, 0x13)
    assert [select for select, _ in port_b_writes(bench, 0x1F3D, x)] == [x, 1, 3, 5, 7]


@pytest.mark.parametrize("key", KEYS)
def test_getkey_gives_the_code_of_each_key(bench: Machine, key: str) -> None:
    ports_ready(bench)
    bench.key_down(key)
    r = call(bench, GETKEY)
    assert (r.a, r.x, selected(bench)) == (KEYS.index(key), 0x00, 0x07)


def test_getkey_gives_15_when_no_key_is_down(bench: Machine) -> None:
    ports_ready(bench)
    r = call(bench, GETKEY)
    assert (r.a, r.x, selected(bench)) == (0x15, 0x27, 0x07)


@pytest.mark.parametrize("key", KEYS)
def test_our_getkey_is_right_in_decimal_mode_too(ours: Machine, key: str) -> None:
    """The original gives F as $15 and PC as $20 there."""
    ports_ready(ours)
    ours.key_down(key)
    assert call(ours, GETKEY, p=DISABLE | DECIMAL).a == KEYS.index(key)


DIGIT_CODES = [(base + 2 * n, n) for base in (0x08, 0x09) for n in range(6)]


@pytest.mark.parametrize(("select", "place"), DIGIT_CODES)
def test_convd_lights_a_hex_digit_at_the_place_in_x(
    bench: Machine, select: int, place: int
) -> None:
    """X may be odd or even."""
    ports_ready(bench, padd=0x7F)
    for digit in range(16):
        r = call(bench, CONVD, a=digit, x=select)
        state = bench.board.leds.state
        assert (state.digit, state.segments) == (place, SEGMENTS[digit])
        assert (r.x, r.y) == (select + 2, 0x22)
    lit = bench.readout().duty
    assert [n for n, duty in enumerate(lit) if duty] == [place]


@pytest.mark.parametrize(("select", "place"), DIGIT_CODES)
@pytest.mark.parametrize("segments", [0x00, 0x40, 0x7F, 0xBF])
def test_1f4e_lights_any_segments_at_the_place_in_x(
    bench: Machine, select: int, place: int, segments: int
) -> None:
    ports_ready(bench, padd=0x7F)
    bench.poke(TEMP, 0x33)
    r = call(bench, CONVD_SEGMENTS, a=segments, x=select)
    state = bench.board.leds.state
    assert (state.digit, state.segments) == (place, segments & 0x7F)
    assert (r.a, r.x, r.y) == (segments, select + 2, 0x33), "Y comes back from TEMP"
    if segments & 0x7F:
        assert bench.readout().segments[place] == segments & 0x7F


@pytest.mark.parametrize(
    ("entry", "cycles"),
    [(SCANDS, 4231), (SCAND, 4241), (CONVD, 672), (CONVD_SEGMENTS, 663)],
)
def test_display_services_take_about_the_documented_time(
    bench: Machine, entry: int, cycles: int
) -> None:
    ports_ready(bench, padd=0x7F)
    before = bench.cycles
    call(bench, entry, a=5, x=0x09)
    assert bench.cycles - before - 6 == pytest.approx(cycles, rel=0.03)


@pytest.mark.parametrize(
    ("before", "after"), [(0x0000, 0x0001), (0x00FF, 0x0100), (0x12FF, 0x1300), (0xFFFF, 0x0000)]
)
def test_incpt_moves_the_open_cell_on_and_keeps_the_registers(
    bench: Machine, before: int, after: int
) -> None:
    set_point(bench, before)
    r = call(bench, INCPT)
    assert point(bench) == after
    assert (r.a, r.x, r.y) == (0x5A, 0x11, 0x22)


@pytest.mark.parametrize("p", [DISABLE, DISABLE | 1])
@pytest.mark.parametrize(
    ("before", "a", "after"),
    [(0x0000, 0x5A, 0x005A), (0x12FF, 0x01, 0x1300), (0x00C0, 0xFF, 0x01BF), (0xFFFF, 2, 0x0001)],
)
def test_chk_adds_a_to_the_paper_tape_checksum(
    bench: Machine, before: int, a: int, after: int, p: int
) -> None:
    bench.load_bytes(CHKHI, before.to_bytes(2, "big"))
    r = call(bench, CHK, a=a, p=p)
    assert bench.read(CHKHI, 2) == after.to_bytes(2, "big")
    assert (r.a, r.x, r.y) == (after >> 8, 0x11, 0x22)


HEX = "0123456789ABCDEF"
NOT_HEX = "/GZaf !\r\n\x7f"


@pytest.mark.parametrize("character", HEX)
def test_pack_shifts_a_hex_digit_into_the_input(bench: Machine, character: str) -> None:
    bench.load_bytes(INL, b"\x34\x12")
    r = call(bench, PACK, a=ord(character))
    assert bench.peek(INH) << 8 | bench.peek(INL) == 0x2340 | int(character, 16)
    assert (r.a, r.x, r.y) == (0, 0x11, 0)


@pytest.mark.parametrize("character", NOT_HEX)
def test_pack_leaves_what_is_no_hex_digit(bench: Machine, character: str) -> None:
    bench.load_bytes(INL, b"\x34\x12")
    r = call(bench, PACK, a=ord(character))
    assert bench.read(INL, 2) == b"\x34\x12"
    assert (r.a, r.x, r.y) == (ord(character), 0x11, 0x22)


def test_four_digits_packed_and_opened_are_the_open_cell(bench: Machine) -> None:
    for character in "03E8":
        call(bench, PACK, a=ord(character))
    r = call(bench, OPEN)
    assert point(bench) == 0x03E8
    assert (r.a, r.x, r.y) == (0x03, 0x11, 0x22)


def test_intveb_prepares_the_tape_address_and_checksum(bench: Machine) -> None:
    bench.load_bytes(CHKL, b"\x99\x88")
    bench.load_bytes(SAL, b"\x34\x02")
    r = call(bench, INTVEB)
    assert bench.read(VEB + 1, 3) == b"\x34\x02\x60"
    assert bench.read(CHKL, 2) == b"\x00\x00"
    assert r.a == 0


def test_intveb_keeps_x_and_y(bench: Machine) -> None:
    """Of the registers it only changes A, to 0."""
    r = call(bench, INTVEB)
    assert (r.x, r.y) == (0x11, 0x22)


@pytest.mark.parametrize(
    ("before", "after"), [(0x0000, 0x0001), (0x02FF, 0x0300), (0xFFFF, 0x0000)]
)
def test_incveb_moves_the_tape_address_on_and_keeps_the_registers(
    bench: Machine, before: int, after: int
) -> None:
    bench.load_bytes(VEB + 1, before.to_bytes(2, "little"))
    r = call(bench, INCVEB)
    assert bench.read(VEB + 1, 2) == after.to_bytes(2, "little")
    assert (r.a, r.x, r.y) == (0x5A, 0x11, 0x22)


@pytest.mark.parametrize("p", [DISABLE, DISABLE | 1])
@pytest.mark.parametrize(
    ("before", "a", "after"),
    [(0x0000, 0x5A, 0x005A), (0x12FF, 0x01, 0x1300), (0x00C0, 0xFF, 0x01BF), (0xFFFF, 2, 0x0001)],
)
def test_chkt_adds_a_to_the_tape_checksum(
    bench: Machine, before: int, a: int, after: int, p: int
) -> None:
    bench.load_bytes(CHKL, before.to_bytes(2, "little"))
    r = call(bench, CHKT, a=a, p=p)
    assert bench.read(CHKL, 2) == after.to_bytes(2, "little")
    assert (r.a, r.x, r.y) == (a, 0x11, a)


def test_chkt_sums_the_worked_tape_record(bench: Machine) -> None:
    """SA 0200 and the bytes 01 9C E7 3F give 01C5."""
    bench.load_bytes(CHKL, b"\x00\x00")
    for byte in bytes.fromhex("00 02 01 9C E7 3F"):
        call(bench, CHKT, a=byte)
    assert bench.read(CHKL, 2) == b"\xc5\x01"


@pytest.mark.parametrize("character", HEX)
def test_packt_shifts_a_hex_digit_into_the_tape_byte(bench: Machine, character: str) -> None:
    bench.poke(SAVX, 0xA7)
    r = call(bench, PACKT, a=ord(character))
    assert bench.peek(SAVX) == r.a == 0x70 | int(character, 16)
    assert (r.x, r.y) == (0x11, 0)


@pytest.mark.parametrize("character", NOT_HEX)
def test_packt_says_what_is_no_hex_digit(bench: Machine, character: str) -> None:
    bench.poke(SAVX, 0xA7)
    r = call(bench, PACKT, a=ord(character), y=0)
    assert r.y != 0
    assert bench.peek(SAVX) == 0xA7


SERVICES = [
    SCAND, SCANDS, AK, KEYIN, GETKEY, CONVD, CONVD_SEGMENTS, INCPT, CHK, PACK, OPEN, INTVEB,
    INCVEB, CHKT, PACKT, 0x1F3D, 0x1F45,
]  # fmt: skip


@pytest.mark.parametrize("flags", [0, DISABLE, DECIMAL, DECIMAL | DISABLE])
@pytest.mark.parametrize("service", SERVICES, ids=lambda s: f"{s:04X}")
def test_a_service_preserves_decimal_mode_and_interrupt_disable(
    bench: Machine, service: int, flags: int
) -> None:
    ports_ready(bench)
    assert call(bench, service, a=0x05, x=0x09, p=flags).p & (DISABLE | DECIMAL) == flags


@pytest.mark.parametrize("service", [SCAND, SCANDS, GETKEY], ids=lambda s: f"{s:04X}")
def test_a_service_uses_two_bytes_of_stack_at_most(bench: Machine, service: int) -> None:
    ports_ready(bench)
    bench.load_bytes(0x0100, b"\xa5" * 0x100)
    call(bench, service)
    assert bench.read(0x0100, 0xFC) == b"\xa5" * 0xFC, "2 for the call, 2 of its own"


# What of the serial and tape half exists in ours


RETURNING = [
    0x1E1E, 0x1E2F, 0x1E31, 0x1E3B, 0x1E4C, 0x1E5A, 0x1E9E, 0x1EA0, 0x1ED4, 0x1EEB, 0x1F9D,
    0x195E, 0x1961, 0x196F, 0x197A, 0x199E, 0x19C4, 0x19F3, 0x1A24, 0x1A41,
]  # fmt: skip
ENDING = [0x1800, 0x1873, 0x190F, 0x1A6B, 0x1C2A, 0x1C64, 0x1DAC, 0x1DAF]


@pytest.mark.parametrize("entry", RETURNING, ids=lambda s: f"{s:04X}")
@pytest.mark.parametrize("flags", [0, DECIMAL | DISABLE])
def test_a_serial_or_tape_service_of_ours_returns_at_once(
    ours: Machine, entry: int, flags: int
) -> None:
    before = ours.cycles
    r = call(ours, entry, p=flags)
    assert ours.cycles - before < 100
    assert r.p & (DISABLE | DECIMAL) == flags


@pytest.mark.parametrize("entry", ENDING, ids=lambda s: f"{s:04X}")
def test_a_serial_or_tape_command_of_ours_ends_in_the_monitor(ours: Machine, entry: int) -> None:
    ours.jump(entry)
    ours.run_until({START}, budget=1_000)
    assert enter(ours, "AD 0300 DA 12") == "030012"


@pytest.mark.parametrize("entry", [0x1800, 0x1873])
def test_saving_and_loading_with_ours_shows_the_sign_of_failure(ours: Machine, entry: int) -> None:
    ours.jump(entry)
    ours.run(SHORT)
    assert ours.settled_readout().text[:4] == "FFFF"


def test_getch_without_a_terminal_gives_1_at_once(bench: Machine) -> None:
    before = bench.cycles
    ports_ready(bench)
    r = call(bench, 0x1E5A)
    assert (r.a, r.x) == (0x01, 0x08)
    assert bench.cycles - before < 60


def test_outch_of_ours_gives_back_the_registers_as_documented(ours: Machine) -> None:
    r = call(ours, 0x1EA0, a=0x41)
    assert (r.a, r.x, r.y) == (0xFF, 0x11, 0xFF)


# The images


def test_each_half_of_our_monitor_fills_its_chip() -> None:
    assert [len(rom.image(f"kim1-00{n}.bin")) for n in (2, 3)] == [1024, 1024]
    assert rom.monitor() == rom.image("kim1-003.bin") + rom.image("kim1-002.bin")


@pytest.mark.parametrize(
    ("label", "address"),
    [
        ("start", START), ("inits", INITS), ("init1", INIT1), ("ak", AK), ("scand", SCAND),
        ("scands", SCANDS), ("keyin", KEYIN), ("convd", CONVD), ("incpt", INCPT),
        ("getkey", GETKEY), ("chk", CHK), ("pack", PACK), ("open", OPEN), ("table", 0x1FE7),
        ("save", 0x1C00), ("nmi", 0x1C1C), ("irq", 0x1C1F), ("reset", 0x1C22), ("go", 0x1DC8),
    ],
)  # fmt: skip
def test_the_labels_of_our_monitor_stand_at_the_documented_addresses(
    label: str, address: int
) -> None:
    assert rom.labels("kim1-002")[label] == address


def test_sst_steps_through_the_cassette_half_but_not_the_monitor_half(machine: Machine) -> None:
    machine.load_bytes(0x0200, code("20 EA 19", "EA"))  # JSR INCVEB
    machine.single_step = True
    assert enter(machine, "AD 0200 GO")[:4] == "19EA"
    assert enter(machine, "GO")[:4] == "19ED"


def test_a_stray_key_scan_with_nothing_pressed_never_leaves_the_idle_monitor(
    machine: Machine,
) -> None:
    machine.run(50_000)
    with pytest.raises(BudgetSpent):
        machine.run_until({GETKEY}, budget=200_000)

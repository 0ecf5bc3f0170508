"""The monitor on keypad and digits: what its keys do."""

import pytest

import rom
from emu.chips.registers import Registers
from emu.machine import Machine
from tests.rom import at
from tests.rom.kit import DECIMAL, DISABLE, SEGMENTS, SHORT, code, enter, point, saved, set_point

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
    machine.poke(at.PCL, 0x10)
    machine.poke(at.PCH, 0x03)
    expected = 1 if mode == "AD" else 0
    enter(machine, f"AD 0200 {mode} +")
    assert machine.peek(at.MODE) == expected
    assert enter(machine, "PC") == "031000"
    assert machine.peek(at.MODE) == expected


def test_ad_and_da_choose_the_mode_and_leave_the_address_alone(machine: Machine) -> None:
    enter(machine, "AD 0234")
    assert (machine.peek(at.MODE), point(machine)) == (1, 0x0234)
    assert enter(machine, "DA") == "023400"
    assert (machine.peek(at.MODE), point(machine)) == (0, 0x0234)
    assert enter(machine, "AD") == "023400"
    assert (machine.peek(at.MODE), point(machine)) == (1, 0x0234)


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


def test_a_digit_reads_and_writes_the_cell_four_times(machine: Machine) -> None:
    enter(machine, "AD 1702 DA")
    machine.poke(0x1703, 0xFF)
    machine.poke(0x1702, 0x0F)
    writes: list[int] = []
    write = machine.board.riot_003.write

    def noting(register: int, value: int) -> None:
        writes.append(value)
        write(register, value)

    machine.board.riot_003.write = noting  # type: ignore[method-assign]
    enter(machine, "5")
    assert writes == [0x1E, 0x3D, 0x7A, 0xF5]


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
def test_a_key_acts_within_9_ms_and_not_before_two_scans(machine: Machine, phase: int) -> None:
    machine.run(20_000 + phase)
    machine.press("5", hold=4_000, rest=20_000)
    assert point(machine) == 0x0000, "too short a press"
    machine.key_down("5")
    machine.run(4_300)
    assert point(machine) == 0x0000
    machine.run(4_700)
    assert point(machine) == 0x0005
    machine.run(11_000 + phase)
    machine.key_up("5")
    machine.run(5_000)
    machine.press("5", hold=20_000, rest=0)
    assert point(machine) == 0x0055, "5 ms between two presses are enough"


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
    machine.poke(at.MODE, 0)
    machine.poke(at.PADD, 0x7F)
    machine.press("RS", rest=0)
    machine.run_until({at.SCAND}, budget=500)
    assert (machine.peek(at.SPUSER), machine.peek(at.MODE)) == (0xFF, 1)
    assert [machine.peek(a) for a in (at.PADD, at.PBDD)] == [0x00, 0x3F]
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
    assert changed <= {at.SPUSER, at.INH, at.TEMP, at.MODE, 0x17F3, 0x01FC, 0x01FD, 0x01FE, 0x01FF}
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
    machine.load_bytes(at.PCL, bytes.fromhex("34 12 C3 80 11 33 22"))
    machine.key_down("GO")
    machine.run_until({0x0200}, budget=20_000)
    r = machine.registers
    assert (r.sp, r.a, r.x, r.y, r.p) == (0x80, 0x11, 0x22, 0x33, 0xF3)
    assert machine.read(0x017E, 3) == bytes.fromhex("C3 00 02"), "what GO pushed is left there"
    machine.step()
    assert machine.peek(0x0180) == 0xF3


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
    machine.load_bytes(at.PCL, bytes.fromhex("34 12 00 F0 11 33 22"))
    assert enter(machine, "GO") == "02004C"
    assert machine.peek(at.MODE) == 0
    assert saved(machine) == bytes.fromhex("34 12 00 F0 11 33 22")


# ST, BRK, PC


def test_st_saves_the_registers_and_go_resumes_with_them(machine: Machine) -> None:
    machine.load_bytes(0x0200, LOOP_WITH_C_AND_D_SET)
    assert enter(machine, "AD 0200 GO").strip() == ""
    machine.press("ST", rest=0)
    machine.run_until({at.SCAND}, budget=500)
    assert machine.registers.p & (DISABLE | DECIMAL) == DISABLE
    assert enter(machine, "") == "02084C"
    assert saved(machine) == bytes.fromhex("08 02 29 FF 3C 5A 75")
    assert machine.peek(at.MODE) == 1
    assert enter(machine, "AD 00F3") == "00F33C"
    assert enter(machine, "PC") == "02084C"
    assert enter(machine, "GO").strip() == ""
    assert machine.registers == Registers(0x0208, 0x3C, 0x75, 0x5A, 0xFF, 0x39)


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
    assert changed <= {
        *range(at.PCL, at.XREG + 1),
        at.INH,
        at.POINTL,
        at.POINTH,
        at.TEMP,
        at.MODE,
        *range(0x17D, 0x181),
    }
    assert saved(machine) == bytes.fromhex("00 02 20 80 01 03 02")


def test_st_inside_a_service_stops_there_and_go_resumes(machine: Machine) -> None:
    machine.load_bytes(0x0200, code("E6 10", "20 1F 1F", "4C 00 02"))  # INC $10, SCANDS, again
    enter(machine, "AD 0200 GO")
    machine.run_until({at.CONVD_SEGMENTS}, budget=10_000)
    machine.press("ST", rest=SHORT)
    assert machine.settled_readout().text[:4] == "1F4E"
    before = machine.peek(0x10)
    enter(machine, "GO")
    assert machine.peek(0x10) != before, "and the program behind it goes on"


def test_st_in_the_idle_monitor_moves_the_saved_stack_down_until_reset(machine: Machine) -> None:
    machine.run(20_000)
    for expected in (0xFB, 0xF7, 0xF3):
        machine.run_until({at.CONVD_SEGMENTS}, budget=10_000)
        machine.press("ST", rest=SHORT)
        assert machine.peek(at.SPUSER) == expected
        assert point(machine) == at.CONVD_SEGMENTS, "the address stopped at is one of the ROM"
    machine.press("RS", rest=SHORT)
    assert machine.peek(at.SPUSER) == 0xFF


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
    assert machine.peek(at.ACC) == 0x05
    shown += [enter(machine, "GO") for _ in range(6)]
    assert shown == [
        "020220",
        f"1F1F{machine.peek(at.SCANDS):02X}",
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
    machine.load_bytes(at.PREG, b"\x00\xff\x77")
    machine.jump(0x0200)
    machine.run(SHORT)
    assert machine.settled_readout().text == "02081C"
    assert saved(machine) == bytes.fromhex("08 02 00 FF 77 66 55")
    assert machine.peek(at.MODE) == 1


def test_1c64_clears_the_input_and_ends_in_the_keypad_monitor(machine: Machine) -> None:
    machine.run(SHORT)
    machine.load_bytes(at.INL, b"\x12\x34")
    set_point(machine, 0x0300)
    machine.jump(0x1C64)
    machine.run(SHORT)
    assert machine.peek(at.INL) == 0x00
    assert machine.settled_readout().text == "030000"
    assert enter(machine, "DA") == "030000"


def test_1dc8_is_go(machine: Machine) -> None:
    set_point(machine, 0x0300)
    machine.load_bytes(at.PREG, bytes.fromhex("C3 80 11 33 22"))
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
    machine.run_until({at.START}, budget=1_000)
    machine.run(SHORT)
    cell = machine.peek(int(shown, 16))
    assert machine.settled_readout().text == f"{shown}{cell:02X}"


def test_1c2a_ends_in_the_keypad_monitor_without_a_terminal(machine: Machine) -> None:
    set_point(machine, 0x0300)
    machine.poke(at.MODE, 0)
    machine.run_until({at.SCAND}, budget=1_000)
    machine.jump(0x1C2A)
    machine.run_until({at.START}, budget=1_000)
    assert machine.settled_readout().text == "030000"


def test_start_leaves_mode_address_and_saved_registers_alone(machine: Machine) -> None:
    set_point(machine, 0x0300)
    machine.load_bytes(at.PCL, bytes.fromhex("34 12 00 F0 11 33 22"))
    machine.registers = Registers(at.START, 1, 2, 3, 0xF0, DECIMAL)
    machine.run_until({at.SCAND}, budget=500)
    assert machine.registers.p & (DISABLE | DECIMAL) == DISABLE
    machine.run(SHORT)
    assert (machine.peek(at.MODE), point(machine)) == (0, 0x0300)
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


# The images


def test_each_half_of_our_monitor_fills_its_chip() -> None:
    assert [len(rom.image(f"kim1-00{n}.bin")) for n in (2, 3)] == [1024, 1024]
    assert rom.monitor() == rom.image("kim1-003.bin") + rom.image("kim1-002.bin")


def test_the_labels_of_our_monitor_stand_at_the_documented_addresses() -> None:
    labels = rom.labels("kim1-002")
    for name in ("start", "inits", "init1", "ak", "scand", "scands", "keyin", "convd", "incpt"):
        assert labels[name] == getattr(at, name.upper())
    for name in ("getkey", "chk", "pack", "open"):
        assert labels[name] == getattr(at, name.upper())
    entries = [labels[one] for one in ("save", "nmi", "irq", "reset", "go", "table")]
    assert entries == [0x1C00, 0x1C1C, 0x1C1F, 0x1C22, 0x1DC8, 0x1FE7]

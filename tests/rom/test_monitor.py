"""The monitor on keypad and digits: what its keys do."""

import pytest

import rom
from emu.chips.registers import Registers
from emu.machine import Machine
from tests.cases import cases
from tests.rom import at
from tests.rom.kit import DECIMAL, DISABLE, SEGMENTS, SHORT, code, enter, point, saved, set_point

LOOP_WITH_C_AND_D_SET = code(
    "A9 3C     ; $0200 LDA #$3C",
    "A2 75     ;       LDX #$75",
    "A0 5A     ;       LDY #$5A",
    "38 F8     ;       SEC SED",
    "4C 08 02  ; $0208 JMP $0208",
)
DARK = 6 * " "
TYPED = cases("keys_of_the_monitor")
"""Keys as people press them, and the digits after them; those that are not written may be any."""


@pytest.mark.parametrize("name", dict.fromkeys(name for name, *_ in TYPED))
def test_keys_are_shown(machine: Machine, name: str) -> None:
    for each, keys, digits in TYPED:
        assert each != name or enter(machine, keys).startswith(digits), keys


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


@pytest.mark.parametrize(("events", "entered"), cases("keys_held"))
def test_a_key_acts_once_and_alone(machine: Machine, events: str, entered: str) -> None:
    """``+5`` is pressed, ``-5`` let go; numbers are thousands of cycles."""
    for event in events.split():
        match event[0]:
            case "+":
                machine.key_down(event[1:])
            case "-":
                machine.key_up(event[1:])
            case _:
                machine.run(1_000 * int(event))
    assert point(machine) == int(entered, 16)


@pytest.mark.parametrize("phase", range(0, 4_500, 500))
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


def changed(machine: Machine, key: str) -> set[int]:
    """The bytes of RAM that are others after a key."""
    every = [*range(0x0400), *range(0x1780, 0x1800)]
    before = {a: machine.peek(a) for a in every}
    machine.press(key, rest=60_000)
    return {a for a in every if machine.peek(a) != before[a]}


def test_reset_and_st_leave_all_but_a_few_cells_alone(machine: Machine) -> None:
    """Neither changes the vectors, and RS neither the open address nor P."""
    machine.load_bytes(0x0000, bytes(n * 7 + 3 & 0xFF for n in range(0x400)))
    machine.load_bytes(0x1780, bytes(n * 5 + 1 & 0xFF for n in range(0x7A)))
    set_point(machine, 0x0321)
    own = {at.INH, at.TEMP, at.MODE}
    assert changed(machine, "RS") <= {*own, at.SPUSER, 0x17F3, *range(0x01FC, 0x0200)}
    assert machine.readout().text == f"0321{machine.peek(0x0321):02X}"
    machine.load_bytes(0x0200, code("4C 00 02"))
    machine.registers = Registers(0x0200, 1, 2, 3, 0x80, 0)
    machine.run(1_000)
    registers = {*range(at.PCL, at.XREG + 1), at.POINTL, at.POINTH}
    assert changed(machine, "ST") <= {*own, *registers, *range(0x017D, 0x0181)}
    assert saved(machine) == bytes.fromhex("00 02 20 80 01 03 02")


def test_the_first_digit_is_lit_soon_after_reset_and_after_a_stop(machine: Machine) -> None:
    """About 180 cycles after RS and 204 after ST."""
    machine.press("RS", rest=250)
    assert machine.readout().duty[0] > 0
    machine.load_bytes(0x0200, LOOP_WITH_C_AND_D_SET)
    enter(machine, "AD 0200 GO")
    machine.press("ST", rest=300)
    assert machine.readout().duty[0] > 0


# GO, ST, PC


@pytest.mark.parametrize("by", ["key", "address"])
def test_go_starts_at_the_displayed_address_with_the_saved_registers(
    machine: Machine, by: str
) -> None:
    """Programs jump to $1DC8 for it."""
    machine.load_bytes(0x0200, code("08        ; $0200 PHP", "4C 01 02  ; $0201 JMP $0201"))
    enter(machine, "AD 0200")
    machine.load_bytes(at.PCL, bytes.fromhex("34 12 C3 80 11 33 22"))
    if by == "key":
        machine.key_down("GO")
    else:
        machine.jump(0x1DC8)
    machine.run_until({0x0200}, budget=20_000)
    assert machine.registers == Registers(0x0200, 0x11, 0x22, 0x33, 0x80, 0xF3)
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


def test_st_saves_the_registers_and_go_resumes_with_them(machine: Machine) -> None:
    machine.load_bytes(0x0200, LOOP_WITH_C_AND_D_SET)
    assert enter(machine, "AD 0200 GO") == DARK
    machine.press("ST", rest=0)
    machine.run_until({at.SCAND}, budget=500)
    assert machine.registers.p & (DISABLE | DECIMAL) == DISABLE
    assert enter(machine, "") == "02084C"
    assert saved(machine) == bytes.fromhex("08 02 29 FF 3C 5A 75")
    assert machine.peek(at.MODE) == 1
    assert enter(machine, "AD 00F3") == "00F33C"
    assert enter(machine, "PC") == "02084C"
    assert enter(machine, "GO") == DARK
    assert machine.registers == Registers(0x0208, 0x3C, 0x75, 0x5A, 0xFF, 0x39)


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
    assert enter(machine, "ST 1") == DARK
    assert enter(machine, "RS") == "02004C"


def test_single_steps_show_the_next_instruction_and_registers_between_them(
    machine: Machine,
) -> None:
    machine.load_bytes(0x0200, code("A9 05", "20 1F 1F", "A2 FF", "E8", "4C 07 02"))
    machine.single_step = True
    for keys, shown in (
        ("AD 0200 GO", "020220"),
        ("AD 00F3", "00F305"),
        ("PC GO", "1F1F"),
        ("GO", "0207E8"),  # the whole service and the one instruction behind its call
        ("AD 00F5", "00F5FF"),
        ("PC GO", "02084C"),
        ("RS AD 0300 DA 12 + 34", "030134"),
    ):
        assert enter(machine, keys).startswith(shown), keys


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


@pytest.mark.parametrize(
    ("entry", "shown"),
    [(0x1C64, "0345"), (0x1C2A, "0345"), (at.DONE, "0000"), (at.GOOD, "0000"), (at.BAD, "FFFF")],
)
@pytest.mark.parametrize("opcode", [0x4C, 0x20], ids=["JMP", "JSR"])
def test_an_address_that_ends_in_the_monitor_shows_a_cell(
    machine: Machine, entry: int, shown: str, opcode: int
) -> None:
    """The command input, the monitor without a terminal, the exits of the tape routines."""
    machine.load_bytes(at.INL, b"\x12\x34")
    set_point(machine, 0x0345)
    machine.load_bytes(0x0200, bytes((opcode, entry & 0xFF, entry >> 8)))
    machine.jump(0x0200)
    machine.run(SHORT)
    cell = machine.peek(int(shown, 16))
    assert machine.settled_readout().text == f"{shown}{cell:02X}"
    assert machine.peek(at.INL) == (0x00 if entry == 0x1C64 else 0x12)
    assert enter(machine, "DA") == f"{shown}{cell:02X}"


def test_start_leaves_mode_address_and_saved_registers_alone(machine: Machine) -> None:
    set_point(machine, 0x0300)
    machine.load_bytes(at.PCL, bytes.fromhex("34 12 00 F0 11 33 22"))
    machine.registers = Registers(at.START, 1, 2, 3, 0xF0, DECIMAL)
    machine.run_until({at.SCAND}, budget=500)
    assert machine.registers.p & (DISABLE | DECIMAL) == DISABLE
    machine.run(SHORT)
    assert (machine.peek(at.MODE), point(machine)) == (0, 0x0300)
    assert saved(machine) == bytes.fromhex("34 12 00 F0 11 33 22")


def test_the_segment_table_and_the_vectors_are_where_they_are_documented(
    machine: Machine,
) -> None:
    expected = bytes.fromhex("BF 86 DB CF E6 ED FD 87 FF EF F7 FC B9 DE F9 F1")
    assert machine.read(0x1FE7, 16) == expected
    assert bytes(b & 0x7F for b in expected) == bytes(SEGMENTS)
    assert machine.read(0x1FFA, 6) == bytes.fromhex("1C 1C 22 1C 1F 1C")
    machine.load_bytes(0x17FA, bytes.fromhex("34 02 00 00 56 03"))
    for entry, target in ((0x1C1C, 0x0234), (0x1C1F, 0x0356)):
        machine.jump(entry)
        machine.step()
        assert machine.registers.pc == target


def test_the_labels_of_our_monitor_stand_at_the_documented_addresses() -> None:
    labels = rom.labels("kim1-002")
    for name in ("start", "inits", "init1", "ak", "scand", "scands", "keyin", "convd", "incpt",
                 "getkey", "chk", "pack", "open"):  # fmt: skip
        assert labels[name] == getattr(at, name.upper())
    entries = [labels[one] for one in ("save", "nmi", "irq", "reset", "go", "table")]
    assert entries == [0x1C00, 0x1C1C, 0x1C1F, 0x1C22, 0x1DC8, 0x1FE7]

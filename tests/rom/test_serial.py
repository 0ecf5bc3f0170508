"""The monitor on a terminal: the line at every speed, commands, paper tape, services."""

import re
from functools import cache

import pytest

from emu.board_state import BoardState
from emu.machine import Machine
from tests.rom import at
from tests.rom.kit import (
    DECIMAL,
    DISABLE,
    SHORT,
    ask_ours,
    call,
    code,
    enter,
    point,
    ports_ready,
    set_point,
)
from tests.sample import every_run

MEASURED = {
    50: 0x058E, 75: 0x03B3, 110: 0x0284, 150: 0x01D7, 300: 0x00EA, 600: 0x0072, 1200: 0x0037,
    1800: 0x0023, 2400: 0x0019, 4800: 0x000A, 9600: 0x0003,
}  # fmt: skip
"""What the original measures at exact bit times (spec of the board, section 7)."""
CRLF = b"\r\n" + bytes(6)
BANNER = CRLF + b"KIM" + CRLF
X_OFF = b"\x13"
BUDGET = 2_000_000


def listen(machine: Machine) -> bytes:
    """What is printed until the line has been quiet for three characters."""
    heard, pause = b"", 3 * machine.board.terminal.framing.character + 20_000
    while True:
        typing = machine.typing
        machine.run(pause)
        new = machine.printed()
        heard += new
        if not new and not typing:
            return heard


def tell(machine: Machine, text: str, gap: int = 0) -> str:
    """Type, wait where commands print; what is printed without NULs, the echo included."""
    heard = b""
    for command in re.findall(r"[^ .\r\nGQ\x7f]*[ .\r\nGQ\x7f]?", text):
        machine.type(command.encode(), gap)
        heard += listen(machine) if command else b""
    return heard.replace(b"\0", b"").decode()


def connect(
    machine: Machine,
    baud: float = 1200,
    stop_bits: int = 2,
    first: bytes = b"\x7f",
    after: int = 50_000,
) -> bytes:
    """Fit the jumper, press RS, let it measure the first character (a RUBOUT) after so many cycles;
    what it prints, the echo included."""
    machine.board.terminal.set_line(baud, stop_bits)
    machine.tty = True
    machine.reset()
    machine.run(after)
    machine.type(first)
    return listen(machine)


@pytest.fixture
def teletype(machine: Machine, monitor: bytes) -> Machine:
    """A machine whose monitor talks to a terminal of 1200 baud."""
    machine.restore(connected(monitor))
    return machine


@cache
def connected(monitor: bytes) -> BoardState:
    """The moment after its banner."""
    machine = Machine(monitor)
    connect(machine)
    return machine.snapshot()


@pytest.fixture
def on_line(bench: Machine) -> Machine:
    """A machine whose services find a terminal of 1200 baud; the monitor is not running."""
    bench.tty = True
    ports_ready(bench)
    bench.load_bytes(at.CNT, MEASURED[1200].to_bytes(2, "little"))
    bench.run(1)
    return bench


# The line


@pytest.mark.parametrize(
    ("baud", "stop_bits"),
    every_run(
        [
            (110, 2),
            (1200, 1),
            (9600, 2),
            (300, 1),
            (2400, 1),
            (4800, 2),
            (9600, 1),
            (600, 2),
            (1800, 2),
        ]
        + [(baud, 2) for baud in (50, 75, 150)],
        3,
    ),
)
def test_the_speed_is_measured_and_the_banner_printed(
    machine: Machine, baud: int, stop_bits: int
) -> None:
    if stop_bits == 1 and 600 <= baud <= 4800:
        ask_ours(machine)
    assert connect(machine, baud, stop_bits) == b"\x7f" + BANNER + b"0000 00 "
    found = int.from_bytes(machine.read(at.CNT, 2), "little")
    assert abs(found - MEASURED[baud]) <= 1
    if baud < 600:
        return
    gap = 0 if baud < 9600 else 200
    assert tell(machine, "0200 ", gap) == "0200 \r\n0200 00 "
    assert tell(machine, "A9.", gap) == "A9.\r\n0201 00 "


@pytest.mark.parametrize(
    ("baud", "phase"),
    [(300, 3), (1200, 6), *((baud, n) for baud in (4800, 9600) for n in range(0, 14, 3))],
)
def test_the_speed_does_not_depend_on_when_the_character_comes(
    machine: Machine, baud: int, phase: int
) -> None:
    assert connect(machine, baud, after=5_000 + phase).endswith(b"0000 00 ")


@pytest.mark.parametrize("first", [b"\r", b"A", b"?"])
def test_any_character_that_starts_with_a_1_will_do(machine: Machine, first: bytes) -> None:
    assert connect(machine, first=first, after=SHORT).endswith(b"0000 00 ")


@pytest.mark.parametrize("error", [0.97, 1.03])
def test_a_terminal_three_percent_off_is_understood(machine: Machine, error: float) -> None:
    assert connect(machine, 2400 * error).endswith(b"0000 00 ")
    assert tell(machine, "12FE ") == "12FE \r\n12FE 12 "


def test_nothing_is_printed_or_lit_before_the_first_character(machine: Machine) -> None:
    machine.tty = True
    machine.reset()
    machine.run(200_000)
    assert machine.printed() == b""
    assert machine.readout().dark


def test_the_digits_are_dark_on_a_terminal(teletype: Machine) -> None:
    tell(teletype, "0200 ")
    assert teletype.settled_readout().dark


def test_the_jumper_can_be_put_in_and_out_while_the_monitor_waits(teletype: Machine) -> None:
    teletype.tty = False
    assert enter(teletype, "AD 0300 DA 12") == "030012"
    teletype.tty = True
    assert listen(teletype) == BANNER + b"0300 12 "


# Commands


def test_a_program_is_entered_and_looked_at(teletype: Machine) -> None:
    assert tell(teletype, "0200 A9.02.69.03.") == (
        "0200 \r\n0200 00 A9.\r\n0201 00 02.\r\n0202 00 69.\r\n0203 00 03.\r\n0204 00 "
    )
    assert teletype.read(0x0200, 4) == bytes.fromhex("A9026903")
    assert tell(teletype, "0200 \r\r") == "0200 \r\n0200 A9 \r\r\n0201 02 \r\r\n0202 69 "
    assert tell(teletype, "\n") == "\n\r\n0201 02 "


def test_a_line_feed_at_0000_goes_to_ffff(teletype: Machine) -> None:
    tell(teletype, "0000 ")
    assert tell(teletype, "\n").startswith("\n\r\nFFFF 1")
    assert tell(teletype, "\r") == "\r\r\n0000 00 "


def test_the_last_digits_count(teletype: Machine) -> None:
    assert tell(teletype, "98760210 ") == "98760210 \r\n0210 00 "
    assert tell(teletype, "123.") == "123.\r\n0211 00 "
    assert teletype.peek(0x0210) == 0x23


def test_a_store_without_digits_stores_0(teletype: Machine) -> None:
    teletype.poke(0x0300, 0x55)
    tell(teletype, "0300 .")
    assert teletype.peek(0x0300) == 0


@pytest.mark.parametrize("ignored", ["a", "xyz", "#", "\t", "\x00"])
def test_other_characters_are_ignored_and_the_digits_kept(teletype: Machine, ignored: str) -> None:
    assert tell(teletype, f"02{ignored}10 ").endswith("\r\n0210 00 ")


def test_characters_behind_9_count_as_digits_too(teletype: Machine) -> None:
    assert tell(teletype, ":;<= ") == ":;<= \r\nABCD AB "
    assert tell(teletype, ">?@1 ") == ">?@1 \r\nEF91 EF "


@pytest.mark.parametrize("command", ["Q", "\x7f", "0210 "])
def test_a_program_may_leave_for_the_command_input_in_decimal_mode(
    teletype: Machine, command: str
) -> None:
    ask_ours(teletype)
    teletype.load_bytes(0x0200, code("F8 4C 64 1C"))  # SED, JMP $1C64
    set_point(teletype, 0x0200)
    tell(teletype, "G")
    assert (
        tell(teletype, command)
        in {
            "Q": ["Q\r\n;0000000000"],
            "\x7f": ["\x7f\r\nKIM\r\n0200 F8 "],
            "0210 ": ["0210 \r\n0210 00 "],
        }[command]
    )


def test_rubout_drops_the_digits_and_prints_the_banner(teletype: Machine) -> None:
    tell(teletype, "0210 ")
    teletype.type(b"99\x7f")
    assert listen(teletype) == b"99\x7f" + BANNER + b"0210 00 "
    assert (teletype.peek(at.INL), teletype.peek(at.INH)) == (0, 0)


def test_g_starts_the_program_and_st_or_brk_prints_the_banner(teletype: Machine) -> None:
    teletype.load_bytes(0x0200, code("A2 33 00"))  # LDX #$33, BRK
    tell(teletype, "0200 ")
    teletype.type(b"G")
    assert listen(teletype) == b"G" + BANNER + b"0204 00 "
    teletype.load_bytes(0x0200, code("4C 00 02"))
    tell(teletype, "0200 G")
    teletype.press("ST")
    assert listen(teletype) == BANNER + b"0200 4C "


def test_single_steps_with_g(teletype: Machine) -> None:
    teletype.load_bytes(0x0200, code("A9 05 E8 4C 02 02"))  # LDA #5, INX, JMP $0202
    teletype.poke(at.PREG, 0)
    tell(teletype, "0200 ")
    teletype.single_step = True
    seen = []
    for _ in range(3):
        teletype.type(b"G")
        seen.append(listen(teletype)[-8:])
    assert seen == [b"0202 E8 ", b"0203 4C ", b"0202 E8 "]


def test_the_terminals_monitor_uses_eight_bytes_of_stack(teletype: Machine) -> None:
    teletype.load_bytes(0x0100, b"\xa5" * 0xF8)
    tell(teletype, "0300 12.\r\n#")
    assert teletype.read(0x0100, 0xF8) == b"\xa5" * 0xF8


def test_break_does_not_hang_the_monitor(teletype: Machine) -> None:
    teletype.send_break(300_000)
    listen(teletype)
    assert tell(teletype, "0200 ") == "0200 \r\n0200 00 "


# Paper tape


def punch(machine: Machine, start: int, end: int) -> bytes:
    """What Q prints, without its echo."""
    machine.load_bytes(at.EAL, end.to_bytes(2, "little"))
    tell(machine, f"{start:04X} ", gap=200)
    machine.type(b"Q")
    printed = listen(machine)
    assert printed[:1] == b"Q"
    return printed[1:]


def test_q_punches_as_documented(teletype: Machine) -> None:
    teletype.load_bytes(0x0380, bytes.fromhex("112233") + bytes(21))
    record = b";180380112233" + b"0" * 42
    total = 0x18 + 0x03 + 0x80 + 0x11 + 0x22 + 0x33
    expected = CRLF + record + f"{total:04X}".encode() + CRLF + b";0000010001"
    assert punch(teletype, 0x0380, 0x0383) == expected
    assert point(teletype) == 1


def test_q_with_nothing_to_punch_is_an_end_record(teletype: Machine) -> None:
    assert punch(teletype, 0x0300, 0x0300) == CRLF + b";0000000000"


@pytest.mark.parametrize(
    ("baud", "stop_bits", "gap"),
    every_run([(1200, 1, 50), (9600, 1, 200), (4800, 2, 0), (9600, 2, 100), (2400, 2, 0)], 2),
)
def test_a_punched_tape_loads_again(machine: Machine, baud: int, stop_bits: int, gap: int) -> None:
    if baud == 9600:
        ask_ours(machine)
    connect(machine, baud, stop_bits)
    data = bytes(n * 37 + 11 & 0xFF for n in range(96 if baud > 2400 else 48))
    machine.load_bytes(0x0200, data)
    tape = punch(machine, 0x0200, 0x0200 + len(data))
    machine.load_bytes(0x0200, bytes(96))
    machine.type(b"L")
    listen(machine)
    machine.type(tape, gap)
    report = listen(machine)
    assert machine.read(0x0200, len(data)) == data
    records = len(data) // 24
    assert report.endswith(X_OFF + b" KIM" + CRLF + BANNER + f"{records:04X} ".encode() + b"00 ")


def load(machine: Machine, tape: bytes) -> bytes:
    """The report on a tape, without its echo."""
    machine.board.terminal.echo = False
    machine.type(b"L" + tape)
    report = listen(machine)
    machine.board.terminal.echo = True
    return report


def test_l_takes_three_bytes_and_what_stands_around_records(teletype: Machine) -> None:
    tape = b"\0\0 title\r\n;03038011223300EC\r\n\0\0\0;0000010001"
    assert load(teletype, tape).startswith(X_OFF + b" KIM")
    assert teletype.read(0x0380, 4) == bytes.fromhex("11223300")


def test_l_takes_records_of_more_than_24_bytes(teletype: Machine) -> None:
    data = bytes(range(40))
    total = 40 + 0x02 + sum(data)
    tape = f";280200{data.hex().upper()}{total:04X};0000010001".encode()
    assert load(teletype, tape).startswith(X_OFF + b" KIM")
    assert teletype.read(0x0200, 40) == data


@pytest.mark.parametrize("wrong", ["00ED", "01EC", "10EC"])
def test_l_says_err_on_a_wrong_checksum_and_keeps_the_bytes(teletype: Machine, wrong: str) -> None:
    report = load(teletype, f";030380112233{wrong}".encode())
    assert report.startswith(X_OFF + b" ERR" + X_OFF + b" KIM" + CRLF + BANNER)
    assert teletype.read(0x0380, 3) == bytes.fromhex("112233")
    assert tell(teletype, "0200 ") == "0200 \r\n0200 00 "


def test_l_says_err_on_a_wrong_end_record(teletype: Machine) -> None:
    assert X_OFF + b" ERR" in load(teletype, b";0000010002")


def test_a_report_shuts_the_receiver_and_its_echo(teletype: Machine) -> None:
    teletype.type(b"L")
    teletype.type(b";0000010001" + b"U" * 5)
    assert b"U" not in listen(teletype)


# Services


@pytest.mark.parametrize("character", [0x41, 0x00, 0xFF, 0xC1, 0x0D])
def test_outch_prints_all_eight_bits(on_line: Machine, character: int) -> None:
    before = on_line.cycles
    r = call(on_line, at.OUTCH, a=character, x=0x11, budget=BUDGET)
    assert (r.a, r.x, r.y, on_line.peek(0xFE)) == (0xFF, 0x11, 0xFF, 0)
    assert on_line.cycles - before == pytest.approx(11 * 833, rel=0.03)
    on_line.run(5_000)
    assert on_line.printed() == bytes([character])


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0x07, CRLF),
        (0x0A, b"KIM" + CRLF),
        (0x0C, X_OFF + b" KIM" + CRLF),
        (0x11, X_OFF + b" ERR" + X_OFF + b" KIM" + CRLF),
    ],
)
def test_prtst_prints_from_its_end_to_its_beginning(on_line: Machine, x: int, text: bytes) -> None:
    call(on_line, at.PRTST, x=x, budget=BUDGET)
    on_line.run(5_000)
    assert on_line.printed() == text


def test_prtbyt_keeps_a_and_x(on_line: Machine) -> None:
    r = call(on_line, at.PRTBYT, a=0x3C, x=0x11, budget=BUDGET)
    assert (r.a, r.x, r.y) == (0x3C, 0x11, 0xFF)


def test_prtpnt_prints_the_address_and_adds_it_to_the_sum(on_line: Machine) -> None:
    set_point(on_line, 0x12F0)
    on_line.poke(at.CHKHI, 0x01)
    on_line.poke(at.CHKSUM, 0x20)
    assert call(on_line, at.PRTPNT, x=0x11, budget=BUDGET).x == 0x11
    on_line.run(5_000)
    assert on_line.printed() == b"12F0"
    assert (on_line.peek(at.CHKHI), on_line.peek(at.CHKSUM)) == (0x02, 0x22)


def test_getch_gives_seven_bits_and_keeps_the_eighth_in_char(on_line: Machine) -> None:
    on_line.type(b"\xc1")
    r = call(on_line, at.GETCH, x=0x33, budget=BUDGET)
    assert (r.a, r.x, r.y) == (0x41, 0x33, 0xFF)
    assert on_line.peek(0xFE) == 0xC1


def test_getbyt_packs_two_characters(on_line: Machine) -> None:
    on_line.type(b"7E")
    r = call(on_line, at.GETBYT, x=0x33, budget=BUDGET)
    assert (r.a, r.x, r.y, on_line.peek(at.INL)) == (0x7E, 0x33, 0, 0x7E)


@pytest.mark.parametrize("count", [0x0003, 0x0037, 0x00FF, 0x00EA])
def test_delay_takes_14_cycles_a_unit(on_line: Machine, count: int) -> None:
    on_line.load_bytes(at.CNT, count.to_bytes(2, "little"))
    before = on_line.cycles
    r = call(on_line, at.DELAY, x=0x11, budget=BUDGET)
    assert (r.x, r.y) == (0x11, 0xFF)
    assert on_line.cycles - before - 6 == 33 + 14 * count


@pytest.mark.parametrize("high", [1, 2, 5])
def test_the_high_byte_of_the_delay_counts_256_units(on_line: Machine, high: int) -> None:
    on_line.load_bytes(at.CNT, bytes((0, high)))
    before = on_line.cycles
    call(on_line, at.DELAY, budget=BUDGET)
    assert on_line.cycles - before - 6 - 33 == pytest.approx(3586 * high, abs=5 * high)


def test_dehalf_takes_half_a_bit(on_line: Machine) -> None:
    before = on_line.cycles
    r = call(on_line, at.DEHALF, x=0x11, budget=BUDGET)
    assert (r.x, r.y) == (0x11, 0xFF)
    assert on_line.cycles - before == pytest.approx(833 / 2, rel=0.07)


@pytest.mark.parametrize("flags", [0, DISABLE, DECIMAL, DECIMAL | DISABLE])
@pytest.mark.parametrize(
    "entry", [at.OUTCH, at.OUTSP, at.PRTBYT, at.HEXTA, at.CRLF, at.PRTPNT, at.DELAY, at.DEHALF]
)
def test_a_serial_service_preserves_the_flags_and_works_in_decimal_mode(
    on_line: Machine, entry: int, flags: int
) -> None:
    r = call(on_line, entry, a=0x3C, p=flags, budget=BUDGET)
    assert r.p & (DISABLE | DECIMAL) == flags
    on_line.run(5_000)
    printed = on_line.printed()
    normal = {at.OUTCH: b"<", at.OUTSP: b" ", at.PRTBYT: b"3C", at.HEXTA: b"C", at.PRTPNT: b"0000"}
    assert printed == normal.get(entry, CRLF if entry == at.CRLF else b"")


@pytest.mark.parametrize(
    ("entry", "most"), [(at.OUTCH, 2), (at.PRTBYT, 4), (at.HEXTA, 2), (at.CRLF, 4), (at.PRTPNT, 6)]
)
def test_a_serial_service_uses_the_documented_stack(
    on_line: Machine, entry: int, most: int
) -> None:
    on_line.load_bytes(0x0100, b"\xa5" * 0x100)
    call(on_line, entry, budget=BUDGET)
    untouched = 0x100 - 2 - most
    assert on_line.read(0x0100, untouched) == b"\xa5" * untouched


def test_start_prints_the_banner(teletype: Machine) -> None:
    teletype.jump(at.START)
    assert listen(teletype) == BANNER + b"0000 00 "

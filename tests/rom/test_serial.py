"""The monitor on a terminal: the line at every speed, commands, paper tape, services."""

import re
from functools import cache

import pytest

from emu.board_state import BoardState
from emu.machine import Machine
from tests.cases import cases
from tests.rom import at
from tests.rom.kit import SHORT, ask_ours, call, code, enter, point, ports_ready, set_point
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


# The line


@pytest.mark.parametrize(
    ("baud", "stop_bits"),
    every_run(
        [
            *((110, 2), (1200, 1), (9600, 2), (300, 1), (2400, 1), (4800, 2), (9600, 1)),
            *((600, 2), (1800, 2), (50, 2), (75, 2), (150, 2)),
        ],
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
    ("baud", "first", "after"),
    [
        *((300, b"\x7f", 5_003), (1200, b"\x7f", 5_006)),
        *((baud, b"\x7f", 5_000 + n) for baud in (4800, 9600) for n in range(0, 14, 3)),
        *((1200, first, SHORT) for first in (b"\r", b"A", b"?")),
        *((2400 * 0.97, b"\x7f", 50_000), (2400 * 1.03, b"\x7f", 50_000)),
    ],
)
def test_any_character_that_starts_with_a_1_will_do_whenever_it_comes(
    machine: Machine, baud: float, first: bytes, after: int
) -> None:
    """The terminal may be three percent off."""
    assert connect(machine, baud, first=first, after=after).endswith(b"0000 00 ")
    if 2000 < baud < 3000:
        assert tell(machine, "12FE ") == "12FE \r\n12FE 12 "


def test_the_digits_are_dark_on_a_terminal_and_nothing_is_printed_before_its_first_character(
    machine: Machine,
) -> None:
    machine.tty = True
    machine.reset()
    machine.run(200_000)
    assert machine.printed() == b""
    assert machine.readout().dark
    connect(machine)
    assert machine.settled_readout().dark
    machine.tty = False
    assert enter(machine, "AD 0300 DA 12") == "030012"
    machine.tty = True
    assert listen(machine) == BANNER + b"0300 12 "


# Commands

TOLD = cases("commands_of_the_monitor")
"""What is typed, or key ST, and what is printed of it; a dash for anything."""


@pytest.mark.parametrize("name", dict.fromkeys(name for name, *_ in TOLD))
def test_commands_are_answered(teletype: Machine, name: str) -> None:
    for _, typed, printed in (one for one in TOLD if one[0] == name):
        if typed == "ST":
            teletype.press("ST")
            heard = listen(teletype).replace(b"\0", b"").decode()
        else:
            heard = tell(teletype, typed)
        assert printed in ("-", heard), typed


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("Q", "Q\r\n;0000000000"),
        ("\x7f", "\x7f\r\nKIM\r\n0200 F8 "),
        ("0210 ", "0210 \r\n0210 00 "),
    ],
)
def test_a_program_may_leave_for_the_command_input_in_decimal_mode(
    teletype: Machine, command: str, printed: str
) -> None:
    ask_ours(teletype)
    teletype.load_bytes(0x0200, code("F8 4C 64 1C"))  # SED, JMP $1C64
    set_point(teletype, 0x0200)
    tell(teletype, "G")
    assert tell(teletype, command) == printed


@pytest.mark.slow
def test_single_steps_with_g(teletype: Machine) -> None:
    teletype.load_bytes(0x0200, code("A9 05 E8 4C 02 02"))  # LDA #5, INX, JMP $0202
    teletype.poke(at.PREG, 0)
    tell(teletype, "0200 ")
    teletype.single_step = True
    assert [tell(teletype, "G")[-8:] for _ in range(2)] == ["0202 E8 ", "0203 4C "]


def test_the_terminals_monitor_uses_eight_bytes_of_stack_and_a_break_does_not_hang_it(
    teletype: Machine,
) -> None:
    teletype.load_bytes(0x0100, b"\xa5" * 0xF8)
    tell(teletype, "0300 12.\r\n#")
    assert teletype.read(0x0100, 0xF8) == b"\xa5" * 0xF8
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
    assert punch(teletype, 0x0300, 0x0300) == CRLF + b";0000000000"
    teletype.load_bytes(0x0380, bytes.fromhex("112233") + bytes(21))
    record = b";180380112233" + b"0" * 42
    total = 0x18 + 0x03 + 0x80 + 0x11 + 0x22 + 0x33
    expected = CRLF + record + f"{total:04X}".encode() + CRLF + b";0000010001"
    assert punch(teletype, 0x0380, 0x0383) == expected
    assert point(teletype) == 1


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


LOADED = X_OFF + b" KIM" + CRLF + BANNER
ERR = X_OFF + b" ERR" + LOADED


@pytest.mark.parametrize(
    ("tape", "report", "data"),
    [pytest.param(*case, id=name) for name, *case in cases("tapes_for_l")],
)
def test_l_reports_a_tape_and_keeps_its_bytes(
    teletype: Machine, tape: str, report: str, data: str
) -> None:
    """While it reports, it hears nothing and echoes nothing."""
    teletype.board.terminal.echo = False
    teletype.type(b"L" + tape.encode("latin-1"))
    told = listen(teletype)
    assert told.startswith(LOADED if report == "loaded" else ERR)
    assert b"U" not in told
    assert teletype.read(0x0380, len(data) // 2).hex() == data
    teletype.board.terminal.echo = True
    assert tell(teletype, "0200 ") == "0200 \r\n0200 00 "


# Services


@pytest.fixture
def on_line(machine: Machine) -> Machine:
    """A machine whose services find a terminal of 1200 baud; the monitor is not running."""
    machine.tty = True
    ports_ready(machine)
    machine.load_bytes(at.CNT, MEASURED[1200].to_bytes(2, "little"))
    machine.run(1)
    return machine


@pytest.mark.parametrize("character", [0x41, 0x00, 0xFF, 0xC1])
def test_outch_prints_all_eight_bits(on_line: Machine, character: int) -> None:
    before = on_line.cycles
    r = call(on_line, at.OUTCH, a=character, x=0x11, budget=BUDGET)
    assert (r.a, r.x, r.y, on_line.peek(0xFE)) == (0xFF, 0x11, 0xFF, 0)
    assert on_line.cycles - before == pytest.approx(11 * 833, rel=0.03)
    on_line.run(5_000)
    assert on_line.printed() == bytes([character])


@pytest.mark.parametrize(
    ("entry", "x", "text"),
    [
        (at.PRTST, 0x07, CRLF),
        (at.PRTST, 0x0A, b"KIM" + CRLF),
        (at.PRTST, 0x0C, X_OFF + b" KIM" + CRLF),
        (at.PRTST, 0x11, X_OFF + b" ERR" + X_OFF + b" KIM" + CRLF),
        (at.PRTBYT, 0x11, b"3C"),
        (at.PRTPNT, 0x11, b"12F0"),
    ],
)
def test_a_text_a_byte_and_the_address_are_printed(
    on_line: Machine, entry: int, x: int, text: bytes
) -> None:
    """A text from its end to its beginning; the address is added to the sum."""
    set_point(on_line, 0x12F0)
    on_line.load_bytes(at.CHKHI, b"\x01\x20")
    r = call(on_line, entry, a=0x3C, x=x, budget=BUDGET)
    on_line.run(5_000)
    assert on_line.printed() == text
    assert r.x == x or entry == at.PRTST
    assert r.a == 0x3C or entry != at.PRTBYT
    assert on_line.read(at.CHKHI, 2) == (b"\x02\x22" if entry == at.PRTPNT else b"\x01\x20")


def test_getch_gives_seven_bits_and_keeps_the_eighth_and_getbyt_packs_two_characters(
    on_line: Machine,
) -> None:
    on_line.type(b"\xc1")
    r = call(on_line, at.GETCH, x=0x33, budget=BUDGET)
    assert (r.a, r.x, r.y, on_line.peek(0xFE)) == (0x41, 0x33, 0xFF, 0xC1)
    on_line.run(10_000)
    on_line.type(b"7E")
    r = call(on_line, at.GETBYT, x=0x33, budget=BUDGET)
    assert (r.a, r.x, r.y, on_line.peek(at.INL)) == (0x7E, 0x33, 0, 0x7E)


@pytest.mark.parametrize(
    ("count", "cycles", "off"),
    [(0x0003, 75, 0), (0x00FF, 3_603, 0), (0x0100, 3_619, 5), (0x0500, 17_963, 25)],
)
def test_delay_takes_14_cycles_a_unit(on_line: Machine, count: int, cycles: int, off: int) -> None:
    on_line.load_bytes(at.CNT, count.to_bytes(2, "little"))
    before = on_line.cycles
    r = call(on_line, at.DELAY, x=0x11, budget=BUDGET)
    assert (r.x, r.y) == (0x11, 0xFF)
    assert abs(on_line.cycles - before - 6 - cycles) <= off


def test_dehalf_takes_half_a_bit(on_line: Machine) -> None:
    before = on_line.cycles
    r = call(on_line, at.DEHALF, x=0x11, budget=BUDGET)
    assert (r.x, r.y) == (0x11, 0xFF)
    assert on_line.cycles - before == pytest.approx(833 / 2, rel=0.07)


def test_start_prints_the_banner(teletype: Machine) -> None:
    teletype.jump(at.START)
    assert listen(teletype) == BANNER + b"0000 00 "

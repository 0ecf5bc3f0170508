"""The line with the monitor at its other end, and the teleprinter's paper."""

from contextlib import nullcontext
from typing import Any

import pytest

import rom
from emu.files.programs import Program, Segment
from emu.machine import MHZ, Machine
from emu.teletype.emulated_line import LOADS_WITH, EmulatedLine, UploadError
from emu.teletype.paper import COLUMNS, LINES, Paper, readable

GREETING = "\r\nKIM\r\n0000 00 "


def settle(port: EmulatedLine, **options: Any) -> int | None:
    """Run until the machine waits again."""
    return port.machine.finish(port.running_until_waiting(**options))


def connected(baud: float = 1200, stop_bits: int = 2, **options: int) -> EmulatedLine:
    """A line at which the monitor has printed its greeting."""
    machine = Machine(rom.monitor())
    machine.board.terminal.set_line(baud, stop_bits)
    port = EmulatedLine(machine, **options)
    port.connect()
    settle(port)
    assert printed(port) == GREETING
    return port


def printed(port: EmulatedLine) -> str:
    return readable(port.printed()).decode("ascii")


def say(port: EmulatedLine, text: str) -> str:
    """Type, and what is printed until the machine waits again."""
    port.send(text.encode("ascii"))
    settle(port)
    return printed(port)


BURST = "fox jumps"


@pytest.mark.parametrize(("baud", "stop_bits"), [(50, 2), (1200, 2), (9600, 1)])
def test_nothing_is_lost_at_any_speed(baud: int, stop_bits: int) -> None:
    port = connected(baud, stop_bits)
    assert say(port, "0200 ") == "0200 \r\n0200 00 "
    say(port, "AB.")
    assert port.machine.peek(0x0200) == 0xAB
    port.send(BURST[:4].encode("ascii"))
    port.machine.run(3 * port.machine.board.terminal.framing.character)
    assert say(port, BURST[4:]).replace("\r\n0000 00 ", "") == BURST


@pytest.mark.parametrize(("gap", "line_gap", "arrives"), [(0, 0, False), (1_000, 5_000, True)])
def test_a_tape_sent_blindly_wants_its_pauses(gap: int, line_gap: int, arrives: bool) -> None:
    port = connected(9600, 1)
    program = Program("game", (Segment(0x0200, bytes(range(96))),), "memory")
    port.send_program(program, (gap, line_gap))
    settle(port)
    with nullcontext() if arrives else pytest.raises(UploadError, match=r"game: \$02.. holds"):
        assert port.arrived() == program


def test_the_ram_up_to_what_loads_it_can_be_loaded() -> None:
    taken = {address for span in LOADS_WITH for address in span}
    edges = {address + n for address in taken for n in (-1, 1)}
    free = edges.intersection((*range(0x0400), *range(0x1780, 0x1800))) - taken
    program = Program.from_bytes_map("all", {a: (a >> 8) + 37 * a & 0xFF for a in free})
    port = connected(9600)
    port.send_program(program)
    settle(port)
    assert port.arrived() == program


@pytest.mark.parametrize("address", [0x00F6, 0x01FF, 0x17F2])
def test_a_tape_that_would_overwrite_its_loader_is_not_sent(address: int) -> None:
    program = Program("game", (Segment(address - 3, bytes(8)),), "memory")
    with pytest.raises(UploadError, match=r"game has a byte for \$.*where the monitor works"):
        EmulatedLine(Machine(rom.monitor())).send_program(program)


COUNTING = bytes.fromhex("E6 10 2C 40 17 30 F9 E6 11 2C 40 17 10 FB 4C 00 02")
"""$0200: INC $10, BIT $1740, BMI; a space: INC $11, wait for the mark, again."""


def test_a_program_that_counts_while_it_waits_gets_its_character() -> None:
    machine = Machine(rom.monitor())
    machine.load_bytes(0x0200, COUNTING)
    port = EmulatedLine(machine, silence=1_000 * MHZ)
    machine.tty = True
    settle(port)
    printed(port)
    machine.board.bus[0x1742] = 0x07
    machine.jump(0x0200)
    port.send(b"\xff")
    assert settle(port, enough=lambda: machine.peek(0x11) > 0) is None
    assert machine.peek(0x11) == 1


def test_a_person_in_a_hurry_interrupts_what_is_printed() -> None:
    port = connected(hurry=20)
    port.machine.load_bytes(0x0200, bytes.fromhex("A9 2A 20 A0 1E 4C 00 02"))
    port.send(b"0200 G")
    settle(port, enough=lambda: not port.pending)
    port.send(b"\x7f")
    typed = port.machine.cycles
    while port.pending:
        port.machine.run(1000)
        settle(port, stops={0x0202})
    waited = port.machine.cycles - typed
    assert waited >= 20 * port.machine.board.terminal.framing.character


def test_break_forgets_what_waits() -> None:
    port = connected()
    port.send(b"0200 " * 10)
    port.send_break()
    assert port.pending == 0
    settle(port)
    assert port.printed().startswith(b"\0")


def on_paper(data: bytes) -> tuple[tuple[str, ...], int]:
    paper = Paper()
    paper.print(data)
    return paper.lines, paper.column


@pytest.mark.parametrize(
    ("data", "lines", "column"),
    [
        (b"", ("",), 0),
        (b"\r\n\0\0\0\0\0\0KIM", ("", "KIM"), 3),
        (b"one\rT", ("Tne",), 1),
        (b"one\ntwo", ("one", "   two"), 6),
        (b"abX\x08c\x08\x08", ("abc",), 1),
        (b"\xcb\xc9\xcd\x13\x7f", ("KIM",), 3),
        (b"*" * (COLUMNS + 3) + b"!", ("*" * (COLUMNS - 1) + "!",), COLUMNS),
    ],
    ids=["nothing", "nuls", "overprinted", "line feed", "backspaces", "parity", "edge"],
)
def test_the_paper_shows_what_a_teleprinter_makes_of_characters(
    data: bytes, lines: tuple[str, ...], column: int
) -> None:
    assert on_paper(data) == (lines, column)


def test_old_lines_are_forgotten() -> None:
    lines, _ = on_paper(b"".join(b"%d\r\n" % n for n in range(LINES + 50)))
    assert (len(lines), lines[0], lines[-2]) == (LINES, "51", str(LINES + 49))


def test_fill_parity_and_reader_controls_do_not_print() -> None:
    assert readable(b"\0\x7f\x11\x13A\xc1\r\n\x07") == b"AA\r\n\x07"

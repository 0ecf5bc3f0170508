"""What the monitor punches is read as it comes."""

from __future__ import annotations

import pytest

import rom
from emu.files.programs import Program, Segment, read_program, write_program
from emu.machine import Machine

BAUD = 4800
PROGRAM = Program("game", (Segment(0x200, bytes(range(0xC0, 0xF0))),), "memory")
LAST = PROGRAM.segments[0].end.to_bytes(2, "little")
EAL, GAP = 0x17F7, 4_000


@pytest.fixture
def machine() -> Machine:
    """A KIM-1 at the banner of its terminal."""
    machine = Machine(rom.monitor(), engine="py65")
    machine.tty = True
    machine.board.terminal.set_line(BAUD, 1)
    machine.run(20_000)
    said(machine, b"\x7f")
    return machine


def said(machine: Machine, typed: bytes, cycles: int = 150_000) -> bytes:
    """What is printed from the first character typed to *cycles* after the last."""
    machine.type(typed, GAP)
    while machine.typing:
        machine.run(10_000)
    machine.run(cycles)
    return machine.printed()


def test_what_the_monitor_punches_is_read_as_it_comes(machine: Machine) -> None:
    machine.load(PROGRAM)
    machine.load_bytes(EAL, LAST)
    said(machine, b"0200 ")
    session = said(machine, b"Q", 800_000)
    assert session.startswith(b"Q\r\n\0\0\0\0\0\0;180200C0C1")
    found = read_program(session, "session")
    assert (found.segments, found.notes) == (PROGRAM.segments, ())
    punched = session.replace(b"\0", b"").replace(b"\r", b"").lstrip(b"Q\n")
    assert punched + b"\n" == write_program(PROGRAM, "ptp")

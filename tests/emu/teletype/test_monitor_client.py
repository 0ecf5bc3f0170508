"""The monitor of an emulated board, spoken to by the client of real ones; what RAM it finds."""

import os
import sys
from typing import Any, cast

import pytest

from emu.bus import BOARD_SIZE, RIOT_RAM
from emu.files.formats.image import Program
from emu.teletype.monitor import BIT_TIME, MonitorClient, bauds_of
from emu.teletype.probe import ram
from emu.teletype.serial_port import LineLost, NotStored, SerialError, SerialPort
from emu.teletype.upload import upload
from tests.serial_board import BoardLine, machine


def connected(baud: int = 9600) -> tuple[MonitorClient, BoardLine]:
    line = BoardLine(machine(), baud)
    client = MonitorClient(line)
    client.connect((baud,))
    return client, line


def program(length: int, at: int = 0x0200, seed: int = 7) -> Program:
    return Program.from_bytes_map("x", {at + i: i * seed + 1 & 0xFF for i in range(length)})


@pytest.mark.parametrize("baud", [110, 2400, 9600])
def test_at_every_speed_a_tape_arrives_and_reads_back(baud: int) -> None:
    client, line = connected(baud)
    wanted = program(27 if baud > 300 else 2)
    upload(client, wanted)
    data = wanted.segments[0].data
    assert line.machine.read(0x0200, len(data)) == data
    assert client.read(0x0200, len(data)) == data
    assert client.faults == 0
    assert bauds_of(client.read(BIT_TIME, 2)) == pytest.approx(baud, rel=0.04)


def test_the_speed_is_found_when_the_monitor_has_measured_another_one() -> None:
    client, line = connected(2400)
    later = MonitorClient(line)
    line.baud = 1200
    later.connect()
    assert line.baud == 2400
    assert client.read(0x0000, 1) == b"\0"


def test_reading_leaves_the_board_as_it_was() -> None:
    """The end cells of a tape, $17F7, too."""
    client, line = connected()
    line.machine.load_bytes(0x17F7, b"\x34\x02")
    spans = ((0, 0xEF), (0x200, 0x200), (RIOT_RAM.start, 0x67), (0x17F7, 2))
    before = [line.machine.read(*span) for span in spans]
    client.read(0x0020, 50)
    client.close()
    assert [line.machine.read(*span) for span in spans] == before


@pytest.mark.parametrize("start", [0xFFE8, 0xFFFF])
def test_a_range_that_ends_at_ffff_reads_back(start: int) -> None:
    client, line = connected()
    length = 0x10000 - start
    assert client.read(start, length) == line.machine.read(start, length)
    assert client.faults == 0


def test_what_is_not_stored_is_told_with_its_address() -> None:
    client, _ = connected()
    with pytest.raises(NotStored, match=r"\$0400 holds .* is there RAM"):
        client.write(0x03FF, b"\x01\x02")


def test_a_program_where_the_monitor_works_is_refused_unsent() -> None:
    client, line = connected()
    at = line.machine.cycles
    with pytest.raises(SerialError, match=r"\$00F6, where the monitor works"):
        upload(client, program(8, 0x00F0))
    assert line.machine.cycles == at


def test_a_silent_board_is_told() -> None:
    line = BoardLine(machine())
    line.machine.tty = False
    line.machine.board.terminal.echo = False
    with pytest.raises(SerialError, match="nothing answers; is the board on"):
        MonitorClient(line).connect()


def test_a_board_that_runs_something_else_is_told() -> None:
    client, line = connected()
    line.machine.load_bytes(0x0200, bytes((0x4C, 0x00, 0x02)))
    client.go(0x0200)
    with pytest.raises(SerialError, match="no monitor answers: a program runs"):
        client.connect((9600,))


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_port_that_is_missing_in_use_or_pulled_out_is_told() -> None:
    with pytest.raises(SerialError, match="/dev/nowhere: there is no such port"):
        SerialPort("/dev/nowhere")
    near, far = os.openpty()
    line = SerialPort(os.ttyname(far))
    with pytest.raises(SerialError, match="another program uses it"):
        SerialPort(line.port)
    line.write(b"A")
    assert os.read(near, 1) == b"A"
    os.close(near)
    os.close(far)
    with pytest.raises(LineLost, match="the line is gone"):
        line.read(1.0)


class Board:
    """What a monitor does with single cells, where *kept* has the RAM."""

    def __init__(self, *kept: range, repeats: bool = False) -> None:
        self.kept, self.repeats = kept, repeats
        self.cells: dict[int, int] = {}

    def _home(self, address: int) -> int:
        own = any(address in span for span in self.kept)
        return address % BOARD_SIZE if self.repeats and not own else address

    def read(self, address: int, _length: int) -> bytes:
        return bytes((self.cells.get(self._home(address), 0x5A),))

    def write(self, address: int, data: bytes) -> None:
        self.write_unchecked(address, data)
        if self.read(address, 1) != data:
            raise NotStored(f"${address:04X}")

    def write_unchecked(self, address: int, data: bytes) -> None:
        if any(self._home(address) in span for span in self.kept):
            self.cells[self._home(address)] = data[0]


def found(*kept: range, **more: Any) -> tuple[list[range], bool]:
    board = Board(*kept, **more)
    spans = ram(cast(MonitorClient, board))
    assert set(board.cells.values()) <= {0x5A}
    return spans


def test_ram_is_found_to_a_kilobyte() -> None:
    own = range(0x0400)
    assert found(own, range(0x2000, 0x2800)) == ([own, range(0x2000, 0x2800)], False)
    assert found(own, range(0x2000, 0x5400)) == ([own, range(0x2000, 0x5400)], False)


def test_the_repeated_board_is_not_taken_for_ram() -> None:
    own, card = range(0x0400), range(0x2000, 0x2400)
    assert found(own, repeats=True) == ([own], True)
    assert found(own, card, repeats=True) == ([own, card], True)

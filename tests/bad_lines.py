"""Sessions on bad lines.

Each loads a program and reads it back, or plays an opening, on an emulated board, while characters
are lost, doubled, bent, late, or swallowed by a second's silence. It has to end right or with the
line of a SerialError, and no cell may be another that was not asked for.
"""

import rom
from emu.files.formats.image import Program
from emu.teletype.monitor import MonitorClient
from emu.teletype.serial_port import SerialError
from emu.teletype.upload import upload
from microchess.machine import script
from microchess.machine.board_program import board_program
from microchess.machine.choose import choose
from microchess.machine.serial_board import SerialBoard
from microchess.machine.serial_player import run_on_board
from tests.serial_board import BadLine, machine, with_janus

OPENING = ("C", "PC", "6", "3", "4", "3", "F", "PC")
RIGHT = "right"
_MONITORS = (range(0xEF, 0x100), range(0x1E0, 0x200))
"""Cells of the monitor, and its stack."""
_EXPECTED: list[tuple[str, str]] = []


def load(seed: int, one_in: int) -> str:
    """Load and read back 60 bytes; how that ended."""
    line = BadLine(seed, one_in, machine())
    line.machine.scramble(seed)
    line.machine.reset()
    before = line.machine.read(0, 0x400)
    data = bytes(i * 7 + seed & 0xFF for i in range(60))
    client, ending = MonitorClient(line), RIGHT
    try:
        client.connect((9600,))
        client.write(0x0300, data[:10])
        upload(client, Program.from_bytes_map("x", dict(enumerate(data, 0x0200))))
        assert client.read(0x0200, 60) == line.machine.read(0x0200, 60) == data, seed
    except SerialError as error:
        ending = str(error)
    after = line.machine.read(0, 0x400)
    asked = {*range(0x0200, 0x023C), *range(0x0300, 0x030A), *client.doubts}
    stray = [a for a in range(0x400) if before[a] != after[a] and a not in asked]
    stray = [a for a in stray if not any(a in own for own in _MONITORS)]
    assert not stray, (seed, stray)
    return ending


def play(seed: int, one_in: int) -> str:
    """Play an opening; how that ended."""
    if not _EXPECTED:
        bridge = choose("rom", monitor="ours").boot()
        _EXPECTED.extend((one.display, one.table) for one in script.run(bridge, OPENING))
    line = BadLine(seed, one_in, with_janus().machine)
    told: list[str] = []
    board = SerialBoard(MonitorClient(line), board_program(None), lambda _: False, told.append)
    board._is_there = lambda: True  # type: ignore[method-assign]
    try:
        board.join(9600)
        steps = [(one.display, one.table) for one in run_on_board(board, OPENING)]
    except SerialError as error:
        return str(error)
    assert steps == _EXPECTED, seed
    code = line.machine.read(0x2000, 0x800)
    others = [i for i in range(0x800) if code[i] != rom.janus()[i]]
    assert all(0x0A <= i < 0x16 for i in others), (seed, others)
    return RIGHT


def session(seed: int, one_in: int) -> str:
    """One of the two, by turns."""
    return (load, play)[seed % 2](seed, one_in)

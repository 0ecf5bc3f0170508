"""An emulated board at the other end of a line whose seconds are the board's cycles; it may be a
bad line.
"""

import random
from collections.abc import Iterable, Iterator

import pytest

import rom
from emu.bus import Expansion
from emu.machine import MHZ, Machine
from emu.teletype.serial_port import LineLost
from microchess.machine import serial_player
from microchess.machine.serial_board import SerialBoard
from microchess.machine.solver import solvers

_SLICE = 2_000


class BoardLine:
    """The line to *machine*, whose monitor measures *baud* whatever this end is set to later."""

    port = "board"

    def __init__(self, machine: Machine | None = None, baud: int = 9600) -> None:
        self.machine = machine or Machine(rom.monitor())
        self.machine.tty = True
        self.machine.reset()
        self.out = False
        self.baud = baud
        self._heard = bytearray()

    @property
    def baud(self) -> int:
        return self._baud

    @baud.setter
    def baud(self, value: int) -> None:
        self._baud = value
        self.machine.set_line(value)

    def now(self) -> float:
        return self.machine.cycles / MHZ

    def rest(self, seconds: float) -> None:
        self.machine.run(int(seconds * MHZ))

    def read(self, seconds: float) -> bytes:
        self._there()
        end = self.machine.cycles + int(seconds * MHZ)
        slice_ = _SLICE
        while not self._heard and self.machine.cycles < end:
            self.machine.run(slice_)
            slice_ = min(2 * slice_, 16 * _SLICE)
            self._heard += self.from_board(self.machine.printed())
        data = bytes(self._heard)
        self._heard.clear()
        return data

    def write(self, data: bytes) -> None:
        self._there()
        self.machine.type(self.to_board(data))

    def plug_in(self) -> None:
        self.out = False

    def close(self) -> None:
        pass

    def to_board(self, data: bytes) -> bytes:
        return data

    def from_board(self, data: bytes) -> bytes:
        return data

    def _there(self) -> None:
        if self.out:
            raise LineLost("board: the line is gone")


class BadLine(BoardLine):
    """Of *one_in* characters one is lost, doubled, has a bit bent, comes late, or is the first of a
    second's silence, either way.
    """

    def __init__(self, seed: int, one_in: int, machine: Machine | None = None) -> None:
        super().__init__(machine)
        self._random = random.Random(seed)
        self._one_in = one_in
        self._silent_until = 0
        self.faults = 0

    def _spoilt(self, data: bytes) -> Iterable[int]:
        for byte in data:
            kind = self._random.randrange(5 * self._one_in)
            self.faults += kind < 5
            match kind:
                case 3:
                    self.machine.run(self._random.randrange(2 * MHZ))
                case 4:
                    self._silent_until = self.machine.cycles + self._random.randrange(MHZ)
            if kind == 0 or self.machine.cycles < self._silent_until:
                continue
            if kind == 1:
                yield byte
            yield byte ^ 1 << self._random.randrange(7) if kind == 2 else byte

    def to_board(self, data: bytes) -> bytes:
        return bytes(self._spoilt(data))

    def from_board(self, data: bytes) -> bytes:
        return bytes(self._spoilt(data))


def machine(*expansions: Expansion) -> Machine:
    """A board with our monitor."""
    return Machine(rom.monitor(), expansions)


def with_janus(baud: int = 9600, line: type[BoardLine] = BoardLine) -> BoardLine:
    """A board in whose RAM Janus is."""
    held = machine(Expansion(0x2000, 0x0800))
    held.load_bytes(0x2000, rom.janus())
    held.jump(rom.labels("janus")["install_entry"])
    held.run(20_000)
    return line(held, baud)


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardLine]:
    """The line of every player ``serial:``, with a board that has Janus at its other end."""
    line = with_janus()
    monkeypatch.setattr(serial_player, "SerialPort", lambda _: line)
    monkeypatch.setattr(SerialBoard, "_is_there", lambda _: True)
    yield line
    serial_player._joined.clear()
    solvers.clear()

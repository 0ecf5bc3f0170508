"""The two 6530s and what hangs on them, as translated code sees them during one run.

``io`` holds what a program changes, a slot for each latch, direction and timer; ``inputs`` what it
cannot change before the run ends, and the levels of port A for each of the sixteen numbers that the
74145 may be given. Times are cycles since the run began. What drives pins goes into ``log``, for
digits, terminal and recorder to follow once the run is over.
"""

from __future__ import annotations

from enum import IntEnum
from struct import Struct
from typing import TYPE_CHECKING

from emu.chips.riot import DIVIDERS
from emu.units import Cycle

if TYPE_CHECKING:
    from emu.board import Board


class Slot(IntEnum):
    """Of a 6530 in ``io``; `of` gives its place there."""

    PORT_A = 0
    DIRECTION_A = 1
    PORT_B = 2
    DIRECTION_B = 3
    EXPIRES = 4
    SHIFT = 5
    """The divider's logarithm."""
    INTERRUPT = 6
    READS = 7

    def of(self, chip: int) -> int:
        """The place, for *chip* 0 (6530-003) or 1 (6530-002)."""
        return chip * len(Slot) + self


LOGGED = 2 * len(Slot)
"""The place of the number of entries that a run put into the log."""
IO_SIZE = LOGGED + 1


class Input(IntEnum):
    """In ``inputs``."""

    ROWS = 0
    """Here and in the next fifteen: levels at port A of the 6530-002 by number selected, PA7 high;
    NOTICED is added where the run is to end once that row was read."""
    WIRED = 16
    """1 if every access to the 6530-003 is to be noticed."""
    HEARD = 17
    """1 if somebody hears of every write to a port of the 6530-003."""
    KEY = 18
    """What the terminal has on PA7, 0 or $80, while the input is open."""
    KEY_CHANGES = 19
    """When that ends."""
    TAPE = 20
    TAPE_CHANGES = 21


INPUTS_SIZE = len(Input) + 15
NOTICED = 0x100
FAR = 1 << 29
"""Cycles; what comes later does not come in this run. Half of it has passed long ago."""
LOG_SIZE = 4096
LOG_FULL = LOG_SIZE - 64
"""From so many entries on no tree that adds to the log is begun."""
_LONG_AGO = -FAR // 2
_CHIP = Struct(f"{len(Slot)}i")
_OUTSIDE, _OUTSIDE_AT = Struct("6i"), 4 * Input.WIRED
_SHIFTS = {divider: divider.bit_length() - 1 for divider in DIVIDERS}
_KEYPAD_ROWS = 3


class IoState:
    """Takes *board*'s 6530s to *io* and *inputs*, and back. An entry of the *log*: the cycle, then
    16 bits for the outputs of port A and of port B of the 6530-002.
    """

    def __init__(self, board: Board, io: memoryview, inputs: memoryview, log: memoryview) -> None:
        self._board, self._io, self._inputs, self._log = board, io, inputs, log
        self._riots = board.riot_003, board.riot_002
        self._rows: tuple[object, ...] = ()
        self._began: Cycle = 0
        self._expires = [0, 0]

    def enter(self, until_noticed: bool) -> None:
        """Before a run from the board's present cycle."""
        board, inputs = self._board, self._inputs
        self._began = now = board.cycles
        for chip, riot in enumerate(self._riots):
            expires = riot.expires - now
            if expires < _LONG_AGO:
                expires = _LONG_AGO + expires % 256  # the count goes round, the flag stays
            self._expires[chip] = expires
            _CHIP.pack_into(
                self._io,
                chip * _CHIP.size,
                riot.port_a,
                riot.direction_a,
                riot.port_b,
                riot.direction_b,
                expires,
                _SHIFTS[riot.divider],
                riot.interrupt_enabled,
                0,
            )
        rows = board.keypad.down, board.tty_jumper, until_noticed
        if rows != self._rows:
            self._rows = rows
            for selected in range(16):
                noticed = NOTICED if until_noticed and selected < _KEYPAD_ROWS else 0
                inputs[selected] = board.levels_a(selected) | noticed
        key, key_changes = board.terminal.next_edge(now)
        tape, tape_changes = board.deck.next_edge(now)
        _OUTSIDE.pack_into(
            inputs,
            _OUTSIDE_AT,
            board.timer_wire is not None,
            bool(board.output_listeners),
            key << 7,
            FAR if key_changes is None else min(key_changes - now, FAR),
            tape << 7,
            FAR if tape_changes is None else min(tape_changes - now, FAR),
        )

    def leave(self) -> None:
        """After the run: have the board's chips where the program took them."""
        for chip, riot in enumerate(self._riots):
            *ports, expires, shift, interrupt, reads = _CHIP.unpack_from(
                self._io, chip * _CHIP.size
            )
            riot.port_a, riot.direction_a, riot.port_b, riot.direction_b = ports
            if expires != self._expires[chip]:
                riot.expires = self._began + expires
            riot.divider = 1 << shift
            riot.interrupt_enabled = bool(interrupt)
            riot.timer_reads += reads
        if logged := self._io[LOGGED]:
            self._io[LOGGED] = 0
            follow, began = self._board.follow, self._began
            for entry in self._log[:logged]:
                follow(began + (entry >> 16), entry >> 8 & 0xFF, entry & 0xFF)

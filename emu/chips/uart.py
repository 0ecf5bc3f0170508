"""Asynchronous serial characters as edges of a line in time, and back.

A line rests at mark (1). A character is a start bit (0), eight data bits from the lowest, and one
or two stop bits (1). Times are cycles at 1 MHz.
"""

from dataclasses import dataclass

from emu.errors import EmuError
from emu.units import Byte, Cycle, Level

MHZ = 1_000_000
"""Cycles a second."""
DATA_BITS = 8


LOWEST_BAUD, HIGHEST_BAUD = 50, 9600


class TerminalError(EmuError, ValueError):
    """The terminal cannot be set up so."""


@dataclass(frozen=True)
class Framing:
    """How a character goes over the line.

    Raises TerminalError outside 50-9600 baud, and for other than 1 or 2 stop bits.
    """

    baud: float = 1200.0
    stop_bits: int = 2

    def __post_init__(self) -> None:
        if not LOWEST_BAUD <= self.baud <= HIGHEST_BAUD:
            raise TerminalError(f"{self.baud:g} baud: expected {LOWEST_BAUD}-{HIGHEST_BAUD}")
        if self.stop_bits not in (1, 2):
            raise TerminalError(f"{self.stop_bits} stop bits: expected 1 or 2")

    def edge(self, bit: float) -> int:
        """Cycles from the start of a character to the start of its *bit* (0: the start bit)."""
        return round(bit * MHZ / self.baud)

    @property
    def character(self) -> int:
        """Cycles of a whole character."""
        return self.edge(1 + DATA_BITS + self.stop_bits)

    def edges(self, byte: Byte, start: Cycle) -> list[tuple[Cycle, Level]]:
        """The character's edges: cycle and new level, from a line at mark and back to it."""
        bits = [0, *(byte >> n & 1 for n in range(DATA_BITS)), 1]
        before = [1, *bits]
        return [
            (start + self.edge(n), bit)
            for n, (bit, last) in enumerate(zip(bits, before, strict=False))
            if bit != last
        ]


@dataclass(frozen=True)
class ReceiverState:
    """A receiver between two samples: where its character began (-1: none), the bits so far."""

    since: int = 0
    start: int = -1
    count: int = 0
    bits: int = 0
    held: bool = False


class Receiver:
    """Characters from levels: each bit is sampled in its middle, as a UART does."""

    def __init__(self) -> None:
        self._since, self._start = 0, -1
        self._count = self._bits = 0
        self._held = False

    def feed(self, until: Cycle, level: Level, framing: Framing) -> bytes:
        """The line was at *level* up to cycle *until*; the characters that this completed.

        A start bit that is over by its middle was a glitch. A character without its stop bit is
        given too (0: a break), and the line has to rest before the next one.
        """
        done = bytearray()
        while True:
            if self._held or self._start < 0:
                if level:
                    self._held = False
                    break
                if self._held:
                    break
                self._start, self._count, self._bits = self._since, 0, 0
            sample = self._start + framing.edge(self._count + 0.5)
            if sample >= until:
                break
            self._since = max(self._since, sample)
            if self._sample(level):
                done.append(self._bits)
        self._since = until
        return bytes(done)

    def _sample(self, level: Level) -> bool:
        """Take one bit; whether it was a character's last."""
        if self._count == 0 and level:
            self._start = -1
            return False
        if self._count == DATA_BITS + 1:
            self._start = -1
            self._held = not level
            return True
        if self._count:
            self._bits |= level << self._count - 1
        self._count += 1
        return False

    @property
    def state(self) -> ReceiverState:
        return ReceiverState(self._since, self._start, self._count, self._bits, self._held)

    @state.setter
    def state(self, s: ReceiverState) -> None:
        self._since, self._start, self._count = s.since, s.start, s.count
        self._bits, self._held = s.bits, s.held

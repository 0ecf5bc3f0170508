"""The teleprinter on the board's 20 mA loop.

Its keyboard pulls PA7 of the 6530-002 to 0 for a space. Its printer hears both directions, since
the board drives it with NAND(PA7, PB0): what is typed is echoed by the hardware, unless PB5 shuts
the input. Everything happens at exact cycles.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from emu.chips.uart import Framing, Receiver, ReceiverState
from emu.units import Cycle, Cycles, Level

MARK = 1


class TerminalState(NamedTuple):
    """The terminal and the lines; times in cycles since power-on."""

    framing: Framing = Framing()
    echo: bool = True
    typed: tuple[tuple[int, int], ...] = ()
    key_level: Level = MARK
    free: Cycle = 0
    shut: bool = True
    out: Level = MARK
    receiver: ReceiverState = ReceiverState()


class Terminal:
    """A terminal of 50 to 9600 baud with one or two stop bits; *now* is the present cycle.

    With ``echo`` off the printer hears the board alone.
    """

    def __init__(self) -> None:
        self.framing = Framing()
        self.echo = True
        self._typed: deque[tuple[int, int]] = deque()
        self._key_level = self._out = MARK
        self._shut = True
        self.looks = 0
        """How often its level was asked for, as the interpreter runs."""
        self.free = 0
        """The cycle at which everything typed so far is through."""
        self._receiver = Receiver()
        self.paper = bytearray()
        """What was printed and not yet taken away."""

    def set_line(self, baud: float, stop_bits: int = 2) -> None:
        """Choose speed and stop bits, as `Framing` has them, once what came before is printed:
        ``advance`` first.
        """
        self.framing = Framing(float(baud), stop_bits)

    def send(self, data: bytes, now: Cycle, gap: Cycles = 0) -> None:
        """Type *data*, with *gap* cycles of rest behind each character."""
        for byte in data:
            start = max(now, self.free)
            self._typed.extend(self.framing.edges(byte, start))
            self.free = start + self.framing.character + gap

    def send_break(self, cycles: Cycles, now: Cycle) -> None:
        """Hold BREAK: the line at space for *cycles*."""
        start = max(now, self.free)
        self._typed.extend(((start, 0), (start + cycles, MARK)))
        self.free = start + cycles + self.framing.edge(self.framing.stop_bits)

    def busy(self, now: Cycle) -> bool:
        """Whether characters are still on their way to the board."""
        return self.free > now

    def quiet(self, now: Cycle) -> bool:
        """Whether nothing is on the line, in either direction."""
        self.advance(now)
        return self.free <= now and self._receiver.state.start < 0

    def level(self, now: Cycle) -> Level:
        """The level of PA7."""
        self.looks += 1
        if self._typed and self._typed[0][0] <= now:
            self.advance(now)
        return MARK if self._shut else self._key_level

    def next_edge(self, now: Cycle) -> tuple[Level, Cycle | None]:
        """The level that the keyboard gives, and when that changes."""
        if self._typed and self._typed[0][0] <= now:
            self.advance(now)
        return self._key_level, self._typed[0][0] if self._typed else None

    def drive(self, now: Cycle, out: Level, shut: bool) -> None:
        """From cycle *now* on PB0 is at *out*, and PB5 has the input *shut* or not."""
        if (out, shut) != (self._out, self._shut):
            self.advance(now)
            self._out, self._shut = out, shut

    def printed(self, now: Cycle) -> bytes:
        """The characters printed since the last call, all eight bits of each."""
        self.advance(now)
        done = bytes(self.paper)
        self.paper.clear()
        return done

    def advance(self, now: Cycle) -> None:
        """Print what has arrived up to cycle *now*."""
        while self._typed and self._typed[0][0] <= now:
            time, level = self._typed.popleft()
            self._hear(time)
            self._key_level = level
        self._hear(now)

    def _hear(self, until: Cycle) -> None:
        heard = self._out
        if self.echo and not self._shut:
            heard &= self._key_level
        self.paper += self._receiver.feed(until, heard, self.framing)

    def snapshot(self, now: Cycle) -> TerminalState:
        """A frozen copy, without what was printed."""
        self.advance(now)
        line = tuple(self._typed), self._key_level, self.free, self._shut, self._out
        return TerminalState(self.framing, self.echo, *line, self._receiver.state)

    def restore(self, s: TerminalState) -> None:
        self.framing, self.echo = s.framing, s.echo
        self._typed, self._key_level, self.free = deque(s.typed), s.key_level, s.free
        self._shut, self._out = s.shut, s.out
        self._receiver.state = s.receiver

"""The machine with somebody at its terminal, and the menu between the keyboard and the line."""

import re
import sys
import time
from collections.abc import Callable, Iterator

from emu.chips.waveform import Waveform
from emu.errors import EmuError
from emu.machine import MHZ
from emu.teletype.emulated_line import PATIENT, RUBOUT, EmulatedLine
from emu.teletype.paper import readable
from emu.watch.debug import DebugMachine
from tui.cli.tty.ends import Ends
from tui.session.clock import GLANCE, Clock

LEAVE, MENU = 0x1D, 0x14
"""Ctrl-] and Ctrl-T; both open the menu."""
_CHOICES = {
    "q": "quit",
    "r": "reset",
    "s": "stop",
    "b": "break",
    "u": "rubout",
    "j": "jumper",
}
_LINE = "[q leave  r RS  s ST  b BREAK  u RUBOUT  j jumper  Ctrl-T itself] "


class Menu:
    """Takes typed characters apart; *say* shows text to the person."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._open = False

    def take(self, data: bytes) -> Iterator[bytes | str]:
        """What these characters mean, in turn: some to send, or a choice of the menu."""
        plain = bytearray()
        for byte in data:
            if not self._open and byte not in (LEAVE, MENU):
                plain.append(byte)
                continue
            if plain:
                yield bytes(plain)
                plain.clear()
            if choice := self._step(byte):
                yield choice
        if plain:
            yield bytes(plain)

    def _step(self, byte: int) -> bytes | str:
        if not self._open:
            self._open = True
            self._say(f"\n{_LINE}")
            return ""
        self._open = False
        self._say("\n")
        if byte == MENU:
            return bytes([MENU])
        return "quit" if byte == LEAVE else _CHOICES.get(chr(byte).lower(), "")


_HURRY = 80
_CHANCE = 20_000
"""Cycles within which it is left to chance when a key comes, as it is to a program's timers."""
_EOL, _CRLF = b"\n", b"\r\n"
_LINE_END = re.compile(rb"\r+\n")
"""The hardware echoes Enter as one CR, and the monitor prints another one."""


class SerialConsole:
    """Runs *machine* with *ends* at its terminal, at *speed* MHz (None: as fast as can be).

    The TTY jumper is fitted and RS pressed; *rubout*: a RUBOUT then tells the monitor the speed.
    *raw*: characters come and go as they are. *tape* is played once the machine looks at its
    cassette input.
    """

    def __init__(
        self,
        machine: DebugMachine,
        ends: Ends,
        speed: float | None,
        raw: bool,
        rubout: bool,
        tape: Waveform | None,
    ) -> None:
        self._machine, self._ends = machine, ends
        self._raw, self._rubout = raw, rubout
        self._clock = Clock(speed)
        self._tape = tape
        if ends.text_in:
            self.port = EmulatedLine(machine, silence=PATIENT)
        else:
            self.port = EmulatedLine(machine, hurry=_HURRY)
        self._menu = Menu(self._say)
        self._ended = self._leaving = False
        self._bare = ends.text_out and not raw
        self._held_back = b""
        self._after_cr = False
        self._last = _EOL
        self.fault: EmuError | None = None
        """Why a tape that was sent did not arrive."""
        self.port.connect(rubout)

    def run(self) -> None:
        """Until the person leaves, or the input has ended and the machine waits in vain."""
        try:
            while self._run_until_waiting():
                self._show()
                self._look_at_tape()
                if self._plays():
                    continue
                if self._ended:
                    break
                began = time.monotonic()
                self._take(self._ends.read(None))
                if not self._ends.text_in:
                    self._machine.run(round((time.monotonic() - began) * MHZ) % _CHANCE)
        finally:
            self._show()
            self._finish()

    def _run_until_waiting(self) -> bool:
        """Run at the clock's speed until the machine waits; False once there is nobody left."""
        machine, clock = self._machine, self._clock
        for _ in self.port.running_until_waiting():
            clock.end_slice(machine)
            while not (over := self._over()) and (left := clock.wait(machine)):
                time.sleep(min(left, GLANCE))
            if over:
                return False
            machine.slice_length = clock.begin_slice(machine)
        return not self._leaving

    def _over(self) -> bool:
        """Look at both ends while the machine runs; whether the person or the input is gone."""
        self._show()
        if self._plays():
            return self._leaving
        if not self._ended:
            self._take(self._ends.read(0))
        elif not self.port.pending and self.port.silent >= PATIENT:
            return True
        return self._leaving

    def _plays(self) -> bool:
        """Start the tape if it is time; whether it was."""
        if self._tape is None or not self.port.wants_tape:
            return False
        self._machine.play_tape(self._tape)
        self._tape = None
        return True

    def _take(self, data: bytes | None) -> None:
        if data is None:
            self._ended = True
        elif self._ends.typed:
            for choice in self._menu.take(data):
                self._do(choice)
        elif self._ends.text_in and not self._raw:
            self.port.send(self._as_enter(data))
        else:
            self.port.send(data)

    def _as_enter(self, data: bytes) -> bytes:
        """The ends of a text's lines as the Enter key, CR."""
        if self._after_cr:
            data = data.removeprefix(_EOL)
        self._after_cr = data.endswith(b"\r")
        return data.replace(_CRLF, _EOL).replace(_EOL, b"\r")

    def _do(self, choice: bytes | str) -> None:
        machine = self._machine
        match choice:
            case bytes():
                self.port.send(choice)
            case "quit":
                self._leaving = True
            case "reset":
                self.port.reset(self._rubout)
            case "stop":
                machine.stop()
            case "break":
                self.port.send_break()
            case "rubout":
                self.port.send(bytes([RUBOUT]))
            case "jumper":
                machine.tty = not machine.tty
                self._say(f"TTY jumper {'in' if machine.tty else 'out'}\n")

    def _look_at_tape(self) -> None:
        try:
            self.port.arrived()
        except EmuError as error:
            self.fault = error
            if self._ends.typed:
                self._say(f"\n{error}\n")

    def _show(self) -> None:
        data = self.port.printed()
        if not data:
            return
        shown = data if self._raw else readable(data)
        if self._bare:
            whole = self._held_back + shown
            shown = whole.rstrip(b"\r")
            self._held_back = whole[len(shown) :]
            shown = _LINE_END.sub(_EOL, shown)
        if shown:
            self._last = shown[-1:]
            self._ends.write(shown)

    def _finish(self) -> None:
        """The shell's prompt goes on a new line."""
        wants_line = (self._ends.typed or self._ends.text_in) and not self._raw
        if self._last != _EOL and wants_line:
            self._ends.write(_CRLF if self._ends.typed else _EOL)

    def _say(self, text: str) -> None:
        """To the person, on a terminal that does not return the carriage by itself."""
        sys.stderr.write(text.replace("\n", "\r\n"))
        sys.stderr.flush()

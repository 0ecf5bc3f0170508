"""The talk with a KIM-1's monitor: what is typed, what comes back, and the cell that is open.

Every character waits for the echo of the one before, which the board's wiring gives: so none is
ever sent blindly, and one that was lost, doubled or bent is noticed at once.
"""

import re
from collections.abc import Iterable

from emu.teletype.emulated_line import RUBOUT
from emu.teletype.paper import readable
from emu.teletype.serial_port import GarbledLine, Line, SerialError

BAUDS = (1200, 9600, 2400, 4800, 300, 600, 110, 150, 1800, 50, 75)
"""In the order in which they are tried."""
PATIENCE = 3.0
"""Seconds in which the next character comes, or none."""
CELL = re.compile(r"([0-9A-F]{4}) ([0-9A-F]{2}) $")
_SHORT = 0.3
_BITS = 11


class MonitorTalk:
    """The monitor at the other end of *line*. ``connect`` comes first."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self._heard = ""
        self.typed = ""
        """What was typed since the monitor showed a cell."""
        self.cell: tuple[int, int] | None = None
        """Address and contents of the open cell, as the monitor showed it last."""

    def connect(self, bauds: Iterable[int] = BAUDS) -> None:
        """Have the monitor answer, at the first of *bauds* at which it does.

        Raises SerialError that says what else was heard.
        """
        echoed = False
        for tried, baud in enumerate(bauds):
            self.line.baud = baud
            for _ in range(2):
                heard = self._rubout()
                if heard and CELL.search(heard):
                    return
                echoed = echoed or heard is not None
            if tried and not echoed:
                break
        port = self.line.port
        if echoed:
            raise SerialError(
                f"{port}: characters come back, but no monitor answers: a program runs, or the "
                "speed is another; press RS and try again"
            )
        raise SerialError(
            f"{port}: nothing answers; is the board on, its TTY jumper fitted and RS pressed, "
            "the cable on both ends?"
        )

    def _rubout(self) -> str | None:
        """Call the monitor: what it printed, None when not even the echo came."""
        self._drain()
        self.line.write(bytes([RUBOUT]))
        raw = b""
        while data := self.line.read(PATIENCE if not raw else self._pause):
            raw += data
            text = readable(raw).decode("ascii")
            if "KIM" in text and (found := CELL.search(text)):
                self._take_cell(found)
                return text
            if len(raw) > 200:
                break
        return readable(raw).decode("ascii") if raw else None

    @property
    def _pause(self) -> float:
        """A rest behind which nothing follows."""
        return _SHORT + 20 / self.line.baud

    def _drain(self) -> None:
        self._heard = ""
        while self.line.read(self._pause):
            pass

    def type(self, text: str) -> None:
        """Type characters, each when the one before has come back. Raises GarbledLine."""
        for character in text:
            self.line.write(character.encode("ascii"))
            heard = self._next()
            if heard != character:
                raise GarbledLine(f"sent {character!r}, {heard!r} came back", heard)
            self.typed += character

    def _next(self) -> str:
        while not self._heard:
            data = self.line.read(PATIENCE)
            if not data:
                raise GarbledLine("nothing came back")
            self._heard = readable(data).decode("ascii")
        first, self._heard = self._heard[0], self._heard[1:]
        return first

    def command(self, character: str) -> None:
        """Type a command whose answer shows a cell, which is noted."""
        self.type(character)
        self.prompt(24)

    def prompt(self, most: int) -> str:
        """What comes up to the cell that the monitor shows, within *most* characters. Raises
        GarbledLine.
        """
        text = ""
        while not (found := CELL.search(text)):
            text += self._next()
            if len(text) > most:
                raise GarbledLine(f"a cell was to come, not {text!r}")
        self._take_cell(found)
        return text

    def _take_cell(self, found: re.Match[str]) -> None:
        """Note the cell shown, and let the monitor come back from printing it."""
        self.cell = int(found[1], 16), int(found[2], 16)
        self.typed = ""
        self.line.rest(_BITS / self.line.baud)

    def waits(self, seconds: float) -> bool:
        """Whether a program has come back to the monitor, which shows a cell, within *seconds*."""
        text, end = "", self.line.now() + seconds
        while (left := end - self.line.now()) > 0 or text:
            data = self.line.read(self._pause if text else left)
            if text and not data:
                break
            text += readable(data).decode("ascii")
            if found := CELL.search(text):
                self._take_cell(found)
                return True
        return False

    def knock(self) -> bool | None:
        """Call by RUBOUT: True when the monitor answers, False when only the echo came, from a
        program that computes; None in silence.
        """
        heard = self._rubout()
        return None if heard is None else bool(CELL.search(heard))

"""A serial port of this computer, by pyserial, with what goes wrong told in one line."""

from __future__ import annotations

import errno
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from emu.errors import EmuError

if TYPE_CHECKING:
    import serial

_GLANCE = 0.02
_FIRST_BAUD = 1200
_TOLD = {
    errno.ENOENT: "there is no such port; plug the cable in, or name one of: {ports}",
    errno.EACCES: "no permission; on Linux your user has to be in the group dialout (log in again)",
    errno.EPERM: "no permission; on Linux your user has to be in the group dialout (log in again)",
    errno.EBUSY: "another program uses it; end that first",
    errno.EAGAIN: "another program uses it; end that first",
    errno.EWOULDBLOCK: "another program uses it; end that first",
    errno.ECONNREFUSED: "nobody listens there; start the other end first",
}


class SerialError(EmuError):
    """A board cannot be talked to; the message says what to do."""


class Interrupted(SerialError):
    """What was being done may be half done."""


class LineLost(Interrupted):
    """The port itself is gone: the cable was pulled out, the connection closed."""


class GarbledLine(EmuError):
    """Something else came than had to, *heard* instead of an echo; the work can be done again."""

    def __init__(self, why: str, heard: str = "") -> None:
        self.heard = heard
        super().__init__(why)


class NotStored(SerialError):
    """The board did not keep what was written: ROM, or nothing, is there."""


class Line(Protocol):
    """What the monitor is spoken to over. Times are seconds."""

    port: str

    @property
    def baud(self) -> int: ...
    @baud.setter
    def baud(self, value: int) -> None: ...
    def now(self) -> float: ...
    def rest(self, seconds: float) -> None: ...
    def read(self, seconds: float) -> bytes: ...
    def write(self, data: bytes) -> None: ...
    def plug_in(self) -> None: ...
    def close(self) -> None: ...


class SerialPort:
    """The port *port*: a device, a pseudo-terminal, or a URL such as ``socket://host:port``.

    Raises SerialError when it cannot be opened.
    """

    def __init__(self, port: str) -> None:
        self.port = port
        self._baud = _FIRST_BAUD
        self._serial: serial.SerialBase | None = None
        self.plug_in()

    @property
    def baud(self) -> int:
        """Bits a second."""
        return self._baud

    @baud.setter
    def baud(self, value: int) -> None:
        self._baud = value
        if self._serial is not None and self._serial.baudrate != value:
            try:
                self._serial.baudrate = value
            except (OSError, ValueError) as error:
                raise SerialError(f"{self.port}: no {value} baud there: {error}") from None

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
        return time.monotonic()

    def rest(self, seconds: float) -> None:
        time.sleep(seconds)

    def plug_in(self) -> None:
        """Open it, again after it was lost."""
        self.close()
        module = _pyserial()
        try:
            made = module.serial_for_url(
                self.port,
                do_not_open=True,
                baudrate=self._baud,
                timeout=_GLANCE,
                write_timeout=10,
                stopbits=module.STOPBITS_TWO,
            )
            if "://" not in self.port:
                made.exclusive = True
            made.open()
        except (OSError, ValueError) as error:
            raise _refused(self.port, error) from None
        self._serial = made

    def close(self) -> None:
        if self._serial is not None:
            with suppress(OSError):
                self._serial.close()
            self._serial = None

    def read(self, seconds: float) -> bytes:
        """What has come, after at most so many seconds; empty when nothing did. Raises LineLost."""
        end = time.monotonic() + seconds
        while True:
            try:
                opened = self._opened()
                if data := opened.read(max(1, opened.in_waiting)):
                    return bytes(data)
            except (OSError, TypeError):
                raise self._lost() from None
            if time.monotonic() >= end:
                return b""

    def write(self, data: bytes) -> None:
        """Send. Raises LineLost."""
        try:
            self._opened().write(data)
        except OSError:
            raise self._lost() from None

    def _opened(self) -> serial.SerialBase:
        if self._serial is None:
            raise OSError(errno.EIO, "it is closed")
        return self._serial

    def _lost(self) -> LineLost:
        self.close()
        return LineLost(f"{self.port}: the line is gone; is the cable in?")


def _pyserial() -> Any:
    try:
        import serial
    except ImportError:
        raise SerialError(
            "a board at a serial port needs pyserial: pip install '.[serial]'"
        ) from None
    return serial


def _refused(port: str, error: Exception) -> SerialError:
    number = getattr(error, "errno", None)
    text = _TOLD.get(number or 0)
    if text is None and "refused" in str(error):
        text = _TOLD[errno.ECONNREFUSED]
    if text is None:
        return SerialError(f"{port}: cannot be opened: {error}")
    return SerialError(f"{port}: " + text.format(ports=_ports()))


def _ports() -> str:
    from serial.tools.list_ports import comports

    return ", ".join(one.device for one in comports()) or "none is plugged in"

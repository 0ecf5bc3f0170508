"""The far end of the serial line: a person's terminal, a pipe, or a pseudo-terminal."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from emu.errors import EmuError

_CHUNK = 4096
_BACKSPACE, _RUBOUT = "\x08", b"\x7f"
_PREFIXES = ("\x00", "\xe0")
"""In front of the code of a key that is no character, on Windows."""


class ConsoleError(EmuError):
    """There can be no such console."""


class Streams:
    """Standard input and output; a terminal gives every key as it is pressed, without echo.

    ``typed``: a person types on a terminal of his own; ``text_in``, ``text_out``: characters come
    and go as text, whose lines end as the system has it.
    """

    def __init__(self) -> None:
        self.typed = sys.stdin.isatty()
        self.text_in, self.text_out = not self.typed, not sys.stdout.isatty()
        self._in = sys.stdin.fileno()
        self._before: list[Any] | None = None

    def __enter__(self) -> Streams:
        if self.typed:
            import termios
            import tty

            self._before = termios.tcgetattr(self._in)
            tty.setraw(self._in)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            import termios

            termios.tcsetattr(self._in, termios.TCSADRAIN, self._before)
            self._before = None

    def read(self, timeout: float | None) -> bytes | None:
        """What has come, after at most *timeout* seconds (None: for ever); None at the end."""
        ready, _, _ = select.select([self._in], [], [], timeout)
        if not ready:
            return b""
        return os.read(self._in, _CHUNK) or None

    def write(self, data: bytes) -> None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


class WindowsStreams(Streams):
    """`Streams` where ``select`` knows sockets only: a thread reads."""

    def __init__(self) -> None:
        super().__init__()
        self._arrived: SimpleQueue[bytes] = SimpleQueue()

    def __enter__(self) -> WindowsStreams:
        Thread(target=self._listen, name="input", daemon=True).start()
        return self

    def _listen(self) -> None:
        while True:
            data = self._key() if self.typed else os.read(sys.stdin.fileno(), _CHUNK)
            self._arrived.put(data)
            if not data:
                return

    def _key(self) -> bytes:
        """The next key that is a character."""
        if sys.platform != "win32":
            raise NotImplementedError
        import msvcrt

        while (key := msvcrt.getwch()) in _PREFIXES:
            msvcrt.getwch()
        return _RUBOUT if key == _BACKSPACE else key.encode("ascii", "replace")

    def read(self, timeout: float | None) -> bytes | None:
        try:
            return self._arrived.get(timeout != 0, timeout) or None
        except Empty:
            return b""


class PseudoTerminal:
    """A pseudo-terminal that others open, as often as they like.

    Raises ConsoleError where there are none.
    """

    typed = text_in = text_out = False

    def __init__(self) -> None:
        if sys.platform == "win32":
            raise ConsoleError("Windows has no pseudo-terminals; run kim tty without --pty")
        import tty

        self._near, self._far = os.openpty()
        tty.setraw(self._far)
        os.set_blocking(self._near, False)
        self.path = os.ttyname(self._far)

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._near)
        os.close(self._far)

    def read(self, timeout: float | None) -> bytes | None:
        """See `Streams`; there is no end."""
        ready, _, _ = select.select([self._near], [], [], timeout)
        return os.read(self._near, _CHUNK) if ready else b""

    def write(self, data: bytes) -> None:
        """See `Streams`; what finds no room because nobody reads is lost, as on a line."""
        with suppress(BlockingIOError):
            os.write(self._near, data)


Ends = Streams | PseudoTerminal
"""Where characters come from and go to."""


def standard_streams() -> Streams:
    """Standard input and output on this system."""
    return WindowsStreams() if sys.platform == "win32" else Streams()

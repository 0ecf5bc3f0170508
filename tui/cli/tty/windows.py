"""Standard input and output where ``select`` knows sockets only: a thread reads."""

from __future__ import annotations

import os
import sys
from queue import Empty, SimpleQueue
from threading import Thread

_CHUNK = 4096
_BACKSPACE, _RUBOUT = "\x08", b"\x7f"
_PREFIXES = ("\x00", "\xe0")
"""In front of the code of a key that is no character."""


class WindowsStreams:
    """See `tui.cli.tty.ends.Streams`."""

    def __init__(self) -> None:
        self.typed = sys.stdin.isatty()
        self.text_in, self.text_out = not self.typed, not sys.stdout.isatty()
        self._arrived: SimpleQueue[bytes] = SimpleQueue()

    def __enter__(self) -> WindowsStreams:
        Thread(target=self._listen, name="input", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        return

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
        """See `tui.cli.tty.ends.Ends`."""
        try:
            return self._arrived.get(timeout != 0, timeout) or None
        except Empty:
            return b""

    def write(self, data: bytes) -> None:
        """See `tui.cli.tty.ends.Ends`."""
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

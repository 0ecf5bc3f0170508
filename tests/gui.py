"""The other end of UCI: a scripted GUI that talks to the real process."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from queue import Empty, Queue
from threading import Thread

from tests.patience import PATIENCE

COMMAND = [sys.executable, "-m", "microchess.uci.main"]


class Gui:
    """Sends lines, expects lines; everything heard is kept in ``heard``."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.heard: list[str] = []
        self._lines: Queue[str | None] = Queue()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def send(self, *lines: str) -> None:
        """Say lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def expect(self, start: str) -> str:
        """The next line that starts so, all before it passed over."""
        while True:
            line = self.hear()
            if line.startswith(start):
                return line

    def hear(self) -> str:
        """The next line, whatever it is."""
        try:
            line = self._lines.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError(f"silence after {self.heard[-5:]}") from None
        assert line is not None, f"the engine left after {self.heard[-5:]}"
        self.heard.append(line)
        return line

    def ask(self, *lines: str) -> str:
        """Say lines; the move that comes of them."""
        self.send(*lines)
        return self.expect("bestmove").split()[1]

    def leave(self) -> tuple[int, str]:
        """Close the engine's input; its exit code and all it wrote to stderr."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self._listener.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        assert self.process.stderr is not None
        with self.process.stderr as stderr:
            return code, stderr.read().decode()


@contextlib.contextmanager
def talking() -> Iterator[Gui]:
    """A GUI with an engine, which leaves cleanly in the end, if it has not left before."""
    gui = Gui()
    try:
        yield gui
        if gui.process.stdin is not None and not gui.process.stdin.closed:
            assert gui.leave() == (0, "")
    finally:
        gui.process.kill()

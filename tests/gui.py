"""The other end of UCI: a scripted GUI that talks to the engine, in this process or in its own."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from queue import Empty, Queue
from threading import Thread
from typing import IO

from microchess.uci.engine import UciEngine
from microchess.uci.options import Settings
from tests.patience import PATIENCE

COMMAND = [sys.executable, "-W", "default", "-m", "microchess.uci.main"]


class Gui:
    """Sends lines, expects lines; everything heard is kept in ``heard``. *wait* waits for the
    engine's end; its exit code and all it wrote to stderr."""

    def __init__(
        self, to_engine: IO[bytes], from_engine: IO[bytes], wait: Callable[[], tuple[int, str]]
    ) -> None:
        self._to_engine, self._from_engine, self._wait = to_engine, from_engine, wait
        self.heard: list[str] = []
        self._lines: Queue[str | None] = Queue()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        for line in self._from_engine:
            self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def send(self, *lines: str) -> None:
        """Say lines."""
        self._to_engine.write("".join(line + "\n" for line in lines).encode())
        self._to_engine.flush()

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

    def ended(self) -> tuple[int, str]:
        """Wait for an engine that leaves by itself."""
        said = self._wait()
        self._listener.join(PATIENCE)
        with contextlib.suppress(BrokenPipeError):
            self._to_engine.close()
        self._from_engine.close()
        return said

    @property
    def left(self) -> bool:
        """Whether the engine's end was waited for."""
        return self._from_engine.closed

    def leave(self) -> tuple[int, str]:
        """Close the engine's input and wait for its end."""
        with contextlib.suppress(BrokenPipeError):
            self._to_engine.close()
        return self.ended()


@contextlib.contextmanager
def talking() -> Iterator[Gui]:
    """A GUI with an engine in a process of its own, which leaves cleanly in the end, if it has not
    left before."""
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def wait() -> tuple[int, str]:
        assert process.stderr is not None
        code = process.wait(PATIENCE)
        with process.stderr as stderr:
            return code, stderr.read().decode()

    gui = Gui(process.stdin, process.stdout, wait)
    try:
        yield gui
        if not gui.left:
            assert gui.leave() == (0, "")
    finally:
        process.kill()


@contextlib.contextmanager
def talking_here() -> Iterator[Gui]:
    """A GUI with an engine in this process."""
    (engine_in, to_engine), (from_engine, engine_out) = os.pipe(), os.pipe()
    trouble: list[str] = []

    def run() -> None:
        with os.fdopen(engine_in, "rb") as lines, os.fdopen(engine_out, "wb", 0) as out:
            try:
                UciEngine(out, Settings()).run(lines)
            except Exception as error:  # noqa: BLE001 - told to the test
                trouble.append(repr(error))

    engine = Thread(target=run, daemon=True)
    engine.start()

    def wait() -> tuple[int, str]:
        engine.join(PATIENCE)
        assert not engine.is_alive()
        return len(trouble), "".join(trouble)

    gui = Gui(os.fdopen(to_engine, "wb"), os.fdopen(from_engine, "rb"), wait)
    yield gui
    if not gui.left:
        assert gui.leave() == (0, "")

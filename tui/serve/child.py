"""``python -m tui.serve.child``: a session for one page, in a process of its own.

It ends with its server: when nothing more can be read.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time
from typing import BinaryIO

from tui.page.beginning import begin
from tui.page.desk import Desk
from tui.page.links import carries
from tui.serve import limits
from tui.serve.packets import HEAD, SessionBeginning, head, packet


class SessionChild:
    """Hears packets from *server*, and answers to *page*."""

    def __init__(self, server: BinaryIO, page: BinaryIO) -> None:
        self._server, self._page = server, page
        self._writing = threading.Lock()
        self._desk: Desk | None = None
        self._begin: SessionBeginning | None = None

    def run(self) -> None:
        """Until the server is gone."""
        while (first := self._server.read(HEAD)) and len(first) == HEAD:
            kind, size = head(first)
            contents = self._server.read(size)
            if len(contents) < size:
                break
            self._hear(kind, contents)
        if self._desk is not None:
            self._desk.worker.stop(limits.END)

    def _hear(self, kind: bytes, contents: bytes) -> None:
        if kind == b"B":
            self._begin = pickle.loads(contents)
        elif kind == b"A":
            self._attach(contents.decode())
        elif self._desk is not None:
            host = self._desk.worker.host
            while host.waiting > limits.COMMANDS:
                time.sleep(0.01)
            if kind == b"T":
                self._desk.hear(contents.decode())
            else:
                name, _, data = contents.partition(b"\0")
                self._desk.file(name.decode(), data)

    def _attach(self, fragment: str) -> None:
        if self._desk is not None and not carries(fragment):
            self._send(b"A")
            self._desk.tell_all()
            return
        if self._desk is not None:
            self._desk.worker.stop(limits.END)
        self._send(b"A")
        assert self._begin is not None
        keeps = (
            ""
            if self._begin.keeps
            else "this server keeps no games: a PGN saved under Files and links lasts"
        )
        start = begin(fragment, keeps, self._begin.setup, self._begin.spec)
        self._desk = Desk(self._tell, start)
        self._desk.start()

    def _tell(self, text: str) -> None:
        self._send(b"T", text.encode())

    def _send(self, kind: bytes, contents: bytes = b"") -> None:
        with self._writing:
            self._page.write(packet(kind, contents))
            self._page.flush()


def _thread_failed(failure: threading.ExceptHookArgs) -> None:
    """A session that has failed takes its process along; its server tells the page why."""
    sys.__excepthook__(failure.exc_type, failure.exc_value or Exception(), failure.exc_traceback)
    os._exit(1)


def _limit_memory() -> None:
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (limits.MEMORY, limits.MEMORY))


def main() -> None:
    """On the pipes of this process; what is printed besides goes to stderr."""
    _limit_memory()
    threading.excepthook = _thread_failed
    page = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    SessionChild(sys.stdin.buffer, page).run()


if __name__ == "__main__":
    main()

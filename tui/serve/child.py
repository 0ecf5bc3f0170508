"""One process with one interface in it, and the packets it speaks.

A packet is a letter, four bytes of length (big-endian), and the contents: ``D`` is what a terminal
would send or show, ``M`` a JSON object. textual's web driver begins with the line ``__GANGLION__``.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from microchess.machine.library import FOLDER_VARIABLE
from tui.screen.keymap import VARIABLE as KEYS_VARIABLE
from tui.serve import limits
from tui.session.autosave import VISITOR_VARIABLE

DRIVER = "tui.serve.driver:ServedDriver"
_READY = b"__GANGLION__\n"
_MOST_LINES_BEFORE = 10
_STDERR_KEPT = 8192
_NAME_FILES = (FOLDER_VARIABLE, KEYS_VARIABLE)
"""Environment variables that name files or folders, which the child looks for in another folder."""


class ServedProcess:
    """What *command* is in *folder*, which should be empty, for a *session* of that name, once it
    is started; it leads a process group of its own.
    """

    def __init__(self, command: Sequence[str], folder: Path, session: str) -> None:
        self._command, self._folder, self._session = command, folder, session
        self._process: Process | None = None
        self._last_words = b""

    async def start(self, columns: int, lines: int) -> None:
        """Start it on a terminal of that size; raises OSError."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            cwd=self._folder,
            env=_environment(self._session, columns, lines),
            start_new_session=True,
        )
        assert self._process.stderr is not None
        self._listening = asyncio.create_task(self._listen(self._process.stderr))

    async def _listen(self, stderr: asyncio.StreamReader) -> None:
        while data := await stderr.read(4096):
            self._last_words = (self._last_words + data)[-_STDERR_KEPT:]

    async def send(self, kind: bytes, contents: bytes) -> None:
        """A packet for the child; nothing before it is there and when it is gone."""
        if self._process is None or self._process.stdin is None:
            return
        with contextlib.suppress(OSError, RuntimeError):
            self._process.stdin.write(kind + len(contents).to_bytes(4, "big") + contents)
            await self._process.stdin.drain()

    async def tell(self, **what: Any) -> None:
        """A JSON packet for the child."""
        await self.send(b"M", json.dumps(what).encode())

    async def packets(self) -> AsyncIterator[tuple[bytes, bytes]]:
        """Kind and contents, until the child ends or speaks something else."""
        assert self._process is not None
        assert self._process.stdout is not None
        stdout = self._process.stdout
        with contextlib.suppress(asyncio.IncompleteReadError, ValueError, OSError):
            for _ in range(_MOST_LINES_BEFORE):
                if await stdout.readline() == _READY:
                    break
            else:
                return
            while True:
                head = await stdout.readexactly(5)
                size = int.from_bytes(head[1:], "big")
                if size > limits.PACKET:
                    return
                yield head[:1], await stdout.readexactly(size)

    async def end(self) -> None:
        """Ask it to end, then see to it; its whole group is gone afterwards."""
        if self._process is None:
            return
        await self.tell(type="quit")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), limits.END)
        self._kill(self._process)
        await self._process.wait()

    def _kill(self, process: Process) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)

    async def reason(self) -> str:
        """Why it ended, in words; empty when it was asked to. To be called when it has."""
        assert self._process is not None
        code = await self._process.wait()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._listening), limits.END)
        self._kill(self._process)
        if code == 0:
            return ""
        if code < 0:
            return f"ended by {signal.Signals(-code).name}"
        words = [line.strip("│╭╮╰╯─ \r") for line in self.last_words.split("\n")]
        return next((line for line in reversed(words) if line), f"exit code {code}")

    @property
    def last_words(self) -> str:
        """The end of what it wrote to stderr."""
        return self._last_words.decode("utf-8", "replace")


def _environment(session: str, columns: int, lines: int) -> Mapping[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("TEXTUAL")}
    folders = {name: str(Path(own[name]).absolute()) for name in _NAME_FILES if own.get(name)}
    return {
        **own,
        **folders,
        "TEXTUAL_DRIVER": DRIVER,
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TEXTUAL_FPS": "30",
        "COLUMNS": str(columns),
        "ROWS": str(lines),
        VISITOR_VARIABLE: session,
    }

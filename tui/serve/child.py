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
from tui.screen.start import VISITOR_VARIABLE
from tui.serve import limits

DRIVER = "tui.serve.driver:ServedDriver"
_READY = b"__GANGLION__\n"
_MOST_LINES_BEFORE = 10
_STDERR_KEPT = 8192
_NAME_FILES = (FOLDER_VARIABLE, KEYS_VARIABLE)
"""Environment variables that name files or folders, which the child looks for in another folder."""


class ServedProcess:
    """A running child; it leads a process group of its own."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._last_words = b""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(
        cls, command: Sequence[str], folder: Path, session: str, columns: int, lines: int
    ) -> ServedProcess:
        """Start *command* in *folder*, which should be empty.

        Raises OSError.
        """
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            cwd=folder,
            env=_environment(session, columns, lines),
            start_new_session=True,
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    async def _listen(self) -> None:
        assert self._process.stderr is not None
        while data := await self._process.stderr.read(4096):
            self._last_words = (self._last_words + data)[-_STDERR_KEPT:]

    async def send(self, kind: bytes, contents: bytes) -> None:
        """A packet for the child; nothing when it is gone."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, RuntimeError):
            self._process.stdin.write(kind + len(contents).to_bytes(4, "big") + contents)
            await self._process.stdin.drain()

    async def tell(self, **what: Any) -> None:
        """A JSON packet for the child."""
        await self.send(b"M", json.dumps(what).encode())

    async def packets(self) -> AsyncIterator[tuple[bytes, bytes]]:
        """Kind and contents, until the child ends or speaks something else."""
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
        await self.tell(type="quit")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), limits.END)
        self._kill()
        await self._process.wait()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    async def reason(self) -> str:
        """Why it ended, in words; empty when it was asked to. To be called when it has."""
        code = await self._process.wait()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._listening), limits.END)
        self._kill()
        if code == 0:
            return ""
        if code < 0:
            return f"ended by {signal.Signals(-code).name}"
        lines = self._last_words.decode("utf-8", "replace").split("\n")
        words = [line.strip("│╭╮╰╯─ \r") for line in lines]
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

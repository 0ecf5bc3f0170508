"""The server's side of a child: its process, and the packets it speaks."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from microchess.machine.library import FOLDER_VARIABLE
from tui.serve import limits
from tui.serve.packets import HEAD, head, packet
from tui.session.autosave import VISITOR_VARIABLE

_STDERR_KEPT = 8192
_COMMAND = (sys.executable, "-P", "-m", "tui.serve.child")


class ServedProcess:
    """A `tui.serve.child` in *folder*, which should be empty, for a *session* of that name, once it
    is started; it leads a process group of its own. *beginning* is what it hears first.
    """

    def __init__(self, beginning: bytes, folder: Path, session: str) -> None:
        self._beginning, self._folder, self._session = beginning, folder, session
        self._process: Process | None = None
        self._last_words = b""

    async def start(self) -> None:
        """Start it; raises OSError."""
        self._process = await asyncio.create_subprocess_exec(
            *_COMMAND,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            cwd=self._folder,
            env=_environment(self._session),
            start_new_session=True,
        )
        assert self._process.stderr is not None
        self._listening = asyncio.create_task(self._listen(self._process.stderr))
        await self.send(b"B", self._beginning)

    async def _listen(self, stderr: asyncio.StreamReader) -> None:
        while data := await stderr.read(4096):
            self._last_words = (self._last_words + data)[-_STDERR_KEPT:]

    async def send(self, kind: bytes, contents: bytes) -> None:
        """A packet for the child; nothing before it is there and when it is gone."""
        if self._process is None or self._process.stdin is None:
            return
        with contextlib.suppress(OSError, RuntimeError):
            self._process.stdin.write(packet(kind, contents))
            await self._process.stdin.drain()

    async def packets(self) -> AsyncIterator[tuple[bytes, str]]:
        """Kind and text, until the child ends or speaks something else."""
        assert self._process is not None
        assert self._process.stdout is not None
        stdout = self._process.stdout
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:
                kind, size = head(await stdout.readexactly(HEAD))
                if kind not in (b"A", b"T") or size > limits.PACKET:
                    return
                yield kind, (await stdout.readexactly(size)).decode()

    async def end(self) -> None:
        """Let it end, then see to it; its whole group is gone afterwards."""
        if self._process is None:
            return
        if self._process.stdin is not None:
            self._process.stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 2 * limits.END)
        self._kill(self._process)
        await self._process.wait()

    def _kill(self, process: Process) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)

    async def reason(self) -> str:
        """Why it ended, in words. To be called when it has."""
        assert self._process is not None
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), limits.END)
        self._kill(self._process)
        code = await self._process.wait()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._listening), limits.END)
        if code < 0:
            return f"ended by {signal.Signals(-code).name}"
        words = [line.strip() for line in self.last_words.splitlines()]
        return next((line for line in reversed(words) if line), f"exit code {code}")

    @property
    def last_words(self) -> str:
        """The end of what it wrote to stderr."""
        return self._last_words.decode("utf-8", "replace")


def _environment(session: str) -> Mapping[str, str]:
    folders = {
        name: str(Path(os.environ[name]).absolute())
        for name in (FOLDER_VARIABLE,)
        if os.environ.get(name)
    }
    return {**os.environ, **folders, VISITOR_VARIABLE: session}

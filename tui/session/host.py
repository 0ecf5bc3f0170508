"""Where a live session runs: on an event loop, in a thread of its own or beside all else.

A session is a generator (:data:`Life`): it yields the seconds it may wait for a command, None for
as long as it takes, and is sent the command, or None when none came. A host waits in its place.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Generator
from contextlib import suppress
from threading import Thread

from tui.session.verbs import Asked

Life = Generator[float | None, Asked | None, None]
"""A session from its beginning to its end."""


class Host:
    """Lets one session live and takes the commands for it.

    The loop has its turn before every slice of the session, so that commands come in meanwhile.
    """

    def __init__(self) -> None:
        self._inbox: deque[Asked] = deque()
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lives: Thread | asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return len(self._inbox)

    def start(self, life: Life) -> None:
        """Start a thread."""
        self._lives = Thread(target=asyncio.run, args=[self._run(life)], name="KIM-1", daemon=True)
        self._lives.start()

    def put(self, command: Asked) -> None:
        """A command for the session."""
        self._inbox.append(command)
        if self._loop is not None:
            with suppress(RuntimeError):  # a loop that is closed
                self._loop.call_soon_threadsafe(self._news.set)

    def join(self, patience: float) -> bool:
        """Wait for its end, where that is in a thread; whether it has come."""
        if isinstance(self._lives, Thread):
            self._lives.join(patience)
            return not self._lives.is_alive()
        return self._lives is None or self._lives.done()

    async def _run(self, life: Life) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            patience = next(life)
            while True:
                patience = life.send(await self._next(patience))
        except StopIteration:
            return

    async def _next(self, patience: float | None) -> Asked | None:
        await asyncio.sleep(0)
        if not self._inbox and patience != 0.0:
            self._news.clear()
            if patience is None:
                await self._news.wait()
            else:  # asyncio.wait_for has hung on Pyodide's loop
                alarm = asyncio.get_running_loop().call_later(patience, self._news.set)
                await self._news.wait()
                alarm.cancel()
        return self._inbox.popleft() if self._inbox else None


class LoopHost(Host):
    """On the running event loop, for a Python without threads; nobody can wait for its end."""

    def start(self, life: Life) -> None:
        """Start a task."""
        self._lives = asyncio.get_running_loop().create_task(self._run(life))

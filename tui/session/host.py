"""Where a live session runs: on an event loop, in a thread of its own or beside all else."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from threading import Thread
from typing import Any

from tui.session.verbs import Asked

Life = Coroutine[Any, Any, None]
"""A session from its beginning to its end."""


class Host:
    """Lets one session live and takes the commands for it; *heard* is called with each."""

    def __init__(self, heard: Callable[[Asked], object] = lambda _: None) -> None:
        self._heard = heard
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
        self._lives = Thread(target=asyncio.run, args=[life], name="KIM-1", daemon=True)
        self._lives.start()

    def put(self, command: Asked) -> None:
        """A command for the session."""
        self._heard(command)
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

    async def next(self, patience: float | None) -> Asked | None:
        """The next command; None where none comes within *patience*, in seconds (None: for ever).

        The loop has its turn first, so that commands come in meanwhile.
        """
        self._loop = asyncio.get_running_loop()
        await asyncio.sleep(0)
        if not self._inbox and patience != 0.0:
            self._news.clear()
            if patience is None:
                await self._news.wait()
            else:  # asyncio.wait_for has hung on Pyodide's loop
                alarm = self._loop.call_later(patience, self._news.set)
                await self._news.wait()
                alarm.cancel()
        return self._inbox.popleft() if self._inbox else None


class LoopHost(Host):
    """On the running event loop, for a Python without threads; nobody can wait for its end."""

    def start(self, life: Life) -> None:
        """Start a task."""
        self._lives = asyncio.get_running_loop().create_task(life)

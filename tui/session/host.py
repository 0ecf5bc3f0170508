"""Where a live session runs: in a thread, or in turns with all else on an event loop.

A session is a generator (:data:`Life`): it yields the seconds it may wait for a command, None for
as long as it takes, and is sent the command, or None when none came. A host waits in its place.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from queue import Empty, SimpleQueue
from threading import Thread

from tui.session.commands import Command

Life = Generator[float | None, Command | None, None]
"""A session from its beginning to its end."""


class ThreadHost:
    """A thread of its own."""

    def __init__(self) -> None:
        self._inbox: SimpleQueue[Command] = SimpleQueue()
        self._thread: Thread | None = None

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return self._inbox.qsize()

    def start(self, life: Life) -> None:
        """Start the thread."""
        self._thread = Thread(target=self._run, args=(life,), name="KIM-1", daemon=True)
        self._thread.start()

    def put(self, command: Command) -> None:
        """A command for the session."""
        self._inbox.put(command)

    def join(self, patience: float) -> bool:
        """Wait for its end; whether it has come."""
        if self._thread is None:
            return True
        self._thread.join(patience)
        return not self._thread.is_alive()

    def _run(self, life: Life) -> None:
        try:
            patience = next(life)
            while True:
                patience = life.send(self._next(patience))
        except StopIteration:
            return

    def _next(self, patience: float | None) -> Command | None:
        try:
            return self._inbox.get(patience != 0.0, patience)
        except Empty:
            return None


class LoopHost:
    """A task on the running event loop, for a Python without threads.

    The loop has its turn before every slice of the session, so that commands come in meanwhile;
    nobody can wait for the end in the loop's own thread. *rested* is called when the session has
    nothing to do, and when it has ended.
    """

    def __init__(self, rested: Callable[[], None] = lambda: None) -> None:
        self._rested = rested
        self._inbox: deque[Command] = deque()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return len(self._inbox)

    def start(self, life: Life) -> None:
        """Start the task."""
        self._task = asyncio.get_running_loop().create_task(self._run(life))

    def put(self, command: Command) -> None:
        """A command for the session; from the loop's thread."""
        self._inbox.append(command)
        self._news.set()

    def join(self, _: float) -> bool:
        """Do not wait: the session ends when the loop comes to it."""
        return self._task is None or self._task.done()

    async def _run(self, life: Life) -> None:
        try:
            patience = next(life)
            while True:
                patience = life.send(await self._next(patience))
        except StopIteration:
            return
        finally:
            self._rested()

    async def _next(self, patience: float | None) -> Command | None:
        await asyncio.sleep(0)
        if not self._inbox and patience != 0.0:
            self._news.clear()
            if patience is None:
                self._rested()
                await self._news.wait()
            else:
                alarm = asyncio.get_running_loop().call_later(patience, self._news.set)
                await self._news.wait()
                alarm.cancel()
        return self._inbox.popleft() if self._inbox else None


Host = ThreadHost | LoopHost
"""Lets one session live and takes the commands for it."""

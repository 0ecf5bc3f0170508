"""Work on several processes of our own.

They are started so that nothing in the working directory is imported, leave Ctrl-C to their parent,
and end when it does, however it ends.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import Pipe, get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import TypeVar

from microchess.errors import MicroChessError

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 8
"""Portions a process that are handed over before their turn to be given back."""
_PORTION, _MOST = 0.02, 64
"""Seconds a portion should take, and the items it may have."""
_SAFE_PATH = "PYTHONSAFEPATH"
_COLLECTED = 50_000, 20, 20
"""How seldom rubbish is collected, for `gc.set_threshold`: trees of games are a lot of objects."""


class ProcessPool:
    """*jobs* processes, each begun with ``start(*arguments)``; leaving the context ends them."""

    def __init__(
        self, jobs: int, start: Callable[..., object] | None = None, *arguments: object
    ) -> None:
        self._jobs = jobs
        context = get_context("spawn")
        left, self._alive = context.Pipe(duplex=False)
        before = os.environ.get(_SAFE_PATH)
        # its locks start multiprocessing's resource tracker
        with _ignored_interrupts(), _safe_path():
            self._executor = ProcessPoolExecutor(
                jobs,
                mp_context=context,
                initializer=_begin,
                initargs=(left, before, start, arguments),
            )

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(self, *_: object) -> None:
        self._alive.close()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def submit(self, function: Callable[..., Result], *arguments: object) -> Future[Result]:
        """Have ``function(*arguments)`` called in one of them.

        The future raises concurrent.futures.process.BrokenProcessPool when one has died.
        """
        with _ignored_interrupts(), _safe_path():
            return self._executor.submit(function, *arguments)

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """The results of *function* in the order of *items*, which are read as they are needed.

        Quick work is handed over in portions. Raises MicroChessError when a process has died.
        """
        under_way: deque[Future[tuple[list[Result], float]]] = deque()
        portion: list[Item] = []
        size, begun = 1, time.monotonic()
        try:
            for item in items:
                portion.append(item)
                if len(portion) < size and time.monotonic() - begun < _PORTION:
                    continue
                under_way.append(self.submit(_work_off, function, portion))
                portion, begun = [], time.monotonic()
                while under_way and (under_way[0].done() or len(under_way) > _AHEAD * self._jobs):
                    results, seconds = under_way.popleft().result()
                    size = max(1, min(_MOST, int(len(results) * _PORTION / (seconds + 1e-9))))
                    yield from results
            if portion:
                under_way.append(self.submit(_work_off, function, portion))
            while under_way:
                yield from under_way.popleft().result()[0]
        except BrokenProcessPool:
            raise MicroChessError("a process died; what came before is complete") from None


def _work_off(function: Callable[[Item], Result], items: list[Item]) -> tuple[list[Result], float]:
    """The results, and the seconds they took."""
    begun = time.monotonic()
    return [function(item) for item in items], time.monotonic() - begun


_last_acts: list[Callable[[], object]] = []
"""What a process of a pool does before it ends."""


def end_with(act: Callable[[], object]) -> None:
    """In a process of a pool: call *act*, which ends what it has started, before it ends with its
    pool.
    """
    _last_acts.append(act)


def _begin(
    left: Connection,
    safe_path: str | None,
    start: Callable[..., object] | None,
    arguments: tuple[object, ...],
) -> None:
    _set_safe_path(safe_path)  # what it starts has the environment of the user
    gc.set_threshold(*_COLLECTED)
    told, tell = Pipe(duplex=False)
    # a pool that has lost a process terminates the others, which still have to end their engines
    signal.signal(signal.SIGTERM, lambda *_: tell.send_bytes(b"."))
    Thread(target=_end_with_pool, args=(left, told), daemon=True).start()
    if start is not None:
        start(*arguments)


def _end_with_pool(left: Connection, told: Connection) -> None:
    """End this process once the pool or the parent has gone, or SIGTERM has *told* it to."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel, left, told])
    try:
        for act in _last_acts:
            act()
    finally:
        os._exit(1)


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """Ctrl-C is for the parent: processes started meanwhile inherit that they do not see it.

    One that comes meanwhile is not lost where it can be blocked: everywhere but on Windows.
    """
    if not hasattr(signal, "pthread_sigmask"):
        previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, previous)
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Processes started meanwhile do not look for modules in the working directory."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        _set_safe_path(before)


def _set_safe_path(value: str | None) -> None:
    if value is None:
        os.environ.pop(_SAFE_PATH, None)
    else:
        os.environ[_SAFE_PATH] = value

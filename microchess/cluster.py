"""Pieces of work on a Dask cluster: results come as they are there, and what is lost is done again.

A worker or the scheduler may die, or come back, at any moment. What is sent and what comes back are
bytes that only this package opens, so that a worker without it, or with another one, is told.
"""

import hashlib
import logging
import pickle
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from microchess.errors import MicroChessError

Item = TypeVar("Item")
Result = TypeVar("Result")

LOSSES = 6
"""Times that a cluster may be lost with nothing done meanwhile."""
SCHEDULER_PATIENCE = 10.0
"""Seconds to wait for a scheduler."""
WORKER_PATIENCE = 30.0
"""Seconds to wait for a worker."""
AGAIN = 300.0
"""Seconds to wait for either where they have been there before."""
_POLL = 5.0
_SAME = "install the same version of kim1-microchess there, and the same Python, on every worker"


class _Lost(Exception):
    """The scheduler, or what a worker had in hand."""


class _Unreachable(_Lost):
    """There is no scheduler, or none any more."""


class _Answer(NamedTuple):
    """What comes back: ``kind`` is ``result``, ``error`` (both pickled), or what is wrong there."""

    kind: str
    worker: str
    content: Any


def run_dask(
    function: Callable[[Item], Result],
    work: Sequence[Item],
    address: str,
    end: Callable[[], object] | None = None,
) -> Generator[Result]:
    """The results of *function*, as they come, on the cluster whose scheduler is at *address*, or
    with ``local`` on one made for the purpose. Its workers call *end* when nothing more is wanted.

    Raises MicroChessError when Dask is not installed, the cluster cannot be reached, loses its
    scheduler or workers again and again, or has a worker that cannot do this; and what *function*
    raises.
    """
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise MicroChessError("--scheduler needs Dask: pip install '.[dask]'") from None
    waiting, losses, reached = dict(enumerate(work)), 0, False
    with _quiet():
        while True:
            try:
                for number, result in _results(function, waiting, address, reached, end):
                    del waiting[number]
                    losses, reached = 0, True
                    yield result
            except _Lost as error:
                if isinstance(error, _Unreachable) and not reached:
                    raise MicroChessError(str(error)) from None
                losses, reached = losses + 1, True
                if losses >= LOSSES:
                    raise MicroChessError(
                        f"the Dask cluster at {address} was lost {LOSSES} times ({error}); "
                        "what is done is kept"
                    ) from None
                continue
            return


def _results(
    function: Callable[[Item], Result],
    waiting: dict[int, Item],
    address: str,
    again: bool,
    end: Callable[[], object] | None,
) -> Iterator[tuple[int, Result]]:
    """What is done of *waiting*, by number, as it comes; *again*, where the cluster has been there
    before. Raises _Lost when it goes no further.
    """
    with _client(address, again) as client:
        done: SimpleQueue[Any] = SimpleQueue()
        call = _portable(fingerprint())
        packed = pickle.dumps(function)
        items = [(number, pickle.dumps(item)) for number, item in waiting.items()]
        try:
            futures = {
                client.submit(call, packed, item, pure=False, retries=3): number
                for number, item in items
            }
            for future in futures:
                future.add_done_callback(done.put)
        except Exception as gone:  # noqa: BLE001  (Dask names them not)
            raise _Lost(f"its scheduler is gone: {gone!r}") from None
        try:
            while futures:
                future = _next(client, done, address)
                number = futures.pop(future)
                yield number, _opened(_answer(future))
        finally:
            with suppress(Exception):  # it may be gone
                if futures:
                    client.cancel(list(futures))
                if end is not None:
                    client.run(end, on_error="ignore")


@contextmanager
def _client(address: str, again: bool) -> Iterator[Any]:
    from distributed import Client

    patience = AGAIN if again else SCHEDULER_PATIENCE
    try:
        where = {} if address == "local" else {"address": address, "timeout": patience}
        client: Any = Client(**where)
    except (OSError, ValueError) as error:
        raise _Unreachable(f"no Dask scheduler at {address}: {error}") from None
    try:
        try:
            client.wait_for_workers(1, timeout=AGAIN if again else WORKER_PATIENCE)
        except TimeoutError:
            pass  # told by the next
        except Exception as gone:  # noqa: BLE001  (Dask names them not)
            raise _Lost(f"its scheduler is gone: {gone!r}") from None
        _see_workers(client, address)
        yield client
    finally:
        with suppress(Exception):  # it may be gone
            client.close(timeout=SCHEDULER_PATIENCE)


def _see_workers(client: Any, address: str) -> None:
    """Raise MicroChessError when there is none, _Lost when that cannot be known."""
    if not _workers(client):
        raise MicroChessError(
            f"the Dask scheduler at {address} has no worker, also after {WORKER_PATIENCE:g} s; "
            "start one with dask worker; what is done is kept"
        )


def _workers(client: Any) -> int:
    """How many there are. Raises _Lost when that cannot be known."""
    try:
        return len(client.nthreads())
    except Exception as error:  # noqa: BLE001  (Dask names them not)
        raise _Lost(f"its scheduler does not answer: {error!r}") from None


def _next(client: Any, done: SimpleQueue[Any], address: str) -> Any:
    """The next future that has ended. Workers that have all gone may come back for a while."""
    until = None
    while True:
        try:
            return done.get(timeout=_POLL)
        except Empty:
            if _workers(client):
                until = None
            elif until is None:
                until = time.monotonic() + AGAIN
            elif time.monotonic() > until:
                _see_workers(client, address)


def _answer(future: Any) -> _Answer:
    """What a task has brought. Raises _Lost when it was lost."""
    try:
        if future.status == "finished":
            return _Answer(*future.result(timeout=SCHEDULER_PATIENCE))
        error = future.exception(timeout=SCHEDULER_PATIENCE) if future.status == "error" else None
    except Exception as gone:  # noqa: BLE001  (Dask names them not)
        raise _Lost(f"a result did not come: {gone!r}") from None
    raise _Lost(str(error) if error is not None else future.status)


def _opened(answer: _Answer) -> Any:
    """The result. Raises the task's error, or MicroChessError for a worker that cannot do this."""
    if answer.kind == "absent":
        raise MicroChessError(
            f"the Dask worker {answer.worker} has no MicroChess ({answer.content}); {_SAME}"
        )
    if answer.kind == "other":
        raise MicroChessError(
            f"the Dask worker {answer.worker} has another MicroChess or Python "
            f"({answer.content}, here {_version()}); {_SAME}"
        )
    content = pickle.loads(answer.content)
    if answer.kind == "error":
        raise content
    return content


def _portable(ours: str) -> Callable[[bytes, bytes], tuple[str, str, Any]]:
    """What a worker is asked to do; it is sent whole, so that it needs nothing of ours there."""

    def call(function: bytes, item: bytes) -> tuple[str, str, Any]:
        import pickle
        from importlib import import_module

        from distributed import get_worker

        address = str(get_worker().address)
        try:
            cluster = import_module("microchess.cluster")
        except ImportError as error:
            return "absent", address, str(error)
        if cluster.fingerprint() != ours:
            return "other", address, cluster._version()
        try:
            return "result", address, pickle.dumps(pickle.loads(function)(pickle.loads(item)))
        except Exception as error:  # noqa: BLE001  (it is raised where it was asked)
            return "error", address, pickle.dumps(error)

    return call


@cache
def fingerprint() -> str:
    """Of our source and of Python's version: what has the same gives the same results."""
    digest = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for package in ("emu", "microchess"):
        for path in _sources(files(package)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for one in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if one.is_dir():
            yield from _sources(one)
        elif one.name.endswith(".py"):
            yield one


def _version() -> str:
    python = ".".join(map(str, sys.version_info[:2]))
    return f"source {fingerprint()[:8]}, Python {python}"


@contextmanager
def _quiet() -> Iterator[None]:
    """What Dask says of workers that come and go is not for the user: we tell what matters."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    logs = {log: log.level for log in map(logging.getLogger, names)}
    for log in logs:
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in logs.items():
            log.setLevel(level)

"""One way to run a batch: pieces of work on processes of our own, or on a Dask cluster.

Whoever dies meanwhile loses nothing: what a process or a worker had in hand is done again.
"""

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from microchess.errors import MicroChessError
from microchess.processes import ProcessPool, end_with

Item = TypeVar("Item")
Result = TypeVar("Result")

DEATHS = 4


def run(
    function: Callable[[Item], Result],
    work: Sequence[Item],
    jobs: int = 1,
    scheduler: str | None = None,
    end: Callable[[], object] | None = None,
) -> Generator[Result]:
    """The results of *function*, as they come: here, on *jobs* processes, or on the Dask cluster at
    *scheduler*. With *end*, which ends what *function* has started, it is never done here.

    Raises what `run_processes` and `run_dask` do.
    """
    if scheduler is not None:
        from microchess.cluster import run_dask

        yield from run_dask(function, work, scheduler, end)
    elif end or (jobs > 1 and len(work) > 1):
        yield from run_processes(function, work, jobs, end)
    else:
        yield from map(function, work)


def run_processes(
    function: Callable[[Item], Result],
    work: Sequence[Item],
    jobs: int,
    end: Callable[[], object] | None = None,
) -> Generator[Result]:
    """The results of *function*, as they come, on *jobs* processes, each of which calls *end*
    before it ends. Should one die, what it had goes to new ones.

    Raises MicroChessError when that happens again and again, with nothing done meanwhile.
    """
    waiting, deaths = dict(enumerate(work)), 0
    start = (end_with, end) if end else ()
    while deaths < DEATHS:
        try:
            with ProcessPool(min(jobs, len(waiting) or 1), *start) as pool:
                futures = {pool.submit(function, one): n for n, one in waiting.items()}
                for future in as_completed(futures):
                    number = futures.pop(future)
                    result = future.result()
                    del waiting[number]
                    deaths = 0
                    yield result
        except BrokenProcessPool:
            deaths += 1
            continue
        return
    raise MicroChessError(f"processes died {DEATHS} times; what is done is kept")

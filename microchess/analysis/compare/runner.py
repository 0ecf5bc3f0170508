"""Running a comparison: chunks of cases, here, on several processes, or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from typing import Any

from emu.errors import EmuError
from emu.machine import DEFAULT_BUDGET
from microchess.analysis.compare.cases import CaseResult, CompareCase
from microchess.analysis.compare.difference import result
from microchess.errors import MicroChessError
from microchess.machine.solver import PlayerSpec, Solver
from microchess.processes import ProcessPool
from microchess.program.reply import Reply

CHUNK = 8
"""Cases handed over at a time; one where the original plays, which takes its time."""
DEATHS = 4
SCHEDULER_PATIENCE = 10.0
"""Seconds to wait for a cluster's scheduler."""
WORKER_PATIENCE = 30
"""Seconds to wait for a cluster's first worker."""

Chunk = tuple[CompareCase, ...]


def chunks(cases: Sequence[CompareCase], size: int = CHUNK) -> list[Chunk]:
    """The cases in chunks."""
    return [tuple(cases[i : i + size]) for i in range(0, len(cases), size)]


def run_chunk(
    specs: tuple[PlayerSpec, ...], chunk: Chunk, budget: int = DEFAULT_BUDGET
) -> list[CaseResult]:
    """All players on all cases of a chunk, *budget* cycles a reply. The same chunk always gives the
    same results.
    """
    return [
        result(case, {spec.name: _answer(solver_for(spec, budget), case) for spec in specs})
        for case in chunk
    ]


def run_processes(
    specs: tuple[PlayerSpec, ...], work: Sequence[Chunk], jobs: int, budget: int = DEFAULT_BUDGET
) -> Iterator[list[CaseResult]]:
    """Each chunk on one of *jobs* processes. Should one die, what it had goes to new ones.

    Raises MicroChessError when that happens again and again.
    """
    waiting = dict(enumerate(work))
    for _ in range(DEATHS):
        try:
            with ProcessPool(jobs) as pool:
                futures = {pool.submit(run_chunk, specs, c, budget): n for n, c in waiting.items()}
                for future in as_completed(futures):
                    yield future.result()
                    del waiting[futures[future]]
        except BrokenProcessPool:
            continue
        return
    raise MicroChessError(f"processes died {DEATHS} times; what is done is kept")


def run_dask(
    specs: tuple[PlayerSpec, ...],
    work: Sequence[Chunk],
    address: str,
    budget: int = DEFAULT_BUDGET,
    patience: float = SCHEDULER_PATIENCE,
) -> Iterator[list[CaseResult]]:
    """Each chunk on a Dask cluster at *address*, waited for *patience* seconds, or with ``local``
    on one made for the purpose.

    A worker that dies costs nothing: its chunks go to another one. Raises MicroChessError when
    Dask is not installed or the cluster cannot be reached.
    """
    try:
        from distributed import Client
        from distributed import as_completed as as_finished
    except ImportError:
        raise MicroChessError("--dask needs Dask: pip install '.[dask]'") from None
    try:
        client: Any = Client() if address == "local" else Client(address, timeout=patience)
    except (OSError, ValueError) as error:
        raise MicroChessError(f"no Dask scheduler at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKER_PATIENCE)
        except TimeoutError:
            raise MicroChessError(
                f"the Dask scheduler at {address} has no worker (waited {WORKER_PATIENCE} s)"
            ) from None
        function = partial(run_chunk, specs, budget=budget)
        futures = client.map(function, work, pure=False, retries=3)
        for future in as_finished(futures):
            if future.status != "finished":
                raise MicroChessError(
                    f"the Dask cluster was lost ({future.status}); what is done is kept"
                )
            yield future.result()


@cache
def solver_for(spec: PlayerSpec, budget: int = DEFAULT_BUDGET) -> Solver:
    """The one solver of this process for a player and a budget."""
    return spec.solver(budget)


def _answer(solver: Solver, case: CompareCase) -> Reply | Exception:
    try:
        return solver.solve(case.request)
    except EmuError as error:
        return error

"""Running a comparison: chunks of cases, here, on several processes, or on a Dask cluster."""

from collections.abc import Iterator, Sequence
from functools import partial

from emu.errors import EmuError
from emu.machine import DEFAULT_BUDGET
from emu.teletype.serial_port import SerialError
from microchess import batches
from microchess.analysis.compare.cases import CaseResult, CompareCase
from microchess.analysis.compare.difference import result
from microchess.machine.solver import PlayerSpec, solvers
from microchess.program.reply import Reply

CHUNK = 8
"""Cases handed over at a time; one where the original plays, which takes its time."""

Chunk = tuple[CompareCase, ...]


def chunks(cases: Sequence[CompareCase], size: int = CHUNK) -> list[Chunk]:
    return [tuple(cases[i : i + size]) for i in range(0, len(cases), size)]


def run_chunk(
    specs: tuple[PlayerSpec, ...], chunk: Chunk, budget: int = DEFAULT_BUDGET
) -> list[CaseResult]:
    """All players on all cases of a chunk, *budget* cycles a reply. The same chunk always gives the
    same results.
    """
    return [
        result(case, {spec.name: _answer(spec, budget, case) for spec in specs}) for case in chunk
    ]


def run_chunks(
    specs: tuple[PlayerSpec, ...],
    work: Sequence[Chunk],
    jobs: int = 1,
    scheduler: str | None = None,
    budget: int = DEFAULT_BUDGET,
) -> Iterator[list[CaseResult]]:
    """Each chunk here, on one of several processes, or on the Dask cluster at *scheduler*.

    Raises what `microchess.batches.run` does, and SerialError when a board is lost.
    """
    return batches.run(partial(run_chunk, specs, budget=budget), work, jobs, scheduler)


def _answer(spec: PlayerSpec, budget: int, case: CompareCase) -> Reply | Exception:
    with solvers.taken(spec, budget) as solver:
        try:
            return solver.solve(case.request)
        except SerialError:
            raise
        except EmuError as error:
            return error

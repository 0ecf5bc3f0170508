"""The comparison on a real Dask cluster."""

from __future__ import annotations

import os
import signal
from types import ModuleType

import pytest

from microchess.analysis.compare import sources
from microchess.analysis.compare.runner import chunks, run_chunk, run_chunks
from microchess.analysis.compare.store import ResultStore
from microchess.batches import run_dask
from microchess.errors import MicroChessError
from microchess.machine.solver import PlayerSpec
from microchess.program.levels import Level

SPECS = (PlayerSpec("rom"), PlayerSpec("python"))


pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.fixture
def distributed() -> ModuleType:
    """Dask, not imported where no test of it runs."""
    module: ModuleType = pytest.importorskip("distributed", reason="needs Dask: the extra dask")
    return module


def test_a_cluster_that_loses_a_worker_gives_the_same_results(distributed: ModuleType) -> None:
    cases = sources.cases(sources.playouts(24, seed=4), (Level.SUPER_BLITZ,))
    here, there = ResultStore(None, {}, cases), ResultStore(None, {}, cases)
    here.add(run_chunk(SPECS, tuple(cases)))
    killed: list[int] = []
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster:
        for results in run_chunks(SPECS, chunks(cases), scheduler=cluster.scheduler_address):
            there.add(results)
            if not killed:
                killed.append(cluster.workers[0].process.process.pid)
                os.kill(killed[0], signal.SIGKILL)
    assert killed
    assert there.results == here.results


@pytest.mark.usefixtures("distributed")
def test_a_scheduler_that_is_not_there_is_named() -> None:
    with pytest.raises(MicroChessError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:9"):
        next(run_dask(len, [], "tcp://127.0.0.1:9", patience=0.5))

"""Work on a Dask cluster that loses workers and its scheduler, or has the wrong ones."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from microchess import cluster
from microchess.analysis.compare import sources
from microchess.analysis.compare.runner import chunks, run_chunk, run_chunks
from microchess.analysis.compare.store import ResultStore
from microchess.cluster import run_dask
from microchess.errors import MicroChessError, PositionError
from microchess.machine.solver import PlayerSpec
from microchess.match import runner
from microchess.match.adjudication import Adjudication
from microchess.match.contestants import contestants
from microchess.match.schedule import Match, Played
from microchess.match.starts import default_starts
from microchess.program.levels import Level
from tests.dask import Cluster
from tests.dask import cluster as in_folder

SPECS = (PlayerSpec("rom"), PlayerSpec("python"))
pytestmark = pytest.mark.filterwarnings("ignore")


def _refuse(_: int) -> int:
    raise PositionError("8/8/8/8/8/8/8/8 w - - 0 1", ["no king"])


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Cluster]:
    with in_folder(tmp_path) as made:
        yield made


@pytest.mark.slow
def test_a_thousand_positions_on_three_workers_with_two_threads_one_killed(dask: Cluster) -> None:
    for _ in range(3):
        dask.add_worker(threads=2)
    cases = sources.cases(sources.playouts(1050, seed=4), (Level.SUPER_BLITZ,))[:1000]
    here, there = ResultStore(None, {}, cases), ResultStore(None, {}, cases)
    here.add(run_chunk(SPECS, tuple(cases)))
    for results in run_chunks(SPECS, chunks(cases), scheduler=dask.address):
        there.add(results)
        if there.done >= 200 and dask.workers[0].poll() is None:
            os.kill(dask.workers[0].pid, signal.SIGKILL)
            dask.workers[0].wait()
    assert len(cases) == there.done == 1000
    assert dask.workers[0].returncode == -signal.SIGKILL
    assert there.results == here.results


def square(number: int) -> int:
    time.sleep(0.02)
    return number * number


@pytest.mark.slow
def test_killed_workers_and_a_restarted_scheduler_cost_nothing(dask: Cluster) -> None:
    for _ in range(2):
        dask.add_worker()
    found: list[int] = []
    for result in run_dask(square, range(200), dask.address):
        found.append(result)
        if len(found) == 20:
            dask.workers[0].kill()
        if len(found) == 60:
            dask.restart()
            dask.add_worker()
        if len(found) == 120:
            dask.add_worker()
    assert sorted(found) == [n * n for n in range(200)]


@pytest.mark.slow
def test_two_runs_on_one_cluster_leave_each_other_alone(dask: Cluster) -> None:
    """One is given up in the middle: its engines end, those of the other play on."""
    dask.add_worker(threads=4)
    both = contestants(["super-blitz:python", "blitz:python"])
    match = Match(both, tuple(default_starts()), 4, Adjudication(max_moves=12))
    wanted: dict[int, Played] = {}
    runner.run(match, match.numbers, 2, lambda one: not wanted.update({one.number: one}))
    found: dict[int, Played] = {}
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(
            runner.run,
            match,
            match.numbers,
            1,
            lambda one: not found.update({one.number: one}),
            dask.address,
        )
        runner.run(match, match.numbers, 1, lambda _: False, dask.address)
        other.result()
    assert found == wanted


@pytest.mark.slow
def test_a_worker_without_us_and_one_with_another_version_are_named(
    dask: Cluster, tmp_path: Path
) -> None:
    empty = tmp_path / "microchess"
    empty.mkdir()
    (empty / "__init__.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'microchess'\")"
    )
    dask.add_worker(PYTHONPATH=str(tmp_path))
    with pytest.raises(MicroChessError, match=r"has no MicroChess .*install the same version"):
        list(run_dask(square, range(3), dask.address))


@pytest.mark.slow
def test_errors_come_whole_and_a_cluster_without_workers_is_told(
    dask: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    dask.add_worker()
    with pytest.raises(PositionError) as raised:
        list(run_dask(_refuse, [1], dask.address))
    assert raised.value.reasons == ("no king",)
    dask.workers[0].kill()
    for name in ("WORKER_PATIENCE", "AGAIN", "_POLL"):
        monkeypatch.setattr(cluster, name, 0.5)
    with pytest.raises(MicroChessError, match="has no worker"):
        list(run_dask(square, range(3), dask.address))


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs Dask: the extra dask")
    monkeypatch.setattr(cluster, "SCHEDULER_PATIENCE", 0.5)
    with pytest.raises(MicroChessError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:9"):
        next(run_dask(len, [[]], "tcp://127.0.0.1:9"))

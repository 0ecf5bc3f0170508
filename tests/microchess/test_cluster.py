"""Work on a Dask cluster that has others at work, or the wrong workers, or none."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from microchess import cluster
from microchess.cluster import run_dask
from microchess.errors import MicroChessError, PositionError
from microchess.match import runner
from microchess.match.adjudication import Adjudication
from microchess.match.contestants import contestants
from microchess.match.schedule import Match
from microchess.match.starts import default_starts
from tests.dask import Cluster
from tests.dask import cluster as in_folder

pytestmark = pytest.mark.filterwarnings("ignore")


def _refuse(_: int) -> int:
    raise PositionError("8/8/8/8/8/8/8/8 w - - 0 1", ["no king"])


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Cluster]:
    with in_folder(tmp_path) as made:
        yield made


def square(number: int) -> int:
    time.sleep(0.02)
    return number * number


@pytest.mark.slow
def test_two_runs_on_one_cluster_leave_each_other_alone(dask: Cluster) -> None:
    """One is given up in the middle: its engines end, those of the other play on."""
    dask.add_worker(threads=4)
    both = contestants(["super-blitz:python", "blitz:python"])
    match = Match(both, tuple(default_starts()), 4, Adjudication(max_moves=12))
    wanted = {one.number: one for one in runner.games(match, match.numbers, 2)}
    with ThreadPoolExecutor(1) as threads:
        games = runner.games(match, match.numbers, 1, dask.address)
        other = threads.submit(list, games)
        with closing(runner.games(match, match.numbers, 1, dask.address)) as given_up:
            next(given_up)
        found = other.result()
    assert {one.number: one for one in found} == wanted


@pytest.mark.slow
def test_a_worker_without_us_is_named(dask: Cluster, tmp_path: Path) -> None:
    (tmp_path / "microchess").mkdir()
    missing = "raise ModuleNotFoundError(\"No module named 'microchess'\")"
    (tmp_path / "microchess" / "__init__.py").write_text(missing)
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

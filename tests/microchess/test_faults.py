"""Every command on several processes or a cluster, killed, stopped, cut off at random moments.

What it leaves is that of an undisturbed run, to the byte.

Each fault comes once. `REPEATS` in the environment has every command with every fault so many
times, at other moments: 50 take hours.
"""

import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import product
from pathlib import Path

import pytest

from tests.dask import Cluster, cluster
from tests.patience import PATIENCE

REPEATS = int(os.environ.get("REPEATS", "0"))
GAMES = Path("bench/games/blitz-super-blitz.pgn")
FEN = "k7/8/1K6/8/8/8/8/7R w - - 0 1"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc"),
]


def sorted_parts(path: Path, begin: str) -> list[str]:
    """In any order: several processes end theirs as they do."""
    return sorted(path.read_text().split(begin))


COMMANDS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "annotate": (
        "annotate in.pgn --player python --level super-blitz -o out",
        lambda folder: (folder / "out").read_bytes(),
    ),
    "match": (
        "match super-blitz:python blitz:python --max-moves 6 --games 4 --pgn out",
        lambda folder: sorted_parts(folder / "out", "[Event "),
    ),
    "compare": (
        "compare --random 60 --levels super-blitz --out out",
        lambda folder: sorted_parts(folder / "out" / "results.jsonl", "\n"),
    ),
    "solve": (
        f"solve --fen '{FEN}' --moves 4 --level super-blitz --json --keep table",
        lambda folder: (folder / "stdout").read_text(),
    ),
    "tune": (
        "tune in.pgn --level super-blitz --force --out out",
        lambda folder: (folder / "out").read_bytes(),
    ),
}
"""Each with what it leaves in a folder."""
NO_CLUSTER = re.compile(r"microchess: (no Dask scheduler at|the Dask scheduler .* has no worker)")


ONCE = {
    "a process killed": "annotate",
    "a process stopped": "solve",
    "the command killed": "compare",
    "the command interrupted": "annotate",
    "a worker lost": "annotate",
    "the network cut": "solve",
    "the scheduler restarted": "compare",
}
"""Which command has a fault; all have their work done by `microchess.batches`."""


def tried(faults: Collection[str]) -> list[tuple[str, str, int]]:
    """Commands, the faults they have, and which time it is."""
    if REPEATS:
        return list(product(COMMANDS, faults, range(REPEATS)))
    return [(ONCE[fault], fault, 0) for fault in faults]


class Run:
    """A command under way in a folder of its own."""

    def __init__(self, name: str, folder: Path, *where: str) -> None:
        folder.mkdir(exist_ok=True)
        texts = GAMES.read_text().split("[Event ")[1:5]
        (folder / "in.pgn").write_text("".join(f"[Event {text}" for text in texts))
        self.words = [*shlex.split(COMMANDS[name][0]), *where]
        self.folder = folder
        self.begin()

    def begin(self) -> None:
        with (self.folder / "stdout").open("wb") as out, (self.folder / "stderr").open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tui.cli.main", *self.words],
                cwd=self.folder,
                env=os.environ | {"PYTHONPATH": str(Path.cwd())},
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    def end(self) -> None:
        """Right, or with a line that says what to do: that it is begun again."""
        while self.process.wait(timeout=20 * PATIENCE):
            last = (self.folder / "stderr").read_text().splitlines()[-1]
            assert NO_CLUSTER.match(last), (self.folder / "stderr").read_text()
            self.begin()

    def helper(self, chance: random.Random) -> int | None:
        """One of its own processes."""
        found = []
        for thread in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            with suppress(OSError):
                for pid in map(int, thread.read_text().split()):
                    if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                        found.append(pid)
        return chance.choice(found) if found else None


def kill_a_process(run: Run, chance: random.Random) -> None:
    if pid := run.helper(chance):
        os.kill(pid, signal.SIGKILL)


def stop_a_process(run: Run, chance: random.Random) -> None:
    if pid := run.helper(chance):
        os.kill(pid, signal.SIGSTOP)
        time.sleep(chance.uniform(0, 1))
        os.kill(pid, signal.SIGCONT)


def kill_the_command(run: Run, _: random.Random, how: int = signal.SIGKILL) -> None:
    """And begin it again."""
    if run.process.poll() is None:
        os.kill(run.process.pid, how)
        run.process.wait(timeout=PATIENCE)
        run.begin()


HERE: dict[str, Callable[[Run, random.Random], None]] = {
    "a process killed": kill_a_process,
    "a process stopped": stop_a_process,
    "the command killed": kill_the_command,
    "the command interrupted": partial(kill_the_command, how=signal.SIGINT),
}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[object, float]]:
    """What a command leaves, and the seconds it takes."""

    @cache
    def ran(name: str) -> tuple[object, float]:
        folder, begun = tmp_path_factory.mktemp(name) / "run", time.monotonic()
        Run(name, folder, "--jobs", "2").end()
        return COMMANDS[name][1](folder), time.monotonic() - begun

    return ran


def lose_a_worker(dask: Cluster) -> None:
    dask.workers[-1].kill()
    dask.add_worker(2)


def cut_off(dask: Cluster) -> None:
    dask.scheduler.send_signal(signal.SIGSTOP)
    time.sleep(1)
    dask.scheduler.send_signal(signal.SIGCONT)


def lose_the_scheduler(dask: Cluster) -> None:
    dask.restart()
    for _ in range(2):
        dask.add_worker(2)


THERE: dict[str, Callable[[Cluster], None]] = {
    "a worker lost": lose_a_worker,
    "the network cut": cut_off,
    "the scheduler restarted": lose_the_scheduler,
}


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """With two workers, also after each fault."""
    with cluster(tmp_path_factory.mktemp("dask")) as made:
        for _ in range(2):
            made.add_worker(2)
        yield made


Undisturbed = Callable[[str], tuple[object, float]]


@pytest.mark.parametrize(("name", "fault", "seed"), tried(HERE))
def test_faults_of_processes_change_nothing(
    name: str, fault: str, seed: int, tmp_path: Path, undisturbed: Undisturbed
) -> None:
    wanted, took = undisturbed(name)
    chance = random.Random(f"{name} {fault} {seed}")
    run = Run(name, tmp_path / "run", "--jobs", "2")
    time.sleep(chance.uniform(0.1, 0.9) * took)
    HERE[fault](run, chance)
    run.end()
    assert COMMANDS[name][1](run.folder) == wanted


@pytest.mark.parametrize(("name", "fault", "seed"), tried(THERE))
def test_faults_of_a_cluster_change_nothing(
    name: str, fault: str, seed: int, tmp_path: Path, dask: Cluster, undisturbed: Undisturbed
) -> None:
    wanted, took = undisturbed(name)
    run = Run(name, tmp_path / "run", "--scheduler", dask.address)
    time.sleep(random.Random(f"{name} {fault} {seed}").uniform(0.6, 1.5) * took)
    THERE[fault](dask)
    run.end()
    assert COMMANDS[name][1](run.folder) == wanted

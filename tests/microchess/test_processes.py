"""Our own processes: in order, clean of the working directory, gone with their parent."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from microchess.errors import MicroChessError
from microchess.processes import ProcessPool, end_with
from tests.patience import PATIENCE

PARENT = """\
import multiprocessing, time
from microchess.processes import ProcessPool

if __name__ == "__main__":
    with ProcessPool(2) as pool:
        for future in [pool.submit(time.sleep, 0.1) for _ in range(4)]:
            future.result()
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
        time.sleep(600)
"""
FIRST = """\
from microchess.processes import ProcessPool

if __name__ == "__main__":
    with ProcessPool(1) as pool:
        print(list(pool.map(abs, [-1])))
"""


def _exit(code: int) -> None:
    os._exit(code)


def _be_busy(folder: Path) -> None:
    (folder / f"busy-{os.getpid()}").write_text("")
    time.sleep(600)


def _take_leave(folder: Path) -> None:
    """The second one waits until the pool has seen the first end."""
    with suppress(FileExistsError):
        (folder / "first").mkdir()
        return
    time.sleep(0.3)
    (folder / "second").mkdir()


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def see(state: Callable[[], bool]) -> None:
    """Wait until it is so."""
    until = time.monotonic() + PATIENCE
    while not state():
        assert time.monotonic() < until
        time.sleep(0.01)


def see_gone(pids: list[int]) -> None:
    """Wait until no process of these is left."""
    see(lambda: not any(map(alive, pids)))


def test_results_come_in_the_order_of_the_items() -> None:
    with ProcessPool(2) as pool:
        assert list(pool.map(abs, range(-300, 0))) == list(range(300, 0, -1))


def test_a_process_that_dies_is_told_of() -> None:
    with ProcessPool(1) as pool, pytest.raises(MicroChessError, match="a process died"):
        list(pool.map(_exit, [3]))


@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended without a signal")
def test_each_process_ends_in_order_though_another_has_ended(tmp_path: Path) -> None:
    with ProcessPool(2, end_with, partial(_take_leave, tmp_path)) as pool:
        for _ in range(2):
            pool.submit(_be_busy, tmp_path)
        see(lambda: len([*tmp_path.glob("busy-*")]) == 2)
    assert {one.name for one in tmp_path.iterdir() if one.is_dir()} == {"first", "second"}


def test_nothing_is_imported_from_the_working_directory(tmp_path: Path) -> None:
    """In a process of its own: what multiprocessing starts once is not there yet."""
    script, hostile = tmp_path / "parent.py", tmp_path / "hostile"
    script.write_text(FIRST, encoding="utf-8")
    hostile.mkdir()
    for name in ("struct", "tempfile", "selectors", "emu"):
        (hostile / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    done = subprocess.run(
        [sys.executable, str(script)], cwd=hostile, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("[1]\n", "")
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc")
def test_processes_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        children = [int(word) for word in parent.stdout.readline().split()]
        assert len(children) == 2
        assert all(map(alive, children))
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    see_gone(children)

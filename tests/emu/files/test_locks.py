"""Locks between processes."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from emu.errors import FileLocked
from emu.files.locks import FileLock


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


HOLD = """\
import sys
from pathlib import Path
from emu.files.locks import FileLock
lock = FileLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_folder_is_one_process_s_until_that_ends_in_any_way(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(FileLocked, match="another process works on it"):
            FileLock(tmp_path)
        holder.kill()
        holder.wait()
    FileLock(tmp_path).close()
    assert names_in(tmp_path) == []


def test_a_file_s_lock_lies_beside_it_and_goes_with_it(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "match.pgn")
    with pytest.raises(FileLocked):
        FileLock(tmp_path / "match.pgn")
    assert names_in(tmp_path) == [".match.pgn.lock"]
    lock.close()
    lock.close()
    assert names_in(tmp_path) == []

    missing = tmp_path / "nowhere" / "match.pgn"
    with pytest.raises(FileNotFoundError) as refused:
        FileLock(missing)
    assert refused.value.filename == str(missing)


def test_a_file_system_without_locks_is_worked_on_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr("emu.files.locks._try", refuse)
    FileLock(tmp_path / "match.pgn").close()
    assert names_in(tmp_path) == []

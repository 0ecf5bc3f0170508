"""Writing files: the old one or the new one, whatever happens; and locks between processes."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from emu.errors import FileLocked, FileRefused
from emu.files import writing
from emu.files.locks import FileLock
from tests.commands import small_disk

posix = pytest.mark.skipif(sys.platform == "win32", reason="limits, devices and modes are POSIX")


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def write_growing(path: Path, text: str) -> None:
    with writing.replacing(path, grows=True) as file:
        file.write(text.encode())
        file.flush()


@posix
@pytest.mark.parametrize("write", [writing.write_text, writing.append_text, write_growing])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, write: Callable[[Path, str], object]
) -> None:
    path = tmp_path / "file"
    path.write_text("x" * 5)
    with small_disk(), pytest.raises(OSError) as caught:
        write(path, "y" * 5000)
    assert caught.value.filename == str(path)
    assert path.read_text() == "x" * 5
    assert names_in(tmp_path) == ["file"]


@pytest.mark.skipif(
    not Path("/dev/full").exists() or os.access("/dev", os.W_OK),
    reason="needs /dev/full, and an account that cannot replace it",
)
def test_a_device_that_is_full_is_told_and_stays_a_device() -> None:
    with pytest.raises(OSError) as caught:
        writing.write_text("/dev/full", "text")
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, "/dev/full")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


@posix
def test_what_is_no_file_is_written_to_as_it_is(tmp_path: Path) -> None:
    near, far = os.openpty()
    writing.write_text(os.ttyname(far), "text")
    assert os.read(near, 10) == b"text"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileRefused, match="a pipe that nobody reads"):
        writing.write_text(pipe, "text")
    with pytest.raises(FileRefused, match="a pipe that nobody reads"):
        writing.append_text(pipe, "text")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    writing.write_text(pipe, "text")
    assert os.read(reader, 10) == b"text"
    for handle in (reader, near, far):
        os.close(handle)


def test_a_new_file_is_new(tmp_path: Path) -> None:
    path = tmp_path / "file"
    writing.write_bytes(path, b"one", new=True)
    with pytest.raises(FileExistsError):
        writing.write_bytes(path, b"two", new=True)
    late = tmp_path / "late"

    def come_meanwhile() -> None:
        with writing.replacing(late, new=True) as file:
            late.write_text("mine")
            file.write(b"two")

    with pytest.raises(FileExistsError):
        come_meanwhile()
    assert late.read_text() == "mine"
    late.unlink()
    assert path.read_text() == "one"
    assert names_in(tmp_path) == ["file"]


@posix
def test_a_link_stays_one_and_permissions_are_kept_or_those_asked_for(tmp_path: Path) -> None:
    old, new, link = tmp_path / "old", tmp_path / "new", tmp_path / "link"
    old.touch(0o640)
    old.chmod(0o640)
    link.symlink_to("old")
    writing.write_text(link, "text")
    writing.write_text(new, "text", mode=writing.PRIVATE)
    assert (link.is_symlink(), old.read_text()) == (True, "text")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert stat.S_IMODE(new.stat().st_mode) == 0o600


def test_a_folder_is_not_replaced_and_a_file_in_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        writing.write_text(tmp_path, "text")
    assert tmp_path.is_dir()
    with pytest.raises(OSError) as caught, writing.replacing(tmp_path / "none" / "file"):
        pass
    assert caught.value.filename == str(tmp_path / "none" / "file")


@pytest.mark.parametrize("grows", [False, True])
def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path, grows: bool) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def write() -> None:
        with writing.replacing(path, grows=grows) as file:
            file.write(b"new")
            file.flush()
            assert path.read_text() == "old"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert path.read_text() == ("new" if grows else "old")
    assert names_in(tmp_path) == ["file"]


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write it")
def test_a_file_that_is_protected_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o400)
    with pytest.raises(PermissionError):
        writing.write_text(path, "new")
    assert path.read_text() == "old"


@posix
def test_a_stream_that_was_handed_over_is_gone_on_with(
    capfd: pytest.CaptureFixture[str],
) -> None:
    print("before", flush=True)
    writing.write_text("/dev/stdout", "text\n")
    writing.append_text("/dev/fd/1", "more\n")
    print("behind", flush=True)
    assert capfd.readouterr().out == "before\ntext\nmore\nbehind\n"


def test_what_is_whole_beside_a_file_takes_its_place_and_permissions(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o600)
    part = writing.part_of(path)
    part.write_text("new")
    writing.put(part, path)
    assert path.read_text() == "new"
    assert names_in(tmp_path) == ["file"]
    assert sys.platform == "win32" or stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_set_aside_takes_a_name_that_is_free(tmp_path: Path) -> None:
    path = tmp_path / "file"
    names = []
    for text in ("one", "two", "three"):
        path.write_text(text)
        names.append(writing.set_aside(path).name)
    assert names == ["file.bad", "file.bad-2", "file.bad-3"]
    assert (tmp_path / "file.bad").read_text() == "one"
    assert not path.exists()


def test_what_is_no_text_becomes_a_question_mark(tmp_path: Path) -> None:
    writing.write_text(tmp_path / "file", "a name: \udcff\n")
    writing.append_text(tmp_path / "file", "\udcff")
    assert (tmp_path / "file").read_text() == "a name: ?\n?"


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

"""Reading files: only what is one, only so much of it, and nothing is waited for."""

import gzip
import io
import os
import socket
import sys
import zlib
from pathlib import Path

import pytest

from emu.errors import FileRefused
from emu.files import reading

HUGE = 1 << 40
posix = pytest.mark.skipif(sys.platform == "win32", reason="named pipes and devices are POSIX")


@posix
def test_what_is_no_file_is_refused_and_nothing_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket")
        for name, told in (
            ("pipe", "a named pipe; expected a regular file"),
            ("/dev/zero", "a device or socket"),
            ("socket", "a device or socket"),
            (".", "a folder; expected a file"),
            ("a\0b", "no file can have this name"),
        ):
            with pytest.raises(FileRefused, match=told):
                reading.read_bytes(name)


def test_a_sparse_terabyte_is_refused_before_a_byte_is_read(tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(HUGE)
    for read in (reading.read_bytes, reading.read_text, reading.read_json):
        with pytest.raises(FileRefused, match="has 1,099,511,627,776 bytes"):
            read(path)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_text_in_utf_16_is_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "text"
    path.write_bytes("e4".encode(encoding))
    with pytest.raises(FileRefused, match="expected UTF-8"):
        reading.read_text(path)
    with pytest.raises(FileRefused, match="expected UTF-8"), reading.open_text(path):
        pass


def test_the_limit_is_what_still_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(6))
    assert reading.read_bytes(path, 6) == bytes(6)
    with pytest.raises(FileRefused, match="6 bytes or more; expected 5 at most"):
        reading.read_bytes(path, 5)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_file_that_says_it_is_empty_is_limited_too() -> None:
    assert b"Name:" in reading.read_bytes("/proc/self/status")
    with pytest.raises(FileRefused, match="expected 9 at most"):
        reading.read_bytes("/proc/self/status", 9)


def test_the_limit_may_depend_on_how_the_file_begins(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"LONG" + bytes(100))
    assert len(reading.read_bytes(path, lambda head: 200 if head.startswith(b"LONG") else 5)) == 104
    with reading.open_bytes(path, lambda head: 26 * len(head)) as file:
        assert file.seek(0, io.SEEK_END) == 104
    with pytest.raises(FileRefused):
        reading.read_bytes(path, lambda _: 5)
    with pytest.raises(FileRefused), reading.open_bytes(path, 103):
        pass


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="needs /dev/fd")
def test_a_pipe_that_the_shell_handed_over_is_read() -> None:
    for at_once in (True, False):
        out, into = os.pipe()
        os.write(into, b"one\ntwo\n")
        os.close(into)
        if at_once:
            assert reading.read_bytes(f"/dev/fd/{out}") == b"one\ntwo\n"
        else:
            with reading.open_bytes(f"/dev/fd/{out}") as file:
                assert (file.seek(4), file.read()) == (4, b"two\n")
        os.close(out)


def test_nested_json_is_an_error_of_its_value(tmp_path: Path) -> None:
    path = tmp_path / "deep"
    path.write_text("[" * 200_000)
    with pytest.raises(ValueError):
        reading.read_json(path)


def test_lines_end_as_lines_and_an_endless_one_is_refused() -> None:
    assert list(reading.lines(io.StringIO("a\nb"), "x", 2)) == ["a\n", "b"]
    with pytest.raises(FileRefused, match="x: line 2 has more than 3 characters"):
        list(reading.lines(io.StringIO("ab\nabcd"), "x", 3))


def test_packed_data_are_unpacked_as_far_as_was_said() -> None:
    bomb = zlib.compress(bytes(1 << 24))
    assert len(bomb) < 1 << 15
    with pytest.raises(ValueError, match="more than 1,000 bytes"):
        reading.inflate(bomb, 1000)
    with pytest.raises(ValueError, match="more than 1,000 bytes"):
        reading.inflate(gzip.compress(bytes(5000)), 1000, reading.GZIP)
    assert reading.inflate(zlib.compress(b"abc"), 3) == b"abc"
    for damaged in (bomb[:-4], zlib.compress(b"abc") + b"more", b"", b"none"):
        with pytest.raises(ValueError):
            reading.inflate(damaged, 1 << 25)

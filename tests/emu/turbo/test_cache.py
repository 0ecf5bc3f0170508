"""The cache of translations: never wrong, never dangerous, never in the way."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from pathlib import Path

import pytest

from emu import engines
from emu.turbo.cache import Folder
from emu.turbo.driver import Turbo
from emu.turbo.layout import Layout
from emu.turbo.records import Records
from tests.emu.turbo.test_code_changes import LOOP, STORES_INTO_ITSELF, board_with, turbo

POSIX = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX file permissions")
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
SOMEBODY_ELSE = 12_345


def records(folder: Folder) -> Records:
    """Records for a bare board."""
    return Records(folder, Layout.of(engines.board((), "py65").bus))


def run_loop(with_records: Records, program: bytes = LOOP) -> int:
    """Run *program* with *with_records*; how many instructions were interpreted."""
    board, reference = board_with(program, False), board_with(program, False)
    board.engine = Turbo(board, records=with_records)
    for one in (board, reference):
        one.run(one.cycles + 40_000)
    assert board.state == reference.state
    return turbo(board).interpreted


def kept_in_a_file(folder: Folder) -> Path:
    """Where the loop's translations are."""
    kept = records(folder)
    run_loop(kept)
    kept.save()
    (file,) = folder.path.iterdir()
    return file


def test_translations_come_back_from_the_file(folder: Folder) -> None:
    kept = records(folder)
    cold = run_loop(kept)
    kept.save()
    assert run_loop(records(folder)) < cold


def test_translations_of_another_program_are_not_used(folder: Folder) -> None:
    kept = records(folder)
    run_loop(kept)
    run_loop(kept, LOOP[:6] + b"\x40" + LOOP[7:])


def test_a_damaged_file_is_not_used(folder: Folder, caplog: pytest.LogCaptureFixture) -> None:
    file = kept_in_a_file(folder)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(data)
    run_loop(records(folder))
    assert f"{file} is damaged" in caplog.text


def test_a_file_of_good_sum_and_bad_content_is_not_used(folder: Folder) -> None:
    file = kept_in_a_file(folder)
    folder.write(file.name, b"no marshalled data")
    run_loop(records(folder))


LOOSE = [("cache/blob", 0o602), ("cache", 0o702), ("cache", 0o720), (".", 0o777)]


@POSIX
@pytest.mark.parametrize(("loosened", "mode"), LOOSE)
def test_what_others_can_write_is_not_read(
    folder: Folder, tmp_path: Path, loosened: str, mode: int
) -> None:
    assert folder.write("blob", b"data")
    assert folder.read("blob") == b"data"
    (tmp_path / loosened).chmod(mode)
    assert folder.read("blob") is None
    assert folder.write("blob", b"more") == loosened.endswith("blob")


@pytest.mark.skipif(not ROOT, reason="only root can give a file to another user")
@pytest.mark.parametrize("given_away", ["cache/blob", "cache", "."])
def test_what_another_user_owns_is_not_read(
    folder: Folder, tmp_path: Path, given_away: str
) -> None:
    folder.write("blob", b"data")
    os.chown(tmp_path / given_away, SOMEBODY_ELSE, -1)
    assert folder.read("blob") is None
    assert folder.write("blob", b"more") == given_away.endswith("blob")


@POSIX
def test_a_link_is_not_followed(folder: Folder, tmp_path: Path) -> None:
    folder.write("real", b"data")
    (folder.path / "real").rename(tmp_path / "elsewhere")
    (folder.path / "real").symlink_to(tmp_path / "elsewhere")
    assert folder.read("real") is None


def test_a_folder_that_cannot_be_made_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="ascii")
    kept = records(Folder(tmp_path / "file" / "cache"))
    run_loop(kept)
    kept.save()


def test_a_full_disk_leaves_what_was_there(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("blob", b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert not folder.write("blob", b"new")
    monkeypatch.undo()
    assert folder.read("blob") == b"old"
    assert [file.name for file in folder.path.iterdir()] == ["blob"]


def test_two_processes_keep_what_both_made(folder: Folder) -> None:
    other = records(folder)
    file = kept_in_a_file(folder)
    first = folder.read(file.name)
    run_loop(other, STORES_INTO_ITSELF)
    other.save()
    second = folder.read(file.name)
    assert first
    assert second
    assert set(marshal.loads(first)) < set(marshal.loads(second))


def test_processes_that_write_at_once_leave_a_good_file(folder: Folder) -> None:
    script = (
        "import sys; from pathlib import Path; from emu.turbo.cache import Folder\n"
        "folder = Folder(Path(sys.argv[1]))\n"
        "for i in range(60): folder.write('blob', bytes([int(sys.argv[2])]) * 200_000)\n"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(folder.path), str(number)])
        for number in range(2)
    ]
    while any(writer.poll() is None for writer in writers):
        data = folder.read("blob")
        assert data is None or data in (bytes(200_000), b"\1" * 200_000)
    assert all(writer.returncode == 0 for writer in writers)

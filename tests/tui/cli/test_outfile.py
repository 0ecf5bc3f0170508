"""Files that commands write: what is there already stays, unless its owner has it replaced."""

from __future__ import annotations

import ast
import io
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tui.cli
from emu.cassette import wav
from emu.cassette.audio import sound
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode
from emu.machine import Machine
from emu.watch.log import LogRecorder
from rom import monitor
from tests.commands import small_disk
from tui.cli.main import main
from tui.cli.outfile import settle

FLIP = "kim run --poke 0200=A9,80,8D,43,17,4D,42,17,8D,42,17,D0,F8,F0,F6 --start 0200"
"""A tone on PB7, the cassette output and a pin for a speaker."""
LISTEN = "kim run --until cycles=1000"
WRITERS = (
    ("annotate in.pgn --player python --level super-blitz --out {}", "games.pgn"),
    ("openings ruy-lopez --out {}", "book.hex"),
    ("tape load in.wav --out {}", "tape.ptp"),
    ("tape save in.hex {} --speed 6", "tape.wav"),
    ("kim convert in.hex {}", "code.ptp"),
    (f"{FLIP} --until cycles=9000 --record {{}}", "record.wav"),
    (f"{FLIP} --until cycles=9000 --speaker PB7 --sound {{}}", "sound.wav"),
    (f"{LISTEN} --state-out {{}}", "x.kim-state"),
    (f"{LISTEN} --log {{}}", "x.kim-log"),
    (f"{LISTEN} --trace {{}}", "trace.txt"),
    (f"{LISTEN} --serial-in 0 --serial-out {{}}", "paper"),
    ("kim replay in.kim-log --state-out {}", "y.kim-state"),
    ("kim tty --capture {}", "printed"),
    ("kim tty --log {}", "tty.kim-log"),
    ("tour --player rom --chapter mine.txt --page mine.md", "mine.md"),
)
"""Every command and option that writes a file, and the file."""
CHAPTER = (
    "title: One\n\nProse.\n\npredict: What?\nanswer: digits\nkeys: C\ncheck: digits = CCCCCC\n"
)


class Terminal(io.StringIO):
    """Somebody who sits there."""

    def isatty(self) -> bool:
        """See io."""
        return True


@cache
def recorded() -> tuple[bytes, str]:
    """A tape, and a log."""
    machine, log = Machine(monitor()), io.StringIO()
    machine.begin()
    LogRecorder(machine, log).close()
    tape = sound(encode([TapeRecord(1, 0x200, b"\1")], 6, syncs=20), 22_050)
    return wav.write(tape), log.getvalue()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the commands read, in the current folder; standard input is a file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    Path("in.pgn").write_text(f"1. e4 {{{'x' * 600}}} e5 *\n")
    Path("in.hex").write_text(":02020000EAEA28\n:00000001FF\n")
    tape, log = recorded()
    Path("in.wav").write_bytes(tape)
    Path("in.kim-log").write_text(log)
    Path("mine.txt").write_text(CHAPTER)
    Path("stdin").touch()
    with Path("stdin").open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        yield


def run(command: str, name: str) -> int:
    return main(shlex.split(command.format(name)))


writers = pytest.mark.parametrize(("command", "name"), WRITERS, ids=[name for _, name in WRITERS])


@writers
def test_a_script_replaces_a_file_by_force_only(
    capsys: pytest.CaptureFixture[str], command: str, name: str
) -> None:
    Path(name).write_text("mine")
    assert run(command, name) == 1
    assert capsys.readouterr() == ("", f"microchess: {name} exists; --force replaces it\n")
    assert Path(name).read_text() == "mine"
    assert run(command + " --force", name) == 0
    assert b"mine" not in Path(name).read_bytes()[:4]


@writers
def test_a_person_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    Path(name).write_text("mine")
    question = Terminal()
    monkeypatch.setattr("sys.stderr", question)
    for answer in ("n\n", "\n", ""):
        monkeypatch.setattr("sys.stdin", Terminal(answer))
        assert run(command, name) == 1
    told = f"{name} exists; replace it? [y/N] microchess: {name} stays as it was\n"
    assert question.getvalue().endswith(3 * told)
    assert Path(name).read_text() == "mine"
    assert capsys.readouterr().out == ""
    if "tty" not in command:
        monkeypatch.setattr("sys.stdin", Terminal("y\n"))
        assert run(command, name) == 0
        assert b"mine" not in Path(name).read_bytes()[:4]


@writers
def test_a_full_disk_leaves_the_old_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    monkeypatch.setenv("KIM1_CACHE", "off")
    Path(name).write_text("mine")
    before = set(Path().iterdir())
    with small_disk():
        assert run(command + " --force", name) == 1
    assert capsys.readouterr().err.endswith(f"microchess: {name}: File too large\n")
    assert Path(name).read_text() == "mine"
    assert set(Path().iterdir()) == before


def test_in_a_game_a_person_is_asked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("game.pgn").write_text("mine")
    monkeypatch.setattr("sys.stderr", Terminal())
    for answer, kept in (("n", True), ("y", False)):
        monkeypatch.setattr("sys.stdin", Terminal(f"pgn game.pgn\n{answer}\nquit\n"))
        assert main(["play", "--lines", "--level", "super-blitz"]) == 0
        assert (Path("game.pgn").read_text() == "mine") == kept


def test_a_file_that_has_come_meanwhile_stays() -> None:
    out = settle("late.txt", force=False)
    Path("late.txt").write_text("mine")
    with pytest.raises(FileExistsError):
        out.write("other")
    with pytest.raises(FileExistsError):
        out.stream()
    assert Path("late.txt").read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="no such device")
def test_a_device_is_no_file_to_be_lost() -> None:
    assert run("openings ruy-lopez --out {}", "/dev/null") == 0


def test_no_file_is_written_past_this_door() -> None:
    for path in Path(tui.cli.__file__).parent.rglob("*.py"):
        names = {
            one.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module == "emu.files"
            for one in node.names
        }
        assert "writing" not in names or path.name == "outfile.py", path

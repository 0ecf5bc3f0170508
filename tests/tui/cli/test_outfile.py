"""Files that commands write: what is there already stays, unless its owner has it replaced."""

import ast
import errno
import io
import os
import shlex
import signal
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tui.cli
from emu.cassette import wav
from emu.cassette.audio import sound
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode
from emu.errors import EmuError
from emu.machine import Machine
from emu.watch import log
from emu.watch.log import LogRecorder
from rom import monitor
from tests.cases import cases
from tests.parsers import commands, options_of
from tui.cli.main import main
from tui.cli.outfile import settle

LISTEN = "kim run --until cycles=1000"
WRITERS = cases("writers_of_files")
"""Every command and option that writes a file, and the file."""
SLOW = {"best.toml"}
"""Files whose command loads scipy."""
ELSEWHERE = {"kim serial"}
"""Its file is written in a test of its own."""
ENDS = {
    "done": 0,
    "an exception": 1,
    "a full disk": 1,
    "Ctrl-C": 130,
    "SIGTERM": 143,
    "SIGHUP": 129,
    "SIGKILL": -9,
}
"""Ways in which a command ends just before its file is in its place, and its exit code."""


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
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the commands read; standard input is a file."""
    monkeypatch.setenv("COLUMNS", "100")
    Path("in.pgn").write_text(f"1. e4 {{{'x' * 600}}} e5 *\n")
    Path("many.pgn").write_text(2 * "1. e4 e5 2. Nf3 Nc6 *\n\n")
    Path("in.hex").write_text(":02020000EAEA28\n:00000001FF\n")
    tape, log = recorded()
    Path("in.wav").write_bytes(tape)
    Path("in.kim-log").write_text(log)
    Path("stdin").touch()
    with Path("stdin").open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        yield


def run(command: str, name: str) -> int:
    return main(shlex.split(command.format(name)))


writers = pytest.mark.parametrize(
    ("command", "name"),
    [
        pytest.param(line, name, marks=(pytest.mark.slow,) if name in SLOW else (), id=name)
        for line, name in WRITERS
    ],
)


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


def test_a_person_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").write_text("mine")
    question = Terminal()
    monkeypatch.setattr("sys.stderr", question)
    for answer in ("n\n", "\n", ""):
        monkeypatch.setattr("sys.stdin", Terminal(answer))
        with pytest.raises(EmuError, match="file stays as it was"):
            settle("file", force=False)
    assert question.getvalue() == 3 * "file exists; replace it? [y/N] "
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    assert settle("file", force=False).replace


def ended(end: str) -> None:
    """What happens in place of bringing a file to the disk."""
    if end == "an exception":
        raise EmuError("broken")
    if end == "a full disk":
        raise OSError(errno.ENOSPC, "no room")
    os.kill(os.getpid(), getattr(signal, end.replace("Ctrl-C", "SIGINT")))
    signal.pause()


def in_a_process_of_its_own(command: str, name: str, end: str) -> int:
    """The exit code of the command, which ends so; minus the signal that killed it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a fork beside threads, of which it uses none
        child = os.fork()
    if not child:
        code = 99
        try:
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            if end != "done":
                os.fsync = lambda _: ended(end)  # type: ignore[assignment]
            code = run(command, name)
        except SystemExit as leave:
            code = int(leave.code or 0)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def every_end() -> Iterator[Any]:
    """Each command with one of the ends; with every one where `REPEATS` is in the environment."""
    for number, (command, name) in enumerate(WRITERS):
        few = (pytest.mark.slow,) if name in SLOW else ()
        for place, end in enumerate(ENDS):
            if place == number % len(ENDS) or "REPEATS" in os.environ:
                yield pytest.param(command, name, end, marks=few, id=f"{name}-{end}")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
@pytest.mark.parametrize(("command", "name", "end"), [*every_end()])
def test_whatever_ends_a_command_there_is_the_old_file_or_the_new_one(
    command: str, name: str, end: str
) -> None:
    Path(name).write_text("mine")
    Path(name).chmod(0o640)
    before = set(Path().iterdir())
    assert in_a_process_of_its_own(command + " --force", name, end) == ENDS[end]
    assert (Path(name).read_text(errors="replace") == "mine") == (end != "done")
    assert Path(name).stat().st_mode & 0o777 == 0o640
    left = {path.name for path in set(Path().iterdir()) - before}
    if end == "done":
        left -= {"facts.schema.json", "mine"}
    elif end == "SIGKILL":
        left = {one for one in left if not one.endswith((".new", ".lock"))}
    assert left == set()
    assert run(command + " --force", name) == 0
    assert Path(name).read_text(errors="replace") != "mine"


def test_every_command_that_replaces_files_is_in_the_table() -> None:
    there = {name for name in commands() if "--force" in options_of(name)}
    tried = {name for name in commands() for line, _ in WRITERS if line.startswith(name)}
    assert there == tried | ELSEWHERE


@pytest.mark.parametrize(
    "command", [f"{LISTEN} none.hex", "kim tty none.hex", "kim tty --load none.hex"]
)
def test_what_is_read_is_read_before_a_file_is_asked_about(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    Path("there").write_text("mine")
    assert run(f"{command} --log {{}}", "there") == 1
    assert capsys.readouterr().err == "microchess: none.hex: No such file or directory\n"


@pytest.mark.parametrize("command", [command for (command,) in cases("read_and_written")])
def test_what_is_read_is_not_written_over(capsys: pytest.CaptureFixture[str], command: str) -> None:
    source = next(one.partition("@")[0] for one in command.split() if one.startswith("in."))
    Path("link").symlink_to(source)
    Path("name").hardlink_to(source)
    before = Path(source).read_bytes()
    for name in (source, f"./{source}", "link", "name"):
        assert run(f"{command} --force", name) == 1
        assert f"{Path(name)} is read as well; expected another file\n" in capsys.readouterr().err
        assert Path(source).read_bytes() == before


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="needs /dev/stdin")
def test_standard_input_is_a_file_that_is_read() -> None:
    Path("in.pgn").write_text("1. e4 *\n")
    kept = os.dup(0)
    try:
        with Path("in.pgn").open("rb") as file:
            os.dup2(file.fileno(), 0)
            with pytest.raises(EmuError, match=r"in\.pgn is read as well"):
                settle("in.pgn", True, ["-"])
    finally:
        os.dup2(kept, 0)
        os.close(kept)


def test_a_state_goes_on_in_its_file() -> None:
    assert run(f"{LISTEN} --state-out {{}}", "x.kim-state") == 0
    before = Path("x.kim-state").read_bytes()
    assert run(f"{LISTEN} --state-in {{0}} --state-out {{0}} --force", "x.kim-state") == 0
    assert Path("x.kim-state").read_bytes() != before


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_recording_that_is_broken_off_holds_what_came_until_then(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    def broken_off(*_: object) -> None:
        signal.raise_signal(number)

    monkeypatch.setattr("tui.cli.run.report.Report.key", broken_off)
    files = "--log log --trace trace --record tape"
    try:
        code = run(f"kim run --keys 1 {files}", "")
    except SystemExit as leave:
        code = int(leave.code or 0)
    assert code == 128 + number
    written = log.read(Path("log"))
    assert written.complete
    assert written.events
    assert Path("trace").read_text().endswith("\n")


def test_in_a_game_a_person_is_asked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("game.pgn").write_text("mine")
    monkeypatch.setattr("sys.stderr", Terminal())
    for answer, kept in (("n", True), ("y", False)):
        monkeypatch.setattr("sys.stdin", Terminal(f"pgn game.pgn\n{answer}\nquit\n"))
        assert main(["play", "--lines", "--level", "super-blitz"]) == 0
        assert (Path("game.pgn").read_text() == "mine") == kept


def test_no_file_is_written_past_this_door() -> None:
    for path in Path(tui.cli.__file__).parent.rglob("*.py"):
        names = {
            one.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module == "emu.files"
            for one in node.names
        }
        assert "writing" not in names or path.name == "outfile.py", path

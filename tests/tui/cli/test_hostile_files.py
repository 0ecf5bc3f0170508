"""Commands given what is no file they could use: one line, exit code 1, nothing harmed."""

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from emu.files import reading
from emu.files.locks import FileLock
from emu.watch.log import LogRecorder
from rom import monitor
from tests.cases import cases
from tests.commands import run
from tui.cli.main import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
READERS = [one for (one,) in cases("readers_of_files")]


def failing(command: str) -> str:
    """The one line that a command fails with."""
    code, _, error = run(*shlex.split(command))
    assert (code, error.count("\n")) == (1, 1)
    assert error.startswith("microchess: ")
    return error


@pytest.mark.parametrize("command", READERS)
def test_a_pipe_and_a_terabyte_are_refused_at_once(command: str) -> None:
    os.mkfifo("pipe.pgn")
    assert "named pipe" in failing(command.format("pipe.pgn"))
    with Path("huge.pgn").open("wb") as file:
        file.truncate(1 << 40)
    whole = "line 1 has more than" if "--batch" in command else "1,099,511,627,776 bytes"
    assert whole in failing(command.format("huge.pgn"))


@pytest.mark.parametrize("command", [one for one in READERS if "match" not in one])
def test_no_name_or_text_of_a_file_commands_the_terminal(command: str) -> None:
    name, clear = "e\x1b[2Jv\ril.pgn", "\x1b[2J\x9b2J\x07\u202e"
    for text in (
        f'[White "{clear}"]\n\n1. e4 {{ {clear} }} *\n',
        f'[White "{clear}"]\n[Termination "{clear}"]\n\n1. e4 {{ {clear} }} e5 {clear} 2. Ke3 *\n',
        f"{clear} w - - 0 1\n",
        f"{clear}8/8/8/8/8/8/8/{clear} w - - 0 {clear}\n",
        f";{clear}\n:{clear}\n0200: {clear} EA\n",
        f'{{"format": "{clear}"}}\n',
    ):
        Path(name).write_text(text)
        _, out, err = run(*(name if word == "{0}" else word for word in command.split()))
        assert not set("\x1b\x9b\x07\r\u202e") & set(out + err), text


def test_a_recording_too_long_for_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_: object) -> None:
        raise MemoryError

    Path("long.wav").touch()
    monkeypatch.setattr("emu.cassette.wav.read", too_long)
    assert failing("tape info long.wav") == "microchess: there is not enough memory for that\n"


def test_two_comparisons_do_not_share_a_folder() -> None:
    command = "compare --random 2 --levels super-blitz --out run"
    assert run(*command.split())[0] == 0
    lock = FileLock(Path("run"))
    try:
        assert "another process works on it" in failing(command)
    finally:
        lock.close()


def test_games_on_standard_input_may_be_latin_1_and_begin_with_a_byte_order_mark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = b'\xef\xbb\xbf[White "M\xfcller"]\n\n1. e4 *\n'
    command = ["annotate", "-", "--player", "python", "--level", "super-blitz"]
    code, out, err = run(*command, typed=games)
    assert (code, err) == (0, "")
    assert "no move" not in run("play", "--lines", typed="\ufeffe5\nquit\n")[1]
    assert out.startswith('[Event "?"]\n')
    assert '[White "Müller"]' in out
    monkeypatch.setattr(reading, "MOST_GAMES", 100)
    code, _, err = run("annotate", "-", "--player", "python", typed="\n" * 101)
    assert (code, err) == (1, "microchess: standard input: more than 100 characters\n")


def test_a_log_that_runs_for_ever_is_refused_before_it_does() -> None:
    from emu.machine import Machine

    machine = Machine(monitor())
    machine.begin()
    with Path("x.kim-log").open("w") as file:
        LogRecorder(machine, file).close()
    whole = Path("x.kim-log").read_text()
    assert run("kim", "replay", "x.kim-log")[0] == 0
    for cycle, why in (
        (10**400, "line 3 is damaged"),
        (10**20, "its cycle is not within 0 to 1e+18"),
        (10**14, "a day of the KIM-1"),
    ):
        line = json.dumps({"cycle": cycle, "do": "key down", "value": "GO"})
        Path("x.kim-log").write_text(f"{whole}{line}\n")
        assert why in failing("kim replay x.kim-log")
    Path("x.kim-log").write_text(whole)
    assert "a day of the KIM-1" in failing(f"kim replay x.kim-log --to {10**17}")


@pytest.mark.parametrize("command", ["play --lines", "play --spoken", "tour", "uci"])
def test_a_conversation_ends_at_a_line_without_end(
    command: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with Path("endless").open("wb") as file:
        file.truncate(2 << 20)
    with Path("endless").open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(command.split()) == 1
    told = "standard input: line 1 has more than 1,048,576 characters\n"
    assert told in capfd.readouterr().err

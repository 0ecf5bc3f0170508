"""Commands given what is no file they could use: one line, exit code 1, nothing harmed."""

from __future__ import annotations

import json
import os
import shlex
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from emu.watch.log import LogRecorder
from rom import monitor
from tests.patience import PATIENCE
from tui.cli.main import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes and limits")
READERS = [
    "annotate {0}",
    "openings {0}",
    "compare --pgn {0}",
    "compare --fen {0}",
    "compare --tables {0}",
    "compare --replay {0}",
    "match blitz blitz --openings {0}",
    "reply --batch {0}",
    "image add {0}",
    "kim info {0}",
    "kim conform {0}",
    "kim convert {0} out.ptp",
    "kim dis {0}",
    "kim replay {0}",
    "kim run {0}",
    "kim run --labels {0}",
    "kim run --play {0}",
    "kim run --state-in {0}",
    "kim state info {0}",
    "tape info {0}",
    "tape load {0}",
    "tape save {0} out.wav",
]
SMALL_DISK = """\
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
from tui.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
LITTLE_MEMORY = """\
import resource, sys
from tui.cli.main import main
from tui.cli.commands import tape
import emu.cassette.decode
resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MICROCHESS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KIM1_CACHE", "off")


def failing(capsys: pytest.CaptureFixture[str], command: str) -> str:
    """The one line that a command fails with."""
    assert main(shlex.split(command)) == 1
    error = capsys.readouterr().err
    assert error.startswith("microchess: ")
    assert error.count("\n") == 1
    return error


@pytest.mark.parametrize("command", READERS)
def test_a_named_pipe_is_refused_and_not_waited_for(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    os.mkfifo("pipe.pgn")
    assert "named pipe" in failing(capsys, command.format("pipe.pgn"))


@pytest.mark.parametrize("command", [one for one in READERS if "match" not in one])
def test_no_name_or_text_of_a_file_commands_the_terminal(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
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
        main([name if word == "{0}" else word for word in command.split()])
        told = capsys.readouterr()
        assert not set("\x1b\x9b\x07\r\u202e") & set(told.out + told.err), text


@pytest.mark.parametrize("command", [one for one in READERS if "--batch" not in one])
def test_a_sparse_terabyte_is_refused(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with Path("huge.pgn").open("wb") as file:
        file.truncate(1 << 40)
    assert "1,099,511,627,776 bytes" in failing(capsys, command.format("huge.pgn"))


def test_a_batch_with_an_endless_line_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with Path("huge").open("wb") as file:
        file.truncate(1 << 40)
    assert "line 1 has more than" in failing(capsys, "reply --player python --batch huge")


def test_a_recording_too_long_for_the_memory_is_refused() -> None:
    size = 150 << 20
    head = struct.pack(
        "<4sI4s4sIHHIIHH", b"RIFF", 36 + size, b"WAVE", b"fmt ", 16, 1, 1, 44100, 44100, 1, 8
    )
    with Path("long.wav").open("wb") as file:
        file.write(head + struct.pack("<4sI", b"data", size))
        file.truncate(44 + size)
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_MEMORY, "tape", "info", "long.wav"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == "microchess: there is not enough memory for that\n"


def test_the_report_of_a_comparison_is_whole_or_the_old_one() -> None:
    command = "compare --random 2 --levels super-blitz --out run"
    assert main(shlex.split(command)) == 0
    report = Path("run/report.html")
    before = report.read_text()
    assert len(before) > 2000
    done = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, *shlex.split(command)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "microchess: run/report.html: File too large\n"
    assert report.read_text() == before


def test_two_comparisons_do_not_share_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    command = "compare --random 100 --out run --json"
    first = subprocess.Popen(
        [sys.executable, "-m", "tui.cli.main", *shlex.split(command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with first:
        assert first.stdout is not None
        assert first.stdout.readline()
        assert "another process works on it" in failing(capsys, command)
        first.kill()


def test_a_game_that_cannot_be_read_costs_that_game(capsys: pytest.CaptureFixture[str]) -> None:
    Path("in.pgn").write_text(
        '1. e4 (exf4) e5) Nf3 *\n\n[Event "bad"]\n\n1. e4 e5 2. Ke3 *\n\n[Event "c"]\n\n1. d4 *\n'
    )
    assert main(shlex.split("annotate in.pgn --player python --level super-blitz")) == 1
    told = capsys.readouterr()
    assert told.out.count("[Annotator") == 2
    assert told.err.splitlines() == [
        "in.pgn: game 1: move 1. exf4, in a variation: no legal move",
        "in.pgn: game 2: move 2. Ke3: no legal move; the game is left out",
    ]
    assert main(shlex.split("compare --pgn in.pgn --levels super-blitz")) == 0
    assert "in.pgn, game 2: move 2. Ke3: no legal move; left out" in capsys.readouterr().err


def test_a_log_that_runs_for_ever_is_refused_before_it_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from emu.machine import Machine

    machine = Machine(monitor())
    machine.begin()
    with Path("x.kim-log").open("w") as file:
        LogRecorder(machine, file).close()
    whole = Path("x.kim-log").read_text()
    assert main(["kim", "replay", "x.kim-log"]) == 0
    capsys.readouterr()
    for cycle, why in ((10**30, "its cycle is 1e+30"), (10**14, "--max-cycles")):
        line = json.dumps({"cycle": cycle, "do": "key down", "value": "GO"})
        Path("x.kim-log").write_text(f"{whole}{line}\n")
        assert why in failing(capsys, "kim replay x.kim-log")
    Path("x.kim-log").write_text(whole)
    assert "--max-cycles" in failing(capsys, f"kim replay x.kim-log --to {10**30}")


def test_keys_end_where_their_cycles_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert "not reached within" in failing(capsys, "keys C PC --max-cycles 100000")
    assert main(shlex.split("keys C PC --level super-blitz --max-cycles 100000000")) == 0

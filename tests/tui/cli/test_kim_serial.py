"""``microchess kim serial``, with an emulated board at the other end."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from emu.bus import Expansion
from emu.files.programs import read_program
from tests.patience import PATIENCE
from tests.serial_board import BoardLine, machine
from tui.cli.commands.kim import serial as command
from tui.cli.main import main

Said = Callable[..., str]
COMMAND = [sys.executable, "-m", "tui.cli.main", "kim"]


@pytest.fixture
def board() -> BoardLine:
    return BoardLine(machine(Expansion(0x0400, 0x0400)))


@pytest.fixture
def said(
    board: BoardLine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Said:
    """Runs the command on *board*; what it printed, on stderr where *code* is no success."""
    monkeypatch.setattr(command, "SerialPort", lambda _: board)

    def run(*options: str, code: int = 0) -> str:
        assert main(["kim", "serial", "board", *options]) == code
        out, err = capsys.readouterr()
        return err if code else out

    return run


@pytest.mark.slow
def test_what_was_loaded_is_dumped_and_saved(said: Said, tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(bytes(range(40)))
    text = said("--load", f"{tmp_path / 'x.bin'}@0200", "--dump", "0200-0227")
    assert text.splitlines()[1:3] == [
        "0210: 10 11 12 13 14 15 16 17 18 19 1A 1B 1C 1D 1E 1F",
        "0220: 20 21 22 23 24 25 26 27",
    ]
    said("--save", str(tmp_path / "all.hex"))
    saved = read_program((tmp_path / "all.hex").read_bytes(), "all.hex")
    assert saved.slice(0x0200, 0x0227) == bytes(range(40))
    assert {(one.address, one.end) for one in saved.segments} == {
        (0x0000, 0x00EF),
        (0x0100, 0x0400),
        (0x1780, 0x17E7),
    }


def test_info_tells_monitor_speed_and_ram_and_leaves_the_board_as_it_was(
    said: Said, board: BoardLine
) -> None:
    board.machine.scramble(3)
    board.machine.reset()
    spans = ((0x0000, 0xEF), (0x0100, 0xE0), (0x0200, 0x600), (0x1780, 0x67))
    before = [board.machine.read(*span) for span in spans]
    lines = said("--info", "--baud", "9600").splitlines()
    assert lines == [
        "monitor  the monitor of this project",
        "speed    9600 baud; the board has measured 9524",
        "RAM      $0000-$07FF, $1780-$17FF",
        "         from $2000 on the board's 8 KB repeat",
    ]
    assert [board.machine.read(*span) for span in spans] == before


def test_a_program_is_started(said: Said, board: BoardLine, tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(bytes((0xE6, 0x10, 0x4C, 0x02, 0x02)))
    said("--load", f"{tmp_path / 'x.bin'}@0200", "--go", "0200")
    board.machine.run(1000)
    assert board.machine.peek(0x0010) == 1


def test_nothing_to_do_is_told(said: Said) -> None:
    assert "nothing to do; expected --info, --load, --microchess" in said(code=1)


def test_pyserial_missing_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    assert main(["kim", "serial", "/dev/ttyUSB0", "--info"]) == 1
    told = capsys.readouterr().err
    assert told == (
        "microchess: a board at a serial port needs pyserial: pip install '.[serial]'\n"
    )


@pytest.fixture
def pseudo_terminal() -> Iterator[str]:
    """One with the emulated board at its other end."""
    board = subprocess.Popen(
        [*COMMAND, "tty", "--pty", "--speed", "max", "--baud", "9600", "--no-rubout"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert board.stdout
    try:
        yield board.stdout.readline().decode().strip()
    finally:
        board.terminate()
        board.wait(PATIENCE)
        board.stdout.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_on_a_pseudo_terminal_a_pipe_talks_to_the_monitor(pseudo_terminal: str) -> None:
    done = subprocess.run(
        [*COMMAND, "serial", pseudo_terminal, "--terminal"],
        input=b"0200 A9.\n",
        capture_output=True,
        timeout=PATIENCE,
        check=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    assert b"0201 00 " in done.stdout.replace(b"\r", b"")
    assert b"0200 00 A9." in done.stdout

"""``microchess kim tty``: through pipes, in a real terminal, on a pseudo-terminal of its own."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from emu.cassette import wav
from emu.cassette.audio import sound
from emu.cassette.decode import decode
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode
from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program, Segment
from tests.patience import PATIENCE
from tests.sample import every_run
from tui.cli.main import main

pexpect = pytest.importorskip("pexpect", reason="needs a POSIX pseudo-terminal")
termios = pytest.importorskip("termios", reason="needs a POSIX terminal")

COMMAND = [sys.executable, "-m", "tui.cli.main", "kim", "tty"]
Piped = Callable[..., bytes]
GREETING = b"\nKIM\n0000 00 "


@pytest.fixture
def piped(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Piped:
    """Runs the command in this process, between files; what it wrote to stdout, or to stderr where
    *code* is no success."""

    def run(*options: str, text: bytes = b"", code: int = 0) -> bytes:
        (tmp_path / "stdin").write_bytes(text)
        with (tmp_path / "stdin").open() as stdin, pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", stdin)
            try:
                got = main(["kim", "tty", *options])
            except SystemExit as leave:
                got = int(leave.code or 0)
        out, err = capfdbinary.readouterr()
        assert got == code, err
        assert code or not err
        return err if code else out

    return run


def tape(folder: Path, address: int = 0x0200, size: int = 96) -> Path:
    program = Program("tape", (Segment(address, bytes(7 * n & 0xFF for n in range(size))),), "")
    path = folder / "tape.ptp"
    path.write_text(write_paper_tape(program), encoding="ascii")
    return path


@pytest.fixture
def terminal() -> Iterator[Any]:
    """The command in a pseudo-terminal."""
    child = pexpect.spawn(COMMAND[0], [*COMMAND[1:], "--speed", "max"], timeout=PATIENCE)
    yield child
    child.close(force=True)


def read_until(line: int, answer: bytes) -> None:
    """Read from a file descriptor until *answer* has come."""
    heard, end = b"", time.monotonic() + PATIENCE
    while answer not in heard:
        ready, _, _ = select.select([line], [], [], max(0, end - time.monotonic()))
        assert ready, heard
        heard += os.read(line, 1000)


# Pipes


NULS = b"\r\n\0\0\0\0\0\0"
A9 = GREETING + b"0200 \n0200 00 A9.\n0201 00 \n"


@pytest.mark.parametrize(
    ("options", "text", "printed"),
    [
        (["--baud", "300"], b"0200 A9.", A9),
        (["--baud", "9600", "--stop", "1"], b"0200 A9.", A9),
        ([], b"0200 \n\r\n", GREETING + b"0200 \n0200 00 \n0201 00 \n0202 00 \n"),
        (["--no-rubout"], b"", b""),
        (["--no-rubout"], b"\x7f", GREETING + b"\n"),
        (["--raw"], b"\n", b"\x7f" + NULS + b"KIM" + NULS + b"0000 00 \n" + NULS + b"FFFF 1C "),
    ],
    ids=["300 baud", "9600 baud", "Enter", "no rubout", "a rubout typed", "raw"],
)
def test_what_is_printed(piped: Piped, options: list[str], text: bytes, printed: bytes) -> None:
    assert piped(*options, text=text) == printed


def test_a_tape_sent_too_fast_fails(piped: Piped, tmp_path: Path) -> None:
    options = ("--baud", "9600", "--stop", "1", "--load", str(tape(tmp_path)))
    assert b"holds" in piped(*options, "--delay", "0", code=1)
    piped(*options, "--delay", "1")


def test_a_program_on_plugged_in_memory(piped: Piped, tmp_path: Path) -> None:
    done = piped(str(tape(tmp_path, 0x0800, 4)), "--ram", "0400:4K", text=b"0801 ")
    assert done.endswith(b"0801 07 \n")


# A terminal


def test_a_person_at_a_terminal(terminal: Any) -> None:
    """Cells and keys, the menu, a program stopped with ST; Ctrl-C is a character like others."""
    for typed, answer in (
        ("", "Ctrl-] or Ctrl-T: menu"),
        ("", "\r\nKIM\r\n0000 00 "),
        ("0200 A9.2A.20.A0.1E.4C.00.02.", "0207 00 02.\r\n0208 00 "),
        ("\r", "\r\n0209 00 "),
        ("\n", "\r\n0208 00 "),
        ("\x03\x7f", "KIM\r\n0208 00 "),
        ("0200 G", "****"),
        ("\x1ds", "KIM\r\n"),
        ("\x14r", "KIM\r\n"),
        ("\x14u", "KIM\r\n"),
        ("\x14b\x1dj", "TTY jumper out"),
    ):
        terminal.send(typed)
        terminal.expect_exact(answer)
    terminal.send("\x1dq")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert b"Traceback" not in terminal.before
    assert terminal.exitstatus == 0


@pytest.mark.parametrize(
    ("number", "code"), every_run([(signal.SIGHUP, 129), (signal.SIGINT, 130)], 1)
)
def test_signals_leave_the_terminal_as_it_was(number: int, code: int) -> None:
    near, far = os.openpty()
    before = termios.tcgetattr(far)
    child = subprocess.Popen(COMMAND, stdin=far, stdout=far, stderr=far, start_new_session=True)
    try:
        read_until(near, b"0000 00 ")
        assert termios.tcgetattr(far) != before
        child.send_signal(number)
        assert child.wait(PATIENCE) == code
        assert termios.tcgetattr(far) == before
    finally:
        child.kill()
        child.wait()
        os.close(near)
        os.close(far)


# A pseudo-terminal for others


def talk(path: str, text: bytes, answer: bytes) -> None:
    """Open the line, type, wait for an answer, close it."""
    line = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        os.write(line, text)
        read_until(line, answer)
    finally:
        os.close(line)


def test_others_use_the_line_while_the_machine_runs_on() -> None:
    """A script in another process comes last."""
    child = subprocess.Popen(
        [*COMMAND, "--pty"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout is not None
        path = child.stdout.readline().strip()
        talk(path, b"", b"KIM\r\n0000 00 ")
        talk(path, b"0200 A9.", b"0201 00 ")
        talk(path, b"\n", b"0200 A9 ")
        wait = 'while read -r line; do case "$line" in *"0200 A9 4C"*) exit;; esac; done'
        script = f"printf '0200 4C.' > {path}; {wait} < {path}"
        subprocess.run(["/bin/sh", "-c", script], check=True, timeout=PATIENCE)
        child.terminate()
        assert child.wait(PATIENCE) == 143
    finally:
        child.kill()
        child.communicate()


@pytest.mark.slow
def test_what_a_program_saves_is_recorded_and_a_recording_is_loaded(
    piped: Piped, tmp_path: Path
) -> None:
    recording = tmp_path / "saved.wav"
    piped("--record", str(recording), text=b"0200 4B.17F5 00.02.01.02.01.00F1 00.1800 G")
    (saved,) = decode(wav.read(recording.read_bytes(), "saved"))
    assert (saved.id, saved.start, saved.data) == (1, 0x0200, b"K")
    quick = encode([TapeRecord(1, 0x0200, b"KIM")], 6, syncs=20)
    recording.write_bytes(wav.write(sound(quick, 44_100)))
    printed = piped("--play", str(recording), text=b"00F1 00.17F9 01.1873 G0200 \n\n")
    assert printed.endswith(b"0200 4B \n0201 49 \n0202 4D \n")

"""``microchess kim tty``: through pipes, in a real terminal, on a pseudo-terminal of its own."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from emu.files.programs import Program, Segment, read_program, write_paper_tape
from tests.patience import PATIENCE
from tests.sample import every_run
from tui.cli.main import main

pexpect = pytest.importorskip("pexpect", reason="needs a POSIX pseudo-terminal")
termios = pytest.importorskip("termios", reason="needs a POSIX terminal")

COMMAND = [sys.executable, "-m", "tui.cli.main", "kim", "tty"]
GREETING = b"\nKIM\n0000 00 "


@dataclass(frozen=True)
class Done:
    """What a command wrote."""

    stdout: bytes
    stderr: bytes


Piped = Callable[..., Done]


@pytest.fixture
def piped(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Piped:
    """Runs the command in this process, between files."""

    def run(*options: str, text: bytes = b"", code: int = 0) -> Done:
        (tmp_path / "stdin").write_bytes(text)
        with (tmp_path / "stdin").open() as stdin, pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", stdin)
            try:
                got = main(["kim", "tty", *options])
            except SystemExit as leave:
                got = int(leave.code or 0)
        done = Done(*capfdbinary.readouterr())
        assert got == code, done.stderr
        return done

    return run


def tape(folder: Path, address: int = 0x0200, size: int = 96) -> Path:
    program = Program("tape", (Segment(address, bytes(7 * n & 0xFF for n in range(size))),), "")
    path = folder / "tape.ptp"
    path.write_text(write_paper_tape(program), encoding="ascii")
    return path


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The command in a pseudo-terminal, with the options of the parameter."""
    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], *getattr(request, "param", [])], timeout=PATIENCE
    )
    yield child
    child.close(force=True)


def read_until(line: int, answer: bytes) -> None:
    """Read from a file descriptor until *answer* has come."""
    heard, end = b"", time.monotonic() + PATIENCE
    while answer not in heard:
        ready, _, _ = select.select([line], [], [], max(0, end - time.monotonic()))
        assert ready, heard
        heard += os.read(line, 1000)


def ended(child: Any) -> int:
    child.expect(pexpect.EOF)
    child.wait()
    assert b"Traceback" not in child.before
    return int(child.exitstatus)


# Pipes


def test_what_was_typed_is_logged_and_replays(
    piped: Piped, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    log = tmp_path / "typed.kim-log"
    done = piped("--log", str(log), text=b"0200 A9.02.")
    assert b"0200 00 A9." in done.stdout
    assert main(["kim", "replay", str(log), "--events"]) == 0
    again = capfdbinary.readouterr().out
    assert b"type '.'" in again
    assert b"1 state found the same" in again


def test_characters_through_a_pipe_are_not_lost() -> None:
    done = subprocess.run(
        COMMAND, input=b"0200 A9.", capture_output=True, check=True, timeout=PATIENCE
    )
    assert done.stdout == GREETING + b"0200 \n0200 00 A9.\n0201 00 \n"
    assert done.stderr == b""


@pytest.mark.parametrize("line", [["--baud", "300"], ["--baud", "9600", "--stop", "1"]])
def test_other_speeds(piped: Piped, line: list[str]) -> None:
    done = piped(*line, text=b"0200 A9.")
    assert done.stdout.endswith(b"0200 00 A9.\n0201 00 \n")


def test_no_input_at_all(piped: Piped) -> None:
    assert piped().stdout == GREETING + b"\n"


def test_the_end_of_a_line_is_enter(piped: Piped) -> None:
    assert piped(text=b"0200 \n\r\n").stdout.endswith(b"\n0201 00 \n0202 00 \n")


def test_without_the_rubout_the_monitor_waits_for_the_first_character(piped: Piped) -> None:
    assert piped("--no-rubout").stdout == b""
    assert piped("--no-rubout", text=b"\x7f").stdout == GREETING + b"\n"


def test_raw_leaves_every_byte_as_it_is(piped: Piped) -> None:
    done = piped("--raw", text=b"\n")
    assert done.stdout == (
        b"\x7f\r\n\0\0\0\0\0\0KIM\r\n\0\0\0\0\0\0" + b"0000 00 " + b"\n\r\n\0\0\0\0\0\0FFFF 1C "
    )


def test_what_was_punched_loads_in_another_session(piped: Piped, tmp_path: Path) -> None:
    punched = tmp_path / "punched.ptp"
    options = ("--baud", "2400")
    written = tape(tmp_path)
    piped(*options, str(written), "--capture", str(punched), text=b"17F7 60.02.0200 Q")
    program = read_program(punched.read_bytes(), "punched")
    assert program.memory == read_program(written.read_bytes(), "tape").memory
    done = piped(*options, "--load", str(punched), text=b"025F ")
    assert done.stdout.endswith(b"025F 99 \n")
    assert b"ERR" not in done.stdout


def test_a_tape_sent_too_fast_fails(piped: Piped, tmp_path: Path) -> None:
    options = ("--baud", "9600", "--stop", "1", "--load", str(tape(tmp_path)))
    assert b"holds" in piped(*options, "--char-delay", "0", code=1).stderr
    piped(*options, "--char-delay", "1")


def test_a_program_on_plugged_in_memory(piped: Piped, tmp_path: Path) -> None:
    path = tape(tmp_path, 0x0800, 4)
    assert b"$0800" in piped(str(path), code=1).stderr
    done = piped(str(path), "--ram", "0400:4K", text=b"0801 ")
    assert done.stdout.endswith(b"0801 07 \n")


@pytest.mark.parametrize(
    ("options", "code", "complaint"),
    [
        (["--baud", "14400"], 2, "'14400'; expected 50 to 9600"),
        (["--baud", "fast"], 2, "'fast'; expected 50 to 9600"),
        (["--stop", "3"], 2, "invalid choice: 3"),
        (["--speed", "0"], 2, "'0'; expected megahertz"),
        (["--char-delay", "-1"], 2, "expected milliseconds"),
        (["--ram", "0400"], 2, "'0400'; expected ADDR:SIZE"),
        (["--ram", "0000:4K"], 2, "expected to lie within $0400-$13FF"),
        (["--monitor", "/nowhere"], 1, "expected ours, kim or a folder"),
        (["--monitor", "kim"], 1, "both halves of the KIM-1's ROM are needed"),
        (["--link", "x"], 1, "--link names the pseudo-terminal of --pty"),
        (["nofile.ptp"], 1, "nofile.ptp: No such file"),
        (["--load", "nofile.ptp"], 1, "nofile.ptp: No such file"),
        (["--pty", "--link", "/nowhere/x"], 1, "--link /nowhere/x: No such file"),
        (["--capture", "/nowhere/x"], 1, "/nowhere/x: No such file"),
    ],
    ids=str,
)
def test_wrong_options_are_refused_on_one_line(
    piped: Piped, options: list[str], code: int, complaint: str
) -> None:
    done = piped(*options, code=code)
    assert complaint in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
    assert done.stdout == b""


# A terminal


def test_the_monitor_in_a_terminal(terminal: Any) -> None:
    terminal.expect_exact("Ctrl-] or Ctrl-T: menu")
    terminal.expect_exact("\r\nKIM\r\n0000 00 ")
    terminal.send("0200 A9.")
    terminal.expect_exact("0200 \r\n0200 00 A9.\r\n0201 00 ")
    terminal.send("\r")
    terminal.expect_exact("\r\n0202 00 ")
    terminal.send("\n")
    terminal.expect_exact("\r\n0201 00 ")
    terminal.send("\x7f")
    terminal.expect_exact("KIM\r\n0201 00 ")
    terminal.send("\x03")
    terminal.send("\x1d\x1d")
    assert ended(terminal) == 0


def test_the_menu(terminal: Any, tmp_path: Path) -> None:
    captured = tmp_path / "captured"
    terminal.expect_exact("0000 00 ")
    terminal.send("\x14l")
    terminal.expect_exact("paper tape: ")
    terminal.send("nofile\r")
    terminal.expect_exact("nofile: No such file")
    terminal.send(f"\x1dc{captured}\r")
    terminal.send(f"\x1dl{tape(tmp_path, size=3)}\r")
    terminal.expect_exact("KIM\r\n0001 00 ")
    for key in ("r", "u"):
        terminal.send(f"\x14{key}")
        terminal.expect_exact("KIM\r\n0001 00 ")
    terminal.send("\x14b")
    terminal.send("\x1dj")
    terminal.expect_exact("TTY jumper out")
    terminal.send("\x1dq")
    assert ended(terminal) == 0
    assert b"L;03020000070E001A\r\n;0000010001\x13 KIM" in captured.read_bytes()


def test_a_program_is_stopped_with_st(terminal: Any) -> None:
    terminal.expect_exact("0000 00 ")
    terminal.send("0200 A9.2A.20.A0.1E.4C.00.02.0200 G")
    terminal.expect_exact("****")
    terminal.send("\x1ds")
    terminal.expect_exact("KIM\r\n")
    terminal.send("0200 ")
    terminal.expect_exact("0200 A9 ")
    terminal.send("\x1dq")
    assert ended(terminal) == 0


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


@contextmanager
def offered(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command with ``--pty``, and the path it printed."""
    child = subprocess.Popen(
        [*COMMAND, "--pty", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None
        yield child, child.stdout.readline().strip()
    finally:
        child.kill()
        child.communicate()


def talk(path: str, text: bytes, answer: bytes) -> None:
    """Open the line, type, wait for an answer, close it."""
    line = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        os.write(line, text)
        read_until(line, answer)
    finally:
        os.close(line)


def test_others_open_and_close_the_line_while_the_machine_runs_on(tmp_path: Path) -> None:
    link = tmp_path / "kim"
    with offered("--link", str(link)) as (child, path):
        assert str(link.readlink()) == path
        talk(path, b"", b"KIM\r\n0000 00 ")
        talk(str(link), b"0200 A9.", b"0201 00 ")
        talk(str(link), b"\n", b"0200 A9 ")
        child.send_signal(signal.SIGINT)
        assert child.wait(PATIENCE) == 130
        assert not link.is_symlink()


def test_a_script_in_another_process_uses_the_line() -> None:
    with offered() as (child, path):
        script = f"printf '0200 4C.' > {path}; timeout {PATIENCE} sed -n '/0200 00 4C/q' < {path}"
        subprocess.run(["/bin/sh", "-c", script], check=True, timeout=PATIENCE)
        child.terminate()
        assert child.wait(PATIENCE) == 143


def test_a_link_replaces_nothing_but_a_stale_link(piped: Piped, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine")
    assert b"is there already" in piped("--pty", "--link", str(taken), code=1).stderr
    assert taken.read_text() == "mine"
    stale = tmp_path / "stale"
    stale.symlink_to(tmp_path / "gone")
    with offered("--link", str(stale)) as (_, path):
        assert str(stale.readlink()) == path

"""The game in a real terminal."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.sample import every_run

pexpect = pytest.importorskip("pexpect", reason="needs a POSIX pseudo-terminal")

PLAY = [sys.executable, "-m", "tui.cli.main", "play", "--side", "black"]
PLAY += ["--level", "super-blitz", "--player", "rom"]


@pytest.fixture
def game() -> Iterator[Any]:
    """A game line by line, on the engine that shows what the digits flash."""
    child = pexpect.spawn(
        PLAY[0], [*PLAY[1:], "--lines"], encoding="utf-8", timeout=PATIENCE,
        env={**os.environ, "KIM1_ENGINE": "py65"},
    )  # fmt: skip
    yield child
    child.close(force=True)


def ended(child: Any) -> int:
    """The exit status of one that ends without a traceback."""
    child.expect(pexpect.EOF)
    child.wait()
    assert "Traceback" not in child.before
    status: int = child.exitstatus
    return status


def test_moves_are_played_line_by_line_and_ctrl_d_leaves(game: Any) -> None:
    for prompt, move, answer in (
        ("1. your move> ", "e5", "MicroChess: Nf3   LEDs 06 01 22"),
        ("2. your move> ", "6344", "is not legal"),
        ("2. your move> ", "b8c6", "MicroChess: Bc4   LEDs 04 02 35"),
        ("3. your move> ", "level normal", "level normal"),
        ("3. your move> ", "a6", "thinking: LEDs "),
    ):
        game.expect_exact(prompt)
        game.sendline(move)
        game.expect_exact(answer)
    game.expect(r"[0-9A-F]{2} [0-9A-F]{2} [0-9A-F]{2}, \d+ candidates")
    game.expect(r"MicroChess: \S+")
    game.expect_exact("4. your move> ")
    game.send("\x04")
    assert ended(game) == 0


def test_ctrl_c_leaves_at_once(game: Any) -> None:
    game.expect_exact("1. your move> ")
    game.send("\x03")
    assert ended(game) == 130


def test_without_a_terminal_to_draw_on_the_full_screen_says_so() -> None:
    command = f"exec {shlex.join(PLAY)} --no-save 2>/dev/null"
    child = pexpect.spawn("/bin/sh", ["-c", command], encoding="utf-8", timeout=PATIENCE)
    child.expect_exact("add --lines to play line by line")
    assert ended(child) == 2


class Tmux:
    """A tmux server of its own."""

    def __init__(self) -> None:
        self.socket = f"microchess-{uuid.uuid4().hex[:8]}"

    def __call__(self, *arguments: str) -> str:
        """Carry out a command; what it printed."""
        done = subprocess.run(
            ["tmux", "-L", self.socket, *arguments], capture_output=True, text=True, check=True
        )
        return done.stdout

    def wait_for(self, text: str) -> str:
        """The screen once *text* stands on it."""
        for _ in range(PATIENCE * 10):
            screen = self("capture-pane", "-p")
            if text in screen:
                return screen
            time.sleep(0.1)
        pytest.fail(f"{text!r} never appeared:\n{screen}")


@pytest.mark.tmux
def test_moves_are_played_on_the_full_screen_of_a_real_terminal() -> None:
    tmux = Tmux()
    tmux("new-session", "-d", "-x", "80", "-y", "24", *PLAY, "--no-save")
    process = tmux("list-panes", "-F", "#{pane_pid}").strip()
    try:
        tmux.wait_for("1. e4")
        for typed, shown in (("e5", "2. Nf3"), ("Nc6", "3. Bc4")):
            tmux("send-keys", typed, "Enter")
            tmux.wait_for(shown)
        tmux("send-keys", "u")
        assert "3. Bc4" not in tmux.wait_for("after Nf3")
        tmux("resize-window", "-x", "120", "-y", "40")
        tmux("send-keys", "C-q")
        for _ in range(PATIENCE * 10):
            if not Path(f"/proc/{process}").exists():
                break
            time.sleep(0.1)
        else:
            pytest.fail("it is still running")
    finally:
        subprocess.run(["tmux", "-L", tmux.socket, "kill-server"], capture_output=True, check=False)


def on_screen(folder: Path, command: str, *arguments: str) -> Any:
    """A program on a terminal that draws; what it keeps is in *folder*."""
    return pexpect.spawn(
        command,
        list(arguments),
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(40, 120),
        env={**os.environ, "MICROCHESS_DATA": str(folder), "TERM": "xterm-256color"},
    )


def saved_moves(folder: Path) -> list[str]:
    """The moves of the session kept there."""
    (file,) = folder.glob("*.json")
    moves: list[str] = json.loads(file.read_text())["now"]["moves"]
    return moves


UNTOLD: tuple[str, ...] = ("sh", "-c", 'trap : HUP; "$@"; exit 0', "sh")
"""Has the terminal, and tells nobody when that is gone, as make does."""


@pytest.mark.parametrize(
    "ending", every_run(["the window closed", "untold", "SIGINT", "SIGTERM", "SIGHUP", "^Q"], 2)
)
def test_what_ends_the_process_leaves_the_terminal_in_order_and_keeps_the_session(
    tmp_path: Path, ending: str
) -> None:
    child = on_screen(tmp_path, *(UNTOLD if ending == "untold" else ()), *PLAY)
    child.expect_exact("\x1b[?1049h")
    child.expect_exact("your move: Black")
    os.write(child.child_fd, b"\xff\xe9")  # no text: nobody has typed it
    child.send("/e5\r")
    child.expect_exact("after Nf3")
    if ending in ("the window closed", "untold"):
        child.ptyproc.fileobj.close()
        late = Timer(PATIENCE, os.killpg, (child.pid, signal.SIGKILL))
        late.start()
        child.ptyproc.wait()
        assert late.is_alive(), "it runs on without a terminal"
        late.cancel()
    elif ending == "^Q":
        child.send("\x11")
        child.expect_exact("\x1b[?1049l")
        child.expect_exact("Your game is kept; the same command goes on with it.")
        assert ended(child) == 0
    else:
        child.kill(getattr(signal, ending))
        child.expect_exact("\x1b[?1049l")
        assert ended(child) == 128 + getattr(signal, ending)
    assert saved_moves(tmp_path)[:2] == ["e2e4", "e7e5"]


def test_a_session_that_cannot_be_kept_is_told_and_ends_with_status_1(tmp_path: Path) -> None:
    child = on_screen(tmp_path, "sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *PLAY)
    child.expect_exact("your move: Black")
    child.send("/e5\r")
    child.expect_exact("the session cannot be saved: File too large")
    child.send("\x11")
    child.expect_exact("\x1b[?1049l")
    child.expect_exact("Your game could not be saved: File too large")
    assert ended(child) == 1
    assert not [*tmp_path.glob("*.json")]

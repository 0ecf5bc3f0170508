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
COMMAND = [*PLAY, "--lines"]


@pytest.fixture(params=["auto"])
def game(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A game on the engine named by the parameter."""
    environment = {**os.environ, "KIM1_ENGINE": request.param}
    child = pexpect.spawn(
        COMMAND[0], COMMAND[1:], encoding="utf-8", timeout=PATIENCE, env=environment
    )
    yield child
    child.close(force=True)


def test_three_moves_are_played_in_a_pseudo_terminal(game: Any) -> None:
    for prompt, move, answer in (
        ("1. your move> ", "e5", "MicroChess: Nf3   LEDs 06 01 22"),
        ("2. your move> ", "6344", "is not legal"),
        ("2. your move> ", "b8c6", "MicroChess: Bc4   LEDs 04 02 35"),
        ("3. your move> ", "7245", "MicroChess: c3"),
    ):
        game.expect_exact(prompt)
        game.sendline(move)
        game.expect_exact(answer)
    game.expect_exact("4. your move> ")
    game.sendline("quit")
    game.expect(pexpect.EOF)
    game.wait()
    assert game.exitstatus == 0


def test_without_a_terminal_to_draw_on_the_full_screen_says_so() -> None:
    child = pexpect.spawn(
        "/bin/sh", ["-c", f"exec {shlex.join(PLAY)} --no-save 2>/dev/null"], encoding="utf-8",
        timeout=PATIENCE,
    )  # fmt: skip
    child.expect_exact("add --lines to play line by line")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 2


@pytest.mark.parametrize("game", ["py65"], indirect=True)
def test_thinking_shows_what_the_leds_flash(game: Any) -> None:
    game.expect_exact("1. your move> ")
    game.sendline("level normal")
    game.expect_exact("1. your move> ")
    game.sendline("a6")
    game.expect(r"thinking: LEDs [0-9A-F]{2} [0-9A-F]{2} [0-9A-F]{2}, \d+ candidates")
    game.expect(r"MicroChess: \S+")


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_ctrl_c_and_ctrl_d_leave_at_once_without_a_traceback(
    game: Any, key: str, code: int
) -> None:
    game.expect_exact("1. your move> ")
    game.send(key)
    game.expect(pexpect.EOF)
    game.wait()
    assert "Traceback" not in game.before
    assert game.exitstatus == code


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


FULL_SCREEN = [*PLAY, "--no-save"]


@pytest.mark.tmux
def test_three_moves_are_played_on_the_full_screen_of_a_real_terminal() -> None:
    tmux = Tmux()
    wait_for = tmux.wait_for
    tmux("new-session", "-d", "-x", "80", "-y", "24", *FULL_SCREEN)
    process = tmux("list-panes", "-F", "#{pane_pid}").strip()
    try:
        wait_for("1. e4")
        for typed, shown in (("e5", "2. Nf3"), ("Nc6", "3. Bc4"), ("7245", "4. c3")):
            tmux("send-keys", typed, "Enter")
            wait_for(shown)
        tmux("send-keys", "u")
        screen = wait_for("after Bc4")
        assert "4. c3" not in screen
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
    command, *arguments = [*(UNTOLD if ending == "untold" else ()), *PLAY]
    child = pexpect.spawn(
        command,
        arguments,
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(40, 120),
        env={**os.environ, "MICROCHESS_DATA": str(tmp_path), "TERM": "xterm-256color"},
    )
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
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0
    else:
        child.kill(getattr(signal, ending))
        child.expect_exact("\x1b[?1049l")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 128 + getattr(signal, ending)
    assert saved_moves(tmp_path)[:2] == ["e2e4", "e7e5"]

"""A program that talks to a command through pipes hears each answer before it says more."""

import os
import subprocess
import sys
from queue import Empty, Queue
from threading import Thread
from typing import IO

import pytest

from tests.patience import PATIENCE


def _listen(source: IO[str], heard: Queue[str]) -> None:
    for line in source:
        heard.put(line)


def _wait_for(heard: Queue[str], what: str) -> None:
    try:
        while what not in heard.get(timeout=PATIENCE):
            pass
    except Empty:
        pytest.fail(f"no {what!r} was heard")


@pytest.mark.parametrize(
    ("command", "talk"),
    [
        (
            ("play", "--side", "white", "--level", "super-blitz"),
            [("e4", "MicroChess: "), ("d4", "MicroChess: "), ("fen", " w ")],
        ),
        (("play", "--spoken"), [("last", "e2")]),
        (("tour",), [("peek 51", "04"), ("men", "32"), ("go 99", "expected go 1")]),
        (("reply", "--batch", "-"), [('{"fen": "startpos", "level": "blitz"}', '"reply"')]),
        (("boards", "tscp", "--batch", "-"), [('{"fen": "startpos"}', '"moves"')]),
        (("uci",), [("isready", "readyok")]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_each_answer_comes_at_once(command: tuple[str, ...], talk: list[tuple[str, str]]) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        [sys.executable, "-m", "microchess", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    ) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        heard: Queue[str] = Queue()
        listener = Thread(target=_listen, args=(bot.stdout, heard))
        listener.start()
        try:
            for said, answer in talk:
                bot.stdin.write(f"{said}\n")
                bot.stdin.flush()
                _wait_for(heard, answer)
        finally:
            bot.stdin.close()
            assert bot.wait(PATIENCE) == 0
            listener.join(PATIENCE)

"""A program that talks to a command through pipes hears each answer before it says more."""

import os
import sys
from threading import Thread, Timer

import pytest

from tests.patience import PATIENCE
from tui.cli.main import main


@pytest.mark.parametrize(
    ("command", "talk"),
    [
        (
            "play --side white --level super-blitz",
            [("e4", "MicroChess: "), ("d4", "MicroChess: "), ("fen", " w ")],
        ),
        ("play --spoken", [("last", "e2")]),
        ("tour", [("peek 51", "04"), ("men", "32"), ("go 99", "expected go 1")]),
        ("reply --batch -", [('{"fen": "startpos", "level": "blitz"}', '"reply"')]),
        ("boards tscp --batch -", [('{"fen": "startpos"}', '"moves"')]),
        ("uci", [("isready", "readyok")]),
    ],
)
def test_each_answer_comes_at_once(
    command: str, talk: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever keeps an answer in a buffer hears no more, and has not said it by then."""
    (near_in, far_in), (near_out, far_out) = os.pipe(), os.pipe()
    missing = [answer for _, answer in talk]

    def other_end() -> None:
        with os.fdopen(far_in, "w") as say, os.fdopen(near_out) as heard:
            given_up = Timer(PATIENCE, say.close)
            given_up.start()
            for said, answer in talk:
                print(said, file=say, flush=True)
                if any(answer in line for line in iter(heard.readline, "")):
                    missing.remove(answer)
            given_up.cancel()
            say.close()
            heard.read()

    other = Thread(target=other_end)
    other.start()
    with os.fdopen(near_in) as stdin, os.fdopen(far_out, "w") as stdout:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        assert main(command.split()) == 0
        monkeypatch.undo()
    other.join()
    assert not missing

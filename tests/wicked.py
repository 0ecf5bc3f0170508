"""A UCI engine that misbehaves, as a table of ways to do it: what every reader of engines meets.

As a program: ``python tests/wicked.py WAY FILE`` writes the process numbers it has into FILE.
"""

import os
import shlex
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

MOVES = ["g1h1", "h1g1"]
"""White's, of a king that goes to and fro, in the position `KINGS` of the tests."""
ANSWERS = ["h7h6", "h6h5", "g7g6", "g6g5", "f7f6", "f6f5", "e7e6", "e6e5"]
"""Black's there, one after the other."""


def say(text: str) -> None:
    """In one piece, where Python keeps nothing back as well."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def play(centipawns: int | None = 0) -> None:
    if centipawns is not None:
        say(f"info depth 1 score cp {centipawns}")
    say(f"bestmove {MOVES[0]}")
    MOVES.reverse()


def answer() -> None:
    say(f"info depth 1 score cp 0\nbestmove {ANSWERS.pop(0)}")


def hang() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    note("hangs")
    time.sleep(1e6)


def slow() -> None:
    time.sleep(0.5)
    play()


def flood() -> None:
    while True:
        print("info depth 1 nodes 1 string nothing new" * 3)


def endless_line() -> None:
    while True:
        print("info string" * 1000, end="")


def half_line() -> None:
    print("bestm", end="", flush=True)
    hang()


def close_output() -> None:
    os.close(1)
    hang()


def fork_and_die() -> None:
    if not os.fork():
        note()
        hang()
    os._exit(0)


def stay() -> None:
    say("bestmove e2e5")
    hang()


def garbage() -> None:
    sys.stdout.buffer.write(b"\xff\xfe\x00 \x1b[2J\n\n \ninfo score cp\ninfo pv e2e9 z\n")
    sys.stdout.buffer.write(b"info depth -- nodes x score mate x\ninfo string\ninfo\nreadyok\nid\n")
    play()


def shout(often: float = 2000) -> None:
    while often > 0:
        print("what a position" * 20, file=sys.stderr)
        often -= 1
    play()


def twice() -> None:
    """In one piece: who thinks again takes what comes then for the next move."""
    say(f"bestmove {MOVES[0]}\nbestmove {MOVES[0]}")
    MOVES.reverse()


WAYS: dict[str, Callable[[], object]] = {
    "good": play,
    "answers": answer,
    "even": partial(play, -9),
    "boasts": partial(play, 5000),
    "boasts at times": lambda: play(5000 if MOVES[0] == "g1h1" else None),
    "hangs": hang,
    "slow": slow,
    "floods": flood,
    "endless line": endless_line,
    "half a line": half_line,
    "closes its output": close_output,
    "leaves a child": fork_and_die,
    "stays": stay,
    "dies": lambda: sys.exit("no more"),
    "illegal": lambda: say("bestmove e2e5"),
    "no square": lambda: say("bestmove e2e9"),
    "nothing": lambda: say("bestmove"),
    "null": lambda: say("bestmove 0000"),
    "resigns": lambda: say("info string I resign\nbestmove (none)"),
    "garbage": garbage,
    "shouts": shout,
    "shouts for ever": partial(shout, float("inf")),
    "twice": twice,
    "mute": play,
    "dies at once": play,
    "refuses": play,
}


def command(way: str, pids: Path, settings: str) -> str:
    """The contestant that misbehaves like that, and writes its process numbers to *pids*."""
    words = shlex.join([sys.executable, str(Path(__file__)), way, str(pids)])
    return f"{words},{settings}"


def note(what: str = "") -> None:
    """Its process number, or what it was told, into the file."""
    with Path(sys.argv[2]).open("a", encoding="ascii") as file:
        print(what or os.getpid(), file=file)


def pids(file: Path) -> list[int]:
    """The process numbers it has had."""
    return [int(line) for line in file.read_text(encoding="ascii").split() if line.isdecimal()]


def main(way: str) -> None:
    note()
    if way == "dies at once":
        sys.exit("no licence")
    if way == "mute":
        hang()
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "uci":
            say("id name Wicked\noption name Hash type spin default 1 min 1 max 9")
            say("option name Style type combo default c var a var b\nuciok")
        elif word == "isready":
            say("readyok")
        elif word == "setoption" and way == "refuses":
            say("info string error: no hash")
        elif word == "go":
            WAYS[way]()
        elif word == "quit":
            note("quit")
            if way != "stays":
                break


if __name__ == "__main__":
    main(sys.argv[1])

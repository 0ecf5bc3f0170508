"""What people wait for: how long a command takes to start, and the screen to follow.

All times are of the processor, of the quickest of several runs. Those of commands are multiples of
`python -c pass`, so that they hold on other machines too.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.figures import Table

RUNS = 10
COMMANDS = {
    "`microchess keys C PC`": ("-m", "microchess", "keys", "C", "PC"),
    "`microchess reply --fen startpos`": ("-m", "microchess", "reply", "--fen", "startpos"),
    "`microchess-uci` to `uciok`": ("-m", "microchess.uci.main"),
}
SIZES = ("80", "24"), ("120", "40"), ("200", "60")
KEPT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment with which compiled modules are kept, as those of an installation are."""


def spent(*arguments: str, runs: int = 3) -> tuple[float, str]:
    """Seconds of the processor that Python takes with *arguments*, at the least, and its output."""
    found = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            (sys.executable, *arguments),
            input="uci\nquit\n",
            capture_output=True,
            text=True,
            check=True,
            env=KEPT,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        found.append((seconds, done.stdout))
    return min(found)


def starts() -> Iterator[tuple[str, ...]]:
    """Each command's start."""
    least, _ = spent("-c", "pass", runs=RUNS)
    for name, words in COMMANDS.items():
        seconds, _ = spent(*words, runs=RUNS)
        yield name, f"{seconds * 1000:.0f} ms", f"{seconds / least:.1f}"


def screens() -> Iterator[tuple[str, ...]]:
    """The screen at each size."""
    for size in SIZES:
        found = [json.loads(spent("-m", "bench.sitting", *size, runs=1)[1]) for _ in range(3)]
        panels = {name: min(one[name] for one in found) for name in found[0]}
        first, resized = panels.pop("first"), panels.pop("resized")
        shown = f"{median(panels.values()) * 1000:.0f}, {max(panels.values()) * 1000:.0f} ms"
        yield "x".join(size), f"{first:.2f} s", shown, f"{resized:.2f} s"


def work() -> Iterator[tuple[str, str]]:
    """What takes its time once it was asked for."""
    with tempfile.TemporaryDirectory() as folder:
        binary, sound = Path(folder, "k.bin"), str(Path(folder, "k.wav"))
        binary.write_bytes(bytes(range(256)) * 4)
        for verb, *names in (("save", f"{binary}@0200", sound), ("info", sound)):
            took, _ = spent("-m", "microchess", "tape", verb, *names, runs=1)
            yield f"a tape of 1 KB by `tape {verb}`", f"{took:.1f} s"
    asked = ("--random", "1000", "--jobs", "2", "--levels", "normal")
    took, _ = spent("-m", "microchess", "compare", *asked, runs=2)
    yield "`compare`, 1,000 positions", f"{took / 2:.1f} s"


def tables() -> list[Table]:
    """The commands' starts, the screen at three sizes, and what is waited for at work."""
    shown = ("first picture", "another panel: median, slowest", "size change to 250x70")
    return [
        Table(("a command", "processor", "times `python -c pass`"), starts()),
        Table(("the screen", *shown), screens()),
        Table(("at work", "processor"), work()),
    ]

"""What a terminal adds to a conversation: a prompt, and how far the thinking is."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TextIO

from emu.files import reading
from emu.notation import counted
from microchess.machine.bridge import Bridge
from microchess.program.reply import Candidate

_WIDTH = 70


def progress(bridge: Bridge) -> Callable[[Candidate], None]:
    """Shows, on a terminal, how far the thinking is and what the LEDs flash."""
    if not sys.stderr.isatty():
        return lambda _: None
    machine = bridge.machine
    started, shown, count = machine.cycles, time.monotonic(), 0

    def show(_: Candidate) -> None:
        nonlocal shown, count
        count += 1
        if time.monotonic() - shown < 0.1:
            return
        shown = time.monotonic()
        best = bridge.digits.hex(" ").upper()
        seconds = (machine.cycles - started) / 1e6
        text = f"thinking: LEDs {best}, {counted(count, 'candidate')}, {seconds:.1f} s at 1 MHz"
        print(f"\r{text:<{_WIDTH}}", end="", file=sys.stderr, flush=True)

    return show


def erase() -> None:
    if sys.stderr.isatty():
        print(f"\r{'':<{_WIDTH}}\r", end="", file=sys.stderr, flush=True)


def lines(source: TextIO, prompt: Callable[[], str]) -> Iterator[str]:
    """Each line of *source*; those of a pipe are shown behind the prompt as if they were typed. All
    that was said before is out when the next is waited for.
    """
    if not source.isatty():
        sys.stdout.flush()
        for line in reading.lines(source, "standard input"):
            print(f"{prompt()}{line.rstrip()}")
            yield line
            sys.stdout.flush()
        return
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - editing and history
    with contextlib.suppress(EOFError):
        while True:
            yield input(prompt())
    print()

"""What a terminal adds to a conversation: a prompt, editing and history."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TextIO

from emu.files import reading


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

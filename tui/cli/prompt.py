"""A conversation's lines: typed at a prompt, or out of a pipe."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TextIO


def lines(source: TextIO, prompt: Callable[[], str]) -> Iterator[str]:
    """Each line of *source*; those of a pipe are shown behind the prompt as if they were typed."""
    if not source.isatty():
        for line in source:
            print(f"{prompt()}{line.rstrip()}")
            yield line
        return
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - editing and history
    with contextlib.suppress(EOFError):
        while True:
            yield input(prompt())
    print()

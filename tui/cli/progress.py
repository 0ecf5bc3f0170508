"""A bar on a terminal for work that takes its time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress(total: int, text: str = "") -> Iterator[Callable[[int, str], None]]:
    """What shows that so many of *total* pieces are done, their rate and the time left, with a
    text; nothing where standard error is no terminal.
    """
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(text, total=total, rate="")

        def advance(done: int, text: str) -> None:
            bar.update(task, completed=done, description=text)
            if speed := bar.tasks[0].speed:
                bar.update(task, rate=f"{speed:.1f}/s")

        yield advance

"""A bar on a terminal for work that takes its time."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress(total: int, text: str = "") -> Iterator[Callable[..., None]]:
    """What shows ``(done, text)``: that so many of *total* pieces are done, their rate and the time
    left, with a text. With a third argument, another total, it begins anew. Nothing is shown where
    standard error is no terminal.
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

        def advance(done: int, text: str, total: int = total) -> None:
            at = bar.tasks[0]
            if total != at.total or done < at.completed:
                bar.reset(task, total=total)
            bar.update(task, completed=done, description=text)
            if speed := bar.tasks[0].speed:
                bar.update(task, rate=f"{speed:.1f}/s")

        yield advance


@contextmanager
def stretch(text: str) -> Iterator[Callable[[int, int], None]]:
    """What is told how much is done, of how much, of one long piece of work."""
    with progress(1, text) as show:
        yield lambda done, total: show(done, text, total)

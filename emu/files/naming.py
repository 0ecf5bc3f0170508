"""File names as people write them: ``~`` is the home folder, and the end may still be missing."""

import os
from collections.abc import Iterator
from pathlib import Path

_MOST = 5000
"""Entries of a folder that are looked at."""


def named(text: str) -> Path:
    """The file of that name; a ``~`` that leads to nobody's home folder stays as it is."""
    path = Path(text)
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def completions(text: str) -> Iterator[tuple[str, bool]]:
    """What *text* can go on to, a slash behind folders, and whether it is a folder, by name.

    Hidden ones once their dot is typed; none whose name cannot be printed.
    """
    head, slash, start = text.rpartition("/")
    try:
        with os.scandir(named(head + slash)) as entries:
            found = sorted(
                (entry.name, _is_folder(entry))
                for _, entry in zip(range(_MOST), entries, strict=False)
                if entry.name.startswith(start) and entry.name.isprintable()
            )
    except (OSError, ValueError):
        return
    for name, is_folder in found:
        if start or not name.startswith("."):
            yield f"{head}{slash}{name}{'/' * is_folder}", is_folder


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a symbolic link to itself
        return False

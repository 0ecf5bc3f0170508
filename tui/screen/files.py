"""Files of this computer as they are named in a dialog: completed, and new ones checked."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from pathlib import Path
from textwrap import shorten

from textual.suggester import Suggester

from emu.files.naming import completions, named

_ROOM = 160
"""Columns of the names that are shown."""


class Names(Suggester):
    """Completes the names of files that end in *suffix*, and of folders."""

    def __init__(self, suffix: str) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._suffix = suffix

    def beginning(self, text: str) -> list[str]:
        """What *text* can go on to."""
        return [
            path
            for path, is_folder in completions(text)
            if is_folder or path.endswith(self._suffix)
        ]

    async def get_suggestion(self, value: str) -> str | None:
        """The first of them."""
        return next(iter(self.beginning(value)), None)


def here(text: str, paths: Sequence[str]) -> str:
    """The folder *text* leads to, and the last names of *paths* in it as far as there is room."""
    folder = named("".join(text.rpartition("/")[:2])).absolute()
    names = (path[text.rfind("/") + 1 :] for path in paths)
    return shorten(f"in {folder}: {'  '.join(names)}", _ROOM, placeholder=" ...").rstrip(":")


def new_file(path: Path) -> Path:
    """*path*, if a file can be made there. Raises OSError."""
    if path.exists():
        raise OSError(errno.EEXIST, "there is such a file; choose another name", str(path))
    if not path.parent.is_dir():
        raise OSError(errno.ENOENT, "no such folder", str(path.parent))
    return path

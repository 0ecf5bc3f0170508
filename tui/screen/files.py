"""Files of this computer as they are named in a dialog: completed, and new ones checked."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import shorten

from textual.suggester import Suggester

_MOST, _ROOM = 5000, 160
"""Entries of a folder that are looked at, and columns of those that are named."""


class Names(Suggester):
    """Completes the names of files that end in *suffix*, and of folders."""

    def __init__(self, suffix: str) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._suffix = suffix

    def beginning(self, text: str) -> list[str]:
        """The names in the folder that *text* leads to and that begin as it ends."""
        start = text.rpartition("/")[2]
        found = []
        with suppress(OSError), os.scandir(_folder(text)) as entries:
            for _, entry in zip(range(_MOST), entries, strict=False):
                shown = entry.name.startswith(start) and entry.name.startswith(".") <= bool(start)
                if shown and entry.is_dir():
                    found.append(f"{entry.name}/")
                elif shown and entry.name.endswith(self._suffix):
                    found.append(entry.name)
        return sorted(found)

    async def get_suggestion(self, value: str) -> str | None:
        """The first of them."""
        names = self.beginning(value)
        return value + names[0][len(value.rpartition("/")[2]) :] if names else None


def here(text: str, names: Sequence[str]) -> str:
    """The folder *text* leads to, and *names* in it as far as there is room."""
    return shorten(f"in {_folder(text)}: {'  '.join(names)}", _ROOM, placeholder=" ...").rstrip(":")


def new_file(path: Path) -> Path:
    """*path*, if a file can be made there. Raises OSError."""
    if path.exists():
        raise OSError(errno.EEXIST, "there is such a file; choose another name", str(path))
    if not path.parent.is_dir():
        raise OSError(errno.ENOENT, "no such folder", str(path.parent))
    return path


def _folder(text: str) -> Path:
    return Path("".join(text.rpartition("/")[:2])).expanduser().absolute()

"""Files that outlive the page: what is written into a folder goes to the page, which keeps it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from emu.files import reading

Keep = Callable[[str, bytes | None], None]
"""Keeps a file by its name in the folder; None: forgets it."""


class KeptFolder:
    """The files right in *folder*, but for hidden ones; *keep* is told what has changed."""

    def __init__(self, folder: Path, keep: Keep) -> None:
        self._folder, self._keep = folder, keep
        self._known = self._files()

    def look(self) -> None:
        """Tell what has changed since the last look."""
        now = self._files()
        for name, data in now.items():
            if self._known.get(name) != data:
                self._keep(name, data)
        for name in self._known.keys() - now.keys():
            self._keep(name, None)
        self._known = now

    def _files(self) -> dict[str, bytes]:
        if not self._folder.is_dir():
            return {}
        return {
            path.name: reading.read_bytes(path)
            for path in sorted(self._folder.iterdir())
            if path.is_file() and not path.name.startswith(".")
        }

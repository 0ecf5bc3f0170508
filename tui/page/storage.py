"""Files that outlive the page: what is written into a folder goes to the page, which stores it."""

from collections.abc import Callable
from pathlib import Path

from emu.files import reading

Store = Callable[[str, bytes | None], None]
"""Stores a file by its name in the folder; None: forgets it."""


class StoredFolder:
    """The files right in *folder*, but for hidden ones; *store* is told what has changed."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder, self._store = folder, store
        self._known = self._files()

    def look(self) -> None:
        """Tell what has changed since the last look."""
        before, self._known = self._known, self._files()
        for name in sorted(before.keys() | self._known.keys()):
            if before.get(name) != (data := self._known.get(name)):
                self._store(name, data)

    def _files(self) -> dict[str, bytes]:
        if not self._folder.is_dir():
            return {}
        return {
            path.name: reading.read_bytes(path)
            for path in self._folder.iterdir()
            if path.is_file() and not path.name.startswith(".")
        }

"""Which chapters the reader has done, kept in the user's data folder."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from emu.files import reading, writing
from microchess.machine.library import default_folder

FILE = "tour.json"
_MOST = 64 * 1024


class Progress:
    """The chapters done, by name; *path* is the file, the user's own by default.

    A file that cannot be read or written counts as none: the tour goes on without it.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = default_folder() / FILE if path is None else path
        self.done = self._read()

    def _read(self) -> list[str]:
        try:
            held = reading.read_json(self._path, _MOST)
        except (OSError, ValueError):
            return []
        done = held.get("done") if isinstance(held, dict) else None
        return [one for one in done if isinstance(one, str)] if isinstance(done, list) else []

    def finish(self, name: str) -> None:
        """Note that the chapter *name* is done."""
        if name in self.done:
            return
        self.done.append(name)
        self._write()

    def forget(self) -> None:
        """Begin anew."""
        self.done.clear()
        self._write()

    def _write(self) -> None:
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            writing.write_text(self._path, json.dumps({"done": self.done}) + "\n")

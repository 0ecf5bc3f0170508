"""A PGN file that grows game by game, so that who is stopped can go on with it."""

from __future__ import annotations

from pathlib import Path

from emu.files import reading, writing
from emu.files.locks import FileLock
from microchess.game.pgn_split import split


class PgnFile:
    """The games at *path*, each as its text: ``texts``. Only the last can be cut short, by whatever
    ended its process. A file of something else is one text.

    What was added outlives this process; the disk, and so a power failure, is waited for every
    *sync_every* games. It is this process's until ``close``. Raises FileLocked while another one
    has it, OSError when it cannot be read.
    """

    def __init__(self, path: Path, sync_every: int = 1) -> None:
        self.path = path
        self._sync_every, self._added = sync_every, 0
        self._grows = not path.exists() or path.is_file()
        self._lock = FileLock(path) if self._grows else None
        self.texts: tuple[str, ...] = ()
        self._whole = True
        if path.is_file():
            try:
                text = reading.read_text(path, reading.MOST_GAMES)
            except BaseException:
                self.close()
                raise
            self.texts = tuple(game.text for game in split(text)) or (text,) * bool(text.strip())
            self._whole = "".join(self.texts) == text

    def close(self) -> None:
        """Let another process have it."""
        if self._lock:
            self._lock.close()

    def keep(self, count: int) -> None:
        """Go on behind the first *count* games; without any the file is replaced by the next."""
        if self._whole and count == len(self.texts):
            return
        self.texts, self._whole = self.texts[:count], True
        if count:
            writing.write_text(self.path, "".join(self.texts))

    def add(self, text: str) -> None:
        """Append a game, or several: all of it or nothing. Raises OSError."""
        if self._grows and not self.texts:
            writing.write_text(self.path, text)
        else:
            self._added += 1
            writing.append_text(self.path, text, sync=self._added % self._sync_every == 0)
        self.texts = (text,)
